//! Get a resource's calendar as other programs subscribe to it.

use std::collections::BTreeMap;

use chrono::Duration;
use scheduling::{
    Booking, CalendarBlock, Resource,
    booking::BookingStatus,
    calendar::Calendar,
    calendar_text::{CalendarEntry, EntryStatus, calendar_text},
    slot::{SlotKind, distinct},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, ICalendar, PathId, Query};
use store::{Entity, Record};
use values::{ApiError, Id, Period, ShortText, Timestamp};

/// How far back a calendar reaches unless the request says, in days.
const DAYS_BEHIND: i64 = 31;
/// How far ahead, in days.
const DAYS_AHEAD: i64 = 366;
/// Longest period of one calendar, in days.
const DAYS_MAX: i64 = 732;
/// Most entries of one calendar: titles of 200 characters, folded and escaped, stay below 5 MB.
const ENTRIES_MAX: usize = 2_000;

/// What part of the calendar.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarQuery {
    /// First instant; 31 days ago when left out.
    from: Option<Timestamp>,
    /// First instant after it, at most 732 days later; in 366 days when left out.
    to: Option<Timestamp>,
}

/// Bookings and blocks of a resource as an iCalendar file, at most 2,000 entries.
pub async fn get(
    call: Call,
    PathId(id): PathId<Resource>,
    Query(query): Query<CalendarQuery>,
) -> Result<ICalendar, ApiError> {
    let from = query.from.unwrap_or_else(|| call.now.plus(-Duration::days(DAYS_BEHIND)));
    let to = query.to.unwrap_or_else(|| call.now.plus(Duration::days(DAYS_AHEAD)));
    let period = crate::asked_period::period_of(from, to, DAYS_MAX)?;
    let (tenant, days) = (&call.caller.tenant, [from, to].map(|at| at.utc().date_naive()));
    let (resource, calendar) = tokio::join!(call.get(id), Calendar::read_resource(&call, id.uuid(), days[0], days[1]));
    let (resource, slots) = (resource?, calendar?.slots_of(id));
    let mut entries = distinct(&slots, call.now);
    entries.retain(|slot| slot.period().is_some_and(|own| own.overlaps(period)));
    let of_kind = |kind: SlotKind| entries.iter().filter(move |slot| slot.kind == kind).map(|slot| slot.id);
    let booking_ids: Vec<Id<Booking>> = of_kind(SlotKind::Booking).map(Id::new).collect();
    let block_ids: Vec<Id<CalendarBlock>> = of_kind(SlotKind::Block).map(Id::new).collect();
    if booking_ids.len() + block_ids.len() > ENTRIES_MAX {
        let message = format!("the calendar has more than {ENTRIES_MAX} entries from `from` to `to`");
        return Err(ApiError::rule("to", "too_many_entries", message));
    }
    let (bookings, blocks) =
        tokio::join!(call.store.find_all(tenant, &booking_ids), call.store.find_all(tenant, &block_ids));
    Ok(ICalendar(written(&resource.body, &bookings?, &blocks?, call.now)))
}

/// The calendar's text, entries by their start.
fn written(
    resource: &Resource,
    bookings: &[Record<Booking>],
    blocks: &[Record<CalendarBlock>],
    now: Timestamp,
) -> String {
    let mut entries: BTreeMap<_, CalendarEntry> = BTreeMap::new();
    for booking in bookings {
        let status = match booking.body.status(now) {
            BookingStatus::Pending => EntryStatus::Tentative,
            BookingStatus::Confirmed | BookingStatus::Completed => EntryStatus::Confirmed,
            BookingStatus::Cancelled => continue,
        };
        let Some(period) = booking.body.period() else { continue };
        entries
            .insert((period.start(), booking.id.uuid()), entry(booking, period, &booking.body.title, "Booked", status));
    }
    for block in blocks {
        let Some(period) = block.body.period() else { continue };
        let event = entry(block, period, &block.body.reason, "Blocked", EntryStatus::Confirmed);
        entries.insert((period.start(), block.id.uuid()), event);
    }
    calendar_text(resource.name.as_str(), entries.into_values())
}

fn entry<E: Entity>(
    record: &Record<E>,
    period: Period,
    title: &ShortText,
    untitled: &str,
    status: EntryStatus,
) -> CalendarEntry {
    let title = if title.as_str().is_empty() { untitled } else { title.as_str() };
    CalendarEntry::of(record, period, title, status)
}
