//! Letters to people, and calendars that programs read.

mod calendars;
mod cost;
mod decided;
mod digest;
mod erased;
mod feeds;
mod hostile;
mod kept;
mod many;
mod readers;
mod retried;
mod scopes;
mod sent;
mod shares;
mod suppressed;
mod switches;
mod templates;
mod told;
mod unsubscribing;
mod visits;

use serde_json::json;
use tests::{LetterFixture, RoomFixture};

/// A service with letters, and a room in it that Ann books.
struct Rooms {
    letters: LetterFixture,
    room: RoomFixture,
}

impl Rooms {
    async fn new() -> Self {
        let letters = LetterFixture::new().await;
        let room = RoomFixture::of(letters.app().clone(), json!({})).await;
        Self { letters, room }
    }
}
