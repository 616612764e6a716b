//! Day items of resources, one for each resource and UTC day: read together, changed in memory, and written under their
//! versions in one transaction.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use store::{Expression, Key, StoreError, Transaction, transaction::version_conflict};
use uuid::Uuid;
use values::{ApiError, ErrorCode, Id, Period, Tenant, Timestamp, error::TimeConflict};
use work::UnitOfWork;

use crate::{
    resource::Resource,
    slot::{self, Slot},
};

/// Most slots of one resource on one day: below DynamoDB's 400 KB an item.
const SLOTS_MAX: usize = 2_000;
/// Most bytes of a slot in a day item.
pub const SLOT_BYTES: usize = 190;
/// Most slots in the days that one transaction writes: DynamoDB takes 4 MB, of which some are kept for the records.
const WRITTEN_MAX: usize = 3_500_000 / SLOT_BYTES;
/// Most calendars that are read at the same moment.
const SIDE_BY_SIDE_MAX: usize = 25;
/// Space of the day items' keys.
const SPACE: &str = "calendar";

/// One day of one resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct DayItem {
    version: i64,
    slots: Vec<Slot>,
}

/// Days of resources, as they were read and as they are to be written.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    days: BTreeMap<(Uuid, NaiveDate), DayChange>,
}

/// A day as it was read, and its slots as they are to be written when they changed.
type DayChange = (DayItem, Option<Vec<Slot>>);

/// Something is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotConflict {
    /// The interval that is in the way, without whose it is.
    pub period: Period,
}

impl SlotConflict {
    /// 409 with the interval that is in the way on a resource.
    #[must_use]
    pub fn on(self, resource: Id<Resource>) -> ApiError {
        ApiError::booking_conflict(TimeConflict::new(resource, self.period.start(), self.period.end()))
    }
}

impl Calendar {
    /// Whether a resource of `capacity` units has room for `slot`. The days must have been read.
    pub fn room<K>(&self, resource: Id<K>, capacity: u32, slot: &Slot, now: Timestamp) -> Result<(), SlotConflict> {
        let taken = self.slots(resource, &slot.days());
        slot::conflict(&taken, slot, capacity, now).map_or(Ok(()), |period| Err(SlotConflict { period }))
    }

    /// Puts `slot` on every day it touches, if a resource of `capacity` units has room. The days must have been read.
    pub fn take<K>(&mut self, resource: Id<K>, capacity: u32, slot: &Slot, now: Timestamp) -> Result<(), SlotConflict> {
        self.room(resource, capacity, slot, now)?;
        for day in slot.days() {
            let slots = self.changed(resource, day, now);
            slots.retain(|other| other.id != slot.id);
            slots.push(slot.clone());
        }
        Ok(())
    }

    /// Replaces the slot with this id by `slot`. The old one must still count on every day it stands on; then the new
    /// one needs no free units, because it only keeps what it has. Otherwise the conflict names the slot's own
    /// interval.
    pub fn keep<K>(
        &mut self,
        resource: Id<K>,
        old_days: &[NaiveDate],
        slot: &Slot,
        now: Timestamp,
    ) -> Result<(), SlotConflict> {
        let days = slot.days();
        let holds = |calendar: &Self, day: &NaiveDate| {
            calendar.slots(resource, &[*day]).iter().any(|held| held.id == slot.id && held.counts(now))
        };
        if let Some(period) = slot.period()
            && !days.iter().all(|day| holds(self, day))
        {
            return Err(SlotConflict { period });
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

    /// Removes the slot with this id from these days.
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
        let mut written = 0;
        for ((resource, day), (item, new)) in self.days {
            let Some(slots) = new.filter(|slots| *slots != item.slots) else { continue };
            let condition = if item.version == 0 { Expression::absent() } else { Expression::version(item.version) };
            let after = DayItem { version: item.version + 1, slots };
            written += after.slots.len();
            if after.slots.len() > SLOTS_MAX {
                transaction.refuse(day_full());
            } else if written > WRITTEN_MAX {
                transaction.refuse(days_full());
            }
            transaction.put_encoded(&key(transaction.tenant(), resource, day), &after, condition, version_conflict());
        }
    }

    /// The slots of a day that is about to change; those that no longer count are removed.
    /// Days that are written.
    #[must_use]
    pub fn changed_days(&self) -> usize {
        self.days.values().filter(|(item, new)| new.as_ref().is_some_and(|slots| *slots != item.slots)).count()
    }

    fn changed<K>(&mut self, resource: Id<K>, day: NaiveDate, now: Timestamp) -> &mut Vec<Slot> {
        let (item, new) = self.days.entry((resource.uuid(), day)).or_default();
        new.get_or_insert_with(|| item.slots.iter().filter(|slot| slot.counts(now)).cloned().collect())
    }
}

fn day_full() -> ApiError {
    ApiError::conflict(ErrorCode::CapacityExceeded, "a day of a resource holds at most 2,000 bookings")
}

fn days_full() -> ApiError {
    let message = format!("days that change together hold at most {WRITTEN_MAX} bookings: ask for fewer of them");
    ApiError::conflict(ErrorCode::CapacityExceeded, message)
}

fn key(tenant: &Tenant, resource: Uuid, day: NaiveDate) -> Key {
    Key::sorted(tenant, SPACE, &resource.to_string(), day.to_string())
}

/// Each day of each resource.
#[must_use]
pub fn each_day(ids: &[Id<Resource>], days: &[NaiveDate]) -> Vec<(Uuid, NaiveDate)> {
    ids.iter().flat_map(|id| days.iter().map(|day| (id.uuid(), *day))).collect()
}

impl Calendar {
    /// The days that slots need, each with its resource, in one read.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_days(work: &UnitOfWork, wanted: Vec<(Uuid, NaiveDate)>) -> Result<Self, StoreError> {
        let mut calendar = Self::default();
        for wanted in wanted {
            calendar.days.entry(wanted).or_default();
        }
        let key = |(resource, day): &(Uuid, NaiveDate)| key(work.tenant(), *resource, *day);
        let wanted: HashMap<Key, (Uuid, NaiveDate)> = calendar.days.keys().map(|day| (key(day), *day)).collect();
        let keys = calendar.days.keys().map(key).collect();
        for (key, stored) in work.store.read_values::<DayItem>(keys).await? {
            if let Some(day) = wanted.get(&key) {
                calendar.days.insert(*day, (stored, None));
            }
        }
        Ok(calendar)
    }

    /// Every day of several resources from `first` to `last` that has anything on it, side by side.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_resources(
        work: &UnitOfWork,
        resources: &[Uuid],
        first: NaiveDate,
        last: NaiveDate,
    ) -> Result<Self, StoreError> {
        let mut calendar = Self::default();
        for some in resources.chunks(SIDE_BY_SIDE_MAX) {
            let reads = some.iter().map(|resource| Self::read_resource(work, *resource, first, last));
            for days in try_join_all(reads).await? {
                calendar = calendar.merged(days);
            }
        }
        Ok(calendar)
    }

    /// Every day of a resource from `first` to `last` that has anything on it, in one query of the table.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_resource(
        work: &UnitOfWork,
        resource: Uuid,
        first: NaiveDate,
        last: NaiveDate,
    ) -> Result<Self, StoreError> {
        let (first, last) = (key(work.tenant(), resource, first), last.to_string());
        let mut calendar = Self::default();
        for (key, stored) in work.store.read_values_between::<DayItem>(&first, &last).await? {
            let day =
                key.sort.parse().map_err(|_| StoreError::Internal("a stored calendar day has no day".to_owned()))?;
            calendar.days.insert((resource, day), (stored, None));
        }
        Ok(calendar)
    }

    /// Every slot of a resource that was read; a slot of several days comes several times.
    #[must_use]
    pub fn slots_of<K>(&self, resource: Id<K>) -> Vec<Slot> {
        let days = (resource.uuid(), NaiveDate::MIN)..=(resource.uuid(), NaiveDate::MAX);
        self.days.range(days).flat_map(|(_, (item, _))| item.slots.clone()).collect()
    }
}
