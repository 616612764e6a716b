//! A registration whose time runs out: every answer shows that by itself, and the sweep writes it down so that it is
//! told.

use shared::api::{Call, retry};
use values::{ApiError, Id};

use super::MemberRegistration;

/// Writes down that nothing was decided in time; whether there was anything to write.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn expire(call: &Call, id: Id<MemberRegistration>) -> Result<bool, ApiError> {
    retry(call, || async {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        let Some(at) = before.body.expiry_to_write().filter(|at| *at <= call.now) else { return Ok(false) };
        let after = MemberRegistration { expiry_written: Some(at), ..before.body.clone() };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, after, None));
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}
