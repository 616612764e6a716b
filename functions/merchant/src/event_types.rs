//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::{api_client::ApiClient, merchant::Merchant};
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Merchant>("merchant", Area::Merchant, &MERCHANT),
        ObjectEvents::of::<ApiClient>("api_client", Area::Merchant, &API_CLIENT).silent(),
    ]
}

const MERCHANT: [EventRule; 2] = [
    EventRule::new("created", When::Created, "The merchant was made."),
    EventRule::new("updated", When::Updated, "Its settings were changed."),
];

const API_CLIENT: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A credential was made. Its secret is only in that answer."),
    EventRule::new("revoked", When::Became("status", "revoked"), "It works no longer."),
    EventRule::new("rotated", When::Changed("rotated_at"), "It has another secret."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
