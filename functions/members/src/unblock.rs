//! Unblock a member.

use shared::{
    api::{Call, Changes, PathId},
    domain::{Member, member::MemberStatus},
};

use crate::block::turn;

/// Unblock member
pub async fn unblock(call: Call, PathId(id): PathId<Member>) -> Changes<Member> {
    let before = call.get_for_change(id).await?;
    turn(call, before, MemberStatus::Blocked, MemberStatus::Active).await
}
