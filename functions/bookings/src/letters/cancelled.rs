//! Letters about a booking that was cancelled, declined or not approved in time. What is cancelled with its series is
//! told with the series ([`super::series_cancelled`]); of others of a series that one request cancels there is one
//! letter.

use mailing::{Attachment, Draft, Fact, Facts, LetterType, Recipient};
use records::LoggedEvent;
use scheduling::{
    Booking,
    booking::{BookingStatus, Cancellation, CancellationReason},
};
use store::Record;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use super::{
    booking_scene::{Belonging, BookingScene},
    facts::{put_money, put_several, put_text},
    invitation::Method,
    invites::letters_to,
    series_scene::SeriesScene,
    told::BookingBefore,
};
use crate::series::record::provisional_until;

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["booking.cancelled"];

/// That it does not take place, and what that costs.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(scene) = BookingScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    let Some(cancellation) = scene.booking.body.cancellation_at(work.now) else { return Ok(Vec::new()) };
    let series = match scene.read_belonging(&work).await? {
        Belonging::Alone => None,
        Belonging::Series(series) if !is_lapsed(&series, &cancellation) => Some(series),
        Belonging::Series(_) | Belonging::Over => return Ok(Vec::new()),
    };
    let together = match &series {
        Some(series) => series.changed_with(scene.booking.id, &event.body),
        None => vec![&scene.booking.body],
    };
    if together.is_empty() {
        return Ok(Vec::new());
    }
    let mut facts = scene.scenery.facts_of(&scene.booking.body);
    put_several(&mut facts, together.len());
    put_reason(&mut facts, &cancellation);
    put_fee(&mut facts, &together, work.now);
    let was_confirmed = BookingBefore::of(&event.body).status == Some(BookingStatus::Confirmed);
    let attach = |reader: &Recipient| {
        if was_confirmed { end_of(&work, &scene, (series.as_deref(), together.len()), reader) } else { None }
    };
    let letter = (LetterType::BookingCancelled, scene.booking.body.location_id);
    Ok(letters_to(scene.readers(&work).await?, letter, &facts, attach))
}

/// Whether the booking only ended because its series was not finished in time, which is made up for.
fn is_lapsed(series: &SeriesScene, cancellation: &Cancellation) -> bool {
    let is_expired = cancellation.reason == CancellationReason::Expired;
    is_expired && cancellation.at == provisional_until(series.series.created_at)
}

/// Adds why: `is_declined`, `is_expired`, `is_by_operator`, and `reason`, what the people of the place wrote about it.
pub fn put_reason(facts: &mut Facts, cancellation: &Cancellation) {
    let flag = match cancellation.reason {
        CancellationReason::Declined => "is_declined",
        CancellationReason::Expired => "is_expired",
        CancellationReason::Operator => "is_by_operator",
        CancellationReason::Customer | CancellationReason::NoShow => return,
    };
    facts.insert(flag, Fact::Flag(true));
    put_text(facts, "reason", cancellation.comment.as_str());
}

/// Adds what the cancellation of these costs together.
pub fn put_fee(facts: &mut Facts, bookings: &[&Booking], now: Timestamp) {
    let Some(currency) = bookings.first().map(|booking| booking.currency) else { return };
    let same = bookings.iter().filter(|booking| booking.currency == currency);
    let fees = same.filter_map(|booking| booking.cancellation_at(now)).map(|cancellation| cancellation.fee_minor);
    put_money(facts, "fee", fees.sum(), currency);
}

/// What takes it out of the calendar. Several of a series leave it with what is left of the series.
fn end_of(
    work: &UnitOfWork,
    scene: &BookingScene,
    (series, together): (Option<&SeriesScene>, usize),
    reader: &Recipient,
) -> Option<Attachment> {
    match series {
        None => scene.invitation(Method::Cancel, reader),
        Some(series) if together == 1 => series.one(Method::Cancel, &scene.booking, reader),
        Some(series) => series.whole(work.now, reader),
    }
}
