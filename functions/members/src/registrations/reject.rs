//! Reject or withdraw a registration: it ends without making a member.

use shared::api::{Call, Changes, PathId};
use values::Id;

use super::{MemberRegistration, approve::not_in_state, open, record::RegistrationStatus};

/// Rejects a registration that waits for approval: it makes no member.
pub async fn reject(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    close(&call, id, RegistrationStatus::Rejected, &[RegistrationStatus::Pending]).await
}

/// Withdraws a registration that waits for approval, or an invitation that waits for its acceptance.
pub async fn withdraw(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    let open = [RegistrationStatus::Pending, RegistrationStatus::Invited];
    close(&call, id, RegistrationStatus::Withdrawn, &open).await
}

/// Ends a registration that is in one of these states.
async fn close(
    call: &Call,
    id: Id<MemberRegistration>,
    status: RegistrationStatus,
    closable: &[RegistrationStatus],
) -> Changes<MemberRegistration> {
    let mut update = call.update(id).await?;
    let present = update.present.status(call.now);
    if !closable.contains(&present) {
        return Err(not_in_state(present));
    }
    update.after = update.present.decided(call, status, None);
    open::close(&mut update.transaction, id, &update.present);
    update.commit().await
}
