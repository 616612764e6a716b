//! What a ticket is about: a resource, a booking, an earlier ticket.

use records::{Location, Member, member::CompanyLinks};
use scheduling::{Booking, Resource};
use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

use super::found::Found;
use crate::records::{
    register::TicketId,
    state::TicketStatus,
    ticket::{Ticket, TicketFields},
};

/// The resource of a ticket.
///
/// # Errors
/// 422 on `resource_id`: it is not there, or at another location.
pub async fn require_resource(
    call: &Call,
    id: Id<Resource>,
    location: Id<Location>,
) -> Result<Record<Resource>, ApiError> {
    let resource = call.require_reference(id, "resource_id").await?;
    if resource.body.location_id != location {
        return Err(ApiError::rule("resource_id", "other_location", "the resource is at another location"));
    }
    Ok(resource)
}

/// Refuses a booking that is not the requester's, at another location, or of another resource than the ticket's.
///
/// # Errors
/// 422 on `booking_id`.
pub async fn check_booking(call: &Call, fields: &TicketFields, requester: &Member) -> Result<(), ApiError> {
    let Some(id) = fields.booking_id else { return Ok(()) };
    let booking = call.require_reference(id, "booking_id").await?.body;
    let refused = |reason, message| Err(ApiError::rule("booking_id", reason, message));
    if booking.location_id != fields.location_id {
        return refused("other_location", "the booking is at another location");
    }
    if !is_theirs(&booking, fields.requester_id, &requester.companies) {
        return refused("other_customer", "the booking is neither the requester's nor one of a company of theirs");
    }
    let is_of = |resource: &Id<Resource>| {
        booking.resource_id == *resource || booking.additional_resource_ids.contains(resource)
    };
    if fields.resource_id.is_some_and(|resource| !is_of(&resource)) {
        return refused("other_resource", "the booking is of another resource than the ticket is about");
    }
    Ok(())
}

/// Whether a booking is somebody's: their own, made by them for a company, or one of a company that they are in.
fn is_theirs(booking: &Booking, requester: Id<Member>, companies: &CompanyLinks) -> bool {
    booking.customer_id == requester.cast()
        || booking.member_id == Some(requester)
        || companies.iter().any(|(company, _)| booking.customer_id == company.cast())
}

/// Refuses that a ticket ceases to be sensitive which goes on from one that is: it would name that. It is so for good,
/// because a closed ticket keeps its type.
///
/// # Errors
/// 422 `sensitive` on `type`.
pub async fn check_ceases_to_be_sensitive(call: &Call, ticket: &Ticket) -> Result<(), ApiError> {
    let Some(id) = ticket.follow_up_of else { return Ok(()) };
    match Found::look_for(call, id.cast()).await? {
        Some(earlier) if earlier.ticket().is_sensitive() => Err(goes_on_from_sensitive("type")),
        _ => Ok(()),
    }
}

fn goes_on_from_sensitive(field: &str) -> ApiError {
    ApiError::rule(field, "sensitive", "what goes on from a sensitive ticket is one, too")
}

/// Refuses to go on from a ticket that is not closed, is somebody else's or at another location, and to tell less
/// trusted people of a sensitive one.
///
/// # Errors
/// 422 on `follow_up_of`.
pub async fn check_follow_up(call: &Call, id: TicketId, ticket: &Ticket) -> Result<(), ApiError> {
    let missing = || ApiError::reference_not_found("follow_up_of");
    let earlier = Found::look_for(call, id).await?.ok_or_else(missing)?;
    let earlier = earlier.ticket().clone().settled(call.now);
    let refused = |reason, message| Err(ApiError::rule("follow_up_of", reason, message));
    if earlier.status != TicketStatus::Closed {
        return refused("not_closed", "the ticket is not closed: say it there");
    }
    if earlier.requester_id != ticket.requester_id {
        return refused("other_requester", "the ticket is somebody else's");
    }
    if earlier.location_id != ticket.location_id {
        return refused("other_location", "the ticket is at another location");
    }
    if earlier.is_sensitive() && !ticket.is_sensitive() {
        return Err(goes_on_from_sensitive("follow_up_of"));
    }
    Ok(())
}
