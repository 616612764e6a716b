//! What anonymising a member does to the list of addresses that nothing is sent to: the person's are taken off it.

use mailing::SuppressedAddress;
use shared::api::{Call, retry};
use store::RecordSet;
use values::{ApiError, EmailAddress};

use super::task::MemberErasure;

/// Takes an address of the person off the list; nothing of it is kept there. What came to the list since the member
/// was anonymised is somebody else's.
pub async fn forget(call: &Call, email: &EmailAddress, task: &MemberErasure) -> Result<(), ApiError> {
    retry(call, || async {
        let found = SuppressedAddress::find(call, email).await?;
        let Some(before) = found.filter(|found| found.created_at <= task.since) else { return Ok(()) };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.moved(&before, before.body.clone(), RecordSet::Archived));
        call.store.commit(transaction).await
    })
    .await
}
