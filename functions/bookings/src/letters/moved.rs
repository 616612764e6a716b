//! Letters about a booking that has another time or place. Those of a series that one request moves have one letter.

use mailing::{Attachment, Draft, Fact, Facts, LetterType, Recipient};
use records::LoggedEvent;
use scheduling::{Resource, booking::BookingStatus};
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use super::{
    booking_scene::{Belonging, BookingScene},
    facts::{put_several, put_text},
    invitation::Method,
    invites::letters_to,
    series_scene::SeriesScene,
    told::{BookingBefore, BookingTold},
};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["booking.rescheduled"];

/// What was moved.
struct Moved {
    /// The booking.
    scene: BookingScene,
    /// The series that it belongs to.
    series: Option<Box<SeriesScene>>,
    /// How many bookings were moved together.
    together: usize,
    /// Whether it may stand in somebody's calendar.
    was_confirmed: bool,
}

/// That it was moved; one that has to be approved anew is told to those who approve.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(told) = BookingTold::of(&event.body) else { return Ok(Vec::new()) };
    let before = BookingBefore::of(&event.body);
    let Some(moved) = read(&work, &event, (&told, &before)).await? else { return Ok(Vec::new()) };
    let (scene, is_pending) = (&moved.scene, moved.scene.status(&work) == BookingStatus::Pending);
    let mut facts = scene.facts();
    put_before(&work, &mut facts, scene, &before).await?;
    put_several(&mut facts, moved.together);
    if is_pending {
        facts.insert("is_pending", Fact::Flag(true));
    }
    let letter = (LetterType::BookingChanged, scene.booking.body.location_id);
    let readers = scene.readers(&work).await?;
    let mut drafts = letters_to(readers, letter, &facts, |reader| moved.invitation(&work, reader));
    if is_pending && moved.was_confirmed {
        drafts.extend(scene.ask_for_approval(&work).await?);
    }
    Ok(drafts)
}

/// What was moved; none when it has another time by now, or another letter tells it.
async fn read(
    work: &UnitOfWork,
    event: &Record<LoggedEvent>,
    (told, before): (&BookingTold, &BookingBefore),
) -> Result<Option<Moved>, ApiError> {
    let Some(scene) = BookingScene::read(work, event.body.object_id.cast()).await? else { return Ok(None) };
    let stands = matches!(scene.status(work), BookingStatus::Pending | BookingStatus::Confirmed);
    if !stands || !told.is_still(&scene.booking.body) {
        return Ok(None);
    }
    let series = match scene.read_belonging(work).await? {
        Belonging::Alone => None,
        Belonging::Series(series) => Some(series),
        Belonging::Over => return Ok(None),
    };
    let together = series.as_ref().map_or(1, |series| series.changed_with(scene.booking.id, &event.body).len());
    let was_confirmed = before.was_confirmed(told);
    Ok((together > 0).then_some(Moved { scene, series, together, was_confirmed }))
}

/// Adds what was before: `old_start`, `old_end` where only the end is another one, and `old_resource`.
async fn put_before(
    work: &UnitOfWork,
    facts: &mut Facts,
    scene: &BookingScene,
    before: &BookingBefore,
) -> Result<(), ApiError> {
    let zone = scene.scenery.location.body.time_zone;
    if let Some(start) = before.start_time {
        facts.insert("old_start", Fact::Instant(start, zone));
    } else if let Some(end) = before.end_time {
        facts.insert("old_end", Fact::Instant(end, zone));
    }
    if let Some(id) = before.resource_id {
        let resource: Option<Record<Resource>> = work.store.find_any(work.tenant(), id).await?;
        put_text(facts, "old_resource", resource.as_ref().map_or("", |old| old.body.name.as_str()));
    }
    Ok(())
}

impl Moved {
    /// Its new place in the calendar; what has to be approved anew has none.
    fn invitation(&self, work: &UnitOfWork, reader: &Recipient) -> Option<Attachment> {
        let method = match self.scene.status(work) {
            BookingStatus::Confirmed => Method::Request,
            BookingStatus::Pending if self.was_confirmed => Method::Cancel,
            BookingStatus::Pending | BookingStatus::Cancelled | BookingStatus::Completed => return None,
        };
        let booking = &self.scene.booking;
        match &self.series {
            None => self.scene.invitation(method, reader),
            // Programs know each of a series by when it was planned for: when that has changed, all of it is sent.
            Some(series) if self.together == 1 && (method == Method::Cancel || series.is_moved(booking)) => {
                series.one(method, booking, reader)
            }
            Some(series) => series.whole(work.now, reader),
        }
    }
}
