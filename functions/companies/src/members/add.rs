//! Add a member to a company.

use records::{Company, CompanyMember, member::MemberStatus};
use shared::api::{Body, Call, Created, Creates, New, PathId};
use values::{ApiError, ErrorCode};
use work::auth::Standpoint;

use crate::active_location;

/// Gives a member a place in a company; the first member becomes its manager.
pub async fn add(
    call: Call,
    PathId(id): PathId<Company>,
    Body(new): Body<New<CompanyMember>>,
) -> Creates<CompanyMember> {
    let company = call.get_for_change(id).await?;
    let before = call.require_reference(new.fields.member_id, "member_id").await?;
    if before.body.status == MemberStatus::Deleted {
        return Err(ApiError::reference_archived("member_id"));
    }
    let is_managers = matches!(call.caller.standpoint(), Some(Standpoint::Manager(_)));
    if is_managers && call.caller.member() == Some(before.id) {
        return Err(ApiError::new(ErrorCode::Forbidden, "nobody gives themselves a place in a company"));
    }
    let mut transaction = call.transaction();
    let mut member = before.body.clone();
    let place = call.join_company(&mut transaction, &company, &mut member, new.fields, new.metadata).await?;
    active_location::require(&call, &mut transaction, &company).await?;
    transaction.replace(&before, &call.next_version(&before, member, None));
    call.commit(transaction, Created(place)).await
}
