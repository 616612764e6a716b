use proptest::prelude::*;
use uuid::Uuid;

use super::{Assigned, Day, Days, Id, Period, ResourceAssignments, TimeZone, Timestamp};

fn day(number: i64) -> Day {
    let text = format!("2026-{:02}-{:02}", 1 + number / 28, 1 + number % 28);
    Day::parse(&text).expect("a day")
}

fn days(first: i64, last: Option<i64>) -> Days {
    Days { first: day(first), last: last.map(day) }
}

fn book(entries: &[(i64, Option<i64>, Option<u32>)]) -> ResourceAssignments {
    let assigned = entries.iter().zip(1..).map(|((first, last, units), number)| Assigned {
        assignment_id: Id::new(Uuid::from_u128(number)),
        days: days(*first, *last),
        units: *units,
        held: None,
    });
    ResourceAssignments { assigned: assigned.collect(), closed_until: None }
}

#[test]
fn both_end_days_are_taken_and_the_neighbours_are_free() {
    let book = book(&[(10, Some(20), None)]);
    for (first, last, conflict) in [
        (0, Some(9), None),
        (0, Some(10), Some(days(10, Some(10)))),
        (0, None, Some(days(10, Some(20)))),
        (20, None, Some(days(20, Some(20)))),
        (21, None, None),
        (12, Some(13), Some(days(12, Some(13)))),
    ] {
        assert_eq!(book.conflict(days(first, last), Some(1), 1), conflict, "{first} to {last:?}");
    }
}

#[test]
fn units_are_counted_day_by_day_and_the_entire_resource_is_all_of_them() {
    let book = book(&[(0, Some(10), Some(2)), (5, None, Some(1)), (40, Some(50), None)]);
    assert_eq!(book.units_taken(days(0, Some(4)), 4), 2);
    assert_eq!(book.units_taken(days(0, Some(5)), 4), 3);
    assert_eq!(book.units_taken(days(0, None), 4), 5);
    assert_eq!(book.conflict(days(0, Some(20)), Some(2), 4), Some(days(5, Some(10))));
    assert_eq!(book.conflict(days(11, Some(20)), Some(3), 4), None);
    assert_eq!(book.conflict(days(11, Some(20)), None, 4), Some(days(11, Some(20))));
    assert_eq!(book.conflict(days(60, Some(60)), Some(5), 4), Some(days(60, Some(60))));
}

#[test]
fn a_period_touches_its_local_days() {
    let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
    let instant = |text: &str| Timestamp::parse(text).expect("an instant");
    let period = Period::new(instant("2026-01-01T22:59:00Z"), instant("2026-01-02T23:00:00Z")).expect("a period");
    assert_eq!(Days::of(period, zone), Some(days(0, Some(1))));
}

#[test]
fn what_is_over_leaves_the_book() {
    let book = book(&[(0, Some(10), None), (11, Some(20), None), (21, None, None)]);
    let left = book.without(Id::new(Uuid::from_u128(3)), day(11));
    assert_eq!(left.assigned, book.assigned[1..2]);
    assert!(left.is_taken_from(day(20)));
    assert!(!left.is_taken_from(day(21)));
}

proptest! {
    #[test]
    fn a_conflict_is_a_day_on_which_the_units_do_not_suffice(
        entries in prop::collection::vec((0_i64..60, 0_i64..20, 1_u32..3), 0..6),
        first in 0_i64..60,
        length in 0_i64..20,
        wanted in 1_u32..4,
    ) {
        let units = 4;
        let entries: Vec<_> = entries.iter().map(|(start, length, units)| (*start, Some(start + length), Some(*units))).collect();
        let taken = |number: i64| -> u32 {
            entries.iter().filter(|(start, end, _)| (*start..=end.unwrap_or(0)).contains(&number)).filter_map(|(_, _, units)| *units).sum()
        };
        let expected = (first..=first + length).find(|number| taken(*number) + wanted > units);
        let found = book(&entries).conflict(days(first, Some(first + length)), Some(wanted), units);
        prop_assert_eq!(found.map(|days| days.first), expected.map(day));
        let most = (first..=first + length).map(taken).max();
        prop_assert_eq!(Some(book(&entries).units_taken(days(first, Some(first + length)), units)), most);
    }
}
