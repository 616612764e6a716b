//! Both headers on every operation, and one answer to whatever is wrong with them.

use chrono::Duration;
use local::routes;
use records::ClientId;
use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::app;

use super::{NOBODY, body_of, path_with, without_meta};

/// Headers of a request, each a name and a value.
type Headers = Vec<(String, String)>;

/// Every kind of wrong credentials.
fn wrong_credentials(app: &TestApp) -> Vec<(&'static str, Headers)> {
    let (own, other) = (&app.client, &app.stranger);
    let authorization = |value: &str| ("authorization".to_owned(), value.to_owned());
    let bearer = |secret: &str| authorization(&format!("Bearer {secret}"));
    let client_id = |id: &str| ("x-client-id".to_owned(), id.to_owned());
    let unknown = ClientId::parse(&own.client_id).map(|id| ClientId::new(id.merchant(), app.context.ids.next()));
    let unknown = unknown.map(|id| id.to_string()).unwrap_or_default();
    let with_own_id = |value: &str| vec![authorization(value), client_id(&own.client_id)];
    let with_own_secret = |id: &str| vec![bearer(&own.secret), client_id(id)];
    vec![
        ("no headers", vec![]),
        ("no secret", vec![client_id(&own.client_id)]),
        ("no client id", vec![bearer(&own.secret)]),
        ("wrong secret", with_own_id("Bearer cols_wrong")),
        ("another merchant's secret", with_own_id(&format!("Bearer {}", other.secret))),
        ("another merchant's client id", with_own_secret(&other.client_id)),
        ("unknown client", with_own_secret(&unknown)),
        ("a client id that is none", with_own_secret("colc_nobody")),
        ("empty client id", with_own_secret("")),
        ("two secrets", vec![bearer(&own.secret), bearer(&own.secret), client_id(&own.client_id)]),
        ("two client ids", vec![bearer(&own.secret), client_id(&own.client_id), client_id(&own.client_id)]),
        ("another scheme", with_own_id(&format!("Basic {}", own.secret))),
        ("no scheme", with_own_id(&own.secret)),
        ("no token", with_own_id("Bearer")),
        ("empty token", with_own_id("Bearer ")),
        ("two spaces", with_own_id(&format!("Bearer  {}", own.secret))),
        ("something after the token", with_own_id(&format!("Bearer {} x", own.secret))),
        ("secret in upper case", with_own_id(&format!("Bearer {}", own.secret.to_uppercase()))),
        ("eight kilobytes", with_own_id(&format!("Bearer {}", "x".repeat(8_192)))),
        ("control characters", with_own_id(&format!("Bearer {}\r\nx-a: b", own.secret))),
    ]
}

#[tokio::test]
async fn every_operation_answers_wrong_credentials_alike() {
    let app = app().await;
    let expected = json!({"error": {
        "code": "invalid_token", "message": "the client id or the secret is missing or not valid"}});
    let json = || ("content-type".to_owned(), "application/json".to_owned());
    for route in routes().0 {
        let body = body_of(&route).map(|body| body.to_string()).unwrap_or_default();
        for (case, mut headers) in wrong_credentials(&app) {
            headers.push(json());
            let answer = app.raw(route.method.as_str(), &path_with(&route, NOBODY), &headers, body.as_bytes()).await;
            let seen = (answer.status, without_meta(&answer), answer.header("www-authenticate"));
            assert_eq!(seen, (401, expected.clone(), "Bearer"), "{} with {case}", route.id);
        }
    }
}

#[tokio::test]
async fn credentials_are_looked_at_before_anything_else() {
    let app = app().await.as_client(&TestClient::default());
    for (method, path, body) in [
        ("POST", "/plans?unknown=1", json!({"no": "plan"})),
        ("GET", "/plans/not-an-id", json!(null)),
        ("GET", "/plans?page=0", json!(null)),
    ] {
        assert_eq!(app.send(method, path, Some(body), &[]).await.refusal(), "401 invalid_token", "{path}");
    }
}

#[tokio::test]
async fn the_scheme_is_read_in_any_case() {
    let app = app().await;
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let headers = [
            ("Authorization".to_owned(), format!("{scheme} {}", app.client.secret)),
            ("X-CLIENT-ID".to_owned(), app.client.client_id.clone()),
        ];
        assert_eq!(app.raw("GET", "/merchant", &headers, b"").await.status, 200, "{scheme}");
    }
}

/// Makes a client that may read, uses it, revokes it, and returns it.
async fn revoked_after_use(app: &TestApp) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "A", "scopes": ["merchant:read"]})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    let caller = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(caller.get("/merchant").await.status, 200);
    assert_eq!(app.post(&format!("/api-clients/{}/revoke", text("id")), json!({})).await.status, 200);
    caller
}

#[tokio::test]
async fn a_revoked_client_is_refused_within_sixty_seconds() {
    let app = app().await;
    let caller = revoked_after_use(&app).await;
    app.clock.advance(Duration::milliseconds(59_999));
    assert_eq!(caller.get("/merchant").await.status, 200);
    app.clock.advance(Duration::milliseconds(1));
    assert_eq!(caller.get("/merchant").await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn without_the_cache_a_revoked_client_is_refused_at_once() {
    let app = TestApp::configured(|config| config.credential_cache_seconds = 0, routes()).await;
    let caller = revoked_after_use(&app).await;
    assert_eq!(caller.get("/merchant").await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn a_trusted_secret_ends_with_its_overlap_not_with_its_minute() {
    let app = app().await;
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "A", "scopes": ["merchant:read"]})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    let caller = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    let rotate = app.post(&format!("/api-clients/{}/rotate", text("id")), json!({"overlap_hours": 1})).await;
    assert_eq!(rotate.status, 200);
    app.clock.advance(Duration::seconds(3_590));
    assert_eq!(caller.get("/merchant").await.status, 200);
    app.clock.advance(Duration::seconds(10));
    assert_eq!(caller.get("/merchant").await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn an_unknown_client_costs_what_a_wrong_secret_costs() {
    let app = app().await;
    let unknown = ClientId::parse(&app.client.client_id).map(|id| ClientId::new(id.merchant(), app.context.ids.next()));
    let unknown = unknown.map(|id| id.to_string()).unwrap_or_default();
    let mut used = Vec::new();
    for client_id in [app.client.client_id.clone(), app.stranger.client_id.clone(), unknown] {
        let client = TestClient { client_id, secret: "cols_wrong".to_owned() };
        assert_eq!(app.as_client(&client).get("/plans").await.refusal(), "401 invalid_token");
        let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
        used.push([line["store_calls"].clone(), line["store_units"].clone()]);
    }
    assert_eq!(used[0], used[1]);
    assert_eq!(used[0], used[2]);
    assert_eq!(used[0][0], 1, "one read for each: {used:?}");
}
