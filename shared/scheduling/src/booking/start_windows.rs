//! In which windows a booking of a given length may start: found by walking what is taken, and not by trying minutes.
//! Pure: what was read is handed in.
//!
//! A booking that starts at `t` meets the calendar at two kinds of instants, because the number of units in use only
//! rises where something starts: at `t` itself, and where another slot starts before the booking and its gap are over.
//! The first excludes every `t` at which too much runs; the second excludes every `t` from which the booking would
//! reach a slot that has too much beside it already.

use std::collections::BTreeMap;

use chrono::{Duration, NaiveTime, Timelike as _};
use uuid::Uuid;
use values::{TimeZone, Timestamp};

use crate::slot::{Slot, load};

/// Minutes of a local day.
const DAY_MINUTES: u32 = 24 * 60;
/// Most minutes by which clocks are changed.
const CHANGE_MINUTES_MAX: u32 = 180;

/// Instants from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartWindow {
    /// Earliest instant at which a booking may start.
    pub first: Timestamp,
    /// Latest instant at which a booking may start.
    pub last: Timestamp,
}

/// What a booking asks of one calendar.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// How long it lasts.
    pub length: Duration,
    /// Minutes kept free before and after.
    pub buffers: (u32, u32),
    /// Units that the booking takes there.
    pub units: u32,
    /// Units that the resource has in all.
    pub capacity: u32,
}

/// Milliseconds of starts that are excluded: from, and before.
type Excluded = (i64, i64);

/// The starts that what is taken excludes, in no order. `slots` has each slot once.
#[must_use]
pub fn excluded(slots: &[Slot], asked: &Asked) -> Vec<Excluded> {
    let (before, after) = asked.buffers;
    let left = i64::from(asked.capacity) - i64::from(asked.units);
    let mut excluded = overfull(slots, before, left);
    let mut loads = BTreeMap::new();
    for slot in slots {
        let buffer = slot.buffer_before_minutes;
        let load =
            loads.entry(buffer).or_insert_with(|| load(slots.iter(), buffer)).range(..=slot.start.millis()).next_back();
        if load.is_some_and(|(_, units)| *units > left) {
            let reach = asked.length.num_milliseconds() + minutes(after.max(buffer));
            excluded.push((slot.start.millis() - reach + 1, slot.start.millis() + 1));
        }
    }
    excluded
}

/// The starts that the cooldown of a customer excludes.
#[must_use]
pub fn excluded_by_cooldown(slots: &[Slot], customer: Uuid, cooldown: u32, length: Duration) -> Vec<Excluded> {
    let gap = minutes(cooldown);
    let own = slots.iter().filter(|slot| cooldown > 0 && slot.customer == Some(customer));
    own.map(|slot| (slot.start.millis() - length.num_milliseconds() - gap + 1, slot.end.millis() + gap)).collect()
}

/// What is left of these windows, which are in order.
#[must_use]
pub fn without(windows: &[StartWindow], excluded: Vec<Excluded>) -> Vec<StartWindow> {
    let (excluded, mut left) = (merged(excluded), Vec::new());
    for window in windows {
        let (mut from, last) = (window.first.millis(), window.last.millis());
        let near = excluded.partition_point(|(_, end)| *end <= from);
        for (start, end) in excluded[near..].iter().take_while(|(start, _)| *start <= last) {
            if from < *start {
                push(&mut left, from, start - 1);
            }
            from = from.max(*end);
        }
        if from <= last {
            push(&mut left, from, last);
        }
    }
    left
}

/// The same starts in order, without overlap.
fn merged(mut excluded: Vec<Excluded>) -> Vec<Excluded> {
    excluded.sort_unstable();
    let mut merged: Vec<Excluded> = Vec::new();
    for (start, end) in excluded {
        match merged.last_mut().filter(|(_, last)| start <= *last) {
            Some((_, last)) => *last = end.max(*last),
            None => merged.push((start, end)),
        }
    }
    merged
}

fn push(windows: &mut Vec<StartWindow>, first: i64, last: i64) {
    if let Some((first, last)) = Timestamp::from_millis(first).zip(Timestamp::from_millis(last)) {
        windows.push(StartWindow { first, last });
    }
}

/// The starts at which more than `left` units run.
fn overfull(slots: &[Slot], buffer: u32, left: i64) -> Vec<Excluded> {
    let load = load(slots.iter(), buffer);
    let ends = load.keys().copied().skip(1);
    load.iter().zip(ends).filter(|((_, units), _)| **units > left).map(|((start, _), end)| (*start, end)).collect()
}

/// The steps of the local days from one instant to another, both included. A step that the clocks skip is where they
/// go on, and one that they show twice is two.
pub fn steps(first: Timestamp, last: Timestamp, step: u32, zone: TimeZone) -> impl Iterator<Item = Timestamp> {
    let (first_day, last_day) = (first.day_in(zone), last.day_in(zone));
    let (from, to) = (minute_of_day(first, zone), minute_of_day(last, zone));
    first_day.iter_days().take_while(move |day| *day <= last_day).flat_map(move |day| {
        // Clocks are changed by three hours at most, so nothing further away can lie between the two instants.
        let from = if day == first_day { from.saturating_sub(CHANGE_MINUTES_MAX) / step * step } else { 0 };
        let to = if day == last_day { (to + CHANGE_MINUTES_MAX).min(DAY_MINUTES) } else { DAY_MINUTES };
        let minutes = (from..to).step_by(usize::try_from(step).unwrap_or(1));
        let mut starts: Vec<Timestamp> = minutes
            .flat_map(|minute| zone.all_at(day.and_time(NaiveTime::MIN) + Duration::minutes(minute.into())))
            .filter(|start| (first..=last).contains(start))
            .collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    })
}

fn minute_of_day(at: Timestamp, zone: TimeZone) -> u32 {
    let local = at.local_in(zone);
    local.hour() * 60 + local.minute()
}

const fn minutes(minutes: u32) -> i64 {
    minutes as i64 * 60_000
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Asked, Duration, Slot, StartWindow, Timestamp, Uuid, excluded, excluded_by_cooldown, without};
    use crate::slot::{SlotKind, conflict};

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_millis((1_000_000 + minute) * 60_000).expect("an instant")
    }

    fn slot(id: u128, start: i64, length: i64, units: u32, buffers: (u32, u32)) -> Slot {
        Slot {
            id: Uuid::from_u128(id),
            kind: SlotKind::Booking,
            start: at(start),
            end: at(start + length),
            buffer_before_minutes: buffers.0,
            buffer_after_minutes: buffers.1,
            units,
            customer: Some(Uuid::from_u128(id % 3)),
            cooldown_minutes: 5,
            until: None,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(1_000)))]

        #[test]
        fn windows_agree_with_trying_every_minute(
            taken in prop::collection::vec((0_i64..60, 1_i64..15, 1_u32..3, 0_u32..4, 0_u32..4), 0..9),
            (length, units, before, after, capacity) in (1_i64..12, 1_u32..3, 0_u32..4, 0_u32..4, 1_u32..5),
        ) {
            let slots: Vec<Slot> = taken.into_iter().enumerate()
                .map(|(number, (start, length, units, before, after))| slot(number as u128 + 1, start, length, units, (before, after)))
                .collect();
            let asked = Asked { length: Duration::minutes(length), buffers: (before, after), units, capacity };
            let whole = [StartWindow { first: at(-10), last: at(20) }, StartWindow { first: at(25), last: at(80) }];
            let customer = Uuid::from_u128(1);
            let mut all = excluded(&slots, &asked);
            all.extend(excluded_by_cooldown(&slots, customer, 5, asked.length));
            let windows = without(&whole, all);
            prop_assert!(windows.windows(2).all(|pair| pair[0].last < pair[1].first));
            for minute in (-10..=20).chain(25..=80) {
                let new = Slot { customer: Some(customer), ..slot(99, minute, length, units, (before, after)) };
                let fits = units <= capacity && conflict(&slots, &new, capacity, at(-20)).is_none() && !new.is_too_soon(&slots, at(-20));
                // More units than there are is refused by policy, and of no calendar.
                let found = units <= capacity && windows.iter().any(|window| window.first <= at(minute) && at(minute) <= window.last);
                prop_assert_eq!(found, fits, "{}", minute);
            }
        }
    }
}
