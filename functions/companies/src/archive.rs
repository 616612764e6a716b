//! Archive a company: it stops, and can be restored.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId},
    domain::{Company, Location, company::CompanyStatus},
    store::transaction::version_conflict,
};

/// Archive company
pub async fn archive(call: Call, PathId(id): PathId<Company>) -> Changes<Company> {
    let mut update = call.update(id).await?;
    if update.present.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    update.after.status = CompanyStatus::Archived;
    update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    update.commit().await
}
