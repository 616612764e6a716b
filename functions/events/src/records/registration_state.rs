//! States of a registration, and what leads from one to another.

use billing::settlement::PaymentSource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode, LongText, Timestamp};

/// State of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventRegistrationStatus")]
pub enum RegistrationStatus {
    /// A payment outside of this service is awaited.
    Pending,
    /// It is a valid ticket.
    Confirmed,
    /// It came to nothing; its seats are free again.
    Cancelled,
    /// The event is over, and at least one seat was checked in.
    Attended,
    /// The event is over, and no seat was checked in.
    NoShow,
}

impl RegistrationStatus {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Cancelled => "cancelled",
            Self::Attended => "attended",
            Self::NoShow => "no_show",
        }
    }

    /// Whether it has seats that others could have.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed)
    }

    /// Refuses what only a registration in one of `allowed` may.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn require(self, allowed: &[Self]) -> Result<(), ApiError> {
        if allowed.contains(&self) {
            return Ok(());
        }
        let message = format!("the registration is {}, which does not allow this", self.as_str());
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }
}

/// Whether a registration is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventRegistrationPaymentStatus")]
pub enum TicketPaymentStatus {
    /// A payment outside of this service is awaited, or did not come.
    Unpaid,
    /// It is paid, or on the payer's invoices, or costs nothing.
    Paid,
    /// What was paid went back, or is to go back outside of this service.
    Refunded,
}

/// With what a registration is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventPaymentSource")]
pub enum TicketPaymentSource {
    /// Nobody pays: it costs nothing, or the operator gives it away.
    None,
    /// Credits of the customer, or of a member's company.
    Credits,
    /// The payer's next invoice.
    Invoice,
    /// A payment outside of this service, of which it is told.
    External,
}

impl TicketPaymentSource {
    /// The same among the sources of everything that is settled.
    #[must_use]
    pub const fn source(self) -> PaymentSource {
        match self {
            Self::None => PaymentSource::None,
            Self::Credits => PaymentSource::Credits,
            Self::Invoice => PaymentSource::Invoice,
            Self::External => PaymentSource::External,
        }
    }
}

/// As what somebody comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventRole")]
pub enum Role {
    /// Attends the event, at its price and by its rules.
    #[default]
    Attendee,
    /// Holds the event: pays nothing and is not bound by visibility, window and `max_per_customer`.
    Host,
}

/// Who or what ended a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventRegistrationCancelledBy")]
pub enum CancelledBy {
    /// Whoever registered, by the refund terms of the event.
    Customer,
    /// The operator, who decides whether the payment goes back.
    Operator,
    /// Time: it was not paid within 15 minutes.
    Time,
    /// The event was cancelled.
    Event,
}

/// How a registration came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistrationCancellation {
    /// When the registration was cancelled.
    pub at: Timestamp,
    /// Who or what ended the registration.
    pub by: CancelledBy,
    /// Reason for the cancellation, in words; empty when none was given.
    pub reason: LongText,
    /// Whether what was paid goes back.
    pub is_refunded: bool,
}
