//! When a payment was made, as somebody says who records it later (`docs/areas/transactions.md`, 19).

use billing::documents::PaymentMethod;
use chrono::Duration;
use store::Transaction;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use crate::books;

/// A bank's day may have begun where it has not here.
const AHEAD_MAX: Duration = Duration::days(1);
/// What is older belongs to books that are closed, whether somebody did that here or not.
const BACK_MAX: Duration = Duration::days(366);
/// Name of the field in requests.
const FIELD: &str = "paid_at";

/// Refuses an instant at which nothing can have been paid, or nothing can be booked any more. `issued` is the first
/// instant of the day on which the invoice was issued that it pays.
///
/// # Errors
/// 422 naming `paid_at`; 503 when the store cannot be read.
pub async fn check(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    at: Timestamp,
    method: PaymentMethod,
    issued: Option<Timestamp>,
) -> Result<(), ApiError> {
    let refused = |reason, message: &'static str| Err(ApiError::rule(FIELD, reason, message));
    if matches!(method, PaymentMethod::Balance | PaymentMethod::Card) {
        return refused("not_of_this_method", "what the balance or a card pays is paid when it is recorded");
    }
    if at > work.now.plus(AHEAD_MAX) {
        return refused("in_the_future", "a payment that has been made is at most a day ahead of the clock");
    }
    if at < work.now.plus(-BACK_MAX) {
        return refused("too_long_ago", "a payment is recorded within 366 days");
    }
    if issued.is_some_and(|issued| at < issued) {
        return refused("before_issue", "an invoice is paid on the day of its issue or later");
    }
    books::require_open(work, transaction, at, FIELD).await
}
