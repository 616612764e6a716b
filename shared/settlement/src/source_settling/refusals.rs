//! Why something is not settled.

use values::{ApiError, ErrorCode};

/// 422: what is charged to who pays for nothing more.
#[must_use]
pub fn payer_gone() -> ApiError {
    let message = "the company that pays was archived, or the member has left it: cancel the booking, and book anew";
    ApiError::rule("payer_id", "not_payable", message)
}

/// 402: the member has spent what may be spent of the company's credits in a month.
#[must_use]
pub fn limit_reached() -> ApiError {
    let message = "the member may not spend so many of the company's credits in a month";
    ApiError::new(ErrorCode::InsufficientBalance, message).at("payment_source", "monthly_credit_limit")
}
