//! Our own bookings in an outside calendar: whoever was invited to one has it there, and it must not meet itself.

use std::collections::HashSet;

use chrono::Duration;
use scheduling::{Booking, Resource, booking::BOOKING_DAYS_MAX};
use store::{List, Order, Record};
use uuid::Uuid;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::expansion::Busy;

/// Most bookings of the resource that are looked at, the nearest.
const BOOKINGS_MAX: usize = 1_000;

/// The busy times without the invitations to bookings of the resource, and to series of them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn without(work: &UnitOfWork, resource: Id<Resource>, busy: Vec<Busy>) -> Result<Vec<Busy>, ApiError> {
    if busy.iter().all(|time| time.invited.is_none()) {
        return Ok(busy);
    }
    let from = work.now.plus(-Duration::days(BOOKING_DAYS_MAX));
    let list =
        List::by(&Booking::BY_RESOURCE, &resource).ordered(Order::Ascending).between(Some(from.to_string()), None);
    let bookings = work.store.all(work.tenant(), &list, BOOKINGS_MAX).await?.records;
    let of = |booking: &Record<Booking>| {
        [Some(booking.id.uuid()), booking.body.series_id.map(Id::uuid)].into_iter().flatten().collect::<Vec<_>>()
    };
    let own: HashSet<Uuid> = bookings.iter().flat_map(of).collect();
    Ok(busy.into_iter().filter(|time| time.invited.is_none_or(|id| !own.contains(&id))).collect())
}
