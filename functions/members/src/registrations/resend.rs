//! Resend an invitation: its time begins anew, also after it ran out.

use chrono::Duration;
use shared::api::{Call, Changes, Data, PathId};

use super::{MemberRegistration, approve::not_in_state, open, registration::RegistrationStatus};

/// Resend invitation
pub async fn resend(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    let before = call.get_for_change(id).await?;
    if before.body.decided != RegistrationStatus::Invited {
        return Err(not_in_state(before.body.status(call.now)));
    }
    let body = MemberRegistration {
        invited_at: Some(call.now),
        expires_at: Some(call.now.plus(Duration::days(before.body.valid_days))),
        ..before.body.clone()
    };
    let after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    // Once it has expired, another may have taken its place.
    transaction.take_over(&before.body.open_key(), id, id, open::taken());
    call.commit(transaction, Data(after)).await
}
