//! When a calendar is read next, and when it is given up.

use chrono::Duration;
use values::Timestamp;

/// Minutes between two readings.
const EVERY_MINUTES: i64 = 5;
/// Most minutes between two readings of a calendar that cannot be read.
const PAUSE_MINUTES_MAX: i64 = 60;
/// Minutes without success after which staff are told.
const MINUTES_UNTIL_TOLD: i64 = 60;
/// Days without success after which a calendar is disabled.
const DAYS_UNTIL_DISABLED: i64 = 5;
/// Hours after which a calendar is read as a whole although its server says that nothing changed: what repeats comes
/// nearer.
const WHOLE_HOURS: i64 = 12;
/// Minutes after which the sweep looks again at what was handed over: longer than a reading takes.
const LOST_MINUTES: i64 = 10;

/// When a calendar is read next that failed so often in a row.
#[must_use]
pub fn next_at(failures_in_a_row: i64, now: Timestamp) -> Timestamp {
    let doubled = u32::try_from(failures_in_a_row.saturating_sub(1).clamp(0, 10)).unwrap_or_default();
    let minutes = (EVERY_MINUTES << doubled).min(PAUSE_MINUTES_MAX);
    now.plus(Duration::minutes(minutes))
}

/// When a resource or a calendar is looked at again that is not read now.
#[must_use]
pub fn rest_until(now: Timestamp) -> Timestamp {
    now.plus(Duration::minutes(PAUSE_MINUTES_MAX))
}

/// When a calendar is looked at again that is not active: its resource may have gone meanwhile.
#[must_use]
pub fn unread_until(now: Timestamp) -> Timestamp {
    now.plus(Duration::days(1))
}

/// When what was handed over is looked at again, in case that nobody did it.
#[must_use]
pub fn lost_at(now: Timestamp) -> Timestamp {
    now.plus(Duration::minutes(LOST_MINUTES))
}

/// Whether it is told that a calendar fails since then.
#[must_use]
pub fn is_told_failing(failing_since: Timestamp, now: Timestamp) -> bool {
    failing_since.plus(Duration::minutes(MINUTES_UNTIL_TOLD)) <= now
}

/// Whether a calendar is given up that fails since then.
#[must_use]
pub fn is_given_up(failing_since: Timestamp, now: Timestamp) -> bool {
    failing_since.plus(Duration::days(DAYS_UNTIL_DISABLED)) <= now
}

/// Whether a calendar is to be read as a whole that was so last then.
#[must_use]
pub fn wants_all(whole_read_at: Option<Timestamp>, now: Timestamp) -> bool {
    whole_read_at.is_none_or(|at| at.plus(Duration::hours(WHOLE_HOURS)) <= now)
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::{is_given_up, next_at, wants_all};

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + minute * 60_000).expect("an instant")
    }

    #[test]
    fn a_calendar_is_read_every_five_minutes_and_one_that_fails_every_hour_in_the_end() {
        let pauses: Vec<Timestamp> = (0..8).map(|failures| next_at(failures, at(0))).collect();
        assert_eq!(pauses, [5, 5, 10, 20, 40, 60, 60, 60].map(at));
        assert_eq!(next_at(i64::MAX, at(0)), at(60));
    }

    #[test]
    fn after_five_days_without_success_it_is_given_up() {
        assert!(!is_given_up(at(0), at(5 * 1_440 - 1)) && is_given_up(at(0), at(5 * 1_440)));
        assert!(wants_all(None, at(0)) && !wants_all(Some(at(0)), at(719)) && wants_all(Some(at(0)), at(720)));
    }
}
