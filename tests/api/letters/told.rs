//! Which events are told: the outbox notes those that the areas have something to say about, and no others.

use std::collections::BTreeSet;

#[test]
fn the_outbox_notes_the_events_that_the_areas_write_about() {
    let said: BTreeSet<&str> = notify::sources().events().collect();
    let noted: BTreeSet<&str> = mailing::told_events().iter().copied().collect();
    assert_eq!(noted, said);
    assert!(mailing::told_events().is_sorted());
    assert!(said.iter().all(|event| mailing::is_told(event)) && !mailing::is_told("booking.updated"));
}

#[test]
fn an_event_that_is_told_is_one_that_there_is() {
    let is_known = |event: &str| event_history::catalogue().iter().any(|entry| entry.r#type == event);
    let unknown: Vec<&str> = mailing::told_events().iter().copied().filter(|event| !is_known(event)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
