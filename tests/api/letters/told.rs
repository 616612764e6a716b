//! Which events are told: the outbox notes those that the areas have something to say about, and no others.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use mailing::LetterType;

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

/// What is in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

/// All files of a folder as one text.
fn text(path: &Path) -> String {
    if path.is_dir() {
        return entries(path).iter().map(|inner| text(inner)).collect();
    }
    fs::read_to_string(path).unwrap_or_default()
}

/// The source of the packages of areas, each as one text.
fn areas() -> Vec<String> {
    let functions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../functions");
    entries(&functions).iter().map(|area| text(&area.join("src"))).collect()
}

#[test]
fn a_name_that_templates_may_have_is_filled_by_the_area_whose_letter_it_is() {
    let areas = areas();
    let common: BTreeSet<&str> = wording::example(LetterType::RegistrationApproved).into_keys().collect();
    let mut missing = Vec::new();
    for letter in LetterType::ALL {
        let is_own =
            |area: &&String| area.contains(&format!("LetterType::{letter:?}")) || *letter == LetterType::StaffDigest;
        let own: String = areas.iter().filter(is_own).map(String::as_str).collect();
        let names = wording::example(*letter).into_keys().filter(|name| !common.contains(name));
        missing.extend(names.filter(|name| !own.contains(&format!("\"{name}\""))).map(|name| (letter.name(), name)));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_letter_to_who_is_invited_names_the_plan_and_one_to_who_was_declined_no_reason() {
    assert!(wording::check(LetterType::RegistrationInvited, "{{ plan }}").is_ok());
    assert!(wording::check(LetterType::RegistrationDeclined, "{{ reason }}").is_err());
}
