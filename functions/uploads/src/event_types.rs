//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::Upload;
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![ObjectEvents::of::<Upload>("upload", Area::Merchant, &UPLOAD)]
}

const UPLOAD: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A file is to be uploaded. The link is only in that answer."),
    EventRule::new("completed", When::Became("status", "completed"), "Its content is there."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
