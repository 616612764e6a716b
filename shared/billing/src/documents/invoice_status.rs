//! States of an invoice, how a payment of it is divided, and why it refuses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode};

/// State of an invoice. That it is overdue, or paid in part, follows from dates and amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceStatus {
    /// Being written; can be changed and deleted.
    Draft,
    /// Numbered, unchangeable, not paid in full.
    Issued,
    /// Nothing is due any more.
    Paid,
    /// Taken back after it was issued: nothing is owed for it.
    Voided,
    /// Given up: it is owed but payment is not expected any more.
    Uncollectible,
}

/// What becomes of what is paid above what is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Excess {
    /// Such a payment is refused.
    #[default]
    Refuse,
    /// It goes to the customer's balance.
    Balance,
}

/// A payment as it is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// What the invoice takes.
    pub applied_minor: i64,
    /// What goes to the customer's balance.
    pub to_balance_minor: i64,
}

/// Why an invoice refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceError {
    /// Its state does not allow it.
    State(InvoiceStatus),
    /// A payment of nothing, or below.
    NotPositive,
    /// A payment above what is due, where the excess is not taken.
    AboveDue {
        /// What is still due, in minor units.
        due_minor: i64,
    },
    /// Something was paid, so that it cannot be taken back.
    HasPayments,
    /// It has credit notes, so that it cannot be taken back.
    HasCreditNotes,
    /// More is to be refunded than was paid.
    AbovePaid {
        /// What was paid and not given back.
        paid_minor: i64,
    },
}

impl From<InvoiceError> for ApiError {
    /// 409 `invalid_state` for states, 422 naming `amount` for amounts.
    fn from(error: InvoiceError) -> Self {
        let state = |message: &'static str| Self::conflict(ErrorCode::InvalidState, message);
        match error {
            InvoiceError::State(InvoiceStatus::Draft) => state("the invoice is a draft"),
            InvoiceError::State(InvoiceStatus::Issued) => state("the invoice is issued"),
            InvoiceError::State(InvoiceStatus::Paid) => state("the invoice is paid"),
            InvoiceError::State(InvoiceStatus::Voided) => state("the invoice is voided"),
            InvoiceError::State(InvoiceStatus::Uncollectible) => state("the invoice is given up as uncollectible"),
            InvoiceError::HasPayments => state("something was paid: write a credit note"),
            InvoiceError::HasCreditNotes => state("the invoice has credit notes: void them first"),
            InvoiceError::NotPositive => Self::rule("amount", "out_of_range", "an amount is above zero"),
            InvoiceError::AboveDue { .. } => {
                Self::rule("amount", "above_amount_due", "the amount is larger than what is due")
            }
            InvoiceError::AbovePaid { .. } => {
                Self::rule("amount", "above_amount_paid", "the amount is larger than what was paid and not refunded")
            }
        }
    }
}
