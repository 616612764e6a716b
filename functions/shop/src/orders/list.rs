//! List orders.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Customer, Id, Location, Timestamp},
    store::{Expression, List, expression::NOW},
};

use crate::records::{order::ShopOrder, order_state::OrderStatus};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderFilter {
    /// Only orders of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only orders at this location.
    location_id: Option<Id<Location>>,
    /// Only orders in this state now.
    status: Option<OrderStatus>,
}

/// List shop orders
pub async fn list(call: Call, Listing { filter, paging }: Listing<ShopOrderFilter>) -> Lists<ShopOrder> {
    let location = filter.location_id.as_ref().filter(|_| filter.customer_id.is_some());
    let orders = List::first_of([
        ShopOrder::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        ShopOrder::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", location)
    .matching(filter.status.map(|status| in_status(status, call.now)));
    call.page(orders, paging).await
}

/// The condition of a status, out of the stored facts and the time: what was not paid in time is cancelled.
fn in_status(status: OrderStatus, now: Timestamp) -> Expression {
    let overdue = "#body.#status = :new AND attribute_not_exists(#body.#paid_at) AND #body.#expires_at <= :now";
    let stored = "#body.#status = :status";
    let with_time = |text: String| {
        Expression::new(text)
            .name("#paid_at", "paid_at")
            .name("#expires_at", "expires_at")
            .string(":new", OrderStatus::New.as_str())
            .string(NOW, now.to_string())
    };
    let expression = match status {
        OrderStatus::New => with_time(format!("{stored} AND NOT ({overdue})")),
        OrderStatus::Cancelled => with_time(format!("{stored} OR {overdue}")),
        OrderStatus::InProgress | OrderStatus::Completed | OrderStatus::Returned => Expression::new(stored),
    };
    expression.name("#body", "body").name("#status", "status").string(":status", status.as_str())
}
