//! Postings: what happened to a wallet, one after another, never changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Timestamp;

use super::bucket::Bucket;

/// What a wallet holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Credits, counted in whole ones.
    Credits,
    /// Day passes, each for one day.
    DayPasses,
}

/// Why an amount was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostingKind {
    /// A period of a subscription granted it.
    SubscriptionAllocation,
    /// The customer bought it as a package.
    PurchaseAllocation,
    /// The operator gave it.
    AdminAllocation,
    /// What had been paid came back.
    Refund,
    /// It paid for a booking.
    Booking,
    /// It paid for a ticket of an event.
    EventTicket,
    /// It paid for an order.
    Order,
    /// It paid for a day at a location.
    CheckIn,
    /// The operator took it.
    AdminCharge,
    /// What a subscription had granted expired.
    SubscriptionExpiration,
    /// It expired without being used.
    Expiration,
    /// It went to another customer, or came from one.
    Transfer,
}

/// One change of a wallet, which is never changed itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// Reason for which the amount was posted.
    pub kind: PostingKind,
    /// When it holds, which may be before it was written.
    pub at: Timestamp,
    /// What came, above zero, or went, below.
    pub amount: i64,
    /// Which buckets it changed, by how much each.
    pub buckets: Vec<Bucket>,
    /// The balance after it.
    pub balance_after: i64,
}

impl Posting {
    /// What was once paid for the amount it moved, without tax.
    #[must_use]
    pub fn value_minor(&self) -> i64 {
        self.buckets.iter().map(|bucket| bucket.value_minor).sum()
    }
}

/// What disagrees between a wallet's balance, its buckets and its postings, oldest first, from its first on; for the
/// check of a whole table.
#[must_use]
pub fn disagreements(buckets: &[Bucket], postings: &[Posting]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut balance = 0_i64;
    for (index, posting) in postings.iter().enumerate() {
        balance = balance.saturating_add(posting.amount);
        if balance < 0 {
            faults.push(format!("posting {index} leaves {balance}"));
        }
        if posting.balance_after != balance {
            faults.push(format!("posting {index} says {} after it, the sum is {balance}", posting.balance_after));
        }
        let moved: i64 = posting.buckets.iter().map(|bucket| bucket.amount).sum();
        if moved != posting.amount.abs() {
            faults.push(format!("posting {index} of {} moved {moved} of its buckets", posting.amount));
        }
    }
    let open: i64 = buckets.iter().map(|bucket| bucket.amount).sum();
    if open != balance {
        faults.push(format!("the buckets hold {open}, the postings sum to {balance}"));
    }
    faults.extend(buckets.iter().filter(|bucket| bucket.amount <= 0).map(|bucket| format!("{:?} is empty", bucket.id)));
    faults
}
