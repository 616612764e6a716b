//! Approve an application.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId, retried},
    domain::Id,
};

use crate::{
    records::{application::BenefitApplication, status::ApplicationAction},
    rules::code_assignment::code_for,
};

/// Approve benefit application
pub async fn approve(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    retried(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<BenefitApplication>) -> Changes<BenefitApplication> {
    let before = call.get_for_change(id).await?;
    before.body.after(ApplicationAction::Approve, call.now)?;
    let benefit = call.store.find(&call.caller.tenant, before.body.benefit_id).await?;
    let withdrawn = || ApiError::conflict(ErrorCode::InvalidState, "the benefit is no longer offered");
    let benefit = benefit.ok_or_else(withdrawn)?;
    benefit.body.check_not_over(call.now)?;
    let mut transaction = call.transaction();
    transaction.require_unchanged(&benefit);
    let code = code_for(call, &mut transaction, &benefit).await?;
    let approved = before.body.clone().approved(code, &benefit.body, call.now);
    let approved = BenefitApplication { decided_by: Some(call.caller.client), ..approved };
    let after = call.next_version(&before, approved, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
