//! What archiving a company requires and changes: it stops, and can be restored.

use future_bookings::customer_leaving::{CustomerLeavingChoice, Leaving};
use records::{Company, Location, company::CompanyStatus};
use shared::api::{Call, Update, on_heap};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode};

use crate::leaving;

/// Prepares the update that archives a company.
///
/// # Errors
/// 409 `invalid_state` when it is archived already; what stands in the way.
pub async fn prepare(
    call: &Call,
    update: &mut Update<'_, Company>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    if update.present.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    update.after.status = CompanyStatus::Archived;
    let leaving = on_heap(|| leaving::leave(call, &mut update.transaction, update.before.id, choice)).await?;
    update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    Ok(leaving)
}
