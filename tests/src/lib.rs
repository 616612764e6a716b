//! What the tests share: the routes of all areas, and requests that many of them send.

mod requests;

use shared::{api::Routes, testing::TestApp};

pub use self::requests::{having, made, sixteen, with, without};

/// The routes of all areas, as they run in one process.
#[must_use]
pub fn routes() -> Routes {
    Routes::merged([
        benefits::routes(),
        bookings::routes(),
        companies::routes(),
        locations::routes(),
        members::routes(),
        memberships::routes(),
        merchant::routes(),
        plans::routes(),
        resources::routes(),
    ])
}

/// The whole service with two new merchants.
pub async fn app() -> TestApp {
    TestApp::new(routes()).await
}
