use records::Location;
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{Expression, List, expression::NOW};
use values::{ApiError, Customer, Day, Id, Timestamp};

use crate::records::{order::ShopOrder, order_state::OrderStatus};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderFilter {
    /// Only orders of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only orders at this location.
    location_id: Option<Id<Location>>,
    /// Only orders for this booking.
    booking_id: Option<Id<Booking>>,
    /// Only orders for bookings that begin on this day at the location, which has to be given: what is to be prepared.
    takes_place_on: Option<Day>,
    /// Only orders in this state now.
    status: Option<OrderStatus>,
    /// Only orders with this number; each location has one of it.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    number: Option<i64>,
}

/// Lists shop orders, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<ShopOrderFilter>) -> Lists<ShopOrder> {
    if let (Some(_), Some(_)) = (filter.booking_id, filter.takes_place_on) {
        return Err(ApiError::rule("takes_place_on", "not_together", "a booking has one day"));
    }
    let day = match (filter.location_id, filter.takes_place_on) {
        (Some(location), Some(day)) => Some((location, day)),
        (None, Some(_)) => {
            let message = "a day is a location's: name it";
            return Err(ApiError::rule("location_id", "required_with_day", message));
        }
        (_, None) => None,
    };
    let orders = List::first_of([
        ShopOrder::BY_BOOKING.asked(filter.booking_id.as_ref()),
        ShopOrder::BY_DAY.asked(day.as_ref()),
        ShopOrder::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
    ])
    .only("customer_id", filter.customer_id.as_ref().filter(|_| day.is_some() || filter.booking_id.is_some()))
    .only("location_id", filter.location_id.as_ref())
    .only("number", filter.number.as_ref())
    .otherwise([ShopOrder::BY_LOCATION.asked(filter.location_id.as_ref())]);
    call.page(in_status(&orders, filter.status, call.now), paging).await
}

/// The list narrowed to a status, out of the stored one and the time: what was not paid in time is cancelled.
fn in_status(orders: &List<ShopOrder>, status: Option<OrderStatus>, now: Timestamp) -> Vec<List<ShopOrder>> {
    let is = |status: OrderStatus| orders.clone().only("status", Some(&status));
    match status {
        None => vec![orders.clone()],
        Some(OrderStatus::New) => vec![is(OrderStatus::New).matching(Some(unpaid(IsLate::No, now)))],
        Some(OrderStatus::Cancelled) => {
            vec![is(OrderStatus::Cancelled), is(OrderStatus::New).matching(Some(unpaid(IsLate::Yes, now)))]
        }
        Some(status @ (OrderStatus::InProgress | OrderStatus::Completed | OrderStatus::Returned)) => vec![is(status)],
    }
}

/// Whether the time in which an order is to be paid is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsLate {
    Yes,
    No,
}

/// The condition of a new order that was not paid in time, or of another.
fn unpaid(late: IsLate, now: Timestamp) -> Expression {
    let overdue = "attribute_not_exists(#body.#paid_at) AND #body.#expires_at <= :now";
    let text = if late == IsLate::Yes { overdue.to_owned() } else { format!("NOT ({overdue})") };
    Expression::new(text)
        .name("#body", "body")
        .name("#paid_at", "paid_at")
        .name("#expires_at", "expires_at")
        .string(NOW, now.to_string())
}
