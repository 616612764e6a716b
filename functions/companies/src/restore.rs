//! Restore an archived company.

use records::{Company, Location, company::CompanyStatus};
use shared::api::{Call, Changes, PathId};
use values::{ApiError, Customer, ErrorCode};

use crate::active_location;

/// Makes an archived company an active customer again, at an active location. One that is to be archived or deleted in
/// steps stays what it is, until the first of them.
pub async fn restore(call: Call, PathId(id): PathId<Company>) -> Changes<Company> {
    let mut update = call.update(id).await?;
    if let Some(open) = update.present.operation.as_ref().filter(|operation| operation.is_open()) {
        update.after.operation = Some(open.cancelled(call.now)?);
        return update.commit().await;
    }
    if update.present.status == CompanyStatus::Active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is not archived"));
    }
    let location = active_location::require(&call, &mut update.transaction, &update.before).await?;
    update.after.status = CompanyStatus::Active;
    update.transaction.add(&Location::uses(location.id), 1);
    update.transaction.open(&Customer::bookings(id.cast()));
    update.commit().await
}
