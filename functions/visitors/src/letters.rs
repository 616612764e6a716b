//! Letters about visits (`docs/areas/letters.md`): the invitation with the code for the entrance to the visitor, and
//! what becomes of it; and to the host that somebody is there or asks for them.

mod changed;
mod scene;

use chrono::Duration;
use mailing::{Draft, Fact, Facts, LetterSource, LetterType, qr_attachment, recipients, text};
use records::{
    Location, LoggedEvent, Member, Visitor, VisitorRequest, VisitorVisit,
    visitor_request::VisitorRequestStatus,
    visitor_visit::{HostState, VisitStatus},
};
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use self::scene::{facts_for_visitor, find_visit, find_zone, put_text, read_by};

/// How many hours before a visit by a rule its code is sent; that of the first one is sent at once.
const HOURS_BEFORE: i64 = 24;

/// What this area has to say of its events.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["visitor_visit.created"], invited),
        LetterSource::new(&["visitor_visit.rescheduled"], changed::moved),
        LetterSource::new(&["visitor_visit.cancelled"], changed::cancelled),
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
    let mut facts = facts_for_visitor(&work, body, zone).await?;
    facts.insert("code", Fact::Secret(body.code.clone()));
    put_text(&mut facts, "note", body.reason.as_str());
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
