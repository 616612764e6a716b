//! Who asks, who takes care of it, and who may say something about it.

use records::{
    Location, Member,
    member::{MemberRole, MemberStatus},
};
use serde_json::json;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::customer::CustomerRecord;

use crate::records::{ticket::Ticket, ticket_type::TicketType};

/// Who says something about a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The member who asked for help.
    Requester,
    /// Who takes care of tickets.
    Team,
}

/// Whether somebody may take care of the tickets of a location: an active member of its team.
#[must_use]
pub fn could_take_care(member: &Member, location: Id<Location>) -> bool {
    member.status == MemberStatus::Active && is_on_team(member, location)
}

/// Whether somebody is a manager of a location, an admin or an owner.
fn is_on_team(member: &Member, location: Id<Location>) -> bool {
    match member.role {
        MemberRole::Member => false,
        MemberRole::Manager => member.location_ids.contains(&location),
        MemberRole::Admin | MemberRole::Owner => true,
    }
}

/// The member who asks for help: neither archived nor a company, and when blocked only about what a blocked member may
/// ask.
///
/// # Errors
/// 422 on `requester_id`: `reference_not_found`, `reference_archived`, `customer_blocked`.
pub async fn require_requester(call: &Call, id: Id<Member>, kind: TicketType) -> Result<CustomerRecord, ApiError> {
    let field = "requester_id";
    let customer = call.require_customer(id.cast(), field).await?;
    match &customer {
        CustomerRecord::Company(_) => Err(ApiError::reference_not_found(field)),
        CustomerRecord::Member(_) if customer.is_blocked() && !kind.is_open_to_blocked() => {
            Err(ApiError::rule(field, "customer_blocked", "the member is blocked"))
        }
        CustomerRecord::Member(_) => Ok(customer),
    }
}

/// The member who is to take care of tickets of a location, now and when `transaction` is committed.
///
/// # Errors
/// 422 on `assignee_id`: `reference_not_found`, `reference_archived`, `customer_blocked`, `not_on_team`.
pub async fn require_assignee(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Member>,
    location: Id<Location>,
) -> Result<(), ApiError> {
    let field = "assignee_id";
    let member = require_active(call, id, field).await?;
    if !is_on_team(&member.body, location) {
        return Err(not_on_team(field));
    }
    require_same(transaction, &member, not_on_team(field));
    Ok(())
}

/// Who says something about a ticket: its requester, be they blocked, or an active member who takes care of tickets
/// there.
///
/// # Errors
/// 422 on `author_id`: `reference_not_found`, `reference_archived`, `customer_blocked`, `not_involved`.
pub async fn require_author(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Member>,
    ticket: &Ticket,
) -> Result<Voice, ApiError> {
    let field = "author_id";
    if id == ticket.requester_id {
        let customer = call.require_customer(id.cast(), field).await?;
        customer.require_in(transaction, field);
        return Ok(Voice::Requester);
    }
    let member = require_active(call, id, field).await?;
    let message = "only the requester of a ticket and those who take care of it say something about it";
    let refusal = ApiError::rule(field, "not_involved", message);
    if !is_on_team(&member.body, ticket.location_id) {
        return Err(refusal);
    }
    require_same(transaction, &member, refusal);
    Ok(Voice::Team)
}

async fn require_active(call: &Call, id: Id<Member>, field: &str) -> Result<Record<Member>, ApiError> {
    match call.require_customer(id.cast(), field).await? {
        CustomerRecord::Company(_) => Err(ApiError::reference_not_found(field)),
        CustomerRecord::Member(member) if member.body.status == MemberStatus::Blocked => {
            Err(ApiError::rule(field, "customer_blocked", "the member is blocked"))
        }
        CustomerRecord::Member(member) => Ok(*member),
    }
}

/// Requires that the member is on the team for the same reason as when it was read.
fn require_same(transaction: &mut Transaction, member: &Record<Member>, refusal: ApiError) {
    let (status, role) = (json!(member.body.status), json!(member.body.role));
    let places = json!(member.body.location_ids);
    let fields = [("status", &status), ("role", &role), ("location_ids", &places)];
    transaction.require_fields(member, &fields, refusal);
}

fn not_on_team(field: &str) -> ApiError {
    let message = "tickets are assigned to managers of the location, admins and owners";
    ApiError::rule(field, "not_on_team", message)
}
