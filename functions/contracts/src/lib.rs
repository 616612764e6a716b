//! Contracts: what an operator and a customer agree on, signed by both.
//!
//! A **template** has the text. A **contract** is made from it, is issued, which freezes the text, and is signed by its
//! signers in turn. The last signature assigns its resources in the same transaction, and begins what is charged for
//! it. What happens to it is a **trail** of entries in a chain of hashes.
//!
//! A **lead** might become a customer: by a contract, or as a member or a registration, which are of the members area
//! and made here with what all areas share.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations stand on both and never on each other.

mod contracts;
mod event_types;
mod example;
mod leads;
mod letters;
mod records;
mod rules;
mod sweep;
mod templates;

use agreements::subscription::renewing::renew_wallet;
use shared::api::Routes;
use values::Area;

pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::sweep::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(
        Area::Contracts,
        [templates::routes(), contracts::routes(), contracts::states(), leads::routes(), leads::states()],
    )
    .renewing_wallets(renew_wallet)
}
