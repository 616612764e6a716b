//! Block a member: no new bookings, orders or posts.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::{Member, Record, member::MemberStatus},
};

use crate::owners;

/// Block member
pub async fn block(call: Call, PathId(id): PathId<Member>) -> Changes<Member> {
    let before = call.get_for_change(id).await?;
    turn(call, before, MemberStatus::Active, MemberStatus::Blocked).await
}

/// Brings a member from one state into another; 409 when it is in a third.
pub async fn turn(call: Call, before: Record<Member>, from: MemberStatus, to: MemberStatus) -> Changes<Member> {
    if before.body.status != from {
        let message = match before.body.status {
            MemberStatus::Active => "the member is active",
            MemberStatus::Blocked => "the member is blocked",
            MemberStatus::Deleted => "the member was anonymised",
        };
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let after = call.next_version(&before, Member { status: to, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    owners::count(&mut transaction, Some(&before.body), &after.body);
    call.commit(transaction, Data(after)).await
}
