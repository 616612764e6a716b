//! Delete a company: it answers 404 afterwards, and documents keep it.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId, Query},
    domain::{Company, Location, RecordSet, company::CompanyStatus},
    store::transaction::version_conflict,
};

/// Delete company
pub async fn delete(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Company> {
    let before = call.get_for_change(id).await?;
    let body = Company { status: CompanyStatus::Archived, ..before.body.clone() };
    let after = call.moved(&before, body, RecordSet::Archived);
    let has_members = ApiError::conflict(ErrorCode::InUse, "the company has members");
    if call.store.counted(call.tenant(), &Company::members(id)).await? > 0 {
        return Err(has_members);
    }
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    future_bookings::end(&call, &mut transaction, id.cast(), choice).await?;
    transaction.require_zero(&Company::members(id), has_members);
    if before.body.status == CompanyStatus::Active {
        transaction.subtract_down_to(&Location::uses(before.body.location_id), 1, 0, version_conflict());
    }
    call.commit(transaction, Data(after)).await
}
