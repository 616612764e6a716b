//! Credentials that failed are remembered, so that whoever sends wrong ones has the table read seldom, and whoever has
//! the right one gets in.

use chrono::Duration;
use serde_json::json;
use testing::{TestApp, TestClient};
use tests::{accepted, app};
use values::Secret;

/// Whether the last request read the table.
fn read_the_table(app: &TestApp) -> bool {
    let line = app.logged().pop().unwrap_or_default();
    !line.contains(r#""store_calls":0"#)
}

/// The same client with a secret that nobody has.
fn guessing(app: &TestApp, number: u8) -> TestApp {
    let secret = Secret::new([number; 32]).reveal().to_owned();
    app.as_client(&TestClient { secret, ..app.client.clone() })
}

#[tokio::test]
async fn a_wrong_secret_is_looked_for_once_a_minute() {
    let app = app().await;
    let thief = guessing(&app, 1);
    accepted(&thief.get("/plans").await, 401);
    assert!(read_the_table(&app));
    for _ in 0..20 {
        accepted(&thief.get("/plans").await, 401);
        assert!(!read_the_table(&app));
        accepted(&thief.get("/api-clients").await, 401);
        assert!(!read_the_table(&app), "where every credential is verified too");
    }
    app.clock.advance(Duration::seconds(61));
    accepted(&thief.get("/plans").await, 401);
    assert!(read_the_table(&app));
}

#[tokio::test]
async fn many_wrong_secrets_of_a_client_from_one_address_are_refused_without_a_look() {
    let app = app().await;
    for number in 1..=10 {
        accepted(&guessing(&app, number).get("/plans").await, 401);
    }
    let refused = guessing(&app, 11).get("/plans").await;
    assert_eq!((refused.refusal().as_str(), refused.header("retry-after")), ("429 rate_limited", "5"));
    assert!(!read_the_table(&app));
    let stranger = app.as_client(&app.stranger);
    accepted(&stranger.get("/plans").await, 200);
}

#[tokio::test]
async fn the_right_secret_is_let_in_soon_after_many_wrong_ones() {
    let app = app().await;
    for number in 1..=12 {
        guessing(&app, number).get("/plans").await;
    }
    assert_eq!(app.get("/plans").await.refusal(), "429 rate_limited");
    app.clock.advance(Duration::seconds(5));
    accepted(&app.get("/plans").await, 200);
    // Nothing is held against the client any more.
    accepted(&guessing(&app, 13).get("/plans").await, 401);
}

#[tokio::test]
async fn whoever_is_trusted_is_not_held_up_by_the_guesses_of_others() {
    let app = app().await;
    accepted(&app.get("/plans").await, 200);
    for number in 1..=20 {
        guessing(&app, number).get("/plans").await;
    }
    accepted(&app.get("/plans").await, 200);
}

#[tokio::test]
async fn whoever_was_let_in_within_the_hour_is_held_up_by_no_guess_where_the_table_is_read_each_time() {
    let app = app().await;
    accepted(&app.get("/plans").await, 200);
    app.clock.advance(Duration::minutes(59));
    for number in 1..=20 {
        guessing(&app, number).get("/plans").await;
    }
    // Those with which one would rotate or revoke, and one that trusts nothing of an hour ago.
    for (path, further) in [("/api-clients", 21..=40), ("/plans", 41..=60)] {
        accepted(&app.get(path).await, 200);
        assert!(read_the_table(&app), "{path}");
        for number in further {
            guessing(&app, number).get("/plans").await;
        }
    }
    assert_eq!(guessing(&app, 61).get("/plans").await.refusal(), "429 rate_limited");
}

#[tokio::test]
async fn a_secret_that_was_let_in_and_is_revoked_is_held_up_as_a_wrong_one_is() {
    let app = app().await;
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Kiosk", "scopes": ["plans:read"]})).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let client = TestClient { client_id: text("client_id"), secret: text("secret") };
    let kiosk = app.as_client(&client);
    accepted(&kiosk.get("/plans").await, 200);
    app.clock.advance(Duration::minutes(2));
    for number in 1..=20 {
        let secret = Secret::new([number; 32]).reveal().to_owned();
        app.as_client(&TestClient { secret, ..client.clone() }).get("/plans").await;
    }
    accepted(&app.delete(&format!("/api-clients/{}", text("id"))).await, 200);
    accepted(&kiosk.get("/plans").await, 401);
    let refused = kiosk.get("/plans").await;
    assert!(matches!(refused.status, 401 | 429), "{}", refused.text);
    assert!(!read_the_table(&app));
}

#[tokio::test]
async fn a_secret_that_was_just_made_works_at_once() {
    let app = app().await;
    for number in 1..=5 {
        accepted(&guessing(&app, number).get("/plans").await, 401);
    }
    let rotated = app.post(&format!("/api-clients/{}/rotate", own_id(&app).await), json!({"overlap_hours": 1})).await;
    assert_eq!(rotated.status, 200, "{}", rotated.text);
    let secret = rotated.body["data"]["secret"].as_str().expect("a secret").to_owned();
    accepted(&app.as_client(&TestClient { secret, ..app.client.clone() }).get("/plans").await, 200);
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Kiosk", "scopes": ["plans:read"]})).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let kiosk = TestClient { client_id: text("client_id"), secret: text("secret") };
    accepted(&app.as_client(&kiosk).get("/plans").await, 200);
}

#[tokio::test]
async fn a_client_that_expired_works_as_soon_as_it_is_prolonged() {
    let app = app().await;
    let soon = json!({"name": "Kiosk", "scopes": ["plans:read"], "expires_at": "2026-11-21T10:00:00Z"});
    let made = TestApp::made(&app.post("/api-clients", soon).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let kiosk = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    app.clock.advance(Duration::hours(2));
    for _ in 0..3 {
        accepted(&kiosk.get("/plans").await, 401);
    }
    let prolonged = app.put(&format!("/api-clients/{}", text("id")), json!({"expires_at": null})).await;
    assert_eq!(prolonged.status, 200, "{}", prolonged.text);
    accepted(&kiosk.get("/plans").await, 200);
}

async fn own_id(app: &TestApp) -> String {
    let clients = app.get("/api-clients").await;
    clients.body["data"][0]["id"].as_str().expect("an id").to_owned()
}
