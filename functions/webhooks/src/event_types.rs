//! What clients are told of endpoints (`docs/EVENTS.md`): that one was disabled is worth knowing elsewhere.

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use crate::records::endpoint::WebhookEndpoint;

/// Fields of endpoints that no event has.
pub(crate) const LEFT_OUT: [&str; 3] = ["url", "secret_last4", "replay"];

/// Which events endpoints have. Addresses are left out, because many have a secret in them and other endpoints hear of
/// it. Whether attempts fail or succeed is no event: an attempt would be told by attempts that fail, without end. What
/// is told of by itself is that an endpoint was disabled, and then it hears nothing until somebody enables it.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<WebhookEndpoint>("webhook_endpoint", Area::Merchant, &WEBHOOK_ENDPOINT)
            .leaving_out(&LEFT_OUT)
            // The locations of an endpoint are those of which it hears.
            .at_no_location()
            .untold_changes_of(&["failing_since", "replay"]),
    ]
}

const WEBHOOK_ENDPOINT: [EventRule; 6] = [
    EventRule::new("created", When::Created, "An endpoint was made. Its secret is only in that answer."),
    EventRule::new(
        "disabled",
        When::Became("status", "disabled"),
        "Nothing is sent there any more: `disabled_reason` says why.",
    ),
    EventRule::new("enabled", When::Became("status", "enabled"), "Events are sent there again."),
    EventRule::new("rotated", When::Changed("rotated_at"), "It has another secret."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new(
        "updated",
        When::Updated,
        "Its address, its types of events, its locations or what it is for was changed.",
    ),
];
