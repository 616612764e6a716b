//! Changes of an event's seats that one transaction makes: the record is read once and written once, under its version.
//! Whoever writes it also ends offers that are over, and offers what is free to those who wait.

use chrono::Duration;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Customer, Id, Timestamp};
use work::UnitOfWork;

use crate::records::{
    event::Event,
    seat_terms::SeatTerms,
    seats::EventSeats,
    waitlist_entry::{EventWaitlistEntry, EventWaitlistStatus},
};

/// Hours that an offer lasts, at most until registration closes.
const OFFER_HOURS: i64 = 48;
/// Most offers that one transaction makes, and most that it ends; the sweep goes on.
const OFFERS_MAX: usize = 10;

/// The seats of an event, as they were read and as they will be.
#[derive(Debug)]
pub struct SeatChanges {
    /// The event, as it was read; an operation that changes it puts in what it will be.
    pub event: Record<Event>,
    /// What will be taken.
    pub after: EventSeats,
    before: Record<EventSeats>,
    /// Whether the event has to be as it was read: seats were taken by what it says.
    must_stand: bool,
    /// Whether it is written although it stays the same.
    is_touched: bool,
}

impl SeatChanges {
    /// Reads the seats of an event.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, event: Record<Event>) -> Result<Self, ApiError> {
        let before = work.store.find(work.tenant(), event.id.cast::<EventSeats>()).await?;
        Ok(Self::of(event, before.ok_or_else(version_conflict)?))
    }

    /// Those that were read.
    #[must_use]
    pub fn of(event: Record<Event>, before: Record<EventSeats>) -> Self {
        Self { event, after: before.body.clone(), before, must_stand: false, is_touched: false }
    }

    /// What the event says about its seats.
    #[must_use]
    pub fn terms(&self, now: Timestamp) -> SeatTerms {
        SeatTerms::of(&self.event.body, now)
    }

    /// Takes seats, all or none.
    ///
    /// # Errors
    /// 409 `capacity_exceeded` naming `quantity`.
    pub fn take(&mut self, quantity: i64, now: Timestamp) -> Result<(), ApiError> {
        self.must_stand = true;
        let terms = self.terms(now);
        self.after.take(quantity, &terms)
    }

    /// Takes the seats that are kept for an entry.
    pub fn take_offered(&mut self, id: Id<EventWaitlistEntry>, quantity: i64) {
        self.must_stand = true;
        self.after.drop_entry(id);
        self.after.open += quantity;
    }

    /// Makes whoever has read the seats decide anew, even if they stay the same.
    pub const fn touch(&mut self) {
        self.is_touched = true;
    }

    /// Gives seats of a live registration back.
    pub const fn release(&mut self, quantity: i64) {
        self.after.open -= quantity;
    }

    /// Puts everything into the transaction, with offers that end and are made. Answers the seats as they will be.
    /// `event_is_written` says that the transaction writes the event itself.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn write(
        mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        event_is_written: bool,
    ) -> Result<EventSeats, ApiError> {
        let (now, terms) = (work.now, self.terms(work.now));
        let over =
            self.after.offers.iter().filter(|offer| !terms.keeps_until(offer.expires_at)).map(|offer| offer.entry_id);
        let over: Vec<Id<EventWaitlistEntry>> = over.take(OFFERS_MAX).collect();
        for id in &over {
            self.after.drop_entry(*id);
        }
        let expires_at = now.plus(Duration::hours(OFFER_HOURS));
        let offered = self.after.promote(&terms, expires_at, OFFERS_MAX);
        self.after.look_at = look_at(&self.after, &terms);
        for entry in read(work, &[over.as_slice(), &offered].concat()).await? {
            let was_over = over.contains(&entry.id);
            let after = if was_over {
                leave_line(transaction, &entry);
                let at = entry.body.offer_expires_at.unwrap_or(now).min(terms.closes_at);
                entry.body.clone().ended(EventWaitlistStatus::Expired, at)
            } else {
                let status = EventWaitlistStatus::Offered;
                let (offered_at, offer_expires_at) = (Some(now), Some(expires_at));
                EventWaitlistEntry { status, offered_at, offer_expires_at, ..entry.body.clone() }
            };
            transaction.replace(&entry, &work.next_version(&entry, after, None));
        }
        if (self.must_stand || !offered.is_empty()) && !event_is_written {
            transaction.require_unchanged(&self.event);
        }
        if self.is_touched || self.after != self.before.body {
            transaction.replace(&self.before, &work.next_version(&self.before, self.after.clone(), None));
        }
        Ok(self.after)
    }
}

/// When somebody looks at the seats again: at once when something is left to do, and when registration closes before an
/// offer is over.
fn look_at(seats: &EventSeats, terms: &SeatTerms) -> Option<Timestamp> {
    if seats.offers.iter().any(|offer| !terms.keeps_until(offer.expires_at)) || seats.can_promote(terms) {
        return Some(terms.now);
    }
    seats.offers.iter().any(|offer| terms.closes_at < offer.expires_at).then_some(terms.closes_at)
}

async fn read(work: &UnitOfWork, ids: &[Id<EventWaitlistEntry>]) -> Result<Vec<Record<EventWaitlistEntry>>, ApiError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(work.store.find_all(work.tenant(), ids).await?)
}

/// An entry that ends no longer stands in the way of its customer.
pub fn leave_line(transaction: &mut Transaction, entry: &Record<EventWaitlistEntry>) {
    if let Some(customer) = entry.body.customer_id {
        transaction.add(&Customer::open_registrations(customer), -1);
    }
}
