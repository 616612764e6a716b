//! Tickets (`docs/areas/tickets.md`): requests for help, from the broken door to the quarrel between neighbours.
//!
//! What only trusted people see is of a kind of its own (`records::register`), so that nothing finds it that does not
//! ask for it.

mod comments;
mod digest;
mod event_types;
mod example;
mod letters;
mod records;
mod rules;
mod sweep;
mod tickets;

use shared::api::Routes;
use values::Area;

pub use self::digest::digest;
pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::sweep::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Tickets, [tickets::routes(), tickets::states(), comments::routes()])
}
