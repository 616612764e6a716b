//! Calendar feeds (`docs/areas/letters.md`): secret addresses at which calendar programs read, without headers.
//!
//! They are part of the bookings area and a function of their own: calendar programs ask often, and nobody's booking is
//! to wait for them.

mod entries;
mod feed;
mod outside;
mod reader;
mod requests;

use shared::api::Routes;
use values::Area;

pub use self::outside::outside;

/// The operations on calendar feeds.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Bookings, [requests::routes()])
}
