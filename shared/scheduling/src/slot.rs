//! The calendar of a resource: what takes its time, kept per UTC day. Whether something fits is decided here and
//! nowhere else, on items that are written under their version.
//!
//! Days are UTC days and not local ones, because an item's day must never change: a location may change its time zone,
//! and an interval's place in the calendar may not.

use std::collections::{BTreeMap, HashSet};

use chrono::{Duration, NaiveDate};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use values::{Period, Timestamp};

/// Longest buffer, in minutes. It limits how many days around an interval must be read.
pub const BUFFER_MINUTES_MAX: u32 = 1_440;

/// Most day items and conditions in one transaction: DynamoDB allows 100 actions, and a booking needs some for itself,
/// its hold, what changes in lists, the customer's free bookings and the idempotency key.
const ACTIONS_MAX: usize = 92;

/// What takes time in a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A booking, pending or confirmed.
    Booking,
    /// A hold on the way to a booking.
    Hold,
    /// A block by the operator.
    Block,
}

/// An interval that is taken. Field names are short in the store: a day may hold thousands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Id of the booking, hold or block.
    #[serde(rename = "i")]
    pub id: Uuid,
    /// Whether a booking, a hold or a block takes the time.
    #[serde(rename = "k")]
    pub kind: SlotKind,
    /// First instant of the time that is taken.
    #[serde(rename = "s")]
    pub start: Timestamp,
    /// First instant after it.
    #[serde(rename = "e")]
    pub end: Timestamp,
    /// Minutes kept free before it.
    #[serde(rename = "b")]
    pub buffer_before_minutes: u32,
    /// Minutes kept free after it.
    #[serde(rename = "a")]
    pub buffer_after_minutes: u32,
    /// Units of the resource that it takes.
    #[serde(rename = "u")]
    pub units: u32,
    /// The customer of a booking, for rules about the customer's own bookings; it is never shown.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub customer: Option<Uuid>,
    /// Minutes that its customer keeps between bookings of the resource.
    #[serde(rename = "d", default, skip_serializing_if = "is_zero")]
    pub cooldown_minutes: u32,
    /// When it stops taking time by itself: a hold or pending booking expires, a booking to which nobody came is
    /// released.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl Slot {
    /// Whether it still takes time at the instant `now`.
    #[must_use]
    pub fn counts(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// The interval without buffers.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::new(self.start, self.end)
    }

    /// UTC days that the interval with its buffers and cooldown touches. Two slots that are too close always share one
    /// of these days, because the gap between them is required by one of the two.
    #[must_use]
    pub fn days(&self) -> Vec<NaiveDate> {
        let (before, after) = (self.buffer_before_minutes, self.buffer_after_minutes);
        let first = self.start.plus(-Duration::minutes(before.max(self.cooldown_minutes).into()));
        let gap = Duration::minutes(after.max(self.cooldown_minutes).into());
        days_between(first, self.end.plus(gap - Duration::milliseconds(1)))
    }

    /// Whether another booking of its customer among `taken` comes nearer than its cooldown allows.
    #[must_use]
    pub fn is_too_soon(&self, taken: &[Self], now: Timestamp) -> bool {
        let gap = Duration::minutes(self.cooldown_minutes.into());
        let near = |other: &Self| self.start < other.end.plus(gap) && other.start < self.end.plus(gap);
        let own = |other: &Self| other.id != self.id && other.customer.is_some() && other.customer == self.customer;
        self.cooldown_minutes > 0 && taken.iter().any(|other| own(other) && near(other) && other.counts(now))
    }

    /// First instant at which `next` may start after this slot: the larger of the two buffers, not their sum.
    fn free_for(&self, next: &Self) -> Timestamp {
        let minutes = self.buffer_after_minutes.max(next.buffer_before_minutes);
        self.end.plus(Duration::minutes(minutes.into()))
    }

    /// Whether this slot, with the gap after it, is not over when `other` starts.
    fn runs_into(&self, other: &Self) -> bool {
        let free_at = self.free_for(other);
        self.start <= other.start && other.start < free_at
    }
}

/// For serde, which hands a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_zero(minutes: &u32) -> bool {
    *minutes == 0
}

/// UTC days from one instant to another, both included.
#[must_use]
pub fn days_between(first: Timestamp, last: Timestamp) -> Vec<NaiveDate> {
    let last = last.utc().date_naive();
    first.utc().date_naive().iter_days().take_while(|day| *day <= last).collect()
}

/// UTC days on which something could be that comes too close to `period`.
#[must_use]
pub fn days_around(period: Period) -> Vec<NaiveDate> {
    let reach = Duration::minutes(BUFFER_MINUTES_MAX.into());
    days_between(period.start().plus(-reach), period.end().plus(reach))
}

/// Whether so many days of calendars can be written at once, with so many conditions and further entries.
#[must_use]
pub const fn fits_one_write(calendar_days: usize, others: usize) -> bool {
    calendar_days + others <= ACTIONS_MAX
}

/// The slots that still count, each once: a slot of several days comes several times.
#[must_use]
pub fn distinct(taken: &[Slot], now: Timestamp) -> Vec<&Slot> {
    let mut known = HashSet::new();
    taken.iter().filter(|slot| slot.counts(now) && known.insert(slot.id)).collect()
}

/// The interval that conflicts with `new` on a resource of `capacity` units; `None` when `new` fits.
///
/// The number of units in use can only rise where a slot starts. So only starts are looked at: that of `new`, and that
/// of each slot that begins before `new` and its gap are over. `taken` may contain a slot twice (once for each day) and
/// slots that no longer count.
#[must_use]
pub fn conflict(taken: &[Slot], new: &Slot, capacity: u32, now: Timestamp) -> Option<Period> {
    let mut live = distinct(taken, now);
    live.retain(|slot| slot.id != new.id);
    let (units, capacity) = (i64::from(new.units), i64::from(capacity));
    let running = live.iter().filter(|slot| slot.runs_into(new));
    if running.clone().map(|slot| i64::from(slot.units)).sum::<i64>() + units > capacity {
        return running.map(|slot| slot.period()).next().unwrap_or_else(|| new.period());
    }
    // Two slots that start at the same instant overlap each other; both are counted at either start.
    let mut loads = BTreeMap::new();
    let is_full = |slot: &&&Slot| {
        let buffer = slot.buffer_before_minutes;
        let load = loads.entry(buffer).or_insert_with(|| load(live.iter().copied(), buffer));
        load.range(..=slot.start.millis()).next_back().is_some_and(|(_, taken)| taken + units > capacity)
    };
    live.iter().filter(|slot| new.runs_into(slot)).find(is_full).and_then(|slot| slot.period())
}

/// Units that run from each instant on at which their number changes, in milliseconds, for something that keeps
/// `buffer` minutes free before it.
#[must_use]
pub fn load<'a>(slots: impl Iterator<Item = &'a Slot>, buffer: u32) -> BTreeMap<i64, i64> {
    let mut changes: BTreeMap<i64, i64> = BTreeMap::new();
    for slot in slots {
        let gap = Duration::minutes(slot.buffer_after_minutes.max(buffer).into());
        *changes.entry(slot.start.millis()).or_default() += i64::from(slot.units);
        *changes.entry(slot.end.plus(gap).millis()).or_default() -= i64::from(slot.units);
    }
    let mut units = 0;
    for change in changes.values_mut() {
        units += *change;
        *change = units;
    }
    changes
}

/// Units of a resource that are taken at most at any instant of `period`, buffers not counted.
#[must_use]
pub fn units_taken(taken: &[Slot], period: Period, now: Timestamp) -> u32 {
    let live: Vec<&Slot> =
        taken.iter().filter(|slot| slot.counts(now) && slot.period().is_some_and(|own| own.overlaps(period))).collect();
    let points = live.iter().map(|slot| slot.start.max(period.start()));
    points
        .map(|at| live.iter().filter(|slot| slot.start <= at && at < slot.end).map(|slot| slot.units).sum())
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests;
