//! The calendar of a resource: what takes its time, kept per UTC day. Whether something fits is decided here and
//! nowhere else, on items that are written under their version.
//!
//! Days are UTC days and not local ones, because an item's day must never change: a location may change its time zone,
//! and an interval's place in the calendar may not.

use std::collections::{BTreeMap, HashSet};

use chrono::{Duration, NaiveDate};
use serde::{Deserialize, Serialize};
use shared::domain::{Period, Timestamp};
use uuid::Uuid;

/// Longest buffer, in minutes. It limits how many days around an interval must be read.
pub const BUFFER_MINUTES_MAX: u32 = 1_440;

/// Most day items and conditions in one transaction: DynamoDB allows 100 actions, and a booking needs some for itself, its
/// hold, the customer's free bookings and the idempotency key.
const ACTIONS_MAX: usize = 93;

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
    /// What it is.
    #[serde(rename = "k")]
    pub kind: SlotKind,
    /// First instant.
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

/// Units that run from each instant on at which their number changes, in milliseconds, for something that keeps `buffer`
/// minutes free before it.
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
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::{Slot, SlotKind, Timestamp, conflict, units_taken};

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_millis((1_000_000 + minute) * 60_000).expect("an instant")
    }

    fn slot(id: u128, start: i64, end: i64, units: u32, buffers: (u32, u32)) -> Slot {
        Slot {
            id: Uuid::from_u128(id),
            kind: SlotKind::Booking,
            start: at(start),
            end: at(end),
            buffer_before_minutes: buffers.0,
            buffer_after_minutes: buffers.1,
            units,
            customer: None,
            cooldown_minutes: 0,
            until: None,
        }
    }

    fn fits(taken: &[Slot], new: &Slot, capacity: u32) -> bool {
        conflict(taken, new, capacity, at(0)).is_none()
    }

    #[test]
    fn neighbours_without_buffers_both_stand() {
        let first = slot(1, 60, 120, 1, (0, 0));
        assert!(fits(std::slice::from_ref(&first), &slot(2, 120, 180, 1, (0, 0)), 1));
        assert!(fits(std::slice::from_ref(&first), &slot(2, 0, 60, 1, (0, 0)), 1));
        assert!(!fits(std::slice::from_ref(&first), &slot(2, 119, 121, 1, (0, 0)), 1));
        assert!(!fits(&[first], &slot(2, 60, 61, 1, (0, 0)), 1));
    }

    #[test]
    fn the_gap_is_the_larger_buffer_and_not_the_sum() {
        let first = slot(1, 60, 120, 1, (0, 10));
        assert!(!fits(std::slice::from_ref(&first), &slot(2, 129, 180, 1, (5, 0)), 1));
        assert!(fits(std::slice::from_ref(&first), &slot(2, 130, 180, 1, (5, 0)), 1));
        assert!(!fits(&[first], &slot(2, 130, 180, 1, (15, 0)), 1));
    }

    #[test]
    fn what_no_longer_counts_is_not_in_the_way() {
        let hold = Slot { until: Some(at(0)), ..slot(1, 60, 120, 1, (0, 0)) };
        assert!(fits(std::slice::from_ref(&hold), &slot(2, 60, 120, 1, (0, 0)), 1));
        assert!(!fits(&[Slot { until: Some(at(1)), ..hold }], &slot(2, 60, 120, 1, (0, 0)), 1));
    }

    #[test]
    fn a_conflict_tells_the_colliding_interval() {
        let taken = [slot(1, 0, 30, 1, (0, 0)), slot(2, 60, 120, 1, (0, 0))];
        let found = conflict(&taken, &slot(3, 40, 70, 1, (0, 0)), 1, at(0)).expect("a conflict");
        assert_eq!((found.start(), found.end()), (at(60), at(120)));
    }

    #[test]
    fn a_customer_keeps_the_cooldown_between_two_bookings_and_nobody_else_does() {
        let of = |customer: u128, start: i64| Slot {
            customer: Some(Uuid::from_u128(customer)),
            cooldown_minutes: 30,
            ..slot(start.unsigned_abs().into(), start, start + 60, 1, (0, 0))
        };
        let taken = [of(1, 1_000), slot(7, 1_000, 1_060, 1, (0, 0))];
        for (new, expected) in [
            (of(1, 1_090), false),
            (of(1, 1_089), true),
            (of(1, 910), false),
            (of(1, 911), true),
            (of(2, 1_089), false),
            (of(1, 1_000), false),
            (Slot { cooldown_minutes: 0, ..of(1, 1_061) }, false),
        ] {
            assert_eq!(new.is_too_soon(&taken, at(0)), expected, "{new:?}");
        }
        let released = [Slot { until: Some(at(0)), ..of(1, 1_000) }];
        assert!(!of(1, 1_061).is_too_soon(&released, at(0)));
    }

    proptest! {
        // PROPTEST_CASES asks for more.
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(2_000)))]

        #[test]
        fn bookings_within_a_cooldown_share_a_day(
            start in 0_i64..6_000, length in 1_i64..4_000, gap in 0_i64..1_500, cooldown in 1_u32..1_440, is_first in any::<bool>(),
        ) {
            let (one, other) = if is_first { (cooldown, 0) } else { (0, cooldown) };
            let of = |id, start, cooldown_minutes| Slot { customer: Some(Uuid::nil()), cooldown_minutes, ..slot(id, start, start + length, 1, (0, 0)) };
            let (first, second) = (of(1, start, one), of(2, start + length + gap, other));
            if first.is_too_soon(std::slice::from_ref(&second), at(0)) || second.is_too_soon(std::slice::from_ref(&first), at(0)) {
                prop_assert!(first.days().iter().any(|day| second.days().contains(day)));
            }
        }

        #[test]
        fn capacity_agrees_with_counting_minutes(
            taken in prop::collection::vec((0_i64..50, 1_i64..12, 1_u32..3), 0..8),
            new in (0_i64..50, 1_i64..12, 1_u32..3),
            capacity in 1_u32..5,
        ) {
            let mut accepted: Vec<Slot> = Vec::new();
            let used = |slots: &[Slot], minute: i64| slots.iter().filter(|slot| slot.start <= at(minute) && at(minute) < slot.end).map(|slot| slot.units).sum::<u32>();
            for (number, (start, length, units)) in taken.into_iter().chain([new]).enumerate() {
                let slot = slot(number as u128 + 1, start, start + length, units, (0, 0));
                let room = (start..start + length).all(|minute| used(&accepted, minute) + units <= capacity);
                prop_assert_eq!(fits(&accepted, &slot, capacity), room);
                if room {
                    accepted.push(slot);
                }
            }
            let period = super::Period::new(at(0), at(70)).expect("a period");
            prop_assert_eq!(units_taken(&accepted, period, at(0)), (0..70).map(|minute| used(&accepted, minute)).max().unwrap_or(0));
        }

        #[test]
        fn slots_that_come_too_close_share_a_day(
            start in 0_i64..6_000, length in 1_i64..4_000, gap in 0_i64..1_500, other_length in 1_i64..4_000,
            after in 0_u32..1_440, before in 0_u32..1_440,
        ) {
            let first = slot(1, start, start + length, 1, (0, after));
            let second = slot(2, start + length + gap, start + length + gap + other_length, 1, (before, 0));
            if !fits(std::slice::from_ref(&first), &second, 1) {
                prop_assert!(first.days().iter().any(|day| second.days().contains(day)));
            }
        }

        #[test]
        fn buffers_agree_with_lanes_that_keep_their_gap(
            slots in prop::collection::vec((0_i64..60, 1_i64..15), 1..9), buffer in 0_u32..8, capacity in 1_u32..4,
        ) {
            // With one buffer for all, slots fit when each can be given a lane whose neighbours keep the gap.
            let mut accepted: Vec<Slot> = Vec::new();
            for (number, (start, length)) in slots.into_iter().enumerate() {
                let new = slot(number as u128 + 1, start, start + length, 1, (0, buffer));
                let mut all: Vec<&Slot> = accepted.iter().chain([&new]).collect();
                all.sort_by_key(|slot| slot.start);
                let mut lanes: Vec<i64> = Vec::new();
                for slot in all {
                    let (from, to) = (slot.start.millis(), slot.end.millis() + i64::from(buffer) * 60_000);
                    match lanes.iter_mut().find(|free| **free <= from) {
                        Some(free) => *free = to,
                        None => lanes.push(to),
                    }
                }
                let room = lanes.len() <= capacity as usize;
                prop_assert_eq!(fits(&accepted, &new, capacity), room);
                if room {
                    accepted.push(new);
                }
            }
        }
    }
}
