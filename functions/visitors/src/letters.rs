//! Letters about visits (`docs/areas/letters.md`): the invitation with the code for the entrance to the visitor, and to
//! the host that somebody is there or asks for them.

use chrono::Duration;
use mailing::{Draft, Fact, Facts, LetterSource, LetterType, Recipient, qr_attachment, recipients, text};
use records::{
    Location, LoggedEvent, Member, Visitor, VisitorRequest, VisitorVisit,
    visitor_request::VisitorRequestStatus,
    visitor_visit::{HostState, VisitStatus},
};
use store::Record;
use values::{ApiError, EmailAddress, Id, TimeZone, Timestamp};
use work::UnitOfWork;

use crate::visits::badge::whole_name;

/// How many hours before a visit by a rule its code is sent; that of the first one is sent at once.
const HOURS_BEFORE: i64 = 24;

/// What this area has to say of its events.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["visitor_visit.created"], invited),
        LetterSource::new(&["visitor_visit.checked_in"], arrived),
        LetterSource::new(&["visitor_visit.host_asked"], asked),
        LetterSource::new(&["visitor_request.created"], requested),
    ]
}

/// The invitation to a visitor who is expected. Who was let in at the door has come, and gets none.
async fn invited(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(visit) = find_visit(&work, &event).await? else { return Ok(Vec::new()) };
    let body = &visit.body;
    let is_expected = body.status(work.now) == VisitStatus::Expected && visit.created_at < body.expected_at;
    let Some(reader) = read_by(&visit).filter(|_| is_expected) else { return Ok(Vec::new()) };
    let Some(zone) = find_zone(&work, body.location_id).await? else { return Ok(Vec::new()) };
    let host: Option<Record<Member>> = work.store.find_any(work.tenant(), body.host_id).await?;
    let mut facts = Facts::from([
        ("visitor", text(body.visitor.whole_name())),
        ("start", Fact::Instant(body.expected_at, zone)),
        ("code", Fact::Secret(body.code.clone())),
    ]);
    put_text(&mut facts, "host", &host.map(|host| whole_name(&host.body)).unwrap_or_default());
    put_text(&mut facts, "note", body.reason.as_str());
    if let Some(until) = body.expected_until {
        facts.insert("end", end_of(body.expected_at, until, zone));
    }
    if body.occurrence_ids.len() > 1 {
        facts.insert("visits", Fact::Count(i64::try_from(body.occurrence_ids.len()).unwrap_or(i64::MAX)));
    }
    let mut draft = Draft::new(LetterType::VisitorInvited, reader, Some(body.location_id), facts);
    if let Some(picture) = qr_attachment(&body.qr_payload) {
        draft = draft.with(picture);
    }
    Ok(vec![match send_at(&visit, event.body.occurred_at) {
        Some(at) => draft.at(at),
        None => draft,
    }])
}

/// When the invitation to a visit is sent that was made by a rule with others: none for at once.
fn send_at(visit: &Record<VisitorVisit>, made_at: Timestamp) -> Option<Timestamp> {
    visit.body.series_id.filter(|first| *first != visit.id)?;
    let at = visit.body.expected_at.plus(-Duration::hours(HOURS_BEFORE));
    (made_at < at).then_some(at)
}

/// To the host: the visitor is here. Where the location asks hosts, it is to be said whether the visitor is seen.
async fn arrived(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(visit) = find_visit(&work, &event).await? else { return Ok(Vec::new()) };
    let body = &visit.body;
    if body.status(work.now) != VisitStatus::CheckedIn {
        return Ok(Vec::new());
    }
    let mut facts = facts_of(&body.visitor);
    put_text(&mut facts, "note", body.reason.as_str());
    if body.host_state == HostState::Requested {
        facts.insert("is_asked", Fact::Flag(true));
    }
    to_host(&work, LetterType::VisitorArrived, (body.host_id, body.location_id), facts).await
}

/// To the host: whether a visitor who is here may come in.
async fn asked(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(visit) = find_visit(&work, &event).await? else { return Ok(Vec::new()) };
    let body = &visit.body;
    if body.status(work.now) != VisitStatus::CheckedIn || body.host_state != HostState::Requested {
        return Ok(Vec::new());
    }
    let mut facts = facts_of(&body.visitor);
    put_text(&mut facts, "message", body.reason.as_str());
    to_host(&work, LetterType::VisitRequested, (body.host_id, body.location_id), facts).await
}

/// To the host: somebody asks for them, who waits for an answer.
async fn requested(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<VisitorRequest> = event.body.object_id.cast();
    let Some(request) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let body = &request.body;
    if body.status(work.now) != VisitorRequestStatus::Pending {
        return Ok(Vec::new());
    }
    let Some(zone) = find_zone(&work, body.location_id).await? else { return Ok(Vec::new()) };
    let mut facts = facts_of(&body.visitor);
    put_text(&mut facts, "message", body.message.as_str());
    facts.insert("until", Fact::Instant(body.expires_at, zone));
    to_host(&work, LetterType::VisitRequested, (body.host_id, body.location_id), facts).await
}

/// The visit of an event, as long as it says anything about the visitor.
async fn find_visit(work: &UnitOfWork, event: &Record<LoggedEvent>) -> Result<Option<Record<VisitorVisit>>, ApiError> {
    let id: Id<VisitorVisit> = event.body.object_id.cast();
    let found = work.store.find(work.tenant(), id).await?;
    Ok(found.filter(|visit| visit.body.purged_at.is_none()))
}

/// Time zone of a location; none when it is gone.
async fn find_zone(work: &UnitOfWork, location: Id<Location>) -> Result<Option<TimeZone>, ApiError> {
    let location = work.store.find_any(work.tenant(), location).await?;
    Ok(location.map(|location| location.body.time_zone))
}

/// A visitor as a reader; none without an address.
fn read_by(visit: &Record<VisitorVisit>) -> Option<Recipient> {
    let visitor = &visit.body.visitor;
    let email = visitor.email.as_str();
    let reader = || Recipient::address(EmailAddress::new(email), visitor.whole_name()).known_by(visit.id);
    (!email.is_empty()).then(reader)
}

async fn to_host(
    work: &UnitOfWork,
    letter: LetterType,
    (host, location): (Id<Member>, Id<Location>),
    facts: Facts,
) -> Result<Vec<Draft>, ApiError> {
    let reader = recipients::of_member(work, host).await?;
    Ok(reader.map(|reader| Draft::new(letter, reader, Some(location), facts)).into_iter().collect())
}

/// Who has come, and from where: `visitor` and `company`.
fn facts_of(visitor: &Visitor) -> Facts {
    let mut facts = Facts::from([("visitor", text(visitor.whole_name()))]);
    put_text(&mut facts, "company", visitor.company_name.as_str());
    facts
}

/// The end of a visit: the time, with its day where that is another one.
fn end_of(start: Timestamp, end: Timestamp, zone: TimeZone) -> Fact {
    if start.day_in(zone) == end.day_in(zone) { Fact::TimeOfDay(end, zone) } else { Fact::Instant(end, zone) }
}

/// Adds words; nothing of none.
fn put_text(facts: &mut Facts, name: &'static str, words: &str) {
    if !words.is_empty() {
        facts.insert(name, text(words));
    }
}
