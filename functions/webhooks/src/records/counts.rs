//! The lists in which deliveries are counted as they are made: all of them, and those to each endpoint. What is asked
//! for by status is counted by reading it, because a status changes.

use store::{
    Record,
    lists::{AddedRows, DayList},
};
use values::Id;

use super::{delivery::WebhookDelivery, endpoint::WebhookEndpoint};

/// What the counts of deliveries are kept under.
const SPACE: &str = "delivery-counts";

/// Counted list of all deliveries of the merchant.
#[must_use]
pub fn all_deliveries() -> DayList {
    DayList { space: SPACE, name: "all".to_owned() }
}

/// Those to an endpoint.
#[must_use]
pub fn to_endpoint(id: Id<WebhookEndpoint>) -> DayList {
    DayList { space: SPACE, name: format!("endpoint#{id}") }
}

/// What these new deliveries add to the counts.
#[must_use]
pub fn added(deliveries: &[Record<WebhookDelivery>]) -> AddedRows {
    let mut added = AddedRows::default();
    for delivery in deliveries {
        let at = WebhookDelivery::dated(delivery.id);
        added.add(all_deliveries(), at);
        added.add(to_endpoint(delivery.body.endpoint_id), at);
    }
    added
}
