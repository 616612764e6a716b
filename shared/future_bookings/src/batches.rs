//! How many bookings one transaction changes together with all that they stand in: DynamoDB allows 100 actions and 4
//! MB.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use scheduling::{
    Booking, Resource, booking::frequency, booking_settlement::find_invoiced, booking_size, booking_slots,
    calendar::Calendar,
};
use store::{Record, transaction::ACTIONS_MAX};
use uuid::Uuid;
use values::{ApiError, Customer, Id};
use work::UnitOfWork;

/// Actions of one transaction: beside what is cancelled, the record whose operation it is a step of is written.
const CANCELLING_ACTIONS_MAX: usize = ACTIONS_MAX - 1;

/// What the bookings of one transaction write.
#[derive(Debug, Default)]
struct Batch {
    ids: Vec<Id<Booking>>,
    /// Actions of these bookings: each is stored once more for every additional resource, and settled.
    of_bookings: usize,
    /// Whether one of them is settled.
    is_settled: bool,
    /// Whether nothing else goes with the booking that is in it.
    is_closed: bool,
    days: BTreeSet<(Uuid, NaiveDate)>,
    customers: BTreeSet<Id<Customer>>,
    free_bookings: BTreeSet<(Id<Resource>, Id<Customer>)>,
    bytes: usize,
}

/// Splits bookings, in their order, into groups that each fit one transaction. One that is too large alone is a group
/// of its own.
///
/// # Errors
/// 503 when their calendars cannot be read.
pub async fn split_into_batches(
    work: &UnitOfWork,
    bookings: &[Record<Booking>],
) -> Result<Vec<Vec<Id<Booking>>>, ApiError> {
    let days = bookings.iter().flat_map(|booking| booking_slots::days_of(&booking.body)).collect();
    let (calendar, alone) = tokio::join!(Calendar::read_days(work, days), find_invoiced(work, bookings));
    let (calendar, alone) = (calendar?, alone?);
    let mut batches: Vec<Batch> = Vec::new();
    for booking in bookings {
        let is_alone = alone.contains(&booking.id);
        let added = !is_alone && batches.last_mut().is_some_and(|batch| batch.add(booking, &calendar));
        if !added {
            let mut batch = Batch { is_closed: is_alone, ..Batch::default() };
            batch.put(booking, &calendar);
            batches.push(batch);
        }
    }
    Ok(batches.into_iter().map(|batch| batch.ids).collect())
}

impl Batch {
    /// Adds a booking if there is room for it.
    fn add(&mut self, booking: &Record<Booking>, calendar: &Calendar) -> bool {
        let body = &booking.body;
        let new_days = self.new_days(body);
        let actions = self.actions()
            + booking_size::cancelling_actions(body)
            + if self.is_settled || !booking_size::is_settled(body) { 0 } else { booking_size::SETTLING_ACTIONS }
            + new_days.len()
            + usize::from(!self.customers.contains(&body.customer_id))
            + frequency::counted(body).len();
        let has_room = !self.is_closed
            && actions <= CANCELLING_ACTIONS_MAX
            && self.bytes + bytes(booking, &new_days, calendar) <= booking_size::BYTES_MAX;
        if has_room {
            self.put(booking, calendar);
        }
        has_room
    }

    fn put(&mut self, booking: &Record<Booking>, calendar: &Calendar) {
        let new_days = self.new_days(&booking.body);
        self.bytes += bytes(booking, &new_days, calendar);
        self.days.extend(new_days);
        self.ids.push(booking.id);
        self.of_bookings += booking_size::cancelling_actions(&booking.body);
        self.is_settled |= booking_size::is_settled(&booking.body);
        self.customers.insert(booking.body.customer_id);
        let counted = frequency::counted(&booking.body).into_iter();
        self.free_bookings.extend(counted.map(|resource| (resource, booking.body.customer_id)));
    }

    fn actions(&self) -> usize {
        let settling = if self.is_settled { booking_size::SETTLING_ACTIONS } else { 0 };
        self.of_bookings + settling + self.days.len() + self.customers.len() + self.free_bookings.len()
    }

    /// Days of a booking that no other one has brought.
    fn new_days(&self, booking: &Booking) -> Vec<(Uuid, NaiveDate)> {
        booking_slots::days_of(booking).into_iter().filter(|day| !self.days.contains(day)).collect()
    }
}

fn bytes(booking: &Record<Booking>, days: &[(Uuid, NaiveDate)], calendar: &Calendar) -> usize {
    let slots: usize =
        days.iter().map(|(resource, day)| calendar.slots::<Resource>(Id::new(*resource), &[*day]).len()).sum();
    booking_size::bytes(booking, slots)
}
