//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::{Company, CompanyMember};
use values::Area;

use crate::NAMED_BY_PLACES;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Company>("company", Area::Companies, &COMPANY).untold_operation(),
        ObjectEvents::of::<CompanyMember>("company_member", Area::Companies, &COMPANY_MEMBER).naming(NAMED_BY_PLACES),
    ]
}

const COMPANY: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A company was made."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("archived", When::Became("status", "archived"), "It was archived."),
    EventRule::new("restored", When::Became("status", "active"), "It is active again."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const COMPANY_MEMBER: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A member joined a company."),
    EventRule::new("ended", When::Deleted, "A member left a company."),
    EventRule::new("restored", When::Restored, "The member is in the company again."),
    EventRule::new("updated", When::Updated, "The role or the limits were changed."),
];
