//! A busy time that meets bookings: it takes nothing, and staff are told both sides.

use scheduling::Booking;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Id, Timestamp};

/// Most conflicts that a calendar shows, the earliest.
pub const CONFLICTS_MAX: usize = 20;
/// Most bookings that a conflict names.
pub const BOOKINGS_MAX: usize = 3;

/// A busy time of an outside calendar that meets bookings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OutsideCalendarConflict")]
pub struct CalendarConflict {
    /// First instant of the busy time.
    pub start_time: Timestamp,
    /// First instant after it.
    pub end_time: Timestamp,
    /// The first three bookings that it meets.
    pub booking_ids: Vec<Id<Booking>>,
}

/// The conflicts with this one among them, in place of what was known of the same time.
#[must_use]
pub fn with(conflicts: Vec<CalendarConflict>, new: CalendarConflict) -> Vec<CalendarConflict> {
    let mut conflicts = without(conflicts, (new.start_time, new.end_time));
    let position = conflicts.partition_point(|other| other.start_time <= new.start_time);
    conflicts.insert(position, new);
    conflicts.truncate(CONFLICTS_MAX);
    conflicts
}

/// The conflicts without the one of this time.
#[must_use]
pub fn without(mut conflicts: Vec<CalendarConflict>, time: (Timestamp, Timestamp)) -> Vec<CalendarConflict> {
    conflicts.retain(|other| (other.start_time, other.end_time) != time);
    conflicts
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::{CONFLICTS_MAX, CalendarConflict, with, without};

    fn conflict(second: i64) -> CalendarConflict {
        let at = |second: i64| Timestamp::from_millis(second * 1_000).expect("an instant");
        CalendarConflict { start_time: at(second), end_time: at(second + 1), booking_ids: Vec::new() }
    }

    #[test]
    fn the_earliest_conflicts_are_kept_each_once() {
        let all = (0..30).rev().map(|number| conflict(number % 25)).fold(Vec::new(), with);
        assert_eq!(all, (0..i64::try_from(CONFLICTS_MAX).expect("few")).map(conflict).collect::<Vec<_>>());
        let first = (all[0].start_time, all[0].end_time);
        assert_eq!(without(all, first).len(), CONFLICTS_MAX - 1);
    }
}
