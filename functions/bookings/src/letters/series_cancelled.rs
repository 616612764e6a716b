//! The letter about a series that was cancelled as a whole: one for all bookings that were cancelled with it.

use mailing::{Draft, LetterType};
use records::LoggedEvent;
use scheduling::Booking;
use store::Record;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use super::{
    cancelled::{put_fee, put_reason},
    facts::put_several,
    invites::letters_to,
    series_scene::SeriesScene,
};
use crate::series::{operation::SeriesTask, record::SeriesState};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["booking_series.cancelled"];

/// That the rest of it does not take place, and what that costs.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(scene) = SeriesScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    let series = &scene.series.body;
    let mut bookings = cancelled_at(&scene, event.body.occurred_at, work.now);
    let mut count = bookings.len();
    // What is too much for one request is cancelled in steps, as of the instant at which that was asked for.
    let operation = series.operation.as_ref().filter(|operation| operation.task == SeriesTask::Cancel);
    if let Some(operation) = operation
        && bookings.is_empty()
    {
        bookings = cancelled_at(&scene, operation.progress.created_at, work.now);
        count = operation.to_change;
    }
    let Some(first) = bookings.first().filter(|_| series.state == SeriesState::Cancelled) else {
        return Ok(Vec::new());
    };
    let mut facts = scene.scenery.facts_of(first);
    put_several(&mut facts, count);
    if let Some(cancellation) = first.cancellation_at(work.now) {
        put_reason(&mut facts, &cancellation);
    }
    // As long as some are still to be cancelled, nobody knows what all of it costs.
    if series.open_operation().is_none() {
        put_fee(&mut facts, &bookings, work.now);
    }
    let letter = (LetterType::BookingCancelled, series.location_id);
    let readers = scene.readers(&work).await?;
    Ok(letters_to(readers, letter, &facts, |reader| scene.end(reader)))
}

/// The bookings that were cancelled at an instant, by their starts.
fn cancelled_at(scene: &SeriesScene, at: Timestamp, now: Timestamp) -> Vec<&Booking> {
    let is_meant = |booking: &&Booking| booking.cancellation_at(now).is_some_and(|cancelled| cancelled.at == at);
    scene.bookings.iter().map(|booking| &booking.body).filter(is_meant).collect()
}
