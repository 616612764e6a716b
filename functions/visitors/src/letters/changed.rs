//! Letters to a visitor who was invited: the visit has another time, or was cancelled.

use mailing::{Draft, Fact, LetterType, qr_attachment};
use records::{LoggedEvent, VisitorVisit, visitor_visit::VisitStatus};
use serde::Deserialize;
use store::Record;
use values::{ApiError, Timestamp, text::comparable};
use work::UnitOfWork;

use super::scene::{facts_for_visitor, find_visit, find_zone, put_text, read_by};

/// A visit as it was told; what had not changed of it before is absent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Told {
    expected_at: Option<Timestamp>,
    expected_until: Option<Timestamp>,
}

/// The new time with the old one, and the code, which stayed; nothing when it has yet another time by now, or when the
/// visitor has come.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn moved(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(visit) = find_visit(&work, &event).await? else { return Ok(Vec::new()) };
    let body = &visit.body;
    let read = |text: &str| serde_json::from_str::<Told>(text).unwrap_or_default();
    let (told, before) = (read(event.body.object.as_str()), read(event.body.previous_attributes.as_str()));
    let is_still = (told.expected_at, told.expected_until) == (Some(body.expected_at), body.expected_until);
    let is_expected = is_still && body.status(work.now) == VisitStatus::Expected;
    let Some(reader) = read_by(&visit).filter(|_| is_expected) else { return Ok(Vec::new()) };
    let Some(zone) = find_zone(&work, body.location_id).await? else { return Ok(Vec::new()) };
    let mut facts = facts_for_visitor(&work, body, zone).await?;
    facts.insert("code", Fact::Secret(body.code.clone()));
    put_text(&mut facts, "note", body.reason.as_str());
    if let Some(start) = before.expected_at {
        facts.insert("old_start", Fact::Instant(start, zone));
    }
    let mut draft = Draft::new(LetterType::VisitMoved, reader, Some(body.location_id), facts);
    if let Some(picture) = qr_attachment(&body.qr_payload) {
        draft = draft.with(picture);
    }
    Ok(vec![draft])
}

/// That nobody is expected any more. Visits of a rule that are cancelled together have one letter to each address, about
/// the first of those to it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn cancelled(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(visit) = find_visit(&work, &event).await? else { return Ok(Vec::new()) };
    let body = &visit.body;
    let is_cancelled = body.status(work.now) == VisitStatus::Cancelled;
    let Some(reader) = read_by(&visit).filter(|_| is_cancelled) else { return Ok(Vec::new()) };
    let Some(zone) = find_zone(&work, body.location_id).await? else { return Ok(Vec::new()) };
    let together = cancelled_with(&work, &visit).await?;
    if together.first().is_some_and(|first| first.id != visit.id) {
        return Ok(Vec::new());
    }
    let mut facts = facts_for_visitor(&work, body, zone).await?;
    if together.len() > 1 {
        facts.insert("visits", Fact::Count(i64::try_from(together.len()).unwrap_or(i64::MAX)));
    }
    Ok(vec![Draft::new(LetterType::VisitCancelled, reader, Some(body.location_id), facts)])
}

/// The visits of the same rule, to the same address, that the same request cancelled, this one too, by their times; none
/// of a visit that is alone.
async fn cancelled_with(
    work: &UnitOfWork,
    visit: &Record<VisitorVisit>,
) -> Result<Vec<Record<VisitorVisit>>, ApiError> {
    let Some(first) = visit.body.series_id else { return Ok(Vec::new()) };
    // The first one may have been deleted; then it still says which there are.
    let first = work.store.find_any(work.tenant(), first).await?;
    let ids = first.map(|first| first.body.occurrence_ids).unwrap_or_default();
    let mut together = work.store.find_all(work.tenant(), &ids).await?;
    let cancelled = |visit: &Record<VisitorVisit>| (visit.body.cancelled_at, visit.request_id.clone());
    let address = |visit: &Record<VisitorVisit>| comparable(visit.body.visitor.email.as_str());
    together.retain(|other| cancelled(other) == cancelled(visit) && address(other) == address(visit));
    together.sort_by_key(|other| (other.body.expected_at, other.id.uuid()));
    Ok(together)
}
