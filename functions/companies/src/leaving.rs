//! What must not stand on a company that is archived or deleted, and what goes with it.

use agreements::subscription::{CustomerSubscriptions, renewing::renew_wallet};
use chrono::Duration;
use future_bookings::customer_leaving::{self, CustomerLeavingChoice, Leaving};
use records::{Company, location::REGISTRATION_DAYS};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, ErrorCode, Id};
use work::{on_heap, unit_of_work::Crossing};

/// Lets a company go with `transaction`, once nothing stands in the way of that.
///
/// # Errors
/// 409 `in_use`, at once or when the transaction is committed.
pub async fn leave(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Company>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    on_heap(|| require_no_registrations(call, transaction, id)).await?;
    // What comes back of what time has ended is in the balance then, where it is seen.
    renew_wallet(call, id.cast(), Crossing::Retry).await?;
    CustomerSubscriptions::read(call, id.cast()).await?.require_none_live(call, transaction).await?;
    on_heap(|| customer_leaving::end(call, transaction, id.cast(), choice)).await
}

/// Ends the entries on waiting lists of a company that has gone, in the time that is left for the answer.
pub async fn end_waiting(call: &Call, id: Id<Company>) {
    customer_leaving::leave_waiting_lists(call, id.cast(), call.time_for_more()).await;
}

/// Requires that no registration that names the company is open: nobody could approve it. They are counted by the day
/// of their expiry, so that what has expired by itself need not be written down to count no longer.
async fn require_no_registrations(call: &Call, transaction: &mut Transaction, id: Id<Company>) -> Result<(), ApiError> {
    // First of all: what is opened from here on changes it.
    let made = call.store.read_counter(call.tenant(), &Company::registrations_made(id)).await?;
    if made > 0 {
        let day = |days: i64| Company::registrations(id, call.now.plus(Duration::days(days)));
        let counters: Vec<_> = (0..=REGISTRATION_DAYS).map(day).collect();
        if call.store.read_counters(call.tenant(), &counters).await?.into_iter().any(|open| open > 0) {
            let message = "registrations that name the company are open; approve, reject or withdraw them first";
            return Err(ApiError::conflict(ErrorCode::InUse, message).at("id", "registrations_open"));
        }
    }
    transaction.take_number(&Company::registrations_made(id), made);
    Ok(())
}
