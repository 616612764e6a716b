//! What the tests share.

pub use local::routes;
use shared::testing::TestApp;

/// The whole service with two new merchants.
pub async fn app() -> TestApp {
    TestApp::new(routes()).await
}
