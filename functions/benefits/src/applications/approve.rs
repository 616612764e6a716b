use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{application::BenefitApplication, status::ApplicationAction},
    rules::code_assignment::take_code,
};

/// Approves a submitted application, which gets its code and expires with the benefit's window.
pub async fn approve(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<BenefitApplication>) -> Changes<BenefitApplication> {
    let mut update = call.update(id).await?;
    update.present.status_after(ApplicationAction::Approve, call.now)?;
    let benefit = call.store.find(call.tenant(), update.after.benefit_id).await?;
    let withdrawn = || ApiError::conflict(ErrorCode::InvalidState, "the benefit is no longer offered");
    let benefit = benefit.ok_or_else(withdrawn)?;
    benefit.body.check_not_over(call.now)?;
    update.transaction.require_unchanged(&benefit);
    let code = take_code(call, &mut update.transaction, &benefit).await?;
    update.after.approve(code, &benefit.body, call.now);
    update.after.decided_by = Some(call.caller.client);
    update.commit().await
}
