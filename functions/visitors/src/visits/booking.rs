//! The booking that a visitor comes to: its people and its visitors fit into what it has booked.

use records::{Location, VisitorVisit};
use scheduling::{Booking, booking::BookingStatus};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id};

use super::window::Window;

/// Most visitors of a booking.
const VISITORS_MAX: usize = 100;

/// Enters a visit into its booking.
///
/// # Errors
/// 422 on `booking_id`: `other_location`, `not_confirmed`, `other_day`. 409 `capacity_exceeded` (`booking_id`).
pub async fn add_visit(
    call: &Call,
    transaction: &mut Transaction,
    booking: &Record<Booking>,
    visit: Id<VisitorVisit>,
    (location, window): (Id<Location>, &Window),
) -> Result<(), ApiError> {
    check(call, &booking.body, (location, window))?;
    let mut body = booking.body.clone();
    body.visitor_ids.push(visit);
    let resource = call.store.find_any(call.tenant(), body.resource_id).await?;
    let most = resource.and_then(|resource| resource.body.capacity);
    if most.is_some_and(|most| i64::from(most) < body.people()) || body.visitor_ids.len() > VISITORS_MAX {
        let message = match most {
            Some(most) => format!("the resource takes {most} people, visitors among them"),
            None => format!("a booking has at most {VISITORS_MAX} visitors"),
        };
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message).at("booking_id", "over_capacity"));
    }
    transaction.replace(booking, &call.next_version(booking, body, None));
    Ok(())
}

/// Refuses a visit to a booking that is somewhere else, on another day or does not stand.
///
/// # Errors
/// 422 on `booking_id`: `other_location`, `not_confirmed`, `other_day`.
pub fn check(call: &Call, booking: &Booking, (location, window): (Id<Location>, &Window)) -> Result<(), ApiError> {
    let refused = |reason, message| Err(ApiError::rule("booking_id", reason, message));
    if booking.location_id != location {
        return refused("other_location", "the booking is at another location");
    }
    if booking.status(call.now) != BookingStatus::Confirmed {
        return refused("not_confirmed", "the booking is not confirmed, or it is over");
    }
    if booking.end <= window.valid_from || window.valid_until <= booking.start {
        return refused("other_day", "the visitor is expected on another day than the booking is");
    }
    Ok(())
}
