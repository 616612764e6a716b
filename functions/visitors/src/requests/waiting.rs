//! Only a request that waits is decided.

use records::{VisitorRequest, visitor_request::VisitorRequestStatus};
use values::{ApiError, ErrorCode};

/// Refuses to decide a request that does not wait any more.
///
/// # Errors
/// 409 `invalid_state`.
pub fn check_waits(request: &VisitorRequest) -> Result<(), ApiError> {
    let message = match request.state {
        VisitorRequestStatus::Pending => return Ok(()),
        VisitorRequestStatus::Approved => "the request was approved",
        VisitorRequestStatus::Rejected => "the request was rejected",
        VisitorRequestStatus::Expired => "the request has expired",
    };
    Err(ApiError::conflict(ErrorCode::InvalidState, message))
}
