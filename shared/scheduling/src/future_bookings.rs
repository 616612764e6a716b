//! Whether a customer who is to go still has bookings that have not ended, and what becomes of them.
//!
//! The customer's counter decides, in the transaction that lets the customer go: it must be 0, and is closed by it, so
//! that a booking that crosses with it is refused. An index only tells where to look for what stands in the way.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{Expression, List, Order, Record, Transaction};
use values::{ApiError, Customer, Id, LongText, error::Obstacle};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    booking::{BOOKING_DAYS_MAX, Booking, BookingStatus},
    ending, operator_cancellation,
};

/// Bookings that a refusal names.
pub const NAMED_MAX: usize = 3;
/// Bookings that are read at a time.
const PAGE_MAX: usize = 100;

/// What becomes of bookings that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnFutureBookings {
    /// They are cancelled as the operator cancels, at no fee.
    Cancel,
    /// They stay and take place as booked.
    Keep,
}

/// What the client says about them.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FutureBookingsChoice {
    /// What becomes of bookings that have not ended; refused while there are any unless this says something.
    pub on_future_bookings: Option<OnFutureBookings>,
}

/// Lets a customer make no more bookings from `transaction` on, once nothing stands in the way of that. What is to be
/// cancelled is cancelled now, many in a transaction: sending the request again finishes what was left. Whether
/// anything was.
///
/// # Errors
/// 409 `in_use` with what stands in the way, at once or when the transaction is committed.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    FutureBookingsChoice { on_future_bookings }: FutureBookingsChoice,
) -> Result<bool, ApiError> {
    let counter = Customer::bookings(customer);
    if on_future_bookings == Some(OnFutureBookings::Keep) {
        transaction.close(&counter);
        return Ok(false);
    }
    let mut is_cancelled = false;
    if work.store.read_counter(work.tenant(), &counter).await? > 0 {
        let not_ended = read_live(work, customer).await?;
        if on_future_bookings.is_none() && !not_ended.is_empty() {
            return Err(in_use(&not_ended));
        }
        let comment = LongText::new("The customer is no longer served.");
        operator_cancellation::cancel_all(work, &not_ended, &comment).await?;
        is_cancelled = !not_ended.is_empty();
    }
    transaction.close_at_zero(&counter, in_use(&[]));
    Ok(is_cancelled)
}

/// Bookings of a customer that have not ended. What time has ended already is written down on the way, so that it
/// counts no longer.
async fn read_live(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Record<Booking>>, ApiError> {
    let mut not_ended = Vec::new();
    // What began before that is over, and the sweep has had the same time again to write it down.
    let mut from = Some(work.now.plus(-Duration::days(2 * BOOKING_DAYS_MAX)).to_string());
    while let Some(start) = from.take() {
        let list = List::by(&Booking::BY_CUSTOMER, &customer)
            .ordered(Order::Ascending)
            .between(Some(start), None)
            .matching(Some(live()));
        let found = work.store.all(work.tenant(), &list, PAGE_MAX).await?;
        if found.has_more {
            // The least sort key after the last one that was read.
            from = found.records.last().map(|last| format!("{}#{}~", last.body.start, last.id));
        }
        for booking in found.records {
            match booking.body.status(work.now) {
                BookingStatus::Pending | BookingStatus::Confirmed => not_ended.push(booking),
                BookingStatus::Cancelled | BookingStatus::Completed => write_end(work, booking.id).await?,
            }
        }
    }
    Ok(not_ended)
}

async fn write_end(work: &UnitOfWork, id: Id<Booking>) -> Result<(), ApiError> {
    retry(work, move || async move {
        match ending::prepare(work, id).await? {
            Some(ending) => work.store.commit(ending.transaction).await,
            None => Ok(()),
        }
    })
    .await
}

/// Selects bookings that are stored as pending or confirmed.
fn live() -> Expression {
    Expression::new("#body.#state = :pending OR #body.#state = :confirmed")
        .name("#body", "body")
        .name("#state", "state")
        .string(":pending", "pending")
        .string(":confirmed", "confirmed")
}

fn in_use(not_ended: &[Record<Booking>]) -> ApiError {
    let obstacle = |booking: &Record<Booking>| Obstacle {
        kind: "booking".to_owned(),
        id: booking.id.to_string(),
        start_time: booking.body.start.to_string(),
        end_time: booking.body.end.to_string(),
    };
    let message = "the customer has bookings that have not ended; say what becomes of them with on_future_bookings";
    ApiError::in_use(message, not_ended.iter().take(NAMED_MAX).map(obstacle).collect()).at("id", "in_use")
}
