//! The feed: what each rule of `docs/areas/feed.md` promises, through HTTP.

mod audience;
mod comments;
mod deleting;
mod edits;
mod largest;
mod likes;
mod lists;
mod people;
mod pins;
mod posts;
mod races;
mod reports;

use serde_json::json;
use testing::{TestApp, TestClient};

/// The service, called by a client with these scopes.
async fn called_with(app: &TestApp, scopes: &[&str]) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "App", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

/// Texts that break what does not expect them: right to left, joined, 5,000 combining marks, markup, and what other
/// programs execute.
fn hostile() -> Vec<String> {
    vec![
        "\u{200f}\u{5d8}\u{5e7}\u{5e1}\u{5d8} \u{645}\u{6cc}\u{200c}\u{62e}".to_owned(),
        format!("Z{}", "\u{0301}".repeat(4_999)),
        "<script>alert('x')</script><img src=x onerror=alert(1)>".to_owned(),
        "=HYPERLINK(\"http://example.com\")\t\r\n+1-1@SUM(1)".to_owned(),
        "👩‍👩‍👧‍👦 ☎\u{fe0f} ﷺ \u{fffd}".to_owned(),
    ]
}
