//! The letter by which somebody is reminded of a booking. It is asked for when the booking is made, confirmed or moved,
//! and sent so many hours before it begins, if it still begins then.

use chrono::Duration;
use mailing::{Draft, LetterType};
use records::LoggedEvent;
use scheduling::booking::BookingStatus;
use store::{List, Record};
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use super::{booking_scene::BookingScene, invites::letters_to, told::BookingTold};

/// The events about which it has something to say.
pub const EVENTS: [&str; 3] = ["booking.confirmed", "booking.created", "booking.rescheduled"];
/// Most events of a booking that are looked through, newest first.
const EVENTS_MAX: usize = 50;

/// The reminder, to be sent in its time; none where that was over when the booking was made.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(told) = BookingTold::of(&event.body) else { return Ok(Vec::new()) };
    if told.status != BookingStatus::Confirmed || told.start_time <= work.now {
        return Ok(Vec::new());
    }
    let Some(send_at) = read_time(&work, &told, event.body.occurred_at).await? else { return Ok(Vec::new()) };
    let Some(scene) = BookingScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    if scene.status(&work) != BookingStatus::Confirmed || scene.booking.body.start != told.start_time {
        return Ok(Vec::new());
    }
    if send_at <= work.now && is_outdated(&work, &event.body).await? {
        return Ok(Vec::new());
    }
    let letter = (LetterType::BookingReminder, scene.booking.body.location_id);
    let facts = scene.scenery.facts_of(&scene.booking.body);
    let drafts = letters_to(scene.readers(&work).await?, letter, &facts, |_| None);
    Ok(drafts.into_iter().map(|draft| draft.at(send_at)).collect())
}

/// When it is sent; none where the merchant wants none, or that was over when the event happened.
async fn read_time(work: &UnitOfWork, told: &BookingTold, happened: Timestamp) -> Result<Option<Timestamp>, ApiError> {
    let hours = work.read_merchant().await?.body.letter_settings.reminder_hours;
    let send_at = told.start_time.plus(-Duration::hours(i64::from(hours)));
    Ok((hours > 0 && happened < send_at).then_some(send_at))
}

/// Whether a later event asks for a reminder of the same booking: one that was moved away and back has two that tell
/// the same time.
async fn is_outdated(work: &UnitOfWork, event: &LoggedEvent) -> Result<bool, ApiError> {
    let list = List::by(&LoggedEvent::BY_OBJECT, &event.object_id);
    let events = work.store.all(work.tenant(), &list, EVENTS_MAX).await?.records;
    let is_later = |other: &LoggedEvent| {
        event.object_version < other.object_version && EVENTS.contains(&other.event_type.as_str())
    };
    Ok(events.iter().any(|other| is_later(&other.body)))
}
