//! Events: people come together at a location.
//!
//! An **event** is prepared as a draft and published. Somebody takes seats of it by a **registration**, which is a
//! ticket, is settled as bookings are, and is checked in seat by seat. Whoever comes too late waits in a line and is
//! offered **seats** that come free. What is taken, what is offered and who waits is one record of the event.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations, in a folder for each kind of record,
//! stand on both and never on each other.

mod event_types;
mod events;
mod letters;
mod records;
mod registrations;
mod rules;
mod sweep;
mod waitlist;

use agreements::subscription::renewing::renew_wallet;
use shared::api::Routes;
use values::Area;

pub use self::event_types::event_types;
pub use self::events::calendar::calendar_of_published;
pub use self::letters::letters;
pub use self::records::event::Event;
pub use self::sweep::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(
        Area::Events,
        [events::routes(), events::states(), registrations::routes(), registrations::states(), waitlist::routes()],
    )
    .renewing_wallets(renew_wallet)
}
