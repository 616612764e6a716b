//! Letters about tickets: to whoever asked for help when somebody answered, and to those who run the place when
//! somebody asks. What only trusted people see is not told by letters, which others can look at.

use mailing::{Draft, Facts, LetterSource, LetterType, recipients, text};
use records::{LoggedEvent, Member, member::MemberStatus};
use store::{Either, Record, RecordSet};
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::records::{
    comment::{TicketComment, TicketCommentFields},
    register::{SensitiveTicket, TicketId},
    state::TicketStatus,
    ticket::Ticket,
};

/// What people are told of requests for help.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![LetterSource::new(&["ticket_comment.created"], of_answer), LetterSource::new(&["ticket.created"], of_request)]
}

/// To the requester: what somebody of the team said, if it is the requester's to read.
async fn of_answer(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<TicketComment> = event.body.object_id.cast();
    let Some(comment) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let Some(ticket) = read_ticket(&work, comment.body.ticket_id).await? else { return Ok(Vec::new()) };
    let said = &comment.body.fields;
    // A comment whose author was anonymised has no text any more.
    let is_forgotten = said.text.as_str().is_empty();
    if said.internal || is_forgotten || said.author_id == ticket.requester_id {
        return Ok(Vec::new());
    }
    let reader = recipients::of_member(&work, ticket.requester_id).await?;
    let facts = facts_of_answer(&ticket, said);
    let draft = |reader| Draft::new(LetterType::TicketAnswered, reader, Some(ticket.location_id), facts);
    Ok(reader.map(draft).into_iter().collect())
}

/// Of a sensitive ticket only that it was answered: the answer is read with it.
fn facts_of_answer(ticket: &Ticket, said: &TicketCommentFields) -> Facts {
    if ticket.is_sensitive() {
        return Facts::from([("number", text(ticket.number.to_string()))]);
    }
    let mut facts = numbered(ticket);
    facts.insert("answer", text(said.text.as_str()));
    facts
}

/// To those who run the place: somebody asks for help. Nothing once that was settled, and nothing of a sensitive
/// ticket, which is in the other register.
async fn of_request(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: TicketId = event.body.object_id.cast();
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let ticket = &found.body.ticket;
    if matches!(ticket.status, TicketStatus::Solved | TicketStatus::Closed) {
        return Ok(Vec::new());
    }
    let requester = work.store.find(work.tenant(), ticket.requester_id).await?;
    let requester = requester.filter(|member| member.body.status != MemberStatus::Deleted);
    let Some(requester) = requester else { return Ok(Vec::new()) };
    let mut facts = numbered(ticket);
    facts.insert("requester", text(whole_name(&requester.body)));
    let location = Some(ticket.location_id);
    let staff = recipients::of_staff(&work, location).await?;
    let draft = |reader| Draft::new(LetterType::TicketReceived, reader, location, facts.clone());
    Ok(staff.into_iter().map(draft).collect())
}

/// By what people know a ticket: its number, and its subject if it has one.
fn numbered(ticket: &Ticket) -> Facts {
    let mut facts = Facts::from([("number", text(ticket.number.to_string()))]);
    if !ticket.subject.as_str().is_empty() {
        facts.insert("subject", text(ticket.subject.as_str()));
    }
    facts
}

/// The ticket, whichever register it is in.
async fn read_ticket(work: &UnitOfWork, id: TicketId) -> Result<Option<Ticket>, ApiError> {
    let sensitive = id.cast::<SensitiveTicket>();
    let found = work.store.find_either(work.tenant(), id, sensitive, &[RecordSet::Live]).await?;
    Ok(found.map(|found| match found {
        Either::First(ordinary) => ordinary.body.ticket,
        Either::Second(sensitive) => sensitive.body.ticket,
    }))
}

fn whole_name(member: &Member) -> String {
    format!("{} {}", member.name, member.surname).trim().to_owned()
}
