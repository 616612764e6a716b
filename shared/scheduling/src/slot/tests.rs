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
