//! Rules that depend on a customer's other bookings of a resource, and the record of free bookings on which one of
//! these rules is decided.

use std::collections::{BTreeMap, btree_map::Entry};

use shared::{
    UnitOfWork,
    domain::{Customer, Id, Timestamp},
    error::ApiError,
    store::Transaction,
};
use uuid::Uuid;

use crate::{
    booking::{Booking, frequency, policy::Violation},
    customer_bookings::CustomerBookings,
    free_bookings::{FreeBooking, FreeBookings},
    resource::Resource,
    schedule_snapshot::ScheduleSnapshot,
    slot::Slot,
};

/// The rules that a customer's booking of the snapshot's resource would break, at this time and price.
pub async fn violations(
    work: &UnitOfWork,
    snapshot: &ScheduleSnapshot,
    customer: Id<Customer>,
    slot: &Slot,
    total_minor: i64,
) -> Result<Vec<Violation>, ApiError> {
    let resource = snapshot.resource();
    let mut broken: Vec<Violation> = cooldown(work, snapshot, resource.id, slot).into_iter().collect();
    let most = resource.body.policy.max_free_bookings;
    if most.is_some() && total_minor == 0 {
        let bookings = FreeBookings::of(work, resource.id, customer).await?;
        broken.extend(frequency::too_many_free(bookings.others(slot.id, work.now), most));
    }
    Ok(broken)
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

/// What is kept of customers' bookings, changed by the bookings of one transaction: each record is read once and written
/// once.
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
        let soon = cooldown(work, snapshot, after.resource_id, &after.slot(id, after.units));
        if let Some(violation) = soon.filter(|_| !is_override) {
            return Err(violation.into_error());
        }
        if frequency::is_counted(after) {
            let others = self.of(work, after).await?.others(id, work.now);
            let broken = frequency::too_many_free(others, after.policy.max_free_bookings);
            if let Some(violation) = broken.filter(|_| !is_override) {
                return Err(violation.into_error());
            }
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

    /// Writes what changed.
    pub fn write(self, transaction: &mut Transaction, now: Timestamp) {
        for (_, bookings) in self.free {
            bookings.write(transaction, now);
        }
        self.customers.write(transaction);
    }

    async fn replace(
        &mut self,
        work: &UnitOfWork,
        id: Uuid,
        before: Option<&Booking>,
        after: &Booking,
    ) -> Result<(), ApiError> {
        if let Some(before) = before.filter(|before| frequency::is_counted(before)) {
            self.of(work, before).await?.remove(id);
        }
        if frequency::is_counted(after) {
            self.of(work, after).await?.enter(FreeBooking { id, end: after.end, until: after.void_at });
        }
        self.customers.count(before, after);
        Ok(())
    }

    async fn of(&mut self, work: &UnitOfWork, booking: &Booking) -> Result<&mut FreeBookings, ApiError> {
        let key = (booking.resource_id, booking.customer_id);
        Ok(match self.free.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(empty) => empty.insert(FreeBookings::of(work, key.0, key.1).await?),
        })
    }
}

fn cooldown(work: &UnitOfWork, snapshot: &ScheduleSnapshot, resource: Id<Resource>, slot: &Slot) -> Option<Violation> {
    frequency::cooldown(slot, &snapshot.calendar.slots(resource, &slot.days()), work.now)
}
