//! The whole service on one machine: every area behind a stand-in for API Gateway, on an embedded DynamoDB.
//!
//! A request takes the same way as in Lambda: HTTP becomes the event of a REST API, the event adapter makes a request
//! of it, the areas' router answers. So what works here works deployed.

pub mod backup;
pub mod banner;
pub mod book_credits;
pub mod calendar;
pub mod client;
pub mod console;
pub mod credentials;
pub mod data_folder;
pub mod database;
pub mod docs;
mod document_text;
mod documents;
pub mod event_catalogue;
pub mod examples;
pub mod fault;
pub mod figures_build;
pub mod filter_lists;
pub mod fsck;
pub mod gateway;
pub mod health;
pub mod in_process;
pub mod invocation;
pub mod listen;
pub mod log_line;
pub mod mail;
pub mod options;
pub mod outbox;
pub mod owner_only;
pub mod seed;
pub mod serve;
pub mod stopping;
pub mod stored_rows;
pub mod sweep;

use std::sync::LazyLock;

use shared::api::Routes;

/// The operations of all areas.
#[must_use]
pub fn routes() -> Routes {
    // Schemas are made from types once, which takes a moment.
    static ROUTES: LazyLock<Routes> = LazyLock::new(|| {
        Routes::merged([
            batches::routes(),
            benefits::routes(),
            bookings::routes(),
            calendars::routes(),
            companies::routes(),
            contracts::routes(),
            event_log::routes(),
            events::routes(),
            feed::routes(),
            invoices::routes(),
            locations::routes(),
            members::routes(),
            memberships::routes(),
            merchant::routes(),
            plans::routes(),
            reports::routes(),
            resources::routes(),
            letters::routes(),
            sessions::routes(),
            shop::routes(),
            subscriptions::routes(),
            tickets::routes(),
            transactions::routes(),
            uploads::routes(),
            visitors::routes(),
            webhooks::routes(),
            // Its example moves the clock of those that come after it.
            test_clock::routes(),
        ])
    });
    ROUTES.clone()
}
