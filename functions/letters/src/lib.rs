//! Letters to people (`docs/areas/letters.md`): what was sent, in whose words, and to whom nothing is sent any more.
//!
//! They are part of the members area and a function of their own. Another one, `notify`, writes and sends them.

mod checking;
mod event_types;
mod letters;
mod outside;
mod preview;
mod suppressed;
mod templates;
mod wordings;

use shared::api::Routes;
use values::Area;

pub use self::{event_types::event_types, outside::outside};

/// The operations on letters, their wording, and addresses that nothing is sent to.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Members, [letters::routes(), templates::routes(), suppressed::routes()])
}
