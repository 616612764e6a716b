//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::{Floor, Location};
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Location>("location", Area::Locations, &LOCATION).untold_operation(),
        ObjectEvents::of::<Floor>("floor", Area::Locations, &FLOOR),
    ]
}

const LOCATION: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A location was made."),
    EventRule::new("deactivated", When::Turned("is_active", false), "Nothing new is made there."),
    EventRule::new("activated", When::Turned("is_active", true), "It is in use again."),
    EventRule::new("archived", When::Deleted, "It was archived."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const FLOOR: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A floor was made."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
