//! Visitors (`docs/areas/visitors.md`): people who are no customers, and whom a member expects or sees at a location.
//!
//! A visit is one record from the invitation to the purge of the visitor's data. What it holds beside itself stands in
//! the transaction that changes it: its code and badge as unique names, its place among those who are on site, its
//! place in a booking.

mod blocklist;
mod contacts;
mod digest;
mod event_types;
mod example;
mod letters;
mod purge;
mod requests;
mod retention;
mod visits;

use agreements::subscription::renewing::renew_wallet;
use shared::api::Routes;
use values::Area;

pub use self::digest::digest;
pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::retention::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Visitors, [contacts::routes(), requests::routes(), visits::routes(), visits::states()])
        .renewing_wallets(renew_wallet)
}
