//! Redeem an application.

use shared::api::{Call, Changes, Data, PathId};

use crate::records::{application::BenefitApplication, status::ApplicationAction};

/// Redeem benefit application
pub async fn redeem(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let before = call.get_for_change(id).await?;
    let status = before.body.after(ApplicationAction::Redeem, call.now)?;
    let after = call.next_version(&before, BenefitApplication { status, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
