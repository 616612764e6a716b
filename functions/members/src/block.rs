//! Block and unblock a member: a blocked one makes no new bookings, orders or posts.

use records::{Member, member::MemberStatus};
use shared::api::{Call, Changes, PathId};
use values::{ApiError, Customer, ErrorCode, Id};

use crate::{beside, managed, owners};

/// Blocks an active member: no new bookings, orders or posts.
pub async fn block(call: Call, PathId(id): PathId<Member>) -> Changes<Member> {
    switch_status(&call, id, MemberStatus::Active, MemberStatus::Blocked).await
}

/// Lets a blocked member be active again. One who is to be anonymised or deleted in steps stays what they are, until
/// the first of them.
pub async fn unblock(call: Call, PathId(id): PathId<Member>) -> Changes<Member> {
    switch_status(&call, id, MemberStatus::Blocked, MemberStatus::Active).await
}

/// Brings a member from one state into another; 409 when it is in a third.
async fn switch_status(call: &Call, id: Id<Member>, from: MemberStatus, to: MemberStatus) -> Changes<Member> {
    let mut update = beside::read_for_change(call, id).await?;
    managed::check(call, None, &update.present)?;
    let open = update.present.operation.as_ref().filter(|operation| operation.is_open());
    if let Some(open) = open.filter(|_| to == MemberStatus::Active) {
        update.after.operation = Some(open.cancelled(call.now)?);
        return update.commit().await;
    }
    if update.present.status != from {
        let message = match update.present.status {
            MemberStatus::Active => "the member is active",
            MemberStatus::Blocked => "the member is blocked",
            MemberStatus::Deleted => "the member was anonymised",
        };
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    update.after.status = to;
    update.after.end_sessions_unless_like(&update.present, call.received());
    owners::count(call, &mut update.transaction, Some(&update.present), &update.after)?;
    // A booking that crosses with this is refused by the member's counter of bookings, or was made before.
    let bookings = Customer::bookings(id.cast());
    match to {
        MemberStatus::Active => update.transaction.open(&bookings),
        MemberStatus::Blocked | MemberStatus::Deleted => update.transaction.close(&bookings),
    }
    update.commit().await
}
