//! That a published event stands on its location, so that nobody deactivates the location unwarned.

use records::Location;
use scheduling::claims::noted::{self, ClaimedThing, NotedClaim};
use store::Transaction;
use values::Id;

use crate::records::{event::Event, event_state::EventStatus};

/// What an event claims: its time, as long as it is published.
#[must_use]
pub fn of(event: &Event) -> Option<NotedClaim> {
    let claim = NotedClaim { starts_at: event.start_time, ends_at: event.end_time };
    (event.status == EventStatus::Published).then_some(claim)
}

/// Notes in `transaction` what an event claims from now on.
pub fn follow(
    transaction: &mut Transaction,
    (id, location): (Id<Event>, Id<Location>),
    before: Option<NotedClaim>,
    after: Option<NotedClaim>,
) {
    let location = ClaimedThing::Location(location);
    match (before, after) {
        (None, Some(claim)) => noted::begin(transaction, location, id, claim),
        (Some(had), Some(claim)) if had != claim => noted::change(transaction, location, id, claim),
        (Some(_), None) => noted::end(transaction, location, id),
        (Some(_), Some(_)) | (None, None) => {}
    }
}
