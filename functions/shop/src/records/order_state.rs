//! States of an order, and what leads from one to another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode, LongText, Timestamp};

/// State of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopOrderStatus")]
pub enum OrderStatus {
    /// It was made, and keeps what it needs.
    New,
    /// It is paid, and somebody prepares it for handing over.
    InProgress,
    /// It was handed over.
    Completed,
    /// It came to nothing; what it kept is free again.
    Cancelled,
    /// All of it came back.
    Returned,
}

impl OrderStatus {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Returned => "returned",
        }
    }

    /// Refuses what only an order in one of `allowed` may.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn require(self, allowed: &[Self]) -> Result<(), ApiError> {
        if allowed.contains(&self) {
            return Ok(());
        }
        let message = format!("the order is {}, which does not allow this", self.as_str());
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }
}

/// Whether an order is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopOrderPaymentStatus")]
pub enum OrderPaymentStatus {
    /// A payment outside of this service is awaited.
    Unpaid,
    /// It is paid, or on the payer's invoices, or costs nothing.
    Paid,
    /// A part of what was paid went back, or is to go back outside of this service.
    PartiallyRefunded,
    /// All of it did.
    Refunded,
}

/// Who or what ended an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopOrderCancelledBy")]
pub enum CancelledBy {
    /// The customer, as the refund policy of the products allows.
    Customer,
    /// Those who run the space.
    Operator,
    /// Time: it was not paid within 15 minutes.
    Time,
    /// The booking for which it was: that came to nothing.
    Booking,
}

/// How an order came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// Instant at which the order was cancelled.
    pub at: Timestamp,
    /// Who cancelled it, or that the time to pay was over.
    pub by: CancelledBy,
    /// Reason in words; empty when none was given.
    pub reason: LongText,
}
