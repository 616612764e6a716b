//! Who cancels a booking, or bookings of a series.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use values::{ApiError, ErrorCode, Scope};

/// Party that cancels, which decides whether a fee is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CancellationParty")]
pub enum CancelledBy {
    /// The customer, at the fee that the booking's policy asks.
    Customer,
    /// The operator, at no fee; needs the scope `bookings:manage`.
    Operator,
}

/// Whether the operator cancels, which waives the fee: only some clients may say so. The customer does unless said.
///
/// # Errors
/// 403 naming `by`.
pub fn is_by_operator(call: &Call, by: Option<CancelledBy>) -> Result<bool, ApiError> {
    match by {
        None | Some(CancelledBy::Customer) => Ok(false),
        Some(CancelledBy::Operator) if call.caller.scopes.allow(Scope::BOOKINGS_MANAGE) => Ok(true),
        Some(CancelledBy::Operator) => {
            let message = format!("cancelling for the operator needs the scope {}", Scope::BOOKINGS_MANAGE);
            Err(ApiError::new(ErrorCode::Forbidden, message).at("by", "scope_missing"))
        }
    }
}
