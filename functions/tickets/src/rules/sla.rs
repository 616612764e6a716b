//! How long a ticket may take. Its time counts while the location is open to everybody (`public_hours`, on days that are no holidays) and
//! the ticket waits for nobody. Everything follows from what is stored of the ticket and from the location as it is now. Pure: no IO.

use chrono::Duration;
use scheduling::opening::{Schedule, open_periods};
use shared::domain::{CustomerTier, Location, Period, Timestamp};

use crate::records::sla_clock::SlaClock;

/// Days that are looked at together.
const DAYS_AT_ONCE: i64 = 7;
/// Most times that so many days are looked at for the end of a ticket's time: what is not over within five years has no end.
const LOOKS_MAX: u32 = 261;
/// Pauses that are kept; earlier ones are counted and forgotten.
const PAUSES_MAX: usize = 40;

/// When so many minutes of a clock are over; none when that is not foreseeable, because it stands still or the location does not open.
#[must_use]
pub fn due_at(clock: &SlaClock, minutes: u32, location: &Location) -> Option<Timestamp> {
    let mut left = i64::from(minutes) * 60_000 - clock.counted_ms;
    if left <= 0 {
        return Some(clock.since);
    }
    let mut looks = 0;
    for (from, until) in clock.stretches() {
        let mut start = from;
        while let Some(window) = window(start, until) {
            looks += 1;
            if looks > LOOKS_MAX {
                return None;
            }
            for open in business_hours(location, window) {
                let length = milliseconds(open);
                if left <= length {
                    return Some(open.start().plus(Duration::milliseconds(left)));
                }
                left -= length;
            }
            start = window.end();
        }
    }
    None
}

/// Milliseconds of business hours that a clock has counted by an instant.
#[must_use]
pub fn counted_ms(clock: &SlaClock, by: Timestamp, location: &Location) -> i64 {
    let mut counted = clock.counted_ms;
    for (from, until) in clock.stretches() {
        let end = until.map_or(by, |until| until.min(by));
        let mut start = from;
        while let Some(window) = window(start, Some(end)) {
            counted += business_hours(location, window).into_iter().map(milliseconds).sum::<i64>();
            start = window.end();
        }
    }
    counted
}

/// The same clock without its earliest pauses when it has many: what it had counted before them is a number from then on.
#[must_use]
pub fn shortened(mut clock: SlaClock, location: &Location) -> SlaClock {
    while clock.pauses.len() > PAUSES_MAX {
        let first = clock.pauses[0];
        let Some(until) = first.until else { return clock };
        clock.counted_ms = counted_ms(&clock, first.from, location);
        clock.since = until;
        clock.pauses.remove(0);
    }
    clock
}

/// The next days from `start`, at most until `end`; none when nothing is left.
fn window(start: Timestamp, end: Option<Timestamp>) -> Option<Period> {
    let next = start.plus(Duration::days(DAYS_AT_ONCE));
    Period::new(start, end.map_or(next, |end| end.min(next)))
}

fn business_hours(location: &Location, within: Period) -> Vec<Period> {
    open_periods(location, &Schedule::default(), CustomerTier::Public, within)
}

fn milliseconds(period: Period) -> i64 {
    period.end().millis() - period.start().millis()
}

#[cfg(test)]
mod tests;
