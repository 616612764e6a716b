//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use crate::{
    applications,
    records::{application::BenefitApplication, benefit::Benefit, category::BenefitCategory},
};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Benefit>("benefit", Area::Benefits, &BENEFIT).leaving_out(&[
            "shared_code",
            "link_url",
            "code_count",
        ]),
        ObjectEvents::of::<BenefitCategory>("benefit_category", Area::Benefits, &BENEFIT_CATEGORY),
        ObjectEvents::of::<BenefitApplication>("benefit_application", Area::Benefits, &BENEFIT_APPLICATION)
            .leaving_out(&["code"])
            .naming(applications::NAMED),
    ]
}

const BENEFIT: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A benefit was made."),
    EventRule::new("deactivated", When::Turned("is_active", false), "It is offered no longer."),
    EventRule::new("activated", When::Turned("is_active", true), "It is offered again."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const BENEFIT_CATEGORY: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A category was made."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const BENEFIT_APPLICATION: [EventRule; 8] = [
    EventRule::new("created", When::Created, "A customer applied for a benefit."),
    EventRule::new(
        "approved",
        When::Became("status", "approved"),
        "It was approved; the code is read with the application.",
    ),
    EventRule::new("rejected", When::Became("status", "rejected"), "It was rejected."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled."),
    EventRule::new("redeemed", When::Became("status", "redeemed"), "The benefit was used."),
    EventRule::new("expired", When::Became("status", "expired"), "Its time to be used is over."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
