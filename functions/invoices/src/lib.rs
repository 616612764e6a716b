//! Invoices: what customers are asked for, its items, and credit notes (`docs/areas/invoices.md`).
//!
//! The arithmetic is in `billing::documents`; records, and the verbs that others use too, are in `money_documents`.

mod credit_notes;
mod event_types;
mod invoices;
mod items;
mod late_fees;
mod letters;
mod pdf;
mod reminders;
mod tax_rates;
mod ubl;

use agreements::subscription::renewing::renew_wallet;
use shared::api::Routes;
use values::Area;

pub use self::event_types::event_types;
pub use self::invoices::digest::digest;
pub use self::letters::letters;
pub use self::reminders::due_work;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Invoices, [invoices::routes(), items::routes(), credit_notes::routes(), tax_rates::routes()])
        .renewing_wallets(renew_wallet)
}
