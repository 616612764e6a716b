//! Webhooks: the merchant's own servers are told what happens (`docs/areas/webhooks.md`).
//!
//! An **endpoint** is an address and the types of events that are sent there; a **delivery** is one event for one
//! endpoint, with its attempts. Whoever stores events stores their deliveries with them (`deliveries`) and hands them
//! to the queue (`hand_over`); the package `deliver` makes the attempts. It is part of the merchant area and a function
//! of its own.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations on both.

mod companion;
mod deliveries;
mod endpoints;
mod event_types;
mod fan_out;
pub mod records;
mod replaying;
pub mod rules;
pub mod secrets;
mod sweep;

use shared::api::Routes;
use values::Area;

pub use self::{
    companion::DeliveriesOfEvents,
    event_types::event_types,
    fan_out::{build_deliveries, hand_over, later_than, message},
    sweep::due_work,
};

/// The operations on endpoints and deliveries.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Merchant, [endpoints::routes(), deliveries::routes()])
}
