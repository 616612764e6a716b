//! The accounts of a merchant's books.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An account of the merchant's double-entry books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// What customers owe on invoices.
    AccountsReceivable,
    /// What was received: cash, bank, card, cheque.
    Cash,
    /// What customers have paid or been credited beyond their invoices.
    CustomerBalance,
    /// What was paid for credits and day passes that are neither used nor expired.
    CreditLiability,
    /// Deposits held for customers.
    Deposits,
    /// What credit notes promised to refund and has not been refunded.
    RefundsPayable,
    /// What was earned, without tax.
    Revenue,
    /// Tax owed to the state.
    Tax,
    /// What customers owed and was given up.
    BadDebt,
}

/// The side on which an account grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// What is owned, and what was lost.
    Debit,
    /// What is owed, and what was earned.
    Credit,
}

impl Account {
    /// Every account of the books, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::AccountsReceivable,
        Self::Cash,
        Self::CustomerBalance,
        Self::CreditLiability,
        Self::Deposits,
        Self::RefundsPayable,
        Self::Revenue,
        Self::Tax,
        Self::BadDebt,
    ];

    /// The side on which it grows.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::AccountsReceivable | Self::Cash | Self::BadDebt => Side::Debit,
            Self::CustomerBalance
            | Self::CreditLiability
            | Self::Deposits
            | Self::RefundsPayable
            | Self::Revenue
            | Self::Tax => Side::Credit,
        }
    }
}
