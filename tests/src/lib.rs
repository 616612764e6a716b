//! What the tests share: the routes of all areas, and requests that many of them send.

mod requests;

pub use local::{routes, sweep::once as sweep};
use shared::testing::TestApp;

pub use self::requests::{having, made, sixteen, with, without};

/// The whole service with two new merchants in a table of their own.
pub async fn app_alone() -> TestApp {
    TestApp::alone(routes()).await
}

/// The whole service with two new merchants.
pub async fn app() -> TestApp {
    TestApp::new(routes()).await
}
