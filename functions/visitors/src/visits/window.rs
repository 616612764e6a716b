//! When a visitor is expected, and the local days on which the code is valid. Pure: no IO.

use chrono::Duration;
use records::Location;
use values::{ApiError, Day, Timestamp};

/// Longest visit, in days.
const VISIT_DAYS_MAX: i64 = 31;
/// Visits are expected at most so many days ahead.
const DAYS_AHEAD_MAX: i64 = 732;

/// When a visitor is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Instant at which the visitor is expected.
    pub expected_at: Timestamp,
    /// Until when the visitor is expected, if that was said.
    pub expected_until: Option<Timestamp>,
    /// Beginning of the local day of `expected_at`.
    pub valid_from: Timestamp,
    /// End of the local day of `expected_until`, or of `expected_at`.
    pub valid_until: Timestamp,
}

impl Window {
    /// Of a visit at a location.
    ///
    /// # Errors
    /// 422: `end_before_start`, `too_long` on `expected_until`, `in_the_past`, `too_far_ahead` on `expected_at`.
    pub fn of(
        location: &Location,
        expected_at: Timestamp,
        expected_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        if let Some(until) = expected_until {
            if until <= expected_at {
                return Err(ApiError::rule("expected_until", "end_before_start", "a visit ends after it begins"));
            }
            if expected_at.plus(Duration::days(VISIT_DAYS_MAX)) < until {
                let message = format!("a visit lasts at most {VISIT_DAYS_MAX} days");
                return Err(ApiError::rule("expected_until", "visit_too_long", message));
            }
        }
        if now.plus(Duration::days(DAYS_AHEAD_MAX)) < expected_at {
            let message = format!("a visit is expected within {DAYS_AHEAD_MAX} days");
            return Err(ApiError::rule("expected_at", "too_far_ahead", message));
        }
        let zone = location.time_zone;
        let day = |instant: Timestamp| Day::new(instant.day_in(zone));
        let valid_from = day(expected_at).and_then(|day| day.start_in(zone));
        // Who is expected until midnight need not come on the next day.
        let last = expected_until.map_or(expected_at, |until| until.plus(-Duration::milliseconds(1)));
        let valid_until = day(last).and_then(|day| day.end_in(zone));
        let (Some(valid_from), Some(valid_until)) = (valid_from, valid_until) else {
            return Err(ApiError::rule("expected_at", "too_far_ahead", "the visit is beyond the calendar"));
        };
        if valid_until <= now {
            return Err(ApiError::rule("expected_at", "in_the_past", "the day of the visit is over"));
        }
        Ok(Self { expected_at, expected_until, valid_from, valid_until })
    }
}
