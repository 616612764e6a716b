//! Letters about a series that was made: one for all of its bookings, with one invitation.

use mailing::{Draft, Fact, Facts, LetterType, recipients};
use records::LoggedEvent;
use scheduling::{Booking, booking::BookingStatus};
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use super::{
    facts::{put_count, put_price, put_several, put_text, read_name},
    invites::letters_to,
    series_scene::SeriesScene,
    told::SeriesTold,
};
use crate::series::record::{SeriesState, SeriesStatus};

/// The events about which it has something to say: a series that is made in one step is active from the beginning.
pub const EVENTS: [&str; 2] = ["booking_series.created", "booking_series.activated"];

/// A confirmation, or that its bookings wait for approval, which those who approve hear, too.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    if SeriesTold::of(&event.body).is_none_or(|told| told.status != SeriesStatus::Active) {
        return Ok(Vec::new());
    }
    let Some(scene) = SeriesScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    let needs_approval = scene.series.body.needs_approval;
    let is_meant =
        |booking: &&Booking| scene.is_standing(booking, work.now) || booking.status(work.now) == BookingStatus::Pending;
    let bookings: Vec<&Booking> = scene.bookings.iter().map(|booking| &booking.body).filter(is_meant).collect();
    let Some(first) = bookings.first().filter(|_| scene.series.body.state == SeriesState::Active) else {
        return Ok(Vec::new());
    };
    let mut facts = scene.scenery.facts_of(first);
    put_all(&mut facts, &scene, &bookings);
    let location = scene.series.body.location_id;
    let letter = if needs_approval { LetterType::BookingRequested } else { LetterType::BookingConfirmed };
    // Of a series that waits for approval some bookings may need none.
    let is_any_certain = bookings.iter().any(|booking| scene.is_standing(booking, work.now));
    let readers = scene.readers(&work).await?;
    let mut drafts = letters_to(readers, (letter, location), &facts, |reader| {
        if is_any_certain { scene.whole(work.now, reader) } else { None }
    });
    if needs_approval && bookings.iter().any(|booking| booking.status(work.now) == BookingStatus::Pending) {
        drafts.extend(ask_for_approval(&work, &scene, facts).await?);
    }
    Ok(drafts)
}

/// Adds what is so of all of its bookings: `count`, `attendees`, what they cost, when each begins (`dates`), and how
/// many could not be booked (`skipped`).
fn put_all(facts: &mut Facts, scene: &SeriesScene, bookings: &[&Booking]) {
    let zone = scene.scenery.location.body.time_zone;
    put_several(facts, bookings.len());
    put_count(facts, "attendees", scene.series.body.attendees);
    put_count(facts, "skipped", i64::try_from(scene.series.body.skipped.len()).unwrap_or(i64::MAX));
    put_price(facts, bookings);
    let date = |booking: &&Booking| Facts::from([("start", Fact::Instant(booking.start, zone))]);
    facts.insert("dates", Fact::List(bookings.iter().map(date).collect()));
}

async fn ask_for_approval(work: &UnitOfWork, scene: &SeriesScene, mut facts: Facts) -> Result<Vec<Draft>, ApiError> {
    let series = &scene.series.body;
    put_text(&mut facts, "customer", &read_name(work, series.customer_id).await?);
    let staff = recipients::of_staff(work, Some(series.location_id)).await?;
    Ok(letters_to(staff, (LetterType::ApprovalWaiting, series.location_id), &facts, |_| None))
}
