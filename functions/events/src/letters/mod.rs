//! Letters about events (`docs/areas/letters.md`): tickets with their codes, and what becomes of an event, to everybody
//! who has seats of it. That an event is cancelled is told with each of its registrations, so that nobody hears it
//! twice.

mod cancelled;
mod event_scene;
mod moved;
mod offered;
mod ticket;

use mailing::LetterSource;

/// What this area has to say of its events.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&ticket::EVENTS, ticket::drafts),
        LetterSource::new(&cancelled::EVENTS, cancelled::drafts),
        LetterSource::paged(&moved::EVENTS, moved::drafts),
        LetterSource::new(&offered::EVENTS, offered::drafts),
    ]
}
