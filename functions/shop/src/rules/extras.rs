//! Orders for bookings: which products may be ordered with which booking, and what becomes of an order when the booking
//! moves or comes to nothing (`docs/areas/shop.md`, 24 to 28).

use records::Location;
use scheduling::{
    Booking,
    booking::{BookingStatus, CancellationReason, cancellation::fee_share},
};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Customer, ErrorCode, Id, LongText};

use super::{
    basket::ItemToOrder,
    ending::{self, Kept},
};
use crate::records::{
    extra::{ExtraTerms, ForBooking, before},
    order::ShopOrder,
    order_state::{Cancellation, CancelledBy},
};

/// Most orders of a booking, also those that came to nothing.
const ORDERS_MAX: usize = 20;

/// Reads the booking for which something is ordered.
///
/// # Errors
/// 422 on `booking_id`: `other_location`, `other_customer`, `not_confirmed`.
pub async fn read_booking(
    call: &Call,
    id: Option<Id<Booking>>,
    (location, customer): (Id<Location>, Id<Customer>),
) -> Result<Option<Record<Booking>>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    let booking = call.require_reference(id, "booking_id").await?;
    let refused = |reason, message| Err(ApiError::rule("booking_id", reason, message));
    if booking.body.location_id != location {
        return refused("other_location", "the booking is at another location");
    }
    if booking.body.customer_id != customer {
        return refused("other_customer", "the booking is another customer's");
    }
    if booking.body.status(call.now) != BookingStatus::Confirmed {
        return refused("not_confirmed", "the booking is not confirmed, or it is over");
    }
    Ok(Some(booking))
}

/// Refuses what is no extra of the booking, or too late for it; and extras without a booking. Answers the lead time.
///
/// # Errors
/// 422 naming the item's product.
pub fn check(
    call: &Call,
    (position, extra): (usize, Option<&ExtraTerms>),
    booking: Option<&Record<Booking>>,
) -> Result<u16, ApiError> {
    let refused =
        |reason, message: String| Err(ApiError::rule(format!("items[{position}].product_id"), reason, message));
    match (extra, booking) {
        (None, None) => Ok(0),
        (Some(_), None) => {
            refused("booking_required", "the product is an extra: it is ordered for a booking".to_owned())
        }
        (None, Some(_)) => refused("not_an_extra", "the product is no extra of bookings".to_owned()),
        (Some(extra), Some(booking)) if !extra.is_for(&booking.body) => {
            refused("not_for_resource", "the product is an extra of other resources".to_owned())
        }
        (Some(extra), Some(booking)) if before(booking.body.start, extra.lead_hours) < call.now => {
            refused("too_late", format!("it is ordered at least {} hours before", extra.lead_hours))
        }
        (Some(extra), Some(_)) => Ok(extra.lead_hours),
    }
}

/// The items with the pieces that they come to.
#[must_use]
pub fn in_pieces(item: &ItemToOrder, extra: Option<&ExtraTerms>, booking: Option<&Record<Booking>>) -> i64 {
    match (extra, booking) {
        (Some(extra), Some(booking)) => extra.pieces(item.quantity, &booking.body),
        (None, _) | (_, None) => item.quantity,
    }
}

/// Enters an order into its booking, which is as it was read.
///
/// # Errors
/// 409 `capacity_exceeded` on `booking_id`.
pub fn enter(
    call: &Call,
    transaction: &mut Transaction,
    booking: &Record<Booking>,
    order: Id<ShopOrder>,
) -> Result<(), ApiError> {
    let mut body = booking.body.clone();
    if body.extras_order_ids.len() >= ORDERS_MAX {
        let message = format!("a booking has at most {ORDERS_MAX} orders");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message).at("booking_id", "too_many_orders"));
    }
    body.extras_order_ids.push(order.cast());
    transaction.replace(booking, &call.next_version(booking, body, None));
    Ok(())
}

/// Refuses a customer who cancels what is being prepared by now.
///
/// # Errors
/// 422 `too_late` on `by`.
pub fn check_in_time(call: &Call, order: &ShopOrder) -> Result<(), ApiError> {
    if order.for_booking.as_ref().is_some_and(|booking| booking.changes_until() < call.now) {
        return Err(ApiError::rule("by", "too_late", "its lead time has begun: only the operator cancels it"));
    }
    Ok(())
}

/// Does to an open order what became of its booking: it moves with it, and comes to nothing with it, at the share of
/// its price that the cancellation of the booking cost. Answers whether there was anything to do.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn follow(call: &Call, order: &Record<ShopOrder>, known: &ForBooking) -> Result<bool, ApiError> {
    let booking = call.store.find_any(call.tenant(), known.booking_id).await?;
    let mut transaction = call.transaction();
    match booking.as_ref().map(|booking| (booking, booking.body.cancellation_at(call.now))) {
        Some((booking, None)) => {
            if known.is_as_seen(&booking.body, call.now) {
                return Ok(false);
            }
            let is = ForBooking::of(known.booking_id, &booking.body, known.lead_hours, call.now)?;
            let is_moved = is.starts_at != known.starts_at;
            let body = ShopOrder { for_booking: Some(is), ..order.body.clone() };
            // When it is looked at next is no change of the order: it makes no version, and no event.
            let looked_at = || Record { body: body.clone(), ..order.clone() };
            let after = if is_moved { call.next_version(order, body.clone(), None) } else { looked_at() };
            transaction.replace(order, &after);
        }
        gone => {
            let ended = gone.and_then(|(booking, cancellation)| Some((booking, cancellation?)));
            let share = ended.as_ref().map_or((0, 1), |(booking, ended)| fee_share(&booking.body, ended));
            let is_customers = ended.as_ref().is_some_and(|(_, ended)| {
                matches!(ended.reason, CancellationReason::Customer | CancellationReason::NoShow)
            });
            let kept = Kept { share, is_by_operator: !is_customers };
            let at = ended.as_ref().map_or(call.now, |(_, ended)| ended.at);
            let cancellation = Cancellation { at, by: CancelledBy::Booking, reason: LongText::default() };
            ending::cancel_keeping(call, &mut transaction, order, cancellation, kept).await?;
        }
    }
    call.store.commit(transaction).await.map(|()| true)
}
