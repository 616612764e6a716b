//! What a booking adds to sums, by what is stored of it (`docs/areas/reports.md`, 4 to 6).

use std::collections::BTreeMap;

use scheduling::{
    Booking, Resource,
    booking::{BookingState, CancellationReason},
    resource::ResourceType,
};
use values::{Id, Period};

use super::{Measure, booked_hours::minutes_by_hour};
use crate::{
    place::Place,
    resource_letters::{hour_letter, letter},
    sums::Sums,
};

/// Types of the resources that a booking takes.
pub type Types = BTreeMap<Id<Resource>, ResourceType>;

/// As what a booking counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountsAs {
    Booked,
    Cancelled,
    NoShow,
}

/// A request that waits, was declined or expired counts as nothing.
fn counts_as(booking: &Booking) -> Option<CountsAs> {
    if booking.no_show {
        return Some(CountsAs::NoShow);
    }
    match booking.state {
        BookingState::Pending => None,
        BookingState::Confirmed | BookingState::Completed => Some(CountsAs::Booked),
        BookingState::Cancelled => match booking.cancellation.as_ref()?.reason {
            CancellationReason::NoShow => Some(CountsAs::NoShow),
            CancellationReason::Customer | CancellationReason::Operator => Some(CountsAs::Cancelled),
            CancellationReason::Declined | CancellationReason::Expired => None,
        },
    }
}

/// What a booking adds; nothing when it is not live. What clocks show where it is booked decides the day and the hour.
#[must_use]
pub fn booking_sums(booking: &Booking, types: &Types) -> Sums {
    let mut sums = Sums::default();
    let Some(counts_as) = counts_as(booking) else { return sums };
    let period = match counts_as {
        CountsAs::Booked => booking.period(),
        CountsAs::Cancelled | CountsAs::NoShow => Period::new(booking.start, booking.end),
    };
    let Some(period) = period else { return sums };
    let hours = minutes_by_hour(period, booking.time_zone);
    for taken in &booking.taken {
        let Some(of_type) = types.get(&taken.resource_id).copied().map(letter) else { continue };
        for ((day, hour), minutes) in &hours {
            let cell = match counts_as {
                CountsAs::Booked => hour_letter(*hour),
                CountsAs::Cancelled => Measure::CancelledMinutes.digit(),
                CountsAs::NoShow => Measure::NoShowMinutes.digit(),
            };
            add(&mut sums, booking, &day.to_string(), (of_type, cell), minutes * i64::from(taken.units));
        }
    }
    let first = hours.keys().next().map(|(day, _)| day.to_string());
    // As its minutes: of the type that was remembered first, whatever the resource has become since.
    let of_type = types.get(&booking.resource_id).copied().or(booking.resource_type);
    if let (Some(day), Some(of_type)) = (first, of_type) {
        let measure = match counts_as {
            CountsAs::Booked => Measure::Bookings,
            CountsAs::Cancelled => Measure::CancelledBookings,
            CountsAs::NoShow => Measure::NoShowBookings,
        };
        add(&mut sums, booking, &day, (letter(of_type), measure.digit()), 1);
    }
    sums
}

fn add(sums: &mut Sums, booking: &Booking, day: &str, (of_type, what): (char, char), number: i64) {
    let cell: String = [of_type, what].into_iter().collect();
    for place in Place::summed(Some(booking.location_id)) {
        sums.add(place, day, &cell, number);
    }
}
