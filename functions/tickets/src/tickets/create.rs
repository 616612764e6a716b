use records::Location;
use records::publication::RequireActive as _;
use shared::api::{Body, Call, Committed, Created, New, retry};
use store::{Record, Transaction};
use values::{ApiError, Scope, Timestamp};
use work::customer::CustomerRecord;

use crate::{
    records::{
        activity::{ActivityKind, TicketActivity},
        measured::Measured,
        register::{OrdinaryTicket, SensitiveTicket},
        shown::ShownTicket,
        sla_clock::SlaClock,
        state::TicketStatus,
        ticket::{Ticket, TicketFields},
    },
    rules::{
        blocks,
        change::{check_size, count, take_number},
        counting,
        found::require,
        metrics_rows,
        moving::today,
        people, references, showing,
    },
};

type Creating = Result<Committed<Created<ShownTicket>>, ApiError>;

/// Creates a ticket, and a block of its resource when one is asked for.
pub async fn create(call: Call, Body(new): Body<New<OrdinaryTicket>>) -> Creating {
    if new.fields.kind.is_sensitive() {
        require(&call, Scope::TICKETS_SENSITIVE, "type")?;
    }
    // Once its requester is forgotten a ticket has no text any more, so that the schema allows that.
    if new.fields.description.as_str().trim().is_empty() {
        return Err(ApiError::rule("description", "blank", "a ticket says what is the matter"));
    }
    // Another ticket may take the same number.
    retry(&call, || Box::pin(attempt(&call, &new))).await
}

async fn attempt(call: &Call, new: &New<OrdinaryTicket>) -> Creating {
    let mut transaction = call.transaction();
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    let mut ticket = opened(new.fields.clone(), &location.body, call.now)?;
    check_about(call, &mut transaction, &ticket).await?;
    ticket.number = take_number(call, &mut transaction, &ticket, ticket.is_sensitive()).await?;
    let mut record = call.new_record(OrdinaryTicket::new(ticket), new.metadata.clone());
    let (id, ticket) = (record.id, &mut record.body.ticket);
    transaction.create(&call.new_record(TicketActivity::new(id, ActivityKind::Created, call.now), None));
    if let Some(time) = ticket.maintenance_block.take() {
        blocks::take(call, &mut transaction, ticket, time, "maintenance_block").await?;
        transaction.create(&call.new_record(TicketActivity::new(id, ActivityKind::Blocked, call.now), None));
    }
    metrics_rows::add(&mut transaction, location.id, &counting::difference(None, ticket));
    count(&mut transaction, None, ticket);
    let due_at = showing::due_at(ticket, Some(&location.body));
    let shown = if ticket.is_sensitive() {
        let ticket = SensitiveTicket::new(ticket.clone());
        let record = Record { id: id.cast(), ..call.new_record(ticket, new.metadata.clone()) };
        transaction.create(&record);
        ShownTicket::new(&record, due_at)
    } else {
        transaction.create(&record);
        ShownTicket::new(&record, due_at)
    };
    check_size(&mut transaction);
    call.commit(transaction, Created(shown)).await
}

/// Who and what it is about.
async fn check_about(call: &Call, transaction: &mut Transaction, ticket: &Ticket) -> Result<(), ApiError> {
    let requester = people::require_requester(call, ticket.requester_id, ticket.kind).await?;
    if let Some(assignee) = ticket.assignee_id {
        people::require_assignee(call, transaction, assignee, ticket.location_id).await?;
    }
    // Who takes care of their own ticket stands in the transaction already, and a transaction names an item once.
    if ticket.assignee_id != Some(ticket.requester_id) {
        requester.require_in(transaction, "requester_id");
    }
    if let CustomerRecord::Member(member) = &requester {
        references::check_booking(call, ticket, &member.body).await?;
    }
    if let Some(resource) = ticket.resource_id {
        let resource = references::require_resource(call, resource, ticket.location_id).await?;
        // A block requires the resource as it is, anyway.
        if ticket.maintenance_block.is_none() {
            transaction.require_reference(&resource, "resource_id");
        }
    }
    match ticket.follow_up_of {
        Some(earlier) => references::check_follow_up(call, earlier.cast(), ticket).await,
        None => Ok(()),
    }
}

/// A new ticket without a number.
fn opened(fields: TicketFields, location: &Location, now: Timestamp) -> Result<Ticket, ApiError> {
    let created_on = today(location, now)?;
    Ok(Ticket {
        fields,
        number: 0,
        opened_at: now,
        status: TicketStatus::New,
        block_id: None,
        clock: SlaClock::running(now),
        first_response_at: None,
        solved_at: None,
        solved_due_at: None,
        closes_at: None,
        closed_at: None,
        reopened_count: 0,
        measured: Measured { created_on, response: None, resolution: None, breached: false },
    })
}
