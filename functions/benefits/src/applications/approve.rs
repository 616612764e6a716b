//! Approve an application.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::Id,
};

use super::{BenefitApplication, status::ApplicationAction};
use crate::{
    codes::code_for,
    contention::{Contention, contended},
};

/// Approve benefit application
pub async fn approve(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let mut contention = Contention::default();
    loop {
        match attempt(&call, id).await {
            Err(error) if contention.allows_another(&call, &error).await => {}
            outcome => return outcome,
        }
    }
}

async fn attempt(call: &Call, id: Id<BenefitApplication>) -> Changes<BenefitApplication> {
    let before = call.get_for_change(id).await?;
    before.body.after(ApplicationAction::Approve, call.now)?;
    let benefit = call.store.find(&call.caller.tenant, before.body.benefit_id).await?;
    let withdrawn = || ApiError::conflict(ErrorCode::InvalidState, "the benefit is no longer offered");
    let benefit = benefit.ok_or_else(withdrawn)?;
    benefit.body.check_not_over(call.now)?;
    let mut transaction = call.transaction();
    transaction.require_version(&benefit, contended());
    let code = code_for(call, &mut transaction, &benefit).await?;
    let approved = before.body.clone().approved(code, &benefit.body, call);
    let approved = BenefitApplication { decided_by: Some(call.caller.client), ..approved };
    let after = call.next_version(&before, approved, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
