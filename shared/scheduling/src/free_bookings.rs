//! The bookings free of charge that one customer has of one resource: the record on which it is decided whether there
//! may be another one. It exists only where the resource limits them, and is written under its version in the booking's
//! transaction. The entry of a booking that is over, expired or released counts no longer, and nothing has to be
//! written for that.

use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use store::{Expression, Key, StoreError, Transaction, transaction::version_conflict};
use uuid::Uuid;
use values::{ApiError, Customer, ErrorCode, Id, Timestamp};
use work::UnitOfWork;

use crate::resource::Resource;

/// Space of the items' keys.
const SPACE: &str = "free_bookings";
/// Most entries, which keeps the item far below DynamoDB's limit of 400 KB. Only bookings by override can come near it.
const ENTRIES_MAX: usize = 2_000;

/// A booking that counts until it is over. Field names are short in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeBooking {
    /// Identifier of the booking that counts.
    #[serde(rename = "i")]
    pub id: Uuid,
    /// When it is over.
    #[serde(rename = "e")]
    pub end: Timestamp,
    /// When it ends being live by itself, before that.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl FreeBooking {
    fn counts(&self, now: Timestamp) -> bool {
        now < self.end && self.until.is_none_or(|until| now < until)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct StoredFreeBookings {
    version: i64,
    bookings: Vec<FreeBooking>,
}

/// The entries of one customer and resource, as they were read and as they are to be written.
#[derive(Clone, Debug)]
pub struct FreeBookings {
    key: Key,
    item: StoredFreeBookings,
    new: Vec<FreeBooking>,
}

impl FreeBookings {
    /// What a customer has of a resource free of charge.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read(work: &UnitOfWork, resource: Id<Resource>, customer: Id<Customer>) -> Result<Self, StoreError> {
        let key = Key::single(work.tenant(), SPACE, &format!("{resource}#{customer}"));
        let item: StoredFreeBookings = work.store.read_value(&key).await?.unwrap_or_default();
        Ok(Self { key, new: item.bookings.clone(), item })
    }

    /// What a customer has of each of these resources free of charge, in their order.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_all(
        work: &UnitOfWork,
        resources: &[Id<Resource>],
        customer: Id<Customer>,
    ) -> Result<Vec<Self>, StoreError> {
        try_join_all(resources.iter().map(|resource| Self::read(work, *resource, customer))).await
    }

    /// How many count, `booking` itself not among them.
    #[must_use]
    pub fn others(&self, booking: Uuid, now: Timestamp) -> usize {
        self.new.iter().filter(|entry| entry.id != booking && entry.counts(now)).count()
    }

    /// Takes a booking out.
    pub fn remove(&mut self, booking: Uuid) {
        self.new.retain(|entry| entry.id != booking);
    }

    /// Records a booking in place of its earlier entry.
    pub fn add(&mut self, booking: FreeBooking) {
        self.remove(booking.id);
        self.new.push(booking);
    }

    /// Writes it under the version in which it was read, without what no longer counts; nothing when nothing changed.
    pub fn write(mut self, transaction: &mut Transaction, now: Timestamp) {
        if self.new == self.item.bookings {
            return;
        }
        self.new.retain(|entry| entry.counts(now));
        if self.new.len() > ENTRIES_MAX {
            let message = "a customer has at most 2,000 free bookings of a resource that limits them";
            transaction.refuse(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        let StoredFreeBookings { version, .. } = self.item;
        let condition = if version == 0 { Expression::absent() } else { Expression::version(version) };
        let after = StoredFreeBookings { version: version + 1, bookings: self.new };
        transaction.put_encoded(&self.key, &after, condition, version_conflict());
    }
}
