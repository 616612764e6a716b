//! Secrets: rotated with an overlap, shown once, stored and logged nowhere.

use chrono::Duration;
use local::routes;
use serde_json::json;
use testing::{TestApp, TestClient, TestResponse};
use tests::app;
use tokio::task::JoinSet;

use super::{caller_with, client_with, credentials, text};

/// Rotates and returns the new credentials.
async fn rotated(app: &TestApp, id: &str, overlap_hours: i64) -> TestClient {
    let answer = app.post(&format!("/api-clients/{id}/rotate"), json!({"overlap_hours": overlap_hours})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    credentials(&answer.body["data"])
}

async fn statuses(app: &TestApp, clients: &[&TestClient]) -> Vec<u16> {
    let mut statuses = Vec::new();
    for client in clients {
        statuses.push(app.as_client(client).get("/plans").await.status);
    }
    statuses
}

#[tokio::test]
async fn a_rotated_secret_works_for_its_overlap_and_at_most_two_work() {
    let app = TestApp::configured(|config| config.credential_cache_seconds = 0, routes()).await;
    let made = client_with(&app, json!({"name": "A", "scopes": ["plans:read"]})).await;
    let (id, first) = (text(&made, "id"), credentials(&made));
    let second = rotated(&app, &id, 2).await;
    assert_eq!(first.client_id, second.client_id);
    assert_eq!(statuses(&app, &[&first, &second]).await, [200, 200]);
    let third = rotated(&app, &id, 2).await;
    assert_eq!(statuses(&app, &[&first, &second, &third]).await, [401, 200, 200]);
    app.clock.advance(Duration::hours(2));
    assert_eq!(statuses(&app, &[&first, &second, &third]).await, [401, 401, 200]);
    let fourth = rotated(&app, &id, 0).await;
    assert_eq!(statuses(&app, &[&third, &fourth]).await, [401, 200]);
}

#[tokio::test]
async fn an_overlap_is_zero_to_forty_eight_hours() {
    let app = app().await;
    let (_, id) = caller_with(&app, &["plans:read"]).await;
    let path = format!("/api-clients/{id}/rotate");
    for (body, refusal) in [
        (json!({"overlap_hours": -1}), "400 validation_error overlap_hours out_of_range"),
        (json!({"overlap_hours": 49}), "400 validation_error overlap_hours out_of_range"),
        (json!({"overlap_hours": 1.5}), "400 validation_error overlap_hours invalid_type"),
        (json!({"secret": "mine"}), "400 validation_error secret unknown_field"),
        (json!({"overlap_hours": 48}), "200 "),
        (json!({}), "200 "),
    ] {
        assert_eq!(app.post(&path, body).await.refusal(), refusal);
    }
    let stale = app.send("POST", &path, Some(json!({})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

/// A create under an idempotency key.
async fn create_once(app: &TestApp, key: &str) -> TestResponse {
    let body = json!({"name": "Kiosk", "scopes": ["plans:read"]});
    app.send("POST", "/api-clients", Some(body), &[("idempotency-key", key)]).await
}

#[tokio::test]
async fn a_repeated_create_shows_the_same_secret_to_the_same_secret() {
    let app = app().await;
    let first = create_once(&app, "k1").await;
    let again = create_once(&app, "k1").await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!((again.status, &again.text), (201, &first.text));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(app.get("/api-clients").await.body["pagination"]["total"], 2);
    let other_key = create_once(&app, "k2").await;
    assert_ne!(text(&other_key.body["data"], "secret"), text(&first.body["data"], "secret"));
}

#[tokio::test]
async fn a_repeated_create_under_another_secret_of_the_caller_shows_none() {
    let app = app().await;
    let (admin, id) = caller_with(&app, &["merchant:admin", "plans:read"]).await;
    let first = create_once(&admin, "k1").await;
    let renewed = app.as_client(&rotated(&app, &id, 1).await);
    let again = create_once(&renewed, "k1").await;
    assert_eq!((again.status, again.header("idempotent-replayed")), (201, "true"));
    assert_eq!((again.id(), text(&again.body["data"], "secret")), (first.id(), String::new()));
}

#[tokio::test]
async fn a_repeated_rotation_is_one_rotation() {
    let app = app().await;
    let (_, id) = caller_with(&app, &["plans:read"]).await;
    let rotate = || async {
        let body = Some(json!({"overlap_hours": 1}));
        app.send("POST", &format!("/api-clients/{id}/rotate"), body, &[("idempotency-key", "k1")]).await
    };
    let (first, again) = (rotate().await, rotate().await);
    assert_eq!(first.text, again.text);
    assert_eq!(first.header("etag"), "\"2\"");
    assert_eq!(statuses(&app, &[&credentials(&again.body["data"])]).await, [200]);
}

#[tokio::test]
async fn sixteen_creates_under_one_key_make_one_client() {
    let app = app().await;
    let mut creates = JoinSet::new();
    for _ in 0..16 {
        let app = app.clone();
        creates.spawn(async move { create_once(&app, "k1").await });
    }
    let answers = creates.join_all().await;
    let mut texts: Vec<&String> =
        answers.iter().filter(|answer| answer.code() != "idempotency_in_progress").map(|answer| &answer.text).collect();
    texts.dedup();
    assert_eq!(texts.len(), 1);
    assert_eq!(app.get("/api-clients").await.body["pagination"]["total"], 2);
}

#[tokio::test]
async fn no_secret_stands_in_the_table_or_the_log() {
    let app = app().await;
    let created = create_once(&app, "k1").await;
    create_once(&app, "k1").await;
    let body = Some(json!({"overlap_hours": 1}));
    let path = format!("/api-clients/{}/rotate", created.id());
    let rotated = app.send("POST", &path, body, &[("idempotency-key", "k1")]).await;
    let secrets =
        [app.client.secret.clone(), text(&created.body["data"], "secret"), text(&rotated.body["data"], "secret")];
    let (stored, logged) = (app.table_text().await, app.logged());
    assert!(stored.len() > 4 && logged.len() > 2, "{} items, {} lines", stored.len(), logged.len());
    for secret in secrets {
        // Without its prefix and in parts, so that another notation of it is found too.
        let random = secret.strip_prefix("cols_").expect("a secret of ours");
        for part in [&random[..16], &random[16..32]] {
            let found: Vec<&String> = stored.iter().chain(&logged).filter(|text| text.contains(part)).collect();
            assert_eq!(found, Vec::<&String>::new());
        }
    }
}
