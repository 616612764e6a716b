//! Reject an application.

use shared::api::{Call, Changes, Data, PathId};

use crate::{
    records::{application::BenefitApplication, status::ApplicationAction},
    rules::entitlement,
};

/// Reject benefit application
pub async fn reject(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let before = call.get_for_change(id).await?;
    let rejected = BenefitApplication {
        status: before.body.after(ApplicationAction::Reject, call.now)?,
        decided_at: Some(call.now),
        decided_by: Some(call.caller.client),
        ..before.body.clone()
    };
    let after = call.next_version(&before, rejected, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    entitlement::give_back(&mut transaction, &after.body);
    call.commit(transaction, Data(after)).await
}
