//! What a calendar shows of its readings. It is written down when something changed, else once in an hour: clients rely
//! on its version.

use calendars::outside_calendars::{
    OutsideCalendar, OutsideCalendarState, ReadingFailure,
    busy::Standing,
    record::Readings,
    schedule::{is_given_up, is_told_failing},
};
use chrono::Duration;
use store::{Record, Transaction};
use values::Timestamp;
use work::UnitOfWork;

/// After a reading that succeeded; until when it looked, and how many events it could not read, where it looked.
#[must_use]
pub fn succeeded(
    before: Readings,
    (until, unreadable): (Option<Timestamp>, Option<usize>),
    now: Timestamp,
) -> Readings {
    let unreadable = unreadable.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    Readings {
        last_read_at: Some(now),
        last_success_at: Some(now),
        failure: None,
        failing_since: None,
        failure_told_at: None,
        read_until: until.or(before.read_until),
        unreadable_count: unreadable.unwrap_or(before.unreadable_count),
        ..before
    }
}

/// With what became of the blocks.
#[must_use]
pub fn counted(before: &Readings, state: &OutsideCalendarState, now: Timestamp) -> Readings {
    let count = |standing| i64::try_from(state.busy.count(standing)).unwrap_or(i64::MAX);
    let pieces = i64::try_from(state.pieces.count(Standing::Taken)).unwrap_or(i64::MAX);
    Readings {
        block_count: count(Standing::Taken).saturating_add(pieces),
        conflict_count: count(Standing::Met),
        conflicts: state.conflicts.clone(),
        conflict_found_at: if state.has_new_conflict { Some(now) } else { before.conflict_found_at },
        ..before.clone()
    }
}

/// After a reading that failed: after five days of them it is disabled.
#[must_use]
pub fn failed(before: OutsideCalendar, failure: ReadingFailure, now: Timestamp) -> OutsideCalendar {
    let failing_since = before.readings.failing_since.unwrap_or(now);
    let told_at = before.readings.failure_told_at.or_else(|| is_told_failing(failing_since, now).then_some(now));
    let readings = Readings {
        last_read_at: Some(now),
        failure_told_at: told_at,
        failure: Some(failure),
        failing_since: Some(failing_since),
        ..before.readings.clone()
    };
    let mut after = OutsideCalendar { readings, ..before };
    if is_given_up(failing_since, now) {
        after.readings.disabled_at = Some(now);
        after.fields.is_active = false;
    }
    after
}

/// Whether a change is worth a version.
#[must_use]
pub fn is_told(before: &OutsideCalendar, after: &OutsideCalendar, now: Timestamp) -> bool {
    let Readings { last_read_at, last_success_at, .. } = before.readings.clone();
    let is_old = last_read_at.is_none_or(|at| at.plus(Duration::hours(1)) <= now);
    let readings = Readings { last_read_at, last_success_at, ..after.readings.clone() };
    is_old || OutsideCalendar { readings, ..after.clone() } != *before
}

/// Adds to `transaction` what a calendar shows of its readings, if it is worth a version; the calendar as it is then.
pub fn note(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: Record<OutsideCalendar>,
    readings: Readings,
) -> Record<OutsideCalendar> {
    let after = OutsideCalendar { readings, ..before.body.clone() };
    if !is_told(&before.body, &after, work.now) {
        return before;
    }
    let after = work.next_version(&before, after, None);
    transaction.replace(&before, &after);
    after
}
