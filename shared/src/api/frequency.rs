//! Rules about a customer's other bookings of a resource, and the record that one of them is decided on.

use uuid::Uuid;

use super::{Call, scene::Scene};
use crate::{
    domain::{
        Booking, Customer, Id, Resource,
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
    (before, after): (Option<&Booking>, &Booking),
    is_override: bool,
) -> Result<(), ApiError> {
    let soon = cooldown(call, scene, after.resource_id, &after.slot(id, after.units));
    if let Some(violation) = soon.filter(|_| !is_override) {
        return Err(violation.into_error());
    }
    enter(call, transaction, id, (before, after), !is_override).await
}

/// Brings the record along with a change of a booking.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    id: Uuid,
    before: &Booking,
    after: &Booking,
) -> Result<(), ApiError> {
    enter(call, transaction, id, (Some(before), after), false).await
}

async fn enter(
    call: &Call,
    transaction: &mut Transaction,
    id: Uuid,
    (before, after): (Option<&Booking>, &Booking),
    is_judged: bool,
) -> Result<(), ApiError> {
    let is_same = |before: &&Booking| {
        frequency::is_counted(after)
            && (before.resource_id, before.customer_id) == (after.resource_id, after.customer_id)
    };
    if let Some(before) = before.filter(|before| frequency::is_counted(before) && !is_same(before)) {
        let mut book = book_of(call, before).await?;
        book.remove(id);
        book.write(transaction, call.now);
    }
    if !frequency::is_counted(after) {
        return Ok(());
    }
    let mut book = book_of(call, after).await?;
    let broken = frequency::too_many_free(book.others(id, call.now), after.policy.max_free_bookings);
    if let Some(violation) = broken.filter(|_| is_judged) {
        return Err(violation.into_error());
    }
    book.enter(FreeBooking { id, end: after.end, until: after.void_at });
    book.write(transaction, call.now);
    Ok(())
}

fn cooldown(call: &Call, scene: &Scene, resource: Id<Resource>, slot: &Slot) -> Option<Violation> {
    frequency::cooldown(slot, &scene.calendar.slots(resource, &slot.days()), call.now)
}

async fn book_of(call: &Call, booking: &Booking) -> Result<FreeBook, ApiError> {
    Ok(call.store.free_bookings(&call.caller.tenant, booking.resource_id, booking.customer_id).await?)
}
