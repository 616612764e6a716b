//! Settings that were an API client's alone: owners and admins see to webhooks and letters by a session, owners to API
//! clients.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::made;

use super::{acting, app, public_client, sign_in};

async fn as_role(app: &TestApp, name: &str, role: &str) -> TestApp {
    let body = json!({"email": format!("{name}@example.com"), "name": name, "role": role});
    acting(app, &made(app, "/members", body).await).await
}

fn endpoint() -> Value {
    json!({"url": "https://hooks.acme.example/colonnade", "event_types": ["booking.*"]})
}

fn template() -> Value {
    json!({"letter": "booking_confirmed", "language": "en", "subject": "Yours", "body": "See you."})
}

#[tokio::test]
async fn admins_and_owners_see_to_webhooks_and_letters_and_others_do_not() {
    let app = app().await;
    for (name, role) in [("otto", "admin"), ("olga", "owner")] {
        let staff = as_role(&app, name, role).await;
        let hook = staff.post("/webhook-endpoints", endpoint()).await;
        assert_eq!(hook.status, 201, "{}", hook.text);
        let tested = staff.post(&format!("/webhook-endpoints/{}/test", hook.id()), json!({})).await;
        assert!(tested.status < 300, "{}", tested.text);
        let letter = staff.post("/letter-templates", template()).await;
        assert_eq!(letter.status, 201, "{}", letter.text);
        let preview = json!({"letter": "booking_confirmed", "language": "de"});
        assert_eq!(staff.post("/letter-templates/preview", preview).await.status, 200);
        assert_eq!(staff.send("DELETE", &format!("/letter-templates/{}", letter.id()), None, &[]).await.status, 200);
        let address = json!({"email": format!("{name}-gone@example.com")});
        let address = staff.post("/suppressed-addresses", address).await;
        assert_eq!(
            staff.send("DELETE", &format!("/suppressed-addresses/{}", address.id()), None, &[]).await.status,
            200
        );
        assert_eq!(staff.get("/identity-providers").await.status == 200, role == "owner");
    }
    for (name, role) in [("mia", "manager"), ("ann", "member")] {
        let other = as_role(&app, name, role).await;
        for (path, body) in [
            ("/webhook-endpoints", endpoint()),
            ("/letter-templates", template()),
            ("/suppressed-addresses", json!({"email": "gone@example.com"})),
        ] {
            assert_eq!(other.post(path, body).await.refusal(), "403 forbidden", "{role} {path}");
        }
    }
}

#[tokio::test]
async fn an_owner_makes_clients_that_may_no_more_than_the_session() {
    let app = app().await;
    drop(made(&app, "/members", json!({"email": "olga@example.com", "name": "Olga", "role": "owner"})).await);
    let public = public_client(&app).await;
    let signed_in = sign_in(&public, "olga@example.com").await;
    let olga = super::with_token(&public, &signed_in);
    let made = olga.post("/api-clients", json!({"name": "Tablet", "scopes": ["bookings:write"]})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let text = |name: &str| made.body["data"][name].as_str().unwrap_or_default().to_owned();
    let tablet = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(tablet.get("/bookings").await.status, 200);
    let path = format!("/api-clients/{}", text("id"));
    assert!(!olga.get(&path).await.text.contains(&text("secret")));
    for scopes in [json!(["merchant:admin"]), json!(["bookings:write", "merchant:admin"])] {
        let more = olga.post("/api-clients", json!({"name": "More", "scopes": scopes})).await;
        assert!(more.refusal().ends_with("scope_not_held"), "{}", more.text);
        let grown = olga.put(&path, json!({"scopes": scopes})).await;
        assert!(grown.refusal().ends_with("scope_not_held"), "{}", grown.text);
    }
    let all = app.get("/api-clients?scope=merchant:admin").await;
    let strong = all.body["data"][0]["id"].as_str().unwrap_or_default();
    let rotated = olga.post(&format!("/api-clients/{strong}/rotate"), json!({})).await;
    assert!(rotated.refusal().ends_with("scope_not_held"), "{}", rotated.text);
    assert_eq!(olga.post(&format!("{path}/revoke"), json!({})).await.status, 200);
}

#[tokio::test]
async fn api_clients_are_the_owners_alone() {
    let app = app().await;
    for (name, role) in [("otto", "admin"), ("mia", "manager"), ("ann", "member")] {
        let other = as_role(&app, name, role).await;
        assert_eq!(other.get("/api-clients").await.refusal(), "403 forbidden", "{role}");
        let body = json!({"name": "Tablet", "scopes": ["bookings:read"]});
        assert_eq!(other.post("/api-clients", body).await.refusal(), "403 forbidden", "{role}");
    }
}

#[tokio::test]
async fn a_client_with_merchant_admin_goes_on_as_before_without_the_narrower_scopes() {
    let app = app().await;
    let client = app
        .post(
            "/api-clients",
            json!({"name": "Old", "scopes": ["merchant:admin", "merchant:read",
        "bookings:read", "members:sessions"]}),
        )
        .await;
    let client = TestApp::made(&client);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    let old = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(old.post("/webhook-endpoints", endpoint()).await.status, 201);
    assert_eq!(old.post("/letter-templates", template()).await.status, 201);
    assert_eq!(old.get("/api-clients").await.status, 200);
    let narrow = old.post("/api-clients", json!({"name": "Hooks", "scopes": ["merchant:webhooks"]})).await;
    assert_eq!(narrow.status, 201, "{}", narrow.text);
    let otto = made(&app, "/members", json!({"email": "otto@example.com", "name": "Otto", "role": "admin"})).await;
    let otto = super::with_token(&old, &old.post("/sessions", json!({"member_id": otto})).await);
    assert_eq!(otto.post("/webhook-endpoints", endpoint()).await.status, 201);
    assert_eq!(otto.get("/api-clients").await.refusal(), "403 forbidden");
}
