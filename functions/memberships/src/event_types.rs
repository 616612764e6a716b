//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::MembershipPlan;
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<MembershipPlan>("membership_plan", Area::Memberships, &MEMBERSHIP_PLAN)
            .leaving_out(&["subscriber_count"]),
    ]
}

const MEMBERSHIP_PLAN: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A location offers a plan."),
    EventRule::new("deactivated", When::Deleted, "It cannot be subscribed to any more."),
    EventRule::new("activated", When::Restored, "It can be subscribed to again."),
    EventRule::new("price_changed", When::Changed("price"), "It costs something else."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
