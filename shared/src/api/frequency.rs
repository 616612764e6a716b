//! Rules about a customer's other bookings of a resource, and the record that one of them is decided on.

use std::collections::{BTreeMap, btree_map::Entry};

use uuid::Uuid;

use super::{Call, scene::Scene};
use crate::{
    domain::{
        Booking, Customer, Id, Resource, Timestamp,
        booking::{frequency, policy::Violation},
        calendar::Slot,
    },
    error::ApiError,
    store::{
        Transaction,
        free_bookings::{FreeBook, FreeBooking},
    },
};

/// The rules that a customer's booking of the scene's resource would break, at this time and price.
pub async fn violations(
    call: &Call,
    scene: &Scene,
    customer: Id<Customer>,
    slot: &Slot,
    total_minor: i64,
) -> Result<Vec<Violation>, ApiError> {
    let resource = scene.resource();
    let mut broken: Vec<Violation> = cooldown(call, scene, resource.id, slot).into_iter().collect();
    let most = resource.body.policy.max_free_bookings;
    if most.is_some() && total_minor == 0 {
        let book = call.store.free_bookings(&call.caller.tenant, resource.id, customer).await?;
        broken.extend(frequency::too_many_free(book.others(slot.id, call.now), most));
    }
    Ok(broken)
}

/// Refuses a booking that breaks one of the rules, unless policy is set aside, and enters it where it counts. `before` is
/// what it was until now.
pub async fn take(
    call: &Call,
    transaction: &mut Transaction,
    scene: &Scene,
    id: Uuid,
    bodies: (Option<&Booking>, &Booking),
    is_override: bool,
) -> Result<(), ApiError> {
    let mut books = Books::default();
    books.take(call, scene, id, bodies, is_override).await?;
    books.write(transaction, call.now);
    Ok(())
}

/// Brings the record along with a change of a booking.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    id: Uuid,
    before: &Booking,
    after: &Booking,
) -> Result<(), ApiError> {
    let mut books = Books::default();
    books.follow(call, id, before, after).await?;
    books.write(transaction, call.now);
    Ok(())
}

/// The records that several bookings of one transaction are decided on, each read once and written once.
#[derive(Debug, Default)]
pub struct Books(BTreeMap<(Id<Resource>, Id<Customer>), FreeBook>);

impl Books {
    /// Refuses a booking that breaks one of the rules, unless policy is set aside, and enters it where it counts.
    pub async fn take(
        &mut self,
        call: &Call,
        scene: &Scene,
        id: Uuid,
        (before, after): (Option<&Booking>, &Booking),
        is_override: bool,
    ) -> Result<(), ApiError> {
        let soon = cooldown(call, scene, after.resource_id, &after.slot(id, after.units));
        if let Some(violation) = soon.filter(|_| !is_override) {
            return Err(violation.into_error());
        }
        if frequency::is_counted(after) {
            let others = self.of(call, after).await?.others(id, call.now);
            let broken = frequency::too_many_free(others, after.policy.max_free_bookings);
            if let Some(violation) = broken.filter(|_| !is_override) {
                return Err(violation.into_error());
            }
        }
        self.replace(call, id, before, after).await
    }

    /// Brings the records along with a change of a booking.
    pub async fn follow(&mut self, call: &Call, id: Uuid, before: &Booking, after: &Booking) -> Result<(), ApiError> {
        self.replace(call, id, Some(before), after).await
    }

    /// Writes what changed.
    pub fn write(self, transaction: &mut Transaction, now: Timestamp) {
        for (_, book) in self.0 {
            book.write(transaction, now);
        }
    }

    async fn replace(
        &mut self,
        call: &Call,
        id: Uuid,
        before: Option<&Booking>,
        after: &Booking,
    ) -> Result<(), ApiError> {
        if let Some(before) = before.filter(|before| frequency::is_counted(before)) {
            self.of(call, before).await?.remove(id);
        }
        if frequency::is_counted(after) {
            self.of(call, after).await?.enter(FreeBooking { id, end: after.end, until: after.void_at });
        }
        Ok(())
    }

    async fn of(&mut self, call: &Call, booking: &Booking) -> Result<&mut FreeBook, ApiError> {
        let key = (booking.resource_id, booking.customer_id);
        Ok(match self.0.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(empty) => empty.insert(call.store.free_bookings(&call.caller.tenant, key.0, key.1).await?),
        })
    }
}

fn cooldown(call: &Call, scene: &Scene, resource: Id<Resource>, slot: &Slot) -> Option<Violation> {
    frequency::cooldown(slot, &scene.calendar.slots(resource, &slot.days()), call.now)
}
