//! Whether a customer who is to go still has bookings that have not ended, and what becomes of them.
//!
//! The customer's counter decides, in the transaction that lets the customer go: it must be 0, and is closed by it, so
//! that a booking that crosses with it is refused. An index only tells where to look for what stands in the way.

use chrono::Duration;
use scheduling::{
    Booking,
    booking::{BOOKING_DAYS_MAX, BookingStatus},
    claims::{NAMED_MAX, OnFutureBookings},
    ending,
};
use shared::api::UNITS_MAX;
use store::{Expression, List, Order, Record, Transaction, transaction::version_conflict};
use values::{ApiError, Customer, ErrorCode, Id, LongText, error::Obstacle};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{operator_cancellation, units::cost_of_cancelling};

/// What the bookings of a customer who goes are cancelled with.
pub const COMMENT: &str = "The customer is no longer served.";

/// Bookings that are read at a time.
const PAGE_MAX: usize = 100;

/// What became of the bookings of a customer who is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing stands in the way; whether anything was cancelled.
    Now(bool),
    /// So many are counted, and cancelling them is more than one request may do.
    InSteps(usize),
}

/// Lets a customer make no more bookings from `transaction` on, once nothing stands in the way of that. What is to be
/// cancelled is cancelled now, many in a transaction: sending the request again finishes what was left. Nothing is when
/// it is too much for one request.
///
/// # Errors
/// 409 `in_use` with what stands in the way, at once or when the transaction is committed.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    on_future_bookings: Option<OnFutureBookings>,
) -> Result<Ended, ApiError> {
    let counter = Customer::bookings(customer);
    if on_future_bookings == Some(OnFutureBookings::Keep) {
        transaction.close(&counter);
        return Ok(Ended::Now(false));
    }
    let mut is_cancelled = false;
    let count = work.store.read_counter(work.tenant(), &counter).await?;
    if count > 0 {
        let cancels = on_future_bookings.is_some();
        let (not_ended, units) = read_live(work, customer, cancels).await?;
        if !cancels && !not_ended.is_empty() {
            return Err(in_use(&not_ended));
        }
        if units > UNITS_MAX {
            return Ok(Ended::InSteps(usize::try_from(count).unwrap_or(usize::MAX)));
        }
        operator_cancellation::cancel_all(work, &not_ended, &LongText::new(COMMENT)).await?;
        is_cancelled = !not_ended.is_empty();
    }
    transaction.close_at_zero(&counter, in_use(&[]));
    Ok(Ended::Now(is_cancelled))
}

/// What refused that a customer goes, or that it is decided again: a booking that was made meanwhile is cancelled, too.
pub async fn refusal(work: &UnitOfWork, customer: Id<Customer>, error: ApiError) -> ApiError {
    let booked = work.store.read_counter(work.tenant(), &Customer::bookings(customer)).await;
    match (error.code, booked) {
        (ErrorCode::InUse, Ok(count)) if count > 0 => version_conflict(),
        _ => error,
    }
}

/// Of the bookings of a customer the first that can be cancelled; none when none is left.
///
/// # Errors
/// 503 when the store cannot be read, or while the index lags: there are others, and it does not tell which.
pub async fn find_first(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Record<Booking>>, ApiError> {
    if work.store.read_counter(work.tenant(), &Customer::bookings(customer)).await? == 0 {
        return Ok(Vec::new());
    }
    let mut from = Some(first_start(work));
    while let Some(start) = from.take() {
        let page = read_page(work, customer, start).await?;
        let ids: Vec<Id<Booking>> = page.not_ended.iter().map(|booking| booking.id).collect();
        let found = operator_cancellation::find_first(work, &ids).await?;
        if !found.is_empty() {
            return Ok(found);
        }
        from = page.next;
    }
    if work.store.read_counter(work.tenant(), &Customer::bookings(customer)).await? == 0 {
        return Ok(Vec::new());
    }
    Err(ApiError::unavailable("the customer has bookings that the index does not show yet"))
}

/// Bookings of a customer that have not ended, with what cancelling them costs: all of them, or as many as are too much
/// for one request to cancel, or as a refusal names where they are not to be cancelled.
async fn read_live(
    work: &UnitOfWork,
    customer: Id<Customer>,
    cancels: bool,
) -> Result<(Vec<Record<Booking>>, u64), ApiError> {
    let (mut not_ended, mut units) = (Vec::new(), 0);
    let mut from = Some(first_start(work));
    while let Some(start) = from.take() {
        let page = read_page(work, customer, start).await?;
        if cancels {
            units += cost_of_cancelling(work, &page.not_ended).await?;
        }
        not_ended.extend(page.not_ended);
        let is_enough = if cancels { units > UNITS_MAX } else { not_ended.len() >= NAMED_MAX };
        from = page.next.filter(|_| !is_enough);
    }
    Ok((not_ended, units))
}

/// What began before that is over, and the sweep has had the same time again to write it down.
fn first_start(work: &UnitOfWork) -> String {
    work.now.plus(-Duration::days(2 * BOOKING_DAYS_MAX)).to_string()
}

/// Bookings of a customer, by their start.
struct Page {
    not_ended: Vec<Record<Booking>>,
    /// Where the next page begins.
    next: Option<String>,
}

/// Reads those from a start on. What time has ended already is written down on the way, so that it counts no longer.
async fn read_page(work: &UnitOfWork, customer: Id<Customer>, from: String) -> Result<Page, ApiError> {
    let list = List::by(&Booking::BY_CUSTOMER, &customer)
        .ordered(Order::Ascending)
        .between(Some(from), None)
        .matching(Some(live()));
    let found = work.store.all(work.tenant(), &list, PAGE_MAX).await?;
    // The least sort key after the last one that was read.
    let after = |last: &Record<Booking>| format!("{}#{}~", last.body.start, last.id);
    let next = found.records.last().filter(|_| found.has_more).map(after);
    let mut not_ended = Vec::new();
    for booking in found.records {
        match booking.body.status(work.now) {
            BookingStatus::Pending | BookingStatus::Confirmed => not_ended.push(booking),
            BookingStatus::Cancelled | BookingStatus::Completed => write_end(work, booking.id).await?,
        }
    }
    Ok(Page { not_ended, next })
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
