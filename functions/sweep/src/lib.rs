//! The time-driven work of all areas (decision 8): none of them depends on another, and the sweep goes through what is
//! due of all of them in one order. The rows of imports, which are requests to any of them, are run here, too (decision
//! 73).

use agreements::subscription::renewing::renew_wallet;
use shared::{due::Registry, list_counting};

/// What falls due in any area, and of lists that are counted, and what is then done.
#[must_use]
pub fn due_work() -> Registry {
    Registry::merged([
        batches::due_work(),
        benefits::due_work(),
        bookings::due_work(),
        calendars::due_work(),
        companies::due_work(),
        contracts::due_work(),
        event_log::due_work(),
        events::due_work(),
        feed::due_work(),
        invoices::due_work(),
        locations::due_work(),
        members::due_work(),
        notify::due_work(),
        resources::due_work(),
        shop::due_work(),
        subscriptions::due_work(),
        tickets::due_work(),
        transactions::due_work(),
        uploads::due_work(),
        visitors::due_work(),
        webhooks::due_work(),
        vec![list_counting::due_work()],
    ])
    .renewing_wallets(renew_wallet)
}
