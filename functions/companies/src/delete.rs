//! What deleting a company requires and changes: it answers 404 afterwards, and documents keep it.

use future_bookings::customer_leaving::{CustomerLeavingChoice, Leaving};
use records::{Company, Location, company::CompanyStatus};
use shared::api::{Call, Update};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode};

use crate::leaving;

/// Prepares the update that deletes a company.
///
/// # Errors
/// What stands in the way.
pub async fn prepare(
    call: &Call,
    update: &mut Update<'_, Company>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    let id = update.before.id;
    let has_members = ApiError::conflict(ErrorCode::InUse, "the company has members");
    if call.store.read_counter(call.tenant(), &Company::members(id)).await? > 0 {
        return Err(has_members);
    }
    let leaving = leaving::leave(call, &mut update.transaction, id, choice).await?;
    update.transaction.require_zero(&Company::members(id), has_members);
    if update.present.status == CompanyStatus::Active {
        update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    }
    update.after.status = CompanyStatus::Archived;
    Ok(leaving)
}
