//! Transactions of credits and of day passes: one record for each posting of a wallet, and one for each scheduled
//! charge. What was posted is never changed, but for a note of what reversed it.

use billing::wallet::{Bucket, Posting, PostingKind, Unit};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Customer, Id, Kind, KindName, LongText, Timestamp};

/// What a posting belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TransactionSource")]
pub struct Source {
    /// Type of the record, which says what `id` identifies.
    #[serde(rename = "type")]
    pub kind: SourceKind,
    /// Identifier of the record of this type.
    pub id: Id<()>,
}

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TransactionSourceType")]
pub enum SourceKind {
    /// A booking of a resource.
    Booking,
    /// A ticket of an event.
    EventTicket,
    /// An item of an order in the shop: the identifier is the item's.
    Order,
    /// A check-in of a member at a location.
    CheckIn,
    /// A visit of a guest.
    Visit,
    /// A period of a subscription.
    Subscription,
    /// An invoice to a customer; no transaction names one at present.
    Invoice,
    /// A credit note; no transaction names one at present.
    CreditNote,
    /// The other customer of a transfer.
    Customer,
}

/// Whether something came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TransactionDirection")]
pub enum Direction {
    /// Credits or day passes were added to the wallet.
    In,
    /// Credits or day passes were taken from the wallet.
    Out,
}

/// State of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "WalletTransactionStatus")]
pub enum TransactionStatus {
    /// It waits for its instant.
    Scheduled,
    /// It has happened: the wallet was changed by it.
    Posted,
    /// It has happened, and another transaction took it back.
    Reversed,
    /// It was scheduled and did not happen.
    Void,
}

/// A transaction of either unit, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalletTransaction {
    /// Customer whose wallet it changes.
    pub customer_id: Id<Customer>,
    /// Where; null when it is bound to no location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_id: Option<Id<Location>>,
    /// Reason of the transaction, such as a booking or an expiry.
    #[serde(rename = "type")]
    pub kind: PostingKind,
    /// How many; above zero.
    pub amount: i64,
    /// Whether they came or went.
    pub direction: Direction,
    /// Which buckets it changed, by how much each.
    pub buckets: Vec<Bucket>,
    /// What the operator says.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub reason: LongText,
    /// What it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Number of the posting in the wallet, from 1; none until it is posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The balance after it; none until it is posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance_after: Option<i64>,
    /// Whether it is scheduled, posted, reversed or void.
    pub status: TransactionStatus,
    /// When it was scheduled to happen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_for: Option<Timestamp>,
    /// When it holds, which may be before it was written; none until it is posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posted_at: Option<Timestamp>,
    /// The transaction that it takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverses_id: Option<Id<()>>,
    /// The transaction that took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reversed_by_id: Option<Id<()>>,
}

fn is_empty(text: &LongText) -> bool {
    text.as_str().is_empty()
}

impl WalletTransaction {
    /// The posting that it records; none when it is not posted.
    #[must_use]
    pub fn posting(&self) -> Option<Posting> {
        let sign = match self.direction {
            Direction::In => 1,
            Direction::Out => -1,
        };
        Some(Posting {
            kind: self.kind,
            at: self.posted_at?,
            amount: sign * self.amount,
            buckets: self.buckets.clone(),
            balance_after: self.balance_after?,
        })
    }

    /// What was paid for what it moved.
    #[must_use]
    pub fn value_minor(&self) -> i64 {
        self.buckets.iter().map(|bucket| bucket.value_minor).sum()
    }

    /// The same with a posting written into it.
    pub(crate) fn posted(self, posting: &Posting, number: u64) -> Self {
        Self {
            amount: posting.amount.abs(),
            direction: if posting.amount < 0 { Direction::Out } else { Direction::In },
            buckets: posting.buckets.clone(),
            number: Some(number),
            balance_after: Some(posting.balance_after),
            status: TransactionStatus::Posted,
            posted_at: Some(posting.at),
            ..self
        }
    }
}

/// A transaction of one unit: the entity.
pub trait OfUnit: Entity<View = WalletTransactionView> + From<WalletTransaction> + AsRef<WalletTransaction> {
    /// Unit of the transactions: credits or day passes.
    const UNIT: Unit;
    /// Index of the transactions of a customer.
    const BY_CUSTOMER: IndexBy<Self, Id<Customer>>;
    /// Index of the transactions at a location.
    const BY_LOCATION: IndexBy<Self, Id<Location>>;
}

macro_rules! transactions_of {
    ($name:ident, $unit:ident, $path:literal, $about:literal) => {
        #[doc = $about]
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub WalletTransaction);

        impl From<WalletTransaction> for $name {
            fn from(transaction: WalletTransaction) -> Self {
                Self(transaction)
            }
        }

        impl AsRef<WalletTransaction> for $name {
            fn as_ref(&self) -> &WalletTransaction {
                &self.0
            }
        }

        impl Entity for $name {
            const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
            const PATH: &'static str = $path;
            type View = WalletTransactionView;

            fn view(&self, _now: Timestamp) -> WalletTransactionView {
                WalletTransactionView::of(&self.0)
            }

            fn indexes(&self, id: Id<Self>) -> Indexes {
                Indexes::default().by(&Self::BY_CUSTOMER, &self.0.customer_id, id).by_any(
                    &Self::BY_LOCATION,
                    self.0.location_id.as_ref(),
                    id,
                )
            }
        }

        impl OfUnit for $name {
            const UNIT: Unit = Unit::$unit;
            const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
            const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Second, "location");
        }
    };
}

transactions_of!(CreditTransaction, Credits, "/credit-transactions", "A transaction of credits.");
transactions_of!(DayPassTransaction, DayPasses, "/day-pass-transactions", "A transaction of day passes.");

impl Kind for CreditTransaction {
    const KIND: KindName = KindName::CreditTransaction;
}

impl Kind for DayPassTransaction {
    const KIND: KindName = KindName::DayPassTransaction;
}

/// A transaction of credits or of day passes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "WalletTransaction")]
pub struct WalletTransactionView {
    /// Whose wallet: a member's or a company's.
    pub customer_id: Id<Customer>,
    /// Where; null when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// Reason of the transaction, such as a booking or an expiry.
    #[serde(rename = "type")]
    pub kind: PostingKind,
    /// How many credits or day passes it moves, above zero.
    pub amount: i64,
    /// Whether they came or went.
    pub direction: Direction,
    /// Which buckets it changed, by how much each; empty until it is posted.
    pub buckets: Vec<BucketPartView>,
    /// What the operator says.
    pub reason: LongText,
    /// What it belongs to; null when it stands for itself.
    pub source: Option<Source>,
    /// The customer's balance after it; null until it is posted.
    pub balance_after: Option<i64>,
    /// Whether it is scheduled, posted, reversed or void.
    pub status: TransactionStatus,
    /// When it was scheduled to happen; null when it was not scheduled.
    pub scheduled_for: Option<Timestamp>,
    /// When it holds, which may be before it was written down; null until it is posted.
    pub posted_at: Option<Timestamp>,
    /// The transaction that it takes back; null when it takes none back.
    pub reverses_id: Option<Id<()>>,
    /// The transaction that took it back; null when none did.
    pub reversed_by_id: Option<Id<()>>,
}

/// A part of a bucket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BucketPart")]
pub struct BucketPartView {
    /// Identifier of the bucket in the wallet.
    pub bucket_id: Id<Bucket>,
    /// How many of it.
    pub amount: i64,
    /// When they expire; null when they do not.
    pub expires_at: Option<Timestamp>,
    /// The subscription that granted them; null when none did.
    pub subscription_id: Option<Id<()>>,
    /// The location where they can be used; null when it is any.
    pub location_id: Option<Id<Location>>,
}

impl BucketPartView {
    /// The wire form of a bucket, or of a part of one.
    #[must_use]
    pub fn of(bucket: &Bucket) -> Self {
        Self {
            bucket_id: bucket.id,
            amount: bucket.amount,
            expires_at: bucket.expires_at,
            subscription_id: bucket.subscription_id,
            location_id: bucket.location_id.map(Id::cast),
        }
    }
}

impl WalletTransactionView {
    fn of(transaction: &WalletTransaction) -> Self {
        Self {
            customer_id: transaction.customer_id,
            location_id: transaction.location_id,
            kind: transaction.kind,
            amount: transaction.amount,
            direction: transaction.direction,
            buckets: transaction.buckets.iter().map(BucketPartView::of).collect(),
            reason: transaction.reason.clone(),
            source: transaction.source,
            balance_after: transaction.balance_after,
            status: transaction.status,
            scheduled_for: transaction.scheduled_for,
            posted_at: transaction.posted_at,
            reverses_id: transaction.reverses_id,
            reversed_by_id: transaction.reversed_by_id,
        }
    }
}
