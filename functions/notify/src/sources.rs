//! Who says what is told to whom: the tables of all areas.

use std::sync::{Arc, LazyLock};

use mailing::LetterSources;

/// The sources of letters of all areas.
#[must_use]
pub fn sources() -> Arc<LetterSources> {
    static SOURCES: LazyLock<Arc<LetterSources>> = LazyLock::new(|| {
        Arc::new(LetterSources::merged([
            benefits::letters(),
            bookings::letters(),
            contracts::letters(),
            events::letters(),
            feed::letters(),
            invoices::letters(),
            members::letters(),
            shop::letters(),
            subscriptions::letters(),
            tickets::letters(),
            transactions::letters(),
            visitors::letters(),
        ]))
    });
    Arc::clone(&SOURCES)
}
