//! Feed: what people tell each other at a location, or everywhere.
//!
//! A **post** has **comments**, one level deep; members **like** both, and **report** what should not stand there. Who
//! sees a post follows from the standing of each person at its location. What is counted of a post or a comment stands
//! beside it, so that many like the same one at once; lists find both by **entries** of a fixed size, so that what a
//! list costs does not depend on what people wrote.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations, in a folder for each kind of record,
//! stand on both and never on each other.

mod comments;
mod event_types;
mod letters;
mod likes;
mod posts;
mod records;
mod reports;
mod rules;
mod sweep;

use shared::api::Routes;
use values::Area;

pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::sweep::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Feed, [posts::routes(), comments::routes(), likes::routes(), reports::routes()])
}
