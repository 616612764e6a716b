//! A customer's wallet that is being changed: every change is a posting, and all of it is written together.

pub mod scheduled;

use billing::{
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
    wallet::{Bucket, Posting, PostingKind, RefundBy, Refunded, SpentAt, Unit},
};
use records::Location;
use store::{Record, Transaction};
use uuid::Uuid;
use values::{ApiError, Currency, Customer, Id, LongText, Metadata, Money, Timestamp};
use work::UnitOfWork;

use crate::{
    customer_wallet::CustomerWallet,
    journal,
    wallet_transaction::{
        CreditTransaction, DayPassTransaction, Direction, OfUnit, Source, TransactionStatus, WalletTransaction,
    },
};

/// The cycle of a subscription on which a charge is scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledOn {
    /// Subscription to which the cycle belongs.
    pub subscription_id: Id<()>,
    /// How many the cycle grants: no more is scheduled on it.
    pub grants: i64,
}

impl ScheduledOn {
    /// No cycle: whatever the wallet holds by then.
    pub const NO_CYCLE: Self = Self { subscription_id: Id::new(Uuid::nil()), grants: i64::MAX };
}

/// A wallet as it was read, as it will be, and what makes the difference.
#[derive(Debug)]
pub struct OpenWallet {
    customer_id: Id<Customer>,
    before: Option<Record<CustomerWallet>>,
    after: CustomerWallet,
    noted: Vec<Noted>,
    /// Currencies in which money came into it.
    gained: Vec<Currency>,
}

/// A transaction that is made or changed.
#[derive(Debug)]
struct Noted {
    unit: Unit,
    id: Id<()>,
    before: Option<Scheduled>,
    after: WalletTransaction,
    metadata: Option<Metadata>,
    /// What happens to the wallet by it, unless it only waits.
    posting: Option<Posting>,
}

/// A stored transaction of either unit.
#[derive(Clone, Debug)]
pub enum Scheduled {
    /// A transaction of credits.
    Credits(Record<CreditTransaction>),
    /// A transaction of day passes.
    DayPasses(Record<DayPassTransaction>),
}

/// What a transaction says of itself, besides what it moves.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Location of the transaction; none when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// What the operator says.
    pub reason: LongText,
    /// What it belongs to.
    pub source: Option<Source>,
    /// The client's own keys.
    pub metadata: Option<Metadata>,
}

/// What is to be taken from a wallet.
#[derive(Clone, Copy, Debug)]
pub struct Charge {
    /// Unit that is taken: credits or day passes.
    pub unit: Unit,
    /// How many are taken, above zero.
    pub amount: i64,
    /// Reason of the posting, such as a booking.
    pub kind: PostingKind,
    /// Where it is spent.
    pub spent_at: SpentAt,
}

/// A posting, with the id of the transaction that records it.
#[derive(Clone, Debug)]
pub struct Posted {
    /// Identifier of the transaction that records it.
    pub id: Id<()>,
    /// The change of the wallet.
    pub posting: Posting,
}

impl OpenWallet {
    /// Notes that all of the customer's subscriptions are renewed.
    pub(crate) fn note_renewed(&mut self, now: Timestamp) {
        self.after.note_renewed(now);
    }

    /// Notes when the next period of a subscription begins that may grant something, and when it ends, if that is
    /// before.
    pub fn note_renewal(&mut self, subscription_id: Id<()>, at: Timestamp, ends_at: Option<Timestamp>) {
        self.after.note_renewal(subscription_id, at, ends_at);
    }

    /// Reads the wallet as it is stored: for whoever moves only money, and for a renewal, which then [`Self::advance`]s
    /// it with its grants.
    ///
    /// # Errors
    /// Only when the store cannot be read.
    pub async fn read(work: &UnitOfWork, customer_id: Id<Customer>) -> Result<Self, ApiError> {
        let before = work.store.find(work.tenant(), CustomerWallet::id_of(customer_id)).await?;
        let after = before.as_ref().map_or_else(CustomerWallet::empty, |before| before.body.clone());
        Ok(Self { customer_id, before, after, noted: Vec::new(), gained: Vec::new() })
    }

    /// The wallet as it will be.
    #[must_use]
    pub const fn wallet(&self) -> &CustomerWallet {
        &self.after
    }

    /// Customer whose wallet it is.
    #[must_use]
    pub const fn customer_id(&self) -> Id<Customer> {
        self.customer_id
    }

    /// Whether there is anything to write.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.noted.is_empty()
            || self.before.as_ref().map_or(self.after != CustomerWallet::empty(), |b| b.body != self.after)
    }

    /// Takes credits or day passes, earliest expiry first and permanent last.
    ///
    /// # Errors
    /// 402 `insufficient_balance`, 422 for an amount of nothing.
    pub fn charge(&mut self, work: &UnitOfWork, charge: Charge, about: &About) -> Result<Posted, ApiError> {
        let Charge { unit, amount, kind, spent_at } = charge;
        let posting = self.after.wallet.of_mut(unit).charge(amount, kind, work.now, &spent_at)?;
        Ok(self.note(work, unit, posting, about))
    }

    /// Adds a bucket.
    ///
    /// # Errors
    /// 409 `capacity_exceeded` when the wallet is full of buckets that cannot be joined, 422 for an amount of nothing.
    pub fn grant(
        &mut self,
        work: &UnitOfWork,
        unit: Unit,
        kind: PostingKind,
        bucket: Bucket,
        about: &About,
    ) -> Result<Posted, ApiError> {
        let posting = self.after.wallet.of_mut(unit).grant(bucket, kind, work.now)?;
        Ok(self.note(work, unit, posting, about))
    }

    /// Gives parts of a charge back to the buckets that they came from. Nothing is posted of what has expired since and
    /// does not come back.
    ///
    /// # Errors
    /// 409 `capacity_exceeded`.
    pub fn refund(
        &mut self,
        work: &UnitOfWork,
        unit: Unit,
        parts: &[Bucket],
        by: RefundBy,
        about: &About,
    ) -> Result<(Option<Posted>, Vec<Bucket>), ApiError> {
        let Refunded { posting, lost } = self.after.wallet.of_mut(unit).refund(parts, by, work.now)?;
        Ok((posting.map(|posting| self.note(work, unit, posting, about)), lost))
    }

    /// Takes back exactly what a grant gave.
    ///
    /// # Errors
    /// 409 `invalid_state` when some of it was used, or it has expired.
    pub fn withdraw(
        &mut self,
        work: &UnitOfWork,
        unit: Unit,
        kind: PostingKind,
        granted: &Bucket,
        about: &About,
    ) -> Result<Posted, ApiError> {
        let posting = self.after.wallet.of_mut(unit).withdraw(granted, kind, work.now)?;
        Ok(self.note(work, unit, posting, about))
    }
    /// Notes when a subscription ends because notice was given, on what it granted; none when it does not.
    pub fn note_notice(&mut self, subscription_id: Id<()>, ends_at: Option<Timestamp>) {
        for unit in [Unit::Credits, Unit::DayPasses] {
            self.after.wallet.of_mut(unit).note_notice(subscription_id, ends_at);
        }
    }

    /// Lets what a subscription granted expire at `at` at the latest, because it ends then.
    pub fn end_subscription(&mut self, subscription_id: Id<()>, at: Timestamp) {
        for unit in [Unit::Credits, Unit::DayPasses] {
            self.after.wallet.of_mut(unit).end_subscription(subscription_id, at);
        }
    }

    /// Revokes so many of what a subscription granted, as far as they are not spent.
    pub fn revoke(&mut self, work: &UnitOfWork, unit: Unit, subscription_id: Id<()>, amount: i64, about: &About) {
        if let Some(posting) = self.after.wallet.of_mut(unit).revoke(subscription_id, amount, work.now) {
            self.note(work, unit, posting, about);
        }
    }

    /// Adds money to the customer's balance. Whoever does it posts the journal entry that says where it came from.
    ///
    /// # Errors
    /// 422 when the balance would not fit.
    pub fn pay_in(&mut self, money: Money) -> Result<(), ApiError> {
        if money.minor() > 0 && !self.has_gained(money.currency()) {
            self.gained.push(money.currency());
        }
        self.after.add_money(money)
    }

    /// Whether money of this currency has come into it since it was read.
    #[must_use]
    pub fn has_gained(&self, currency: Currency) -> bool {
        self.gained.contains(&currency)
    }

    /// Takes money from the customer's balance. Whoever does it posts the journal entry that says where it goes.
    ///
    /// # Errors
    /// 402 `insufficient_balance`.
    pub fn pay_out(&mut self, money: Money) -> Result<(), ApiError> {
        self.after.add_money(Money::new(-money.minor(), money.currency()))
    }

    /// The transaction of this id as it will be stored, for an answer.
    #[must_use]
    pub fn record<T: OfUnit>(&self, work: &UnitOfWork, id: Id<()>) -> Option<Record<T>> {
        let noted =
            self.noted.iter().find(|noted| noted.id == id && noted.unit == T::UNIT && noted.before.is_none())?;
        Some(made(work, noted))
    }

    /// Puts everything into the caller's transaction: the wallet, once, its transactions, and what they earn or owe.
    ///
    /// # Errors
    /// Only when the store cannot be read.
    pub async fn write(self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        if !self.is_changed() {
            return Ok(());
        }
        if let Some(before) = &self.before {
            transaction.replace(before, &work.next_version(before, self.after.clone(), None));
        } else {
            let id = CustomerWallet::id_of(self.customer_id);
            transaction.begin(&Record { id, ..work.new_record(self.after.clone(), None) });
        }
        for noted in &self.noted {
            match (&noted.before, noted.unit) {
                (None, Unit::Credits) => transaction.create(&made::<CreditTransaction>(work, noted)),
                (None, Unit::DayPasses) => transaction.create(&made::<DayPassTransaction>(work, noted)),
                (Some(Scheduled::Credits(before)), _) => {
                    transaction
                        .replace(before, &work.next_version(before, CreditTransaction(noted.after.clone()), None));
                }
                (Some(Scheduled::DayPasses(before)), _) => {
                    transaction
                        .replace(before, &work.next_version(before, DayPassTransaction(noted.after.clone()), None));
                }
            }
        }
        self.post_value(work, transaction).await
    }

    /// Journals what postings earn or owe. What expires of a unit at one instant is one entry.
    async fn post_value(&self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        let mut entries = Vec::new();
        for noted in &self.noted {
            let Some(posting) = &noted.posting else { continue };
            let kind = match noted.unit {
                Unit::Credits => DocumentKind::CreditTransaction,
                Unit::DayPasses => DocumentKind::DayPassTransaction,
            };
            let document = DocumentReference { kind, id: noted.id };
            let (customer_id, location_id) = (self.customer_id, noted.after.location_id);
            let entry = entries::wallet_posting(
                Occasion { at: posting.at, document, customer_id, location_id: location_id.map(Id::cast) },
                posting,
            )?;
            let expires = matches!(posting.kind, PostingKind::Expiration | PostingKind::SubscriptionExpiration);
            entries.push((expires.then_some((kind, posting.at)), entry));
        }
        for entry in journal::joined(entries)? {
            journal::post(work, transaction, entry).await?;
        }
        Ok(())
    }

    /// Notes a posting as a new transaction.
    pub(crate) fn note(&mut self, work: &UnitOfWork, unit: Unit, posting: Posting, about: &About) -> Posted {
        let id = work.ids.next();
        let number = self.after.take_number(unit);
        let after = self.unposted(posting.kind, posting.amount.abs(), about).posted(&posting, number);
        let (metadata, posting_of) = (about.metadata.clone(), Some(posting.clone()));
        self.noted.push(Noted { unit, id, before: None, after, metadata, posting: posting_of });
        Posted { id, posting }
    }

    /// A transaction that waits.
    fn unposted(&self, kind: PostingKind, amount: i64, about: &About) -> WalletTransaction {
        WalletTransaction {
            customer_id: self.customer_id,
            location_id: about.location_id,
            kind,
            amount,
            direction: Direction::Out,
            buckets: Vec::new(),
            reason: about.reason.clone(),
            source: about.source,
            number: None,
            balance_after: None,
            status: TransactionStatus::Scheduled,
            scheduled_for: None,
            posted_at: None,
            reverses_id: None,
            reversed_by_id: None,
        }
    }

    /// What becomes of a transaction by this, if anything does.
    #[must_use]
    pub fn noted(&self, id: Id<()>) -> Option<&WalletTransaction> {
        self.noted.iter().find(|noted| noted.id == id).map(|noted| &noted.after)
    }

    /// The wallet's buckets, to change them by a rule that postings come from; each is noted by [`Self::note`].
    pub(crate) const fn buckets_mut(&mut self, unit: Unit) -> &mut billing::wallet::Buckets {
        self.after.wallet.of_mut(unit)
    }

    /// Says of a transaction that was noted that it takes back another.
    pub(crate) fn note_reversal(&mut self, id: Id<()>, reversed: Id<()>) {
        for noted in self.noted.iter_mut().filter(|noted| noted.id == id) {
            noted.after.reverses_id = Some(reversed);
        }
    }
}

/// The new record of a noted transaction.
fn made<T: OfUnit>(work: &UnitOfWork, noted: &Noted) -> Record<T> {
    Record { id: noted.id.cast(), ..work.new_record(T::from(noted.after.clone()), noted.metadata.clone()) }
}
