//! What the operator does to bookings from another area.

use super::{Call, retried, scene};
use crate::{
    domain::{
        Booking, Id, LongText,
        booking::{CancellationReason, transition},
    },
    error::{ApiError, ErrorCode},
};

/// Takes a booking back at no fee, in a transaction of its own. One that is gone or has ended is left as it is.
pub async fn cancel(call: &Call, id: Id<Booking>, comment: &LongText) -> Result<(), ApiError> {
    let cancelled = retried(&call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(()) };
        let reason = CancellationReason::Operator;
        let body = transition::cancelled(&before.body, call.now, reason, comment.clone(), 0)?;
        let after = call.next_version(&before, body, None);
        let mut transaction = call.transaction();
        transaction.replace(&before, &after);
        scene::follow(call, &mut transaction, &before, &after.body).await?;
        call.store.commit(transaction).await
    });
    match cancelled.await {
        Err(error) if error.code == ErrorCode::InvalidState => Ok(()),
        outcome => outcome,
    }
}
