//! Delete a company: it answers 404 afterwards, and documents keep it.

use records::{Company, Location, company::CompanyStatus};
use scheduling::customer_leaving::CustomerLeavingChoice;
use shared::api::{Call, Changes, PathId, Query, retry};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode, Id};

use crate::leaving;

/// Deletes a company without members; it answers 404 afterwards, and documents keep it.
pub async fn delete(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> Changes<Company> {
    // A registration may name the company at the same moment.
    let answer = retry(&call, || attempt(&call, id, choice)).await?;
    leaving::end_waiting(&call, id).await;
    Ok(answer)
}

async fn attempt(call: &Call, id: Id<Company>, choice: CustomerLeavingChoice) -> Changes<Company> {
    let mut update = call.update(id).await?.archived();
    let has_members = ApiError::conflict(ErrorCode::InUse, "the company has members");
    if call.store.read_counter(call.tenant(), &Company::members(id)).await? > 0 {
        return Err(has_members);
    }
    leaving::leave(call, &mut update.transaction, id, choice).await?;
    update.transaction.require_zero(&Company::members(id), has_members);
    if update.present.status == CompanyStatus::Active {
        update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    }
    update.after.status = CompanyStatus::Archived;
    update.commit().await
}
