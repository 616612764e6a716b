//! How often one customer may book one resource: rules that the customer's other bookings decide
//! (`docs/areas/bookings.md`, 10).

use values::{Id, Timestamp};

use crate::{
    booking::{Booking, BookingState, Part, policy::Violation},
    resource::Resource,
    slot::Slot,
};

/// The rule that a booking breaks among `taken`, which is what stands in the resource's calendar around it: two
/// bookings of one customer keep the cooldown between them.
#[must_use]
pub fn cooldown(slot: &Slot, taken: &[Slot], now: Timestamp) -> Option<Violation> {
    let minutes = slot.cooldown_minutes;
    slot.is_too_soon(taken, now).then(|| {
        let message = format!("a customer leaves at least {minutes} minutes between two bookings of the resource");
        Violation::new("start_time", "cooldown", message)
    })
}

/// The rule that one more booking free of charge breaks for a customer who has `others` of them.
#[must_use]
pub fn too_many_free(others: usize, most: Option<u32>) -> Option<Violation> {
    let most = most.filter(|most| others >= *most as usize)?;
    let message = format!("a customer has at most {most} bookings of the resource free of charge at a time");
    Some(Violation::new("customer_id", "too_many_free_bookings", message))
}

/// Whether time of a resource is limited and free of charge, as part of a booking.
#[must_use]
pub const fn is_limited(part: &Part<'_>) -> bool {
    part.policy.max_free_bookings.is_some() && part.share_minor == 0
}

/// The resources of which a booking is one of those that their policy limits: live, and that resource free of charge.
#[must_use]
pub fn counted(booking: &Booking) -> Vec<Id<Resource>> {
    let is_live = matches!(booking.state, BookingState::Pending | BookingState::Confirmed);
    let limited = booking.parts().into_iter().filter(|part| is_live && is_limited(part));
    limited.map(|part| part.resource_id).collect()
}
