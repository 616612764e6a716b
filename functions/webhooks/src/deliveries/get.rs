//! Get a webhook delivery.

use shared::api::{Call, Data, PathId, Shows};
use values::ApiError;

use crate::records::delivery::WebhookDelivery;

/// A delivery of an event of the last 30 UTC days.
pub async fn get(call: Call, PathId(id): PathId<WebhookDelivery>) -> Shows<WebhookDelivery> {
    let delivery = call.get(id).await?;
    if !WebhookDelivery::is_shown(id, call.now) {
        return Err(ApiError::not_found());
    }
    Ok(Data(delivery))
}
