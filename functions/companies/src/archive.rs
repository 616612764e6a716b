//! Archive a company: it stops, and can be restored.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId, Query},
    domain::{Company, Location, company::CompanyStatus},
    store::transaction::version_conflict,
};

/// Archive company
pub async fn archive(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Company> {
    let mut update = call.update(id).await?;
    if update.present.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    update.after.status = CompanyStatus::Archived;
    future_bookings::end(&call, &mut update.transaction, id.cast(), choice).await?;
    update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    update.commit().await
}
