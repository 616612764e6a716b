//! Reject a registration.

use shared::api::{Call, Changes, Data, PathId};

use super::{
    MemberRegistration,
    approve::{decided, not_in_state},
    registration::RegistrationStatus,
};

/// Reject member registration
pub async fn reject(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    close(call, PathId(id), RegistrationStatus::Rejected).await
}

/// Ends a registration that waits for approval, without making a member.
pub async fn close(
    call: Call,
    PathId(id): PathId<MemberRegistration>,
    status: RegistrationStatus,
) -> Changes<MemberRegistration> {
    let before = call.get_for_change(id).await?;
    let present = before.body.status(call.now);
    if present != RegistrationStatus::Pending {
        return Err(not_in_state(present));
    }
    let after = call.next_version(&before, decided(&call, &before.body, status, None), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    transaction.release_from(&before.body.open_key(), id);
    call.commit(transaction, Data(after)).await
}
