//! Archive a company: it stops, and can be restored.

use records::{Company, Location, company::CompanyStatus};
use scheduling::customer_leaving::CustomerLeavingChoice;
use shared::api::{Call, Changes, PathId, Query, retry};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode, Id};

use crate::leaving;

/// Archives an active company: it keeps its members, and is customer of nothing new until it is restored.
pub async fn archive(
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
    let mut update = call.update(id).await?;
    if update.present.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    update.after.status = CompanyStatus::Archived;
    leaving::leave(call, &mut update.transaction, id, choice).await?;
    update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    update.commit().await
}
