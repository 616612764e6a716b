//! Day items of resources: read together, changed in memory, written under their versions in one transaction.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use chrono::NaiveDate;
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::Expression,
    item::{self, Item},
    key::Key,
    table::{PARTITION_KEY, SORT_KEY},
    transaction::{Transaction, version_conflict},
};
use crate::{
    auth::Tenant,
    domain::{
        Id, Period, Timestamp,
        calendar::{self, Slot},
    },
    error::{ApiError, ErrorCode},
};

/// Most slots of one resource on one day: far below DynamoDB's 400 KB an item.
const SLOTS_MAX: usize = 2_000;
/// Most calendars that are read at the same moment.
const SIDE_BY_SIDE_MAX: usize = 25;
/// Partition space of the day items, and their version.
const SPACE: &str = "calendar";
const VERSION: &str = "version";
const RESOURCE: &str = "resource_id";

/// One day of one resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct DayItem {
    version: i64,
    slots: Vec<Slot>,
}

/// Days of resources, as they were read and as they are to be written.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    days: BTreeMap<(Uuid, NaiveDate), Sheet>,
}

/// A day as it was read, and its slots as they are to be written when they changed.
type Sheet = (DayItem, Option<Vec<Slot>>);

/// Something is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The interval that is in the way; whose it is, is not told.
    pub period: Period,
}

impl Calendar {
    /// Whether a resource of `capacity` units has room for `slot`. The days must have been read.
    pub fn room<K>(&self, resource: Id<K>, capacity: u32, slot: &Slot, now: Timestamp) -> Result<(), Taken> {
        let taken = self.slots(resource, &slot.days());
        calendar::conflict(&taken, slot, capacity, now).map_or(Ok(()), |period| Err(Taken { period }))
    }

    /// Puts `slot` on every day it touches, if a resource of `capacity` units has room. The days must have been read.
    pub fn take<K>(&mut self, resource: Id<K>, capacity: u32, slot: &Slot, now: Timestamp) -> Result<(), Taken> {
        self.room(resource, capacity, slot, now)?;
        for day in slot.days() {
            let slots = self.changed(resource, day, now);
            slots.retain(|other| other.id != slot.id);
            slots.push(slot.clone());
        }
        Ok(())
    }

    /// Puts `slot` in the place of the slot with its id, which must still count on every day it stands on: whoever is
    /// in a calendar keeps the place without asking again. A place that was lost is a conflict with itself.
    pub fn keep<K>(
        &mut self,
        resource: Id<K>,
        old_days: &[NaiveDate],
        slot: &Slot,
        now: Timestamp,
    ) -> Result<(), Taken> {
        let days = slot.days();
        let holds = |calendar: &Self, day: &NaiveDate| {
            calendar.slots(resource, &[*day]).iter().any(|held| held.id == slot.id && held.counts(now))
        };
        if let Some(period) = slot.period().filter(|_| !days.iter().all(|day| holds(self, day))) {
            return Err(Taken { period });
        }
        self.free(resource, slot.id, old_days, now);
        for day in days {
            self.changed(resource, day, now).push(slot.clone());
        }
        Ok(())
    }

    /// Whether this day of this resource was read.
    #[must_use]
    pub fn has(&self, resource: Uuid, day: NaiveDate) -> bool {
        self.days.contains_key(&(resource, day))
    }

    /// The days of both.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        self.days.extend(other.days);
        self
    }

    /// Takes the slot of `id` off these days.
    pub fn free<K>(&mut self, resource: Id<K>, id: Uuid, days: &[NaiveDate], now: Timestamp) {
        for day in days {
            self.changed(resource, *day, now).retain(|slot| slot.id != id);
        }
    }

    /// Slots on these days, as they are to be written; a slot of several days comes several times.
    #[must_use]
    pub fn slots<K>(&self, resource: Id<K>, days: &[NaiveDate]) -> Vec<Slot> {
        let of = |day: &NaiveDate| self.days.get(&(resource.uuid(), *day));
        days.iter().filter_map(of).flat_map(|(item, new)| new.as_ref().unwrap_or(&item.slots).clone()).collect()
    }

    /// Writes the changed days, each under the version it was read in.
    pub fn write(self, transaction: &mut Transaction) {
        for ((resource, day), (item, new)) in self.days {
            let Some(slots) = new.filter(|slots| *slots != item.slots) else { continue };
            let condition = if item.version == 0 { Expression::absent() } else { Expression::version(item.version) };
            let after = DayItem { version: item.version + 1, slots };
            if after.slots.len() > SLOTS_MAX {
                transaction.refuse(day_full());
            }
            transaction.put_encoded(&key(transaction.tenant(), resource, day), &after, condition, version_conflict());
        }
    }

    /// The slots of a day that is to be changed, without what no longer counts.
    fn changed<K>(&mut self, resource: Id<K>, day: NaiveDate, now: Timestamp) -> &mut Vec<Slot> {
        let (item, new) = self.days.entry((resource.uuid(), day)).or_default();
        new.get_or_insert_with(|| item.slots.iter().filter(|slot| slot.counts(now)).cloned().collect())
    }
}

fn day_full() -> ApiError {
    ApiError::conflict(ErrorCode::CapacityExceeded, "a day of a resource holds at most 2,000 bookings")
}

fn key(tenant: &Tenant, resource: Uuid, day: NaiveDate) -> Key {
    Key { sort: day.to_string(), ..Key::single(tenant, SPACE, &resource.to_string()) }
}

impl Store {
    /// The days that slots need, each with its resource, in one read.
    pub async fn calendar(&self, tenant: &Tenant, wanted: Vec<(Uuid, NaiveDate)>) -> Result<Calendar, StoreError> {
        let mut calendar = Calendar::default();
        for wanted in wanted {
            calendar.days.entry(wanted).or_default();
        }
        let keys: Vec<Key> = calendar.days.keys().map(|(resource, day)| key(tenant, *resource, *day)).collect();
        for item in self.batch_get(keys).await? {
            calendar.insert(item)?;
        }
        Ok(calendar)
    }

    /// Every day of several resources from `first` to `last` that has anything on it, side by side.
    pub async fn calendars(
        &self,
        tenant: &Tenant,
        resources: &[Uuid],
        first: NaiveDate,
        last: NaiveDate,
    ) -> Result<Calendar, StoreError> {
        let mut calendar = Calendar::default();
        for some in resources.chunks(SIDE_BY_SIDE_MAX) {
            let reads = some.iter().map(|resource| self.calendar_range(tenant, *resource, first, last));
            for range in try_join_all(reads).await? {
                calendar = calendar.merged(range);
            }
        }
        Ok(calendar)
    }

    /// Every day of a resource from `first` to `last` that has anything on it, in one query of the table.
    pub async fn calendar_range(
        &self,
        tenant: &Tenant,
        resource: Uuid,
        first: NaiveDate,
        last: NaiveDate,
    ) -> Result<Calendar, StoreError> {
        let mut calendar = Calendar::default();
        let mut start = None;
        loop {
            let output = self
                .client
                .query()
                .table_name(&*self.table)
                .consistent_read(true)
                .key_condition_expression("#pk = :pk AND #sk BETWEEN :first AND :last")
                .expression_attribute_names("#pk", PARTITION_KEY)
                .expression_attribute_names("#sk", SORT_KEY)
                .expression_attribute_values(":pk", AttributeValue::S(key(tenant, resource, first).partition))
                .expression_attribute_values(":first", AttributeValue::S(first.to_string()))
                .expression_attribute_values(":last", AttributeValue::S(last.to_string()))
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(from_sdk)?;
            self.meter.add(output.consumed_capacity());
            for item in output.items.unwrap_or_default() {
                calendar.insert(item)?;
            }
            start = output.last_evaluated_key;
            if start.is_none() {
                return Ok(calendar);
            }
        }
    }
}

impl Calendar {
    /// Every slot of a resource that was read; a slot of several days comes several times.
    #[must_use]
    pub fn slots_of<K>(&self, resource: Id<K>) -> Vec<Slot> {
        let days = (resource.uuid(), NaiveDate::MIN)..=(resource.uuid(), NaiveDate::MAX);
        self.days.range(days).flat_map(|(_, (item, _))| item.slots.clone()).collect()
    }

    fn insert(&mut self, item: Item) -> Result<(), StoreError> {
        let broken = |what: &str| StoreError::Internal(format!("a stored calendar day has no {what}"));
        let resource =
            item::text(&item, PARTITION_KEY).and_then(|partition| partition.rsplit('#').next()?.parse().ok());
        let day = item::text(&item, SORT_KEY).and_then(|day| day.parse().ok());
        let key = (resource.ok_or_else(|| broken(RESOURCE))?, day.ok_or_else(|| broken("day"))?);
        let stored: DayItem = serde_dynamo::from_item(item).map_err(|error| broken(&format!("{VERSION}: {error}")))?;
        self.days.insert(key, (stored, None));
        Ok(())
    }
}
