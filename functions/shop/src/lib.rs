//! Shop: what is sold at a location.
//!
//! A **product** stands in a **category** and has **options**, each with a price and a stock of its own. What is on
//! hand of an option is the sum of its **movements**, which are never changed. An **order** reserves what it needs, all
//! or nothing, keeps the prices it was made at, and settles each of its items as bookings are settled.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations, in a folder for each kind of record,
//! stand on both and never on each other.

mod categories;
mod event_types;
mod letters;
mod orders;
mod products;
mod records;
mod rules;
mod sweep;

use agreements::subscription::renewing::renew_wallet;
use shared::api::Routes;
use values::Area;

pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::sweep::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Shop, [products::routes(), categories::routes(), orders::routes()]).renewing_wallets(renew_wallet)
}
