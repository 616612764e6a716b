//! How long a ticket may take. Its time counts while the location is open to everybody (`public_hours`, on days that
//! are no holidays) and the ticket waits for nobody. Everything follows from what is stored of the ticket and from the
//! location as it is now. Pure: no IO.

use chrono::Duration;
use records::Location;
use values::Timestamp;

use super::business_hours::{BusinessHours, WEEK_MS, milliseconds, parts};
use crate::records::{
    sla_clock::{RanOut, SlaClock},
    ticket_type::TicketPriority,
};

/// Most time of a clock that is looked at for the end of a ticket's: what is not over within five years has no end.
const LOOKED_AT_MAX_MS: i64 = 261 * WEEK_MS;
/// Pauses that are kept; earlier ones are counted and forgotten.
const PAUSES_MAX: usize = 40;

/// When so many minutes of a clock are over; none when that is not foreseeable, because it stands still or the location
/// does not open.
#[must_use]
pub fn due_at(clock: &SlaClock, minutes: u32, hours: &mut BusinessHours) -> Option<Timestamp> {
    let mut left = i64::from(minutes) * 60_000 - clock.counted_ms;
    if left <= 0 {
        return Some(clock.ran_out_at(minutes));
    }
    let mut looked_at = 0;
    for (from, until) in clock.running_times() {
        let most = from.plus(Duration::milliseconds(LOOKED_AT_MAX_MS - looked_at));
        let end = until.map_or(most, |until| until.min(most));
        for part in parts(from, end) {
            let length = hours.length_ms(part);
            if length < left {
                left -= length;
                continue;
            }
            for open in hours.periods(part) {
                let over = open.start().plus(Duration::milliseconds(left));
                if over <= open.end() {
                    return Some(over);
                }
                left -= milliseconds(open);
            }
        }
        looked_at += end.millis() - from.millis();
    }
    None
}

/// Milliseconds of business hours that a clock has counted by an instant.
#[must_use]
pub fn counted_ms(clock: &SlaClock, by: Timestamp, hours: &mut BusinessHours) -> i64 {
    let running_times = clock.running_times().into_iter();
    let within = running_times.flat_map(|(from, until)| parts(from, until.map_or(by, |until| until.min(by))));
    within.fold(clock.counted_ms, |counted, part| counted + hours.length_ms(part))
}

/// The same clock without its earliest pauses when it has many: what it had counted before them is a number from then
/// on, and so is when the minutes were over that tickets have there, as far as they were.
#[must_use]
pub fn shortened(mut clock: SlaClock, location: &Location) -> SlaClock {
    let mut hours = BusinessHours::of(location);
    while clock.pauses.len() > PAUSES_MAX {
        let first = clock.pauses[0];
        let Some(until) = first.until else { return clock };
        let counted = counted_ms(&clock, first.from, &mut hours);
        clock.ran_out = ran_out(&clock, counted, &mut hours);
        clock.counted_ms = counted;
        clock.since = until;
        clock.pauses.remove(0);
    }
    clock
}

/// When the minutes of each priority were over, of those that are by the time that was counted.
fn ran_out(clock: &SlaClock, counted_ms: i64, hours: &mut BusinessHours) -> Vec<RanOut> {
    let minutes =
        TicketPriority::ALL.map(|priority| priority.minutes(&hours.location().ticket_settings.resolution_minutes));
    let over = minutes.into_iter().filter(|minutes| i64::from(*minutes) * 60_000 <= counted_ms);
    over.filter_map(|minutes| due_at(clock, minutes, hours).map(|at| RanOut { minutes, at })).collect()
}

#[cfg(test)]
mod tests;
