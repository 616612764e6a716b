//! A reading: what the server has is compared with what the state has, and what follows is stored before it is done.

use calendars::outside_calendars::{
    OutsideCalendar, OutsideCalendarState, ReadingFailure,
    busy::Standing,
    record::OutsideCalendarType,
    schedule::{unread_until, wants_all},
    state::ChangeMark,
};
use chrono::Duration;
use records::Location;
use scheduling::Resource;
use store::Record;
use values::{ApiError, TimeZone, Timestamp};
use work::sealed;

use crate::{
    caldav,
    expansion::{Busy, Expansion},
    ics,
    job::Job,
    merged::merged,
    outcome, own_bookings, pieces,
    plan::{Plan, again, plan},
    source::{Asked, Found, Source},
    taking,
};

/// How far ahead busy times are looked at, in days: somewhat more than a year.
const DAYS_AHEAD: i64 = 400;

/// What a reading found.
struct Reading {
    state: OutsideCalendarState,
    read_until: Option<Timestamp>,
    unreadable: Option<usize>,
}

/// Reads a calendar of a resource, and takes the first of what is busy there.
///
/// # Errors
/// 409 `version_conflict` when somebody else came in between; 503 when the store or a secret cannot be used.
pub async fn read(
    job: &Job<'_>,
    calendar: Record<OutsideCalendar>,
    state: Record<OutsideCalendarState>,
    resource: &Record<Resource>,
) -> Result<(), ApiError> {
    let location: Option<Record<Location>> =
        job.work.store.find_any(job.work.tenant(), resource.body.location_id).await?;
    let zone = location.map_or(TimeZone::UTC, |location| location.body.time_zone);
    let password = match &calendar.body.sealed_password {
        Some(password) => {
            let secrets = &job.context.secrets;
            Some(sealed::open(secrets, &calendar.id.to_string(), password).await?)
        }
        None => None,
    };
    let window = [job.work.now, job.work.now.plus(Duration::days(DAYS_AHEAD))];
    let is_whole = wants_all(state.body.whole_read_at, job.work.now);
    let asked = Asked { mark: state.body.mark.as_ref().filter(|_| !is_whole), window };
    let found = ask(job.source, (&calendar.body, password.as_deref()), asked).await;
    match found.and_then(|found| expanded(found, zone, window)) {
        Ok(found) => {
            let reading = planned(job, &calendar.body, state.body.clone(), found, window).await?;
            succeed(job, calendar, state, reading).await
        }
        Err(failure) => fail(job, &calendar, &state, failure).await,
    }
}

/// What is to become of the blocks.
async fn planned(
    job: &Job<'_>,
    calendar: &OutsideCalendar,
    before: OutsideCalendarState,
    found: Expanded,
    window: [Timestamp; 2],
) -> Result<Reading, ApiError> {
    let state = OutsideCalendarState { failures_in_a_row: 0, ..before };
    let (mark, expansion) = match found {
        Expanded::Unchanged(mark) => {
            let mut busy = again(state.busy);
            busy.0.retain(|time| job.work.now < time.end);
            let mut conflicts = state.conflicts;
            conflicts.retain(|conflict| job.work.now < conflict.end_time);
            let pieces = pieces::left(state.pieces, &busy, job.work.now);
            let state = OutsideCalendarState { busy, pieces, conflicts, mark, ..state };
            return Ok(Reading { state, read_until: None, unreadable: None });
        }
        Expanded::Changed(mark, expansion) => (mark, expansion),
    };
    let others: Vec<Busy> = own_bookings::without(job.work, calendar.resource_id, expansion.busy).await?;
    let wanted = merged(others.iter().map(|busy| busy.time).collect(), window[0], window[1]);
    let Plan { busy, cut_at } = plan(&state.busy, &wanted, job.work.now, || job.work.ids.next());
    let mut conflicts = state.conflicts;
    conflicts.retain(|conflict| {
        let is_it = |time: (Timestamp, Timestamp)| time == (conflict.start_time, conflict.end_time);
        busy.0.iter().any(|time| is_it(time.time()) && matches!(time.standing, Standing::WantedAgain | Standing::Met))
    });
    // Of what found no room the rest is read the next time, whatever the server says.
    let mark = mark.filter(|_| cut_at.is_none());
    let whole_read_at = Some(job.work.now);
    let pieces = pieces::left(state.pieces, &busy, job.work.now);
    let state = OutsideCalendarState { busy, pieces, conflicts, mark, whole_read_at, ..state };
    Ok(Reading { state, read_until: Some(cut_at.unwrap_or(window[1])), unreadable: Some(expansion.unreadable) })
}

async fn succeed(
    job: &Job<'_>,
    calendar: Record<OutsideCalendar>,
    state: Record<OutsideCalendarState>,
    reading: Reading,
) -> Result<(), ApiError> {
    let (work, Reading { state: body, read_until, unreadable }) = (job.work, reading);
    let is_open = body.is_open();
    let next = body.next_at(work.now);
    let readings = outcome::succeeded(calendar.body.readings.clone(), (read_until, unreadable), work.now);
    let (body, readings) = if is_open {
        (body.claimed(work.now, job.real), readings)
    } else {
        let counted = outcome::counted(&readings, &body, work.now);
        let told = OutsideCalendarState { has_new_conflict: false, ..body };
        (told.released(Some(next), work.now), counted)
    };
    let after = work.next_version(&state, body, None);
    let mut transaction = work.transaction();
    transaction.replace(&state, &after);
    let calendar = outcome::note(work, &mut transaction, calendar, readings);
    work.store.commit(transaction).await?;
    if is_open { taking::take(job, Some(calendar), after).await } else { Ok(()) }
}

async fn fail(
    job: &Job<'_>,
    calendar: &Record<OutsideCalendar>,
    state: &Record<OutsideCalendarState>,
    failure: ReadingFailure,
) -> Result<(), ApiError> {
    let work = job.work;
    let failures_in_a_row = state.body.failures_in_a_row.saturating_add(1);
    let body = OutsideCalendarState { failures_in_a_row, ..state.body.clone() };
    let after = outcome::failed(calendar.body.clone(), failure, work.now);
    let next = if after.is_active { body.next_at(work.now) } else { unread_until(work.now) };
    let mut transaction = work.transaction();
    transaction.replace(state, &work.next_version(state, body.released(Some(next), work.now), None));
    if outcome::is_told(&calendar.body, &after, work.now) {
        transaction.replace(calendar, &work.next_version(calendar, after, None));
    }
    work.store.commit(transaction).await
}

/// What the server of a calendar has.
async fn ask(
    source: &Source,
    (calendar, password): (&OutsideCalendar, Option<&str>),
    asked: Asked<'_>,
) -> Result<Found, ReadingFailure> {
    let server = source.server(calendar, password);
    match calendar.fields.calendar_type {
        OutsideCalendarType::Ics => ics::read(&server, asked).await,
        OutsideCalendarType::Caldav => caldav::read(&server, asked).await,
    }
}

/// What a server has, as busy times.
enum Expanded {
    Unchanged(Option<ChangeMark>),
    Changed(Option<ChangeMark>, Expansion),
}

fn expanded(found: Found, zone: TimeZone, window: [Timestamp; 2]) -> Result<Expanded, ReadingFailure> {
    match found {
        Found::Unchanged(mark) => Ok(Expanded::Unchanged(mark)),
        Found::Calendars { texts, mark } => {
            let mut expansion = Expansion::new(zone, window);
            texts.iter().try_for_each(|text| expansion.add(text))?;
            Ok(Expanded::Changed(mark, expansion))
        }
    }
}
