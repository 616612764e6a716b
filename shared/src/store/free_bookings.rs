//! Bookings free of charge that one customer has of one resource: the only place where it is decided whether there may be
//! another. Kept only where the resource limits them, and written under its version with the booking itself. When a
//! booking is over, expired or released its entry counts no longer, without anybody's doing.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Store,
    error::StoreError,
    expression::Expression,
    key::Key,
    transaction::{Transaction, version_conflict},
};
use crate::{
    domain::{Customer, Id, Resource, Timestamp},
    error::{ApiError, ErrorCode},
    tenant::Tenant,
};

/// Partition space of the items.
const SPACE: &str = "free_bookings";
/// Most entries: far below DynamoDB's 400 KB an item. Only overrides come near.
const ENTRIES_MAX: usize = 2_000;

/// A booking that counts until it is over. Field names are short in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeBooking {
    /// The booking.
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
struct BookItem {
    version: i64,
    bookings: Vec<FreeBooking>,
}

/// The entries of one customer and resource, as they were read and as they are to be written.
#[derive(Clone, Debug)]
pub struct FreeBook {
    key: Key,
    item: BookItem,
    new: Vec<FreeBooking>,
}

impl Store {
    /// What a customer has of a resource free of charge.
    pub async fn free_bookings(
        &self,
        tenant: &Tenant,
        resource: Id<Resource>,
        customer: Id<Customer>,
    ) -> Result<FreeBook, StoreError> {
        let key = Key::single(tenant, SPACE, &format!("{resource}#{customer}"));
        let broken = |error| StoreError::Internal(format!("stored free bookings do not decode: {error}"));
        let item: BookItem = match self.get_item(&key).await? {
            Some(item) => serde_dynamo::from_item(item).map_err(broken)?,
            None => BookItem::default(),
        };
        Ok(FreeBook { key, new: item.bookings.clone(), item })
    }
}

impl FreeBook {
    /// How many count, `booking` itself not among them.
    #[must_use]
    pub fn others(&self, booking: Uuid, now: Timestamp) -> usize {
        self.new.iter().filter(|entry| entry.id != booking && entry.counts(now)).count()
    }

    /// Takes a booking out.
    pub fn remove(&mut self, booking: Uuid) {
        self.new.retain(|entry| entry.id != booking);
    }

    /// Enters a booking in place of what was there of it.
    pub fn enter(&mut self, booking: FreeBooking) {
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
        let BookItem { version, .. } = self.item;
        let condition = if version == 0 { Expression::absent() } else { Expression::version(version) };
        let after = BookItem { version: version + 1, bookings: self.new };
        transaction.put_encoded(&self.key, &after, condition, version_conflict());
    }
}
