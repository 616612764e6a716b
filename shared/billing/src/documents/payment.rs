//! A payment's states, and refunds of it: never more than it paid.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode};

/// How a payment was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// A card, through a provider: its outcome comes later.
    Card,
    /// A transfer between bank accounts.
    BankTransfer,
    /// Cash that the merchant received.
    Cash,
    /// A cheque that the merchant received.
    Cheque,
    /// Something outside of this service.
    External,
    /// What the customer has at the merchant: their balance.
    Balance,
}

impl PaymentMethod {
    /// State of a payment that is recorded: what an operator records has been made; a card's outcome is awaited and
    /// never guessed.
    #[must_use]
    pub const fn recorded_as(self) -> PaymentStatus {
        match self {
            Self::Card => PaymentStatus::Pending,
            Self::BankTransfer | Self::Cash | Self::Cheque | Self::External | Self::Balance => PaymentStatus::Succeeded,
        }
    }
}

/// State of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// Its outcome is awaited.
    Pending,
    /// The provider works on it.
    Processing,
    /// The money was received.
    Succeeded,
    /// The money was not received.
    Failed,
    /// It was called off.
    Cancelled,
    /// A part of it went back.
    PartiallyRefunded,
    /// All of it went back.
    Refunded,
    /// The customer's bank disputes it.
    Disputed,
    /// The dispute was won.
    Won,
    /// The dispute was lost.
    Lost,
}

/// What a payment paid, what of it went back, and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// State, which follows from the outcome and the refunds.
    pub status: PaymentStatus,
    /// What it paid, in minor units.
    pub amount_minor: i64,
    /// What was refunded of it so far, in minor units.
    pub refunded_minor: i64,
}

/// Why a payment refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentError {
    /// Its state does not allow it.
    State(PaymentStatus),
    /// A refund of nothing, or below.
    NotPositive,
    /// A refund above what is left of it.
    AboveRest {
        /// What can still be refunded, in minor units.
        rest_minor: i64,
    },
}

impl From<PaymentError> for ApiError {
    /// 409 `invalid_state`, 422 naming `amount`.
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::State(_) => Self::conflict(ErrorCode::InvalidState, "the payment's state does not allow it"),
            PaymentError::NotPositive => Self::rule("amount", "out_of_range", "an amount is above zero"),
            PaymentError::AboveRest { .. } => {
                Self::rule("amount", "above_amount_paid", "the amount is larger than what is left of the payment")
            }
        }
    }
}

impl PaymentStatus {
    /// Whether it may become `next`.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        match self {
            Self::Pending => matches!(next, Self::Processing | Self::Succeeded | Self::Failed | Self::Cancelled),
            Self::Processing => matches!(next, Self::Succeeded | Self::Failed),
            Self::Succeeded => matches!(next, Self::PartiallyRefunded | Self::Refunded | Self::Disputed),
            Self::PartiallyRefunded => matches!(next, Self::Refunded),
            Self::Disputed => matches!(next, Self::Won | Self::Lost),
            Self::Failed | Self::Cancelled | Self::Refunded | Self::Won | Self::Lost => false,
        }
    }
}

impl Payment {
    /// A payment as it is recorded.
    #[must_use]
    pub const fn recorded(method: PaymentMethod, amount_minor: i64) -> Self {
        Self { status: method.recorded_as(), amount_minor, refunded_minor: 0 }
    }

    /// Moves it to another state. Saying again what it is already changes nothing: providers repeat themselves.
    ///
    /// # Errors
    /// [`PaymentError::State`].
    pub fn become_status(&mut self, next: PaymentStatus) -> Result<(), PaymentError> {
        if self.status != next {
            if !self.status.may_become(next) {
                return Err(PaymentError::State(self.status));
            }
            self.status = next;
        }
        Ok(())
    }

    /// What can be refunded of it.
    #[must_use]
    pub const fn refundable_minor(&self) -> i64 {
        match self.status {
            PaymentStatus::Succeeded | PaymentStatus::PartiallyRefunded => self.amount_minor - self.refunded_minor,
            PaymentStatus::Pending
            | PaymentStatus::Processing
            | PaymentStatus::Failed
            | PaymentStatus::Cancelled
            | PaymentStatus::Refunded
            | PaymentStatus::Disputed
            | PaymentStatus::Won
            | PaymentStatus::Lost => 0,
        }
    }

    /// Refunds a part of it, or all that is left.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn refund(&mut self, amount_minor: i64) -> Result<(), PaymentError> {
        if !matches!(self.status, PaymentStatus::Succeeded | PaymentStatus::PartiallyRefunded) {
            return Err(PaymentError::State(self.status));
        }
        if amount_minor <= 0 {
            return Err(PaymentError::NotPositive);
        }
        let rest_minor = self.refundable_minor();
        if amount_minor > rest_minor {
            return Err(PaymentError::AboveRest { rest_minor });
        }
        self.refunded_minor += amount_minor;
        let all = self.refunded_minor == self.amount_minor;
        self.status = if all { PaymentStatus::Refunded } else { PaymentStatus::PartiallyRefunded };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Payment, PaymentError, PaymentMethod, PaymentStatus};

    #[test]
    fn not_more_is_refunded_than_was_paid() {
        let mut payment = Payment::recorded(PaymentMethod::Cash, 1_000);
        payment.refund(400).expect("a refund");
        assert_eq!((payment.status, payment.refundable_minor()), (PaymentStatus::PartiallyRefunded, 600));
        assert_eq!(payment.refund(601), Err(PaymentError::AboveRest { rest_minor: 600 }));
        assert_eq!(payment.refund(0), Err(PaymentError::NotPositive));
        payment.refund(600).expect("a refund");
        assert_eq!(payment.refund(1), Err(PaymentError::State(PaymentStatus::Refunded)));
    }

    #[test]
    fn the_outcome_of_a_card_is_awaited() {
        let mut payment = Payment::recorded(PaymentMethod::Card, 1_000);
        assert_eq!(payment.refund(1), Err(PaymentError::State(PaymentStatus::Pending)));
        payment.become_status(PaymentStatus::Succeeded).expect("an outcome");
        payment.become_status(PaymentStatus::Succeeded).expect("told again");
        assert_eq!(payment.become_status(PaymentStatus::Failed), Err(PaymentError::State(PaymentStatus::Succeeded)));
    }

    #[test]
    fn what_has_ended_stays_ended() {
        use PaymentStatus::{Cancelled, Disputed, Failed, Lost, Pending, Processing, Refunded, Succeeded, Won};
        for ended in [Failed, Cancelled, Refunded, Won, Lost] {
            for next in [Pending, Processing, Succeeded, Disputed, Refunded] {
                assert!(!ended.may_become(next), "{ended:?} to {next:?}");
            }
        }
    }
}
