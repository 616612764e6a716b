//! What is counted of a booking in the lists of `GET /bookings`: when it begins, what it belongs to, its state and what
//! time makes of it.

use store::{CalendarEntry, CalendarSubject};
use values::Timestamp;

use super::{Booking, BookingState, BookingStatus};

impl Booking {
    /// What is counted of it.
    #[must_use]
    pub fn counted(&self) -> CalendarEntry {
        of(self)
    }
}

fn of(booking: &Booking) -> CalendarEntry {
    let mut subjects = vec![(CalendarSubject::Location, booking.location_id.uuid())];
    let mut resources: Vec<_> = booking.additional_resource_ids.iter().map(|resource| resource.uuid()).collect();
    resources.push(booking.resource_id.uuid());
    resources.sort_unstable();
    resources.dedup();
    subjects.extend(resources.into_iter().map(|resource| (CalendarSubject::Resource, resource)));
    subjects.push((CalendarSubject::Customer, booking.customer_id.uuid()));
    CalendarEntry {
        at: booking.start,
        state: stored(booking.state).number(),
        transitions: transitions(booking),
        subjects,
    }
}

const fn stored(state: BookingState) -> BookingStatus {
    match state {
        BookingState::Pending => BookingStatus::Pending,
        BookingState::Confirmed => BookingStatus::Confirmed,
        BookingState::Cancelled => BookingStatus::Cancelled,
        BookingState::Completed => BookingStatus::Completed,
    }
}

/// As [`Booking::status`] has it: the end completes what is confirmed, and a deadline that has passed cancels, whatever
/// was before.
fn transitions(booking: &Booking) -> Vec<(Timestamp, u8)> {
    let ends = (booking.state == BookingState::Confirmed).then_some((booking.end, BookingStatus::Completed.number()));
    let is_open = matches!(booking.state, BookingState::Pending | BookingState::Confirmed);
    let void_at = if is_open { booking.void_at } else { None };
    let void = void_at.map(|at| (at, BookingStatus::Cancelled.number()));
    match (ends, void) {
        (Some(end), Some(void)) if end.0 < void.0 => vec![end, void],
        (_, Some(void)) => vec![void],
        (ends, None) => ends.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::{Booking, BookingState, of};
    use crate::booking::sample::{at, booking};

    #[test]
    fn the_counted_state_is_the_status_at_every_instant() {
        let sample: Booking = booking(at("2026-11-23T10:00"), at("2026-11-23T11:00"), 0);
        let states = [BookingState::Pending, BookingState::Confirmed, BookingState::Cancelled, BookingState::Completed];
        for state in states {
            for void_minutes in [None, Some(-30), Some(15), Some(60), Some(600)] {
                let void_at = void_minutes.map(|minutes| sample.start.plus(Duration::minutes(minutes)));
                let booking = Booking { state, void_at, ..sample.clone() };
                for minutes in [-60, -30, 0, 15, 59, 60, 61, 599, 600, 6_000] {
                    let now = sample.start.plus(Duration::minutes(minutes));
                    let counted = of(&booking).state_at(now);
                    assert_eq!(counted, booking.status(now).number(), "{state:?} {void_minutes:?} {minutes}");
                }
            }
        }
    }
}
