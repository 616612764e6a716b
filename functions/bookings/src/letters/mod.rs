//! Letters about bookings (`docs/areas/letters.md`): who is told what of which event, by the records as they are now.
//!
//! A booking is told to its customer, and to those who approve it. A series is told once: bookings that are made or
//! cancelled together with it have no letters of their own, and those of it that one request moves or cancels have one.

mod booking_scene;
mod cancelled;
mod day_rule;
mod facts;
mod invitation;
mod invites;
mod made;
mod moved;
mod offered;
mod reminder;
mod scenery;
mod series_cancelled;
mod series_made;
mod series_scene;
mod told;

use mailing::LetterSource;

/// What this area has to say of its events.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&made::EVENTS, made::drafts),
        LetterSource::new(&moved::EVENTS, moved::drafts),
        LetterSource::new(&cancelled::EVENTS, cancelled::drafts),
        LetterSource::new(&reminder::EVENTS, reminder::drafts),
        LetterSource::new(&series_made::EVENTS, series_made::drafts),
        LetterSource::new(&series_cancelled::EVENTS, series_cancelled::drafts),
        LetterSource::new(&offered::EVENTS, offered::drafts),
    ]
}
