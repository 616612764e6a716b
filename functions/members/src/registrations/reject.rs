//! Reject or withdraw a registration: it ends without making a member.

use shared::{
    api::{Call, Changes, PathId},
    domain::Id,
};

use super::{
    MemberRegistration,
    approve::{decided, not_in_state},
    registration::RegistrationStatus,
};

/// Reject member registration
pub async fn reject(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    close(&call, id, RegistrationStatus::Rejected).await
}

/// Withdraw member registration
pub async fn withdraw(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    close(&call, id, RegistrationStatus::Withdrawn).await
}

/// Ends a registration that waits for approval.
async fn close(call: &Call, id: Id<MemberRegistration>, status: RegistrationStatus) -> Changes<MemberRegistration> {
    let mut update = call.update(id).await?;
    let present = update.present.status(call.now);
    if present != RegistrationStatus::Pending {
        return Err(not_in_state(present));
    }
    update.after = decided(call, &update.present, status, None);
    update.transaction.release_from(&update.present.open_key(), id);
    update.commit().await
}
