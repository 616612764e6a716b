//! Bookings.

mod length;
mod policy;
mod price;
#[cfg(test)]
mod sample;
mod standing;
mod wish;

use shared::{api::Routes, auth::Area};

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Bookings, [])
}
