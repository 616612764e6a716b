//! Archive a company: it stops, and can be restored.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId, Query},
    domain::{Company, Location, company::CompanyStatus},
    store::transaction::version_conflict,
};

/// Archive company
pub async fn archive(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Company> {
    let before = call.get_for_change(id).await?;
    if before.body.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    let after = call.next_version(&before, Company { status: CompanyStatus::Archived, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    future_bookings::end(&call, &mut transaction, id.cast(), choice).await?;
    transaction.subtract_down_to(&Location::uses(before.body.location_id), 1, 0, version_conflict());
    call.commit(transaction, Data(after)).await
}
