//! Public clients: API clients of pages, which keep no secret.

use serde_json::json;
use shared::api::{Method, People};
use testing::TestApp;
use tests::location;

use super::{PAGES, all_scopes, app, public_client, public_client_with, with_token};
use crate::access::{call, path_with};

#[tokio::test]
async fn a_publishable_key_begins_sessions_and_does_nothing_else() {
    let app = app().await;
    let public = public_client(&app).await;
    for route in tests::routes().iter() {
        let answer = call(&public, route, tests::NOBODY).await;
        if route.people.begins_sessions {
            assert_ne!(answer.status, 403, "{}", route.id);
        } else {
            assert_eq!(answer.refusal(), "403 forbidden", "{} {}", route.id, path_with(route, "x"));
        }
    }
    let mut begins =
        tests::routes().iter().filter(|route| route.people.begins_sessions).map(|route| route.id).collect::<Vec<_>>();
    begins.sort_unstable();
    let expected = [
        "complete_sign_in",
        "create_anonymous_session",
        "create_openid_sign_in",
        "create_sign_in",
        "list_sign_in_providers",
    ];
    assert_eq!(begins, expected);
}

#[tokio::test]
async fn a_public_client_shows_its_key_again_because_every_page_has_it() {
    let app = app().await;
    let (public, id) = public_client_with(&app, json!({})).await;
    let shown = app.get(&format!("/api-clients/{id}")).await;
    assert_eq!(shown.body["data"]["publishable_key"], json!(public.client.secret), "{}", shown.text);
    assert_eq!(shown.body["data"]["origins"], json!([PAGES]));
    let secret = app.get("/api-clients").await;
    let has_key = |client: &serde_json::Value| !client["publishable_key"].is_null();
    assert_eq!(
        secret.body["data"].as_array().map(|all| all.iter().filter(|client| has_key(client)).count()),
        Some(1)
    );
}

#[tokio::test]
async fn origins_are_those_of_pages_and_a_client_stays_public_or_secret() {
    let app = app().await;
    let make = async |origins: serde_json::Value| {
        app.post("/api-clients", json!({"name": "Pages", "scopes": ["plans:read"], "origins": origins})).await
    };
    for wrong in [
        "http://members.example.com",
        "https://members.example.com/",
        "https://*.example.com",
        "null",
        "https://a.example:0",
    ] {
        let answer = make(json!([wrong])).await;
        assert_eq!((answer.status, answer.fields()), (400, vec!["origins[0] invalid_format".to_owned()]), "{wrong}");
    }
    for right in ["https://members.example.com:8443", "http://localhost:5173", "http://127.0.0.1"] {
        assert_eq!(make(json!([right])).await.status, 201, "{right}");
    }
    let admin = json!({"name": "Pages", "scopes": all_scopes(&app).await, "origins": [PAGES]});
    let refused = app.post("/api-clients", admin).await;
    assert!(refused.refusal().ends_with("not_for_public_clients"), "{}", refused.text);
    let secret = TestApp::made(&make(json!([])).await);
    let path = format!("/api-clients/{}", secret["id"].as_str().unwrap_or_default());
    let changed = app.put(&path, json!({"origins": [PAGES]})).await;
    assert_eq!(changed.refusal(), "422 rule_violation origins immutable");
    let (_, id) = public_client_with(&app, json!({})).await;
    let changed = app.put(&format!("/api-clients/{id}"), json!({"origins": []})).await;
    assert_eq!(changed.refusal(), "422 rule_violation origins immutable");
}

#[tokio::test]
async fn an_anonymous_session_sees_what_is_public_and_changes_nothing() {
    let app = app().await;
    let public = public_client(&app).await;
    let place = location(&app).await;
    let visitor = with_token(&public, &public.post("/sessions/anonymous", json!({})).await);
    let shown = visitor.get(&format!("/locations/{place}")).await;
    assert_eq!(shown.id(), place, "{}", shown.text);
    assert_eq!(shown.body["data"]["metadata"], json!({}), "{}", shown.text);
    for route in tests::routes().iter().filter(|route| route.method != Method::Get) {
        let answer = call(&visitor, route, tests::NOBODY).await;
        if route.runs_others && route.people.who != People::Never {
            // It answers for each request that it was asked to send.
            let results = answer.body["data"]["results"].as_array().cloned().unwrap_or_default();
            assert!(!results.is_empty() && results.iter().all(|result| result["status"] == 403), "{}", answer.text);
            continue;
        }
        assert!(answer.status >= 400 || route.people.begins_sessions, "{}: {}", route.id, answer.text);
    }
}
