//! Rules that depend on a customer's other bookings of a resource, and the record of free bookings on which one of
//! these rules is decided.

use std::collections::{BTreeMap, btree_map::Entry};

use store::Transaction;
use uuid::Uuid;
use values::{ApiError, Customer, Id, Timestamp};
use work::UnitOfWork;

use crate::{
    booking::{Booking, frequency, policy::Violation},
    customer_bookings::CustomerBookings,
    free_bookings::{FreeBooking, FreeBookings},
    resource::Resource,
    schedule_snapshot::ScheduleSnapshot,
};

/// The rules that a booking would break.
pub async fn find_violations(
    work: &UnitOfWork,
    snapshot: &ScheduleSnapshot,
    id: Uuid,
    booking: &Booking,
) -> Result<Vec<Violation>, ApiError> {
    BookingChanges::default().find_violations(work, snapshot, id, booking).await
}

/// Refuses a booking that breaks one of the rules, unless policy is set aside, and records it if it counts. `before` is
/// the booking as it was until now, if it existed.
pub async fn admit(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    snapshot: &ScheduleSnapshot,
    id: Uuid,
    bodies: (Option<&Booking>, &Booking),
    is_override: bool,
) -> Result<(), ApiError> {
    let mut changes = BookingChanges::default();
    changes.admit(work, snapshot, id, bodies, is_override).await?;
    changes.write(transaction, work.now);
    Ok(())
}

/// Updates the record of the customer's free bookings after a change of one booking.
pub async fn update(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Uuid,
    before: &Booking,
    after: &Booking,
) -> Result<(), ApiError> {
    let mut changes = BookingChanges::default();
    changes.update(work, id, before, after).await?;
    changes.write(transaction, work.now);
    Ok(())
}

/// What is kept of customers' bookings, changed by the bookings of one transaction: each record is read once and
/// written once.
#[derive(Debug, Default)]
pub struct BookingChanges {
    free: BTreeMap<(Id<Resource>, Id<Customer>), FreeBookings>,
    customers: CustomerBookings,
}

impl BookingChanges {
    /// Refuses a booking that breaks one of the rules, unless policy is set aside, and records it if it counts.
    pub async fn admit(
        &mut self,
        work: &UnitOfWork,
        snapshot: &ScheduleSnapshot,
        id: Uuid,
        (before, after): (Option<&Booking>, &Booking),
        is_override: bool,
    ) -> Result<(), ApiError> {
        if !is_override && let Some(first) = self.find_violations(work, snapshot, id, after).await?.into_iter().next() {
            return Err(first.into_error());
        }
        self.replace(work, id, before, after).await
    }

    /// Updates the records of the customers' free bookings after a change of one booking.
    pub async fn update(
        &mut self,
        work: &UnitOfWork,
        id: Uuid,
        before: &Booking,
        after: &Booking,
    ) -> Result<(), ApiError> {
        self.replace(work, id, Some(before), after).await
    }

    /// Adds the changed records to a transaction.
    pub fn write(self, transaction: &mut Transaction, now: Timestamp) {
        for (_, bookings) in self.free {
            bookings.write(transaction, now);
        }
        self.customers.write(transaction);
    }

    /// The rules that a booking would break, of any of its resources, each once.
    async fn find_violations(
        &mut self,
        work: &UnitOfWork,
        snapshot: &ScheduleSnapshot,
        id: Uuid,
        booking: &Booking,
    ) -> Result<Vec<Violation>, ApiError> {
        let mut broken: Vec<Violation> = Vec::new();
        for part in booking.parts() {
            let slot = booking.slot_in(id, part.resource_id);
            let soon = frequency::cooldown(&slot, &snapshot.calendar.slots(part.resource_id, &slot.days()), work.now);
            let others = if frequency::is_limited(&part) {
                self.load(work, part.resource_id, booking.customer_id).await?.others(id, work.now)
            } else {
                0
            };
            let too_many = frequency::too_many_free(others, part.policy.max_free_bookings);
            let new = soon.into_iter().chain(if frequency::is_limited(&part) { too_many } else { None });
            broken.extend(new.filter(|one| broken.iter().all(|known| known.reason != one.reason)).collect::<Vec<_>>());
        }
        Ok(broken)
    }

    async fn replace(
        &mut self,
        work: &UnitOfWork,
        id: Uuid,
        before: Option<&Booking>,
        after: &Booking,
    ) -> Result<(), ApiError> {
        for resource in before.map(frequency::counted).unwrap_or_default() {
            self.load(work, resource, after.customer_id).await?.remove(id);
        }
        for resource in frequency::counted(after) {
            let entry = FreeBooking { id, end: after.end, until: after.void_at };
            self.load(work, resource, after.customer_id).await?.add(entry);
        }
        self.customers.count(before, after);
        Ok(())
    }

    async fn load(
        &mut self,
        work: &UnitOfWork,
        resource: Id<Resource>,
        customer: Id<Customer>,
    ) -> Result<&mut FreeBookings, ApiError> {
        Ok(match self.free.entry((resource, customer)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(empty) => empty.insert(FreeBookings::read(work, resource, customer).await?),
        })
    }
}
