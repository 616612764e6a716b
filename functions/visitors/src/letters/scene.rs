//! What letters say of a visit, and to whom.

use mailing::{Fact, Facts, Recipient, text};
use records::{Location, LoggedEvent, Member, VisitorVisit, member::MemberStatus};
use store::Record;
use values::{ApiError, EmailAddress, Id, TimeZone, Timestamp};
use work::UnitOfWork;

use crate::visits::badge::whole_name;

/// What the visitor reads of a visit: `visitor`, `host`, `start` and `end`. A host who was anonymised is not named.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn facts_for_visitor(work: &UnitOfWork, visit: &VisitorVisit, zone: TimeZone) -> Result<Facts, ApiError> {
    let host: Option<Record<Member>> = work.store.find_any(work.tenant(), visit.host_id).await?;
    let host = host.filter(|host| host.body.status != MemberStatus::Deleted);
    let mut facts =
        Facts::from([("visitor", text(visit.visitor.whole_name())), ("start", Fact::Instant(visit.expected_at, zone))]);
    put_text(&mut facts, "host", &host.map(|host| whole_name(&host.body)).unwrap_or_default());
    if let Some(until) = visit.expected_until {
        facts.insert("end", end_of(visit.expected_at, until, zone));
    }
    Ok(facts)
}

/// The visit of an event, as long as it says anything about the visitor.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_visit(
    work: &UnitOfWork,
    event: &Record<LoggedEvent>,
) -> Result<Option<Record<VisitorVisit>>, ApiError> {
    let id: Id<VisitorVisit> = event.body.object_id.cast();
    let found = work.store.find(work.tenant(), id).await?;
    Ok(found.filter(|visit| visit.body.purged_at.is_none()))
}

/// Time zone of a location; none when it is gone.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_zone(work: &UnitOfWork, location: Id<Location>) -> Result<Option<TimeZone>, ApiError> {
    let location = work.store.find_any(work.tenant(), location).await?;
    Ok(location.map(|location| location.body.time_zone))
}

/// A visitor as a reader; none without an address.
pub fn read_by(visit: &Record<VisitorVisit>) -> Option<Recipient> {
    let visitor = &visit.body.visitor;
    let email = visitor.email.as_str();
    let reader = || Recipient::address(EmailAddress::new(email), visitor.whole_name()).known_by(visit.id);
    (!email.is_empty()).then(reader)
}

/// The end of a visit: the time, with its day where that is another one.
fn end_of(start: Timestamp, end: Timestamp, zone: TimeZone) -> Fact {
    if start.day_in(zone) == end.day_in(zone) { Fact::TimeOfDay(end, zone) } else { Fact::Instant(end, zone) }
}

/// Adds words; nothing of none.
pub fn put_text(facts: &mut Facts, name: &'static str, words: &str) {
    if !words.is_empty() {
        facts.insert(name, text(words));
    }
}
