use records::{Member, member::MemberStatus};
use shared::api::{Body, Call, Changes, Patch, PathId};
use values::{ApiError, ErrorCode};

use crate::{beside, managed, owners, photo, same_email, tax};

/// Changes fields of a member who is not anonymised.
pub async fn update(call: Call, PathId(id): PathId<Member>, Body(patch): Body<Patch<Member>>) -> Changes<Member> {
    let mut update = beside::read_for_change(&call, id).await?.patched(&patch)?;
    // It is no part of what is stored, and a patch leaves only that.
    update.after.beside = update.before.body.beside;
    refuse_deleted(&update.present)?;
    update.after.remember_email(&update.present.fields.email);
    managed::check(&call, Some(&update.present), &update.after)?;
    photo::require_new(&call, &update.after, Some(&update.present)).await?;
    tax::check(&call, &update.after).await?;
    let (had, wanted) = (&update.present.location_ids, &update.after.location_ids);
    call.require_new_references(&mut update.transaction, "location_ids", wanted, had).await?;
    update.after.end_sessions_unless_like(&update.present, call.received());
    owners::count(&call, &mut update.transaction, Some(&update.present), &update.after)?;
    let email = update.after.email.clone();
    same_email::name_holder(&call, &email, update.commit().await).await
}

/// Nothing changes a member that was anonymised.
pub fn refuse_deleted(member: &Member) -> Result<(), ApiError> {
    match member.status {
        MemberStatus::Active | MemberStatus::Blocked => Ok(()),
        MemberStatus::Deleted => Err(ApiError::conflict(ErrorCode::InvalidState, "the member was anonymised")),
    }
}
