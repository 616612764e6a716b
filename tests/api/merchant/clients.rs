//! API clients: made, listed, changed, revoked, archived.

use serde_json::{Value, json};
use tests::app;
use values::Timestamp;

use super::{caller_with, client_with, credentials, own_id, text};

#[tokio::test]
async fn a_created_client_shows_its_secret_once_and_works_at_once() {
    let app = app().await;
    let body = json!({"name": "Kiosk", "scopes": ["plans:write", "merchant:read"], "expires_at": "2026-12-01T00:00:00Z",
        "metadata": {"desk": "1"}});
    let created = app.post("/api-clients", body).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let data = created.body["data"].clone();
    assert_eq!(created.header("location"), format!("/v1/api-clients/{}", created.id()));
    assert_eq!(created.header("etag"), "\"1\"");
    assert!(text(&data, "secret").ends_with(&text(&data, "secret_last4")));
    assert_eq!((&data["status"], &data["expires_at"]), (&json!("active"), &json!("2026-12-01T00:00:00.000Z")));
    assert_eq!(data["scopes"], json!(["merchant:read", "plans:write"]));
    assert_eq!((&data["revoked_at"], &data["last_used_at"]), (&Value::Null, &Value::Null));

    let mut shown = data.clone();
    shown.as_object_mut().map(|shown| shown.remove("secret"));
    assert_eq!(app.get(&format!("/api-clients/{}", created.id())).await.body["data"], shown);

    let kiosk = app.as_client(&credentials(&data));
    assert_eq!(kiosk.get("/plans").await.status, 200);
    assert_eq!(kiosk.get("/api-clients").await.refusal(), "403 forbidden");
    let used = app.get(&format!("/api-clients/{}", created.id())).await;
    assert_eq!(used.body["data"]["last_used_at"], "2026-11-21T09:00:00.000Z");
}

#[tokio::test]
async fn a_wrong_field_of_a_new_client_is_refused() {
    let app = app().await;
    for (body, refusal) in [
        (json!({"scopes": ["plans:read"]}), "400 validation_error name required"),
        (json!({"name": "A"}), "400 validation_error scopes required"),
        (json!({"name": "A", "scopes": []}), "400 validation_error scopes out_of_range"),
        (
            json!({"name": "A", "scopes": ["plans:read", "plans:read"]}),
            "400 validation_error scopes[1] repeated",
        ),
        (json!({"name": "A", "scopes": ["plans:admin"]}), "400 validation_error scopes[0] invalid_value"),
        (
            json!({"name": "A", "scopes": ["plans:read"], "secret": "mine"}),
            "400 validation_error secret unknown_field",
        ),
        (
            json!({"name": "A", "scopes": ["plans:read"], "client_id": "mine"}),
            "400 validation_error client_id unknown_field",
        ),
        (
            json!({"name": "A", "scopes": ["plans:read"], "expires_at": "tomorrow"}),
            "400 validation_error expires_at invalid_format",
        ),
        (
            json!({"name": "A", "scopes": ["plans:read"], "expires_at": "2026-11-21T09:00:00Z"}),
            "422 rule_violation expires_at in_the_past",
        ),
    ] {
        assert_eq!(app.post("/api-clients", body.clone()).await.refusal(), refusal, "{body}");
    }
    assert_eq!(app.get("/api-clients").await.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn a_list_is_filtered_by_revocation_and_scope() {
    let app = app().await;
    let (_, plans) = caller_with(&app, &["plans:read"]).await;
    let (_, gone) = caller_with(&app, &["plans:read", "bookings:read"]).await;
    assert_eq!(app.post(&format!("/api-clients/{gone}/revoke"), json!({})).await.status, 200);
    let own = own_id(&app).await;
    for (query, expected) in [
        ("", vec![&gone, &plans, &own]),
        ("?revoked=true", vec![&gone]),
        ("?revoked=false", vec![&plans, &own]),
        ("?scope=bookings:read", vec![&gone, &own]),
        ("?scope=plans:read&revoked=false&limit=1", vec![&plans]),
        ("?order=asc&per_page=2", vec![&own, &plans]),
    ] {
        let list = app.get(&format!("/api-clients{query}")).await;
        let ids: Vec<String> =
            list.body["data"].as_array().into_iter().flatten().map(|client| text(client, "id")).collect();
        assert_eq!(ids.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    assert_eq!(
        app.get("/api-clients?status=active").await.refusal(),
        "400 validation_error status unknown_parameter"
    );
}

#[tokio::test]
async fn an_update_merges_and_a_revoked_client_is_no_longer_changed() {
    let app = app().await;
    let (_, id) = caller_with(&app, &["plans:read"]).await;
    let path = format!("/api-clients/{id}");
    let put = app.put(&path, json!({"expires_at": "2027-01-01T00:00:00Z"})).await;
    assert_eq!((put.status, put.header("etag")), (200, "\"2\""));
    let put = app.put(&path, json!({"name": "Renamed", "scopes": ["members:read"], "metadata": {"a": "b"}})).await;
    assert_eq!(put.body["data"]["expires_at"], "2027-01-01T00:00:00.000Z");
    assert_eq!(
        (&put.body["data"]["name"], &put.body["data"]["scopes"]),
        (&json!("Renamed"), &json!(["members:read"]))
    );
    assert_eq!(app.put(&path, json!({})).await.header("etag"), "\"3\"");
    assert_eq!(app.put(&path, json!({"expires_at": null})).await.body["data"]["expires_at"], Value::Null);
    for (body, refusal) in [
        (json!({"scopes": []}), "400 validation_error scopes out_of_range"),
        (json!({"name": null}), "400 validation_error name invalid_type"),
        (json!({"status": "revoked"}), "400 validation_error status unknown_field"),
        (json!({"expires_at": "2020-01-01T00:00:00Z"}), "422 rule_violation expires_at in_the_past"),
    ] {
        assert_eq!(app.put(&path, body).await.refusal(), refusal);
    }
    assert_eq!(app.post(&format!("{path}/revoke"), json!({})).await.body["data"]["status"], "revoked");
    assert_eq!(app.put(&path, json!({"name": "Again"})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_revocation_is_for_good() {
    let app = app().await;
    let (kiosk, id) = caller_with(&app, &["plans:read"]).await;
    let revoke = app.post(&format!("/api-clients/{id}/revoke"), json!({})).await;
    assert_eq!((revoke.status, &revoke.body["data"]["status"]), (200, &json!("revoked")));
    assert_eq!(revoke.body["data"]["revoked_at"], "2026-11-21T09:00:00.000Z");
    assert_eq!(kiosk.get("/plans").await.refusal(), "401 invalid_token");
    assert_eq!(app.post(&format!("/api-clients/{id}/revoke"), json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(app.post(&format!("/api-clients/{id}/rotate"), json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn an_archived_client_is_revoked_and_not_found_any_more() {
    let app = app().await;
    for revoked_before in [false, true] {
        let (kiosk, id) = caller_with(&app, &["plans:read"]).await;
        let path = format!("/api-clients/{id}");
        if revoked_before {
            assert_eq!(app.post(&format!("{path}/revoke"), json!({})).await.status, 200);
        }
        let archived = app.delete(&path).await;
        assert_eq!((archived.status, &archived.body["data"]["status"]), (200, &json!("revoked")));
        assert_eq!(kiosk.get("/plans").await.refusal(), "401 invalid_token");
        assert_eq!(app.get(&path).await.refusal(), "404 not_found");
        assert_eq!(app.delete(&path).await.refusal(), "404 not_found");
    }
    assert_eq!(app.get("/api-clients").await.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn a_client_expires_by_itself_and_may_be_prolonged() {
    let app = app().await;
    let made =
        client_with(&app, json!({"name": "Kiosk", "scopes": ["plans:read"], "expires_at": "2026-11-21T10:00:00Z"}))
            .await;
    let (kiosk, path) = (app.as_client(&credentials(&made)), format!("/api-clients/{}", text(&made, "id")));
    let at = |text: &str| Timestamp::parse(text).expect("an instant");
    app.clock.set(at("2026-11-21T09:59:59.999Z"));
    assert_eq!(kiosk.get("/plans").await.status, 200);
    app.clock.set(at("2026-11-21T10:00:00Z"));
    assert_eq!(kiosk.get("/plans").await.refusal(), "401 invalid_token");
    assert_eq!(app.get(&path).await.body["data"]["status"], "expired");
    assert_eq!(app.post(&format!("{path}/rotate"), json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(app.put(&path, json!({"expires_at": null})).await.body["data"]["status"], "active");
    assert_eq!(kiosk.get("/plans").await.status, 200);
}
