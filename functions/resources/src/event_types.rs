//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use scheduling::{Resource, ResourceAssignment};
use values::Area;

use crate::assignments;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Resource>("resource", Area::Resources, &RESOURCE).untold_operation(),
        ObjectEvents::of::<ResourceAssignment>("resource_assignment", Area::Resources, &RESOURCE_ASSIGNMENT)
            .naming(assignments::NAMED),
    ]
}

const RESOURCE: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A resource was made."),
    EventRule::new("deactivated", When::Turned("is_active", false), "It can be booked no longer."),
    EventRule::new("activated", When::Turned("is_active", true), "It can be booked again."),
    EventRule::new("archived", When::Deleted, "It was archived."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const RESOURCE_ASSIGNMENT: [EventRule; 3] = [
    EventRule::new("created", When::Created, "A resource was given to a customer for days."),
    EventRule::new("ended", When::Deleted, "It was archived, and its days are free."),
    EventRule::new("updated", When::Updated, "It was changed, for example made shorter."),
];
