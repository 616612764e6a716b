//! Webhook deliveries: what was sent where, and how it went.

mod get;
mod list;
pub mod replay;

use shared::api::Route;
use values::{ErrorCode::InvalidState, Scope};

/// The operations on deliveries.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_webhook_deliveries", "/webhook-deliveries", list::list).described(
            "Those of events of the last 30 UTC days, in order of the events, newest first. With `endpoint_id` or `event_id` the list may lag by a \
             moment. With `status` what a page costs grows with what matches: `from` and `to` keep it short.",
        ),
        Route::get("get_webhook_delivery", "/webhook-deliveries/{id}", get::get),
        Route::post("replay_webhook_delivery", "/webhook-deliveries/{id}/replay", replay::replay)
            .described(
                "Sends the event again, whatever became of the delivery before: as it is kept now, under the same `webhook-id`, signed \
                 with the present secret. The schedule of attempts begins anew, and failures are not held against the endpoint.",
            )
            .refusing(&[InvalidState])
            .needing(Scope::MERCHANT_WEBHOOKS),
    ]
}
