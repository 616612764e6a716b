//! Nothing of a company is made while its location is not active.

use records::{Company, Location};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, ErrorCode};

/// The company's location, which must be active, also when `transaction` is committed.
///
/// # Errors
/// 409 `invalid_state` naming `location_id`, at once or when the transaction is committed.
pub async fn require(
    call: &Call,
    transaction: &mut Transaction,
    company: &Record<Company>,
) -> Result<Record<Location>, ApiError> {
    let location = call.store.find(call.tenant(), company.body.location_id).await?.ok_or_else(gone)?;
    if !location.body.is_active {
        return Err(inactive());
    }
    transaction.require_still(&location, "is_active", &true, inactive());
    Ok(location)
}

fn inactive() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company's location is not active")
        .at("location_id", "location_inactive")
}

fn gone() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company's location is archived").at("location_id", "archived")
}
