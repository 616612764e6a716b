//! The booking that admits a person to a location on a day: one that the person made, or made for a company, there and
//! on that day.

use chrono::Duration;
use records::{Location, Member};
use scheduling::{
    Booking,
    booking::{BOOKING_DAYS_MAX, BookingStatus},
};
use shared::api::Call;
use store::{List, Order, Record, Transaction};
use values::{ApiError, Customer, Id, Period};

/// Who comes where on which day.
#[derive(Clone, Copy, Debug)]
pub struct MemberDay<'a> {
    /// Member who comes, for whom bookings are looked for.
    pub member: &'a Record<Member>,
    /// Location to which the member comes.
    pub location_id: Id<Location>,
    /// Local day of the location, from its first to its last instant.
    pub day: Period,
}

/// The booking that the request names, which must be one for that day when `transaction` is committed.
///
/// # Errors
/// 422 on `booking_id`: `reference_not_found`, `other_customer`, `other_location`, `other_day`, `not_confirmed`.
pub async fn require_named(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Booking>,
    member_day: MemberDay<'_>,
) -> Result<Id<Booking>, ApiError> {
    let booking = call.require_reference(id, "booking_id").await?;
    let refused = |reason, message| Err(ApiError::rule("booking_id", reason, message));
    if !is_of(&booking.body, member_day.member) {
        return refused("other_customer", "the booking is neither the person's nor made by them for a company");
    }
    if booking.body.location_id != member_day.location_id {
        return refused("other_location", "the booking is at another location");
    }
    if !is_on(&booking.body, member_day.day) {
        return refused("other_day", "the booking is on another day");
    }
    if !stands(call, &booking.body) {
        return refused("not_confirmed", "the booking is not confirmed");
    }
    transaction.require_unchanged(&booking);
    Ok(id)
}

/// A booking for that day, if an index has one; it must still be one when `transaction` is committed. One that was made
/// a moment ago may not be found: then the request names it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find(
    call: &Call,
    transaction: &mut Transaction,
    member_day: MemberDay<'_>,
) -> Result<Option<Id<Booking>>, ApiError> {
    let companies = member_day.member.body.companies.iter().map(|(company, _)| company.cast());
    for customer in std::iter::once(member_day.member.id.cast()).chain(companies) {
        for proposed in find_proposed(call, customer, member_day).await? {
            let booking = call.store.find(call.tenant(), proposed).await?;
            if let Some(booking) = booking.filter(|booking| admits(call, &booking.body, member_day)) {
                transaction.require_unchanged(&booking);
                return Ok(Some(booking.id));
            }
        }
    }
    Ok(None)
}

/// Bookings for that day as an index has them.
async fn find_proposed(
    call: &Call,
    customer: Id<Customer>,
    member_day: MemberDay<'_>,
) -> Result<Vec<Id<Booking>>, ApiError> {
    let earliest = member_day.day.start().plus(-Duration::days(BOOKING_DAYS_MAX));
    let list = List::by(&Booking::BY_CUSTOMER, &customer)
        .ordered(Order::Ascending)
        .between(Some(earliest.to_string()), Some(member_day.day.end().to_string()))
        .only("location_id", Some(&member_day.location_id));
    let found = call.store.all(call.tenant(), &list, usize::MAX).await?.records;
    Ok(found.into_iter().filter(|booking| admits(call, &booking.body, member_day)).map(|booking| booking.id).collect())
}

fn admits(call: &Call, booking: &Booking, member_day: MemberDay<'_>) -> bool {
    is_of(booking, member_day.member)
        && booking.location_id == member_day.location_id
        && is_on(booking, member_day.day)
        && stands(call, booking)
}

/// Whether the person made it, for themselves or for a company.
fn is_of(booking: &Booking, member: &Record<Member>) -> bool {
    booking.member_id.map_or(booking.customer_id, Id::cast) == member.id.cast()
}

fn is_on(booking: &Booking, day: Period) -> bool {
    booking.start < day.end() && day.start() < booking.end
}

/// Whether it was neither declined, cancelled nor missed, and waits for no approval.
fn stands(call: &Call, booking: &Booking) -> bool {
    match booking.status(call.now) {
        BookingStatus::Confirmed | BookingStatus::Completed => !booking.no_show,
        BookingStatus::Pending | BookingStatus::Cancelled => false,
    }
}
