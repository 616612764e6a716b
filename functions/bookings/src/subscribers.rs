//! What the customer of a booking is at its location (`docs/areas/subscriptions.md`, 17).

use agreements::subscription::entitlements::Entitlements;
use scheduling::{
    Booking, ScheduleSnapshot,
    booking::customer_dependence::{depends_on_customer, has_ladders_apart},
};
use shared::api::Call;
use values::ApiError;
use work::customer::CustomerRecord;

/// What the customer is at the location of what is asked for. Nothing is read where it makes no difference.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn read_entitlements(
    call: &Call,
    snapshot: &ScheduleSnapshot,
    customer: &CustomerRecord,
) -> Result<Entitlements, ApiError> {
    if !matters(snapshot) {
        return Ok(Entitlements::public(call.now));
    }
    Box::pin(Entitlements::read(call, customer, &snapshot.location)).await
}

/// Whether what the customer is makes a difference to a booking of what is asked for.
#[must_use]
pub fn matters(snapshot: &ScheduleSnapshot) -> bool {
    snapshot.asked.iter().any(|resource| depends_on_customer(&resource.body, &snapshot.location.body))
}

/// The same for bookings that move, which keep policies that were agreed.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn read_entitlements_of_mover(
    call: &Call,
    snapshot: &ScheduleSnapshot,
    customer: &CustomerRecord,
    bookings: &[&Booking],
) -> Result<Entitlements, ApiError> {
    let agreed = |booking: &&Booking| {
        let mut policies = std::iter::once(&booking.policy).chain(&booking.additional_policies);
        booking.is_member || policies.any(has_ladders_apart)
    };
    if bookings.iter().any(agreed) {
        return Box::pin(Entitlements::read(call, customer, &snapshot.location)).await;
    }
    read_entitlements(call, snapshot, customer).await
}
