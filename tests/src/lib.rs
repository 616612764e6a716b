//! What the tests share: the routes of all areas, records of every kind made through the API, requests that many of
//! them send.

mod afterwards;
mod benefits;
mod bookings;
mod books;
pub mod calendar_history;
mod calendar_server;
mod contracts;
pub mod crossing;
mod customers;
mod events;
mod feed;
mod invoices;
mod letters;
mod locations;
mod memberships;
mod outbox;
mod outside_calendars;
mod requests;
mod resources;
mod shop;
mod subscriptions;
mod tickets;
pub mod time_lists;
mod webhooks;

pub use local::{
    routes,
    sweep::{hastened, hastened_step, sweep_once as sweep},
};
use testing::TestApp;

pub use self::{
    benefits::benefit_of,
    bookings::{RoomFixture, instant},
    books::{books_add_up, uses_credits, with_books},
    calendar_server::{CalendarServer, Serves},
    contracts::{ContractFixture, Issued},
    customers::{company, member, member_as},
    events::{EventFixture, event_registration},
    feed::FeedFixture,
    invoices::InvoiceFixture,
    letters::{LetterFixture, MailServer, keep_letters, send_letters},
    locations::{floor, location, location_with},
    memberships::membership_plan,
    outbox::OutboxFixture,
    outside_calendars::{CalendarFixture, calendar, event as outside_event, lines as calendar_lines},
    requests::{
        NOBODY, accepted, at_once, carried_out, days, event_bytes, having, made, narrow, only, sixteen, successes,
        total, with, without, write_off_invoices,
    },
    resources::{resource, resource_body, resource_path},
    shop::{ShopFixture, Sold, shop_order},
    subscriptions::SubscriptionFixture,
    tickets::TicketFixture,
    webhooks::{Receiver, Receivers, WebhookFixture, published},
};

/// A number from the environment, such as a seed or how long to search; `gate` when there is none.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "how long to search is no configuration of the service")]
pub fn setting(name: &str, gate: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(gate)
}

/// The whole service with two new merchants in a table of their own, which is checked afterwards.
pub async fn app_alone() -> TestApp {
    TestApp::alone(routes()).await.checked_by(afterwards::disagreements)
}

/// The whole service with two new merchants. Every test has a table of its own, because the check reads all of it.
pub async fn app() -> TestApp {
    app_alone().await
}
