//! Delete a company: it answers 404 afterwards, and documents keep it.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId, Query},
    domain::{Company, Location, company::CompanyStatus},
    store::transaction::version_conflict,
};

/// Delete company
pub async fn delete(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Company> {
    let mut update = call.update(id).await?.archived();
    let has_members = ApiError::conflict(ErrorCode::InUse, "the company has members");
    if call.store.counted(call.tenant(), &Company::members(id)).await? > 0 {
        return Err(has_members);
    }
    future_bookings::end(&call, &mut update.transaction, id.cast(), choice).await?;
    update.transaction.require_zero(&Company::members(id), has_members);
    if update.present.status == CompanyStatus::Active {
        update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    }
    update.after.status = CompanyStatus::Archived;
    update.commit().await
}
