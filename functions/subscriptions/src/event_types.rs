//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use agreements::subscription::Subscription;
use event_history::{EventRule, ObjectEvents, When};
use expansions::OF_SUBSCRIPTIONS;
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![ObjectEvents::of::<Subscription>("subscription", Area::Subscriptions, &SUBSCRIPTION).naming(OF_SUBSCRIPTIONS)]
}

const SUBSCRIPTION: [EventRule; 13] = [
    EventRule::new("created", When::Created, "A customer subscribed."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It has ended."),
    EventRule::new(
        "incomplete_expired",
        When::Became("status", "incomplete_expired"),
        "The first payment did not come; it did not come about.",
    ),
    EventRule::new("past_due", When::Became("status", "past_due"), "An invoice of it was not paid in time."),
    EventRule::new("paused", When::Became("status", "paused"), "It is paused."),
    EventRule::new(
        "resumed",
        When::Became("status", "active"),
        "It is active: it began, was resumed, or what was due was paid.",
    ),
    EventRule::new("renewed", When::Changed("current_period_start"), "Another period has begun."),
    EventRule::new("cancellation_scheduled", When::Given("cancel_at"), "It will end: `cancel_at`."),
    EventRule::new("cancellation_withdrawn", When::Cleared("cancel_at"), "It will not end as was planned."),
    EventRule::new("change_scheduled", When::Given("scheduled_change"), "Another plan is to begin with a period."),
    EventRule::new("pause_scheduled", When::Given("pause"), "It will be paused."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
