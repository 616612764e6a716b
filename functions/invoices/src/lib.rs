//! Invoices: what customers are asked for, its items, and credit notes (`docs/areas/invoices.md`).
//!
//! The arithmetic is in `billing::documents`; records, and the verbs that others use too, are in `money_documents`.

mod billing_runs;
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
use shared::{api::Routes, due::DueWork};
use values::Area;

pub use self::event_types::event_types;
pub use self::invoices::digest::digest;
pub use self::letters::letters;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    let documents = [invoices::routes(), items::routes(), credit_notes::routes()];
    Routes::of(Area::Invoices, documents.into_iter().chain([billing_runs::routes(), tax_rates::routes()]))
        .renewing_wallets(renew_wallet)
}

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![reminders::due_work(), billing_runs::due_work()]
}
