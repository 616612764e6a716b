//! Half-open periods of time: the end is not part of the period, so that a period that ends and one that begins at the
//! same instant do not overlap.

use serde::{Deserialize, Serialize};

use super::{
    time::{Day, Timestamp},
    time_zone::TimeZone,
};

/// `[start, end)`; it cannot be built backwards or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    start: Timestamp,
    end: Timestamp,
}

impl Period {
    /// The period from `start` to `end`; `None` unless `start` is before `end`.
    #[must_use]
    pub fn new(start: Timestamp, end: Timestamp) -> Option<Self> {
        (start < end).then_some(Self { start, end })
    }

    /// First instant of the period, which is part of it.
    #[must_use]
    pub const fn start(self) -> Timestamp {
        self.start
    }

    /// First instant after the period.
    #[must_use]
    pub const fn end(self) -> Timestamp {
        self.end
    }

    /// Whether both share an instant.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether `instant` lies inside.
    #[must_use]
    pub fn contains(self, instant: Timestamp) -> bool {
        self.start <= instant && instant < self.end
    }

    /// Length in whole minutes, rounded down.
    #[must_use]
    pub fn minutes(self) -> i64 {
        (self.end.millis() - self.start.millis()) / 60_000
    }
}

impl Day {
    /// This day from its first instant in `zone` to that of the following day.
    #[must_use]
    pub fn whole_in(self, zone: TimeZone) -> Option<Period> {
        Period::new(self.start_in(zone)?, self.end_in(zone)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Period, Timestamp};

    fn period(start: i64, end: i64) -> Option<Period> {
        Period::new(Timestamp::from_millis(start * 60_000)?, Timestamp::from_millis(end * 60_000)?)
    }

    #[test]
    fn a_period_cannot_be_built_backwards_or_empty() {
        assert!(period(2, 1).is_none());
        assert!(period(1, 1).is_none());
    }

    proptest! {
        #[test]
        fn overlap_agrees_with_counting_minutes(a in 0_i64..60, b in 0_i64..60, c in 0_i64..60, d in 0_i64..60) {
            let (Some(left), Some(right)) = (period(a, b), period(c, d)) else { return Ok(()) };
            let shared = (0..60).any(|minute| (a..b).contains(&minute) && (c..d).contains(&minute));
            prop_assert_eq!(left.overlaps(right), shared);
            prop_assert_eq!(right.overlaps(left), shared);
            prop_assert_eq!(left.minutes(), b - a);
        }
    }
}
