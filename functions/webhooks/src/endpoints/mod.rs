//! Webhook endpoints: where the merchant's own servers want to hear what happens.

mod create;
mod issued;
mod list;
mod replay;
mod replay_failed;
mod rotate;
mod state;
mod test;
mod update;

use serde_json::json;
use shared::api::{Route, get};
use values::{
    ErrorCode::{CapacityExceeded, InvalidState, RuleViolation},
    Scope,
};

use crate::records::endpoint::WebhookEndpoint;

/// The operations that read need `merchant:read`; those that change need `merchant:webhooks`, and of what an
/// endpoint hears the scopes to read it.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![
        Route::get("list_webhook_endpoints", "/webhook-endpoints", list::list).described("Newest first."),
        Route::get("get_webhook_endpoint", "/webhook-endpoints/{id}", get::<WebhookEndpoint>),
    ];
    let changing = records().into_iter().chain(actions());
    routes.extend(changing.map(|route| route.needing(Scope::MERCHANT_WEBHOOKS)));
    routes
}

fn records() -> Vec<Route> {
    vec![
        Route::post("create_webhook_endpoint", "/webhook-endpoints", create::create)
            .described(
                "A merchant has 20 at the most. The secret is shown in this answer and never again; it signs every delivery, by the \
                 Standard Webhooks specification. A repeated request with the same `Idempotency-Key` shows it again only to a \
                 caller that sends the same secret of its own as the first time; otherwise `secret` is empty. The caller must hold the \
                 scopes to read what the types are about. An event is sent as long as the client that gave address or types last, \
                 `client_id`, may read it; otherwise its delivery is cancelled (`scope_not_held`) and can be replayed.",
            )
            .refusing(&[CapacityExceeded])
            .example(|| {
                json!({"url": "https://hooks.acme.example/colonnade", "event_types": ["booking.*", "invoice.paid"],
                    "description": "Sends the e-mails"})
            }),
        Route::put("update_webhook_endpoint", "/webhook-endpoints/{id}", update::update)
            .described(
                "Fields that are left out stay as they are; an array replaces the array that was there. What is on its way is sent to \
                 the new address. With `url` or `event_types`, changed or not, the caller must hold the scopes to read what the types \
                 are about, and is the endpoint's `client_id` from then on; so also with `location_ids`.",
            )
            .example(|| json!({"event_types": ["*"]})),
        Route::delete("delete_webhook_endpoint", "/webhook-endpoints/{id}", update::delete)
            .described("Nothing is sent there any more, not what waits either."),
    ]
}

fn actions() -> Vec<Route> {
    vec![
        Route::post("test_webhook_endpoint", "/webhook-endpoints/{id}/test", test::test)
            .labelled("Send test event")
            .described(
                "Sends an event of the type `webhook_endpoint.tested`, whatever the endpoint asks for, and answers its delivery. It \
                 stands in no event log, and is attempted once.",
            )
            .refusing(&[InvalidState]),
        Route::post("rotate_webhook_endpoint_secret", "/webhook-endpoints/{id}/rotate", rotate::rotate)
            .labelled("Rotate webhook endpoint's secret")
            .described(
                "Shows a new secret, once. The secret before it signs beside it for `overlap_hours` more, an older one no longer. A \
                 repeated request with the same `Idempotency-Key` is answered as it is for a create.",
            )
            .example(|| json!({"overlap_hours": 24})),
        Route::post("enable_webhook_endpoint", "/webhook-endpoints/{id}/enable", state::enable)
            .described(
                "Events are sent again, with nothing held against the endpoint. What happened while it was disabled is in the event log \
                 and is not sent; what was cancelled can be replayed.",
            )
            .refusing(&[InvalidState]),
        Route::post("disable_webhook_endpoint", "/webhook-endpoints/{id}/disable", state::disable)
            .described("No events are sent any more. What waits is cancelled when its next attempt would be made.")
            .refusing(&[InvalidState]),
        Route::post("replay_events", "/webhook-endpoints/{id}/replay", replay::replay)
            .described(
                "Sends the events of a range of time again that the endpoint is for, also what happened while it was disabled or before \
                 it was made. It is answered with 202 and carried on in steps; `replay` of the endpoint says how far it is. At most \
                 10,000 events at a time, and one replay of an endpoint at a time. With nothing in the range it is answered with 200.",
            )
            .refusing(&[InvalidState, RuleViolation])
            .example(|| json!({"from": "2026-11-01T00:00:00Z", "which": "undelivered"})),
        Route::post("preview_event_replay", "/webhook-endpoints/{id}/replay-preview", replay::preview)
            .described("How many events a replay would look at. Nothing is sent.")
            .refusing(&[RuleViolation])
            .example(|| json!({"from": "2026-11-01T00:00:00Z"})),
        Route::post("replay_failed_deliveries", "/webhook-endpoints/{id}/replay-failed", replay_failed::replay_failed)
            .labelled("Replay failed deliveries")
            .described(
                "Sends what failed or was cancelled since an instant again, the oldest first, up to 50 with a request. While \
                 `is_complete` is false, send the same request with the answer's `next` as `after`, and with another `Idempotency-Key` \
                 or none: each delivery is replayed once, also when it fails again meanwhile.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"since": "2026-11-01T00:00:00Z"})),
    ]
}
