//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::Plan;
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![ObjectEvents::of::<Plan>("plan", Area::Plans, &PLAN).leaving_out(&["subscriber_count"])]
}

const PLAN: [EventRule; 8] = [
    EventRule::new("created", When::Created, "A plan was made."),
    EventRule::new("deactivated", When::Turned("is_active", false), "It cannot be published any more."),
    EventRule::new("activated", When::Turned("is_active", true), "It can be published again."),
    EventRule::new("published", When::Grew("published_location_ids"), "It is offered at more locations."),
    EventRule::new("price_changed", When::Changed("price"), "It costs something else."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
