//! Events as other programs subscribe to them.

use chrono::Duration;
use records::Location;
use scheduling::calendar_text::{CalendarEntry, EntryStatus, calendar_text};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, ICalendar, PathId, Query};
use store::{List, Order, Record};
use values::{ApiError, Id, Period, Timestamp, audience::OfferAudience};
use work::UnitOfWork;

use crate::records::{event::Event, event_state::EventStatus};

/// How far back a calendar reaches unless the request says, in days.
const DAYS_BEHIND: i64 = 31;
/// How far ahead, in days.
const DAYS_AHEAD: i64 = 366;
/// Longest period of one calendar, in days.
const DAYS_MAX: i64 = 732;
/// Most entries of one calendar.
const ENTRIES_MAX: usize = 300;
/// Characters of a description in the calendar of a location; that of the event alone has all of it. With titles,
/// venues and all entries of four bytes a character, folded and escaped, a calendar stays below 2 MB.
const DESCRIPTION_CHARS: usize = 300;

/// What part of which calendar.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventCalendarQuery {
    /// Location whose events the calendar has.
    location_id: Id<Location>,
    /// First instant at which an event begins; 31 days ago when left out.
    from: Option<Timestamp>,
    /// First instant after it, at most 732 days later; in 366 days when left out.
    to: Option<Timestamp>,
}

/// Gives an event, unless it is a draft, as an iCalendar file.
pub async fn export_event(call: Call, PathId(id): PathId<Event>) -> Result<ICalendar, ApiError> {
    let event = call.get(id).await?;
    event.body.status_at(call.now).require(&[
        EventStatus::Published,
        EventStatus::Cancelled,
        EventStatus::Completed,
    ])?;
    Ok(ICalendar(calendar_text(event.body.title.as_str(), entry(&event, usize::MAX))))
}

/// Gives the events of a location, except drafts, as an iCalendar file.
pub async fn export_location(call: Call, Query(query): Query<EventCalendarQuery>) -> Result<ICalendar, ApiError> {
    let from = query.from.unwrap_or_else(|| call.now.plus(-Duration::days(DAYS_BEHIND)));
    let to = query.to.unwrap_or_else(|| call.now.plus(Duration::days(DAYS_AHEAD)));
    if to <= from {
        return Err(ApiError::rule("to", "end_not_after_start", "to must be after from"));
    }
    if from.plus(Duration::days(DAYS_MAX)) < to {
        return Err(ApiError::rule("to", "too_long", format!("a calendar has at most {DAYS_MAX} days")));
    }
    let location = call.require_reference(query.location_id, "location_id").await?;
    let list = List::by(&Event::BY_LOCATION, &location.id)
        .ordered(Order::Ascending)
        .between(Some(from.to_string()), Some(to.to_string()))
        .without("status", Some(&EventStatus::Draft));
    let events = call.store.all(call.tenant(), &list, ENTRIES_MAX + 1).await?.records;
    if events.len() > ENTRIES_MAX {
        let message = format!("the calendar has more than {ENTRIES_MAX} entries from `from` to `to`");
        return Err(ApiError::rule("to", "too_many_entries", message));
    }
    let entries = events.iter().filter_map(|event| entry(event, DESCRIPTION_CHARS));
    Ok(ICalendar(calendar_text(location.body.name.as_str(), entries)))
}

/// The calendar of the merchant's published events that begin in this time, as far as everybody may see them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn calendar_of_published(
    work: &UnitOfWork,
    [from, to]: [Timestamp; 2],
    most: usize,
) -> Result<String, ApiError> {
    let mut events = read_published(work, Order::Ascending, [work.now, to], most).await?;
    let room = most.saturating_sub(events.len());
    if room > 0 {
        events.extend(read_published(work, Order::Descending, [from, work.now], room).await?);
    }
    events.sort_by_key(|event| (event.body.start_time, event.id.uuid()));
    let entries = events.iter().filter_map(|event| entry(event, DESCRIPTION_CHARS));
    Ok(calendar_text(work.read_merchant().await?.body.name.as_str(), entries))
}

async fn read_published(
    work: &UnitOfWork,
    order: Order,
    [from, to]: [Timestamp; 2],
    most: usize,
) -> Result<Vec<Record<Event>>, ApiError> {
    let list = List::by(&Event::ALL, &())
        .ordered(order)
        .between(Some(from.to_string()), Some(to.to_string()))
        .without("status", Some(&EventStatus::Draft))
        .only("visibility", Some(&OfferAudience::Public));
    Ok(work.store.all(work.tenant(), &list, most).await?.records)
}

/// An event with so many characters of its description.
fn entry(event: &Record<Event>, description_chars: usize) -> Option<CalendarEntry> {
    let is_cancelled = event.body.status == EventStatus::Cancelled;
    let status = if is_cancelled { EntryStatus::Cancelled } else { EntryStatus::Confirmed };
    let period = Period::new(event.body.start_time, event.body.end_time)?;
    let entry = CalendarEntry::of(event, period, event.body.title.as_str(), status);
    let description: String = event.body.description.as_str().chars().take(description_chars).collect();
    Some(entry.described(&description, event.body.venue.as_str()))
}
