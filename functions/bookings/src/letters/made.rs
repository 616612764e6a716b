//! Letters about a booking that was made or confirmed. Those that were made together with their series are told with
//! the series ([`super::series_made`]).

use mailing::{Draft, LetterType};
use records::LoggedEvent;
use scheduling::{Booking, booking::BookingStatus};
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use super::{
    booking_scene::{Belonging, BookingScene},
    invitation::Method,
    invites::letters_to,
    series_scene::SeriesScene,
    told::{BookingBefore, BookingTold},
};
use crate::series::record::{BookingSeries, provisional_until};

/// The events about which it has something to say.
pub const EVENTS: [&str; 2] = ["booking.created", "booking.confirmed"];
/// The version of a booking that a series which is made in steps makes final.
const FINAL_VERSION: i64 = 2;

/// A confirmation, or that it waits for approval, which those who approve hear, too.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(told) = BookingTold::of(&event.body) else { return Ok(Vec::new()) };
    let Some(scene) = BookingScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    if scene.status(&work) != told.status {
        return Ok(Vec::new());
    }
    let series = match scene.read_belonging(&work).await? {
        Belonging::Alone => None,
        Belonging::Series(series) if is_by_itself(&series.series, &scene.booking, &event.body, &told) => Some(series),
        Belonging::Series(_) | Belonging::Over => return Ok(Vec::new()),
    };
    match told.status {
        BookingStatus::Confirmed => confirmed(&work, &scene, series.as_deref()).await,
        BookingStatus::Pending => requested(&work, &scene).await,
        BookingStatus::Cancelled | BookingStatus::Completed => Ok(Vec::new()),
    }
}

/// Whether a booking of a series was made after the others, of an offer to whoever waits, or was approved by somebody.
fn is_by_itself(
    series: &Record<BookingSeries>,
    booking: &Record<Booking>,
    event: &LoggedEvent,
    told: &BookingTold,
) -> bool {
    if event.event_type == "booking.created" {
        let is_provisional = told.hold_expires_at == Some(provisional_until(series.created_at));
        return booking.created_at != series.created_at && !is_provisional;
    }
    let was_pending = BookingBefore::of(event).status == Some(BookingStatus::Pending);
    was_pending && (series.body.needs_approval || FINAL_VERSION < event.object_version)
}

async fn confirmed(
    work: &UnitOfWork,
    scene: &BookingScene,
    series: Option<&SeriesScene>,
) -> Result<Vec<Draft>, ApiError> {
    let readers = scene.readers(work).await?;
    let letter = (LetterType::BookingConfirmed, scene.booking.body.location_id);
    Ok(letters_to(readers, letter, &scene.facts(), |reader| match series {
        Some(series) => series.whole(work.now, reader),
        None => scene.invitation(Method::Request, reader),
    }))
}

async fn requested(work: &UnitOfWork, scene: &BookingScene) -> Result<Vec<Draft>, ApiError> {
    let readers = scene.readers(work).await?;
    let letter = (LetterType::BookingRequested, scene.booking.body.location_id);
    let mut drafts = letters_to(readers, letter, &scene.facts(), |_| None);
    drafts.extend(scene.ask_for_approval(work).await?);
    Ok(drafts)
}
