//! Cancelling bookings for the operator from another area, such as when a resource is deactivated.

use shared::{
    UnitOfWork,
    domain::{Id, LongText},
    error::{ApiError, ErrorCode},
    unit_of_work::retried,
};

use crate::{
    booking::{Booking, CancellationReason, transition},
    booking_slots,
};

/// Cancels a booking for the operator, at no fee and in a transaction of its own. A booking that no longer exists or
/// has ended stays as it is.
pub async fn cancel(work: &UnitOfWork, id: Id<Booking>, comment: &LongText) -> Result<(), ApiError> {
    let cancelled = retried(work, move || async move {
        let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
        let reason = CancellationReason::Operator;
        let body = transition::cancelled(&before.body, work.now, reason, comment.clone(), 0)?;
        let after = work.next_version(&before, body, None);
        let mut transaction = work.transaction();
        transaction.replace(&before, &after);
        booking_slots::update(work, &mut transaction, &before, &after.body).await?;
        work.store.commit(transaction).await
    });
    match cancelled.await {
        Err(error) if error.code == ErrorCode::InvalidState => Ok(()),
        outcome => outcome,
    }
}
