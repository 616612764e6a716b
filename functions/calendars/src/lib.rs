//! Calendars of other programs: feeds (`docs/areas/letters.md`), secret addresses at which calendar programs read,
//! without headers; and outside calendars (`docs/areas/calendars.md`), whose busy times block a resource.
//!
//! They are part of the bookings area and a function of their own: calendar programs ask often, and nobody's booking is
//! to wait for them.

mod entries;
mod feed;
mod outside;
pub mod outside_calendars;
mod reader;
mod requests;

use shared::api::Routes;
use values::Area;

pub use self::{
    outside::outside,
    outside_calendars::{digest, due_work, event_types},
};

/// The operations on calendar feeds and outside calendars.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Bookings, [requests::routes(), outside_calendars::routes()])
}
