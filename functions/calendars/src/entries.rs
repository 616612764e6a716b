//! What a feed shows: bookings or events that begin from 31 days ago to a year ahead, at most 500, whatever the history.
//! What is to come is read first, so that a busy month does not push it out.

use std::collections::BTreeMap;

use chrono::Duration;
use records::{Location, Member};
use scheduling::{
    Booking, Resource,
    booking::{BOOKING_DAYS_MAX, BookingState, BookingStatus},
    calendar_text::{CalendarEntry, EntryStatus, calendar_text},
};
use store::{List, Order, Record};
use values::{ApiError, Customer, Id, Timestamp};
use work::UnitOfWork;

use crate::{feed::CalendarFeed, reader::Shown};

/// How far back a feed reaches, in days: as long as the longest booking.
const DAYS_BEHIND: i64 = BOOKING_DAYS_MAX;
/// How far ahead, in days.
const DAYS_AHEAD: i64 = 366;
/// Most entries of a feed.
const ENTRIES_MAX: usize = 500;
/// What a booking is called that has no title, or is shown without.
const UNTITLED: &str = "Booked";

/// The text of a feed.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(work: &UnitOfWork, feed: &CalendarFeed, shown: &Shown) -> Result<String, ApiError> {
    let [from, to] = [work.now.plus(-Duration::days(DAYS_BEHIND)), work.now.plus(Duration::days(DAYS_AHEAD))];
    if feed.fields.events {
        return events::calendar_of_published(work, [from, to], ENTRIES_MAX).await;
    }
    let lists = lists(work, feed).await?;
    let mut bookings = read_in(work, &lists, Order::Ascending, [work.now, to]).await?;
    bookings.truncate(ENTRIES_MAX);
    let room = ENTRIES_MAX.saturating_sub(bookings.len());
    if room > 0 {
        let past = read_in(work, &lists, Order::Descending, [from, work.now]).await?;
        bookings.extend(past.into_iter().take(room));
    }
    bookings.retain(|booking| shown.has(booking.body.location_id));
    written(work, feed, &bookings).await
}

/// The bookings of these lists that begin in a period and were not cancelled, as many as a feed has, in this order.
async fn read_in(
    work: &UnitOfWork,
    lists: &[List<Booking>],
    order: Order,
    [from, to]: [Timestamp; 2],
) -> Result<Vec<Record<Booking>>, ApiError> {
    let mut bookings: Vec<Record<Booking>> = Vec::new();
    for list in lists {
        let list = list.clone().ordered(order).between(Some(from.to_string()), Some(to.to_string()));
        let list = list.without("state", Some(&BookingState::Cancelled));
        bookings.extend(work.store.all(work.tenant(), &list, ENTRIES_MAX).await?.records);
    }
    bookings.sort_by_key(|booking| booking.body.start);
    if order == Order::Descending {
        bookings.reverse();
    }
    Ok(bookings)
}

/// The lists of bookings that a feed shows: of a member also those of the companies that the member is in, of which it
/// shows what the member booked.
async fn lists(work: &UnitOfWork, feed: &CalendarFeed) -> Result<Vec<List<Booking>>, ApiError> {
    let fields = &feed.fields;
    if let Some(resource) = fields.resource_id {
        return Ok(vec![List::by(&Booking::BY_RESOURCE, &resource)]);
    }
    if let Some(location) = fields.location_id {
        return Ok(vec![List::by(&Booking::BY_LOCATION, &location)]);
    }
    let Some(member) = fields.member_id else { return Ok(Vec::new()) };
    let found: Option<Record<Member>> = work.store.find(work.tenant(), member).await?;
    let companies = found
        .map(|member| member.body.companies.iter().map(|(company, _)| company).collect::<Vec<_>>())
        .unwrap_or_default();
    let own = List::by(&Booking::BY_CUSTOMER, &member.cast::<Customer>());
    let of_company = |company: Id<records::Company>| {
        List::by(&Booking::BY_CUSTOMER, &company.cast::<Customer>()).only("member_id", Some(&member))
    };
    Ok(std::iter::once(own).chain(companies.into_iter().map(of_company)).collect())
}

async fn written(work: &UnitOfWork, feed: &CalendarFeed, bookings: &[Record<Booking>]) -> Result<String, ApiError> {
    let mut resources: Vec<Id<Resource>> = bookings.iter().map(|booking| booking.body.resource_id).collect();
    resources.sort_by_key(|id| id.uuid());
    resources.dedup();
    let mut locations: Vec<Id<Location>> = bookings.iter().map(|booking| booking.body.location_id).collect();
    locations.sort_by_key(|id| id.uuid());
    locations.dedup();
    let (resources, locations) = tokio::join!(
        work.store.find_all_any(work.tenant(), &resources),
        work.store.find_all_any(work.tenant(), &locations)
    );
    let (resources, locations) = (resources?, locations?);
    let place = |booking: &Booking| {
        let resource = resources.iter().find(|resource| resource.id == booking.resource_id);
        let location = locations.iter().find(|location| location.id == booking.location_id);
        let names = [resource.map(|found| found.body.name.as_str()), location.map(|found| found.body.name.as_str())];
        names.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let mut entries: BTreeMap<(Timestamp, uuid::Uuid), CalendarEntry> = BTreeMap::new();
    for booking in bookings {
        let place = place(&booking.body);
        if let Some((at, entry)) = entry(booking, feed, &place, work.now) {
            entries.insert((at, booking.id.uuid()), entry);
        }
    }
    Ok(calendar_text(&name(&resources, &locations, feed), entries.into_values()))
}

/// A booking as an entry; none of one that was cancelled.
fn entry(
    booking: &Record<Booking>,
    feed: &CalendarFeed,
    place: &str,
    now: Timestamp,
) -> Option<(Timestamp, CalendarEntry)> {
    let status = match booking.body.status(now) {
        BookingStatus::Pending => EntryStatus::Tentative,
        BookingStatus::Confirmed | BookingStatus::Completed => EntryStatus::Confirmed,
        BookingStatus::Cancelled => return None,
    };
    let period = booking.body.period()?;
    let own = booking.body.title.as_str();
    let title = match (own.is_empty() || feed.fields.busy_only, feed.fields.member_id) {
        (false, _) => own,
        (true, Some(_)) if !feed.fields.busy_only => place,
        (true, _) => UNTITLED,
    };
    Some((period.start(), CalendarEntry::of(booking, period, title, status).described("", place)))
}

/// What the calendar is called.
fn name(resources: &[Record<Resource>], locations: &[Record<Location>], feed: &CalendarFeed) -> String {
    let of_resource = resources.iter().find(|resource| Some(resource.id) == feed.fields.resource_id);
    let of_location = locations.iter().find(|location| Some(location.id) == feed.fields.location_id);
    let names = [of_resource.map(|found| &found.body.name), of_location.map(|found| &found.body.name)];
    names.into_iter().flatten().next().map_or_else(|| "Bookings".to_owned(), ToString::to_string)
}
