//! Nobody grants more than they hold, and nobody locks the merchant out.

use records::ClientId;
use serde_json::json;
use testing::TestResponse;
use tests::app;
use tokio::task::JoinSet;
use work::provisioning;

use super::{caller_with, client_with, credentials, own_id, text};

#[tokio::test]
async fn a_client_cannot_grant_scopes_it_lacks() {
    let app = app().await;
    let (admin, admin_id) = caller_with(&app, &["merchant:admin", "plans:write"]).await;
    let (_, strong) = caller_with(&app, &["bookings:override", "plans:read"]).await;
    let (_, weak) = caller_with(&app, &["plans:read"]).await;

    let create = admin.post("/api-clients", json!({"name": "A", "scopes": ["plans:read", "members:read"]})).await;
    assert_eq!(create.refusal(), "422 rule_violation scopes[1] scope_not_held");
    assert_eq!(admin.post("/api-clients", json!({"name": "A", "scopes": ["plans:read"]})).await.status, 201);
    for (id, scopes, refusal) in [
        (&weak, json!(["plans:read", "bookings:write"]), "422 rule_violation scopes[1] scope_not_held"),
        (
            &admin_id,
            json!(["merchant:admin", "merchant:write"]),
            "422 rule_violation scopes[1] scope_not_held",
        ),
        (&weak, json!(["plans:write"]), "200 "),
        // What the client had before is not granted anew.
        (&strong, json!(["bookings:override", "plans:write"]), "200 "),
    ] {
        let put = admin.put(&format!("/api-clients/{id}"), json!({"scopes": scopes})).await;
        assert_eq!(put.refusal(), refusal);
    }
}

#[tokio::test]
async fn a_client_cannot_get_the_secret_of_a_stronger_one_nor_prolong_it() {
    let app = app().await;
    let (admin, _) = caller_with(&app, &["merchant:admin"]).await;
    let strong =
        client_with(&app, json!({"name": "A", "scopes": ["plans:read"], "expires_at": "2026-12-01T00:00:00Z"})).await;
    let path = format!("/api-clients/{}", text(&strong, "id"));
    assert_eq!(
        admin.post(&format!("{path}/rotate"), json!({})).await.refusal(),
        "422 rule_violation id scope_not_held"
    );
    for later in [json!("2026-12-02T00:00:00Z"), json!(null)] {
        let put = admin.put(&path, json!({"expires_at": later})).await;
        assert_eq!(put.refusal(), "422 rule_violation expires_at scope_not_held");
    }
    assert_eq!(admin.put(&path, json!({"expires_at": "2026-11-30T00:00:00Z"})).await.status, 200);
    assert_eq!(admin.post(&format!("{path}/revoke"), json!({})).await.status, 200);
}

#[tokio::test]
async fn the_last_client_that_manages_clients_stays() {
    let app = app().await;
    let path = format!("/api-clients/{}", own_id(&app).await);
    // A client that expires does not count: its end would lock the merchant out too.
    let expiring = json!({"name": "A", "scopes": ["merchant:admin"], "expires_at": "2026-12-01T00:00:00Z"});
    let expiring = format!("/api-clients/{}", text(&client_with(&app, expiring).await, "id"));
    let in_use = "409 in_use";
    assert_eq!(app.delete(&path).await.refusal(), in_use);
    assert_eq!(app.post(&format!("{path}/revoke"), json!({})).await.refusal(), in_use);
    assert_eq!(app.put(&path, json!({"scopes": ["plans:read"]})).await.refusal(), in_use);
    assert_eq!(app.put(&path, json!({"expires_at": "2030-01-01T00:00:00Z"})).await.refusal(), in_use);
    assert_eq!(app.put(&path, json!({"scopes": ["merchant:admin"]})).await.status, 200);

    // Once the other never expires either, this one may go.
    assert_eq!(app.put(&expiring, json!({"expires_at": null})).await.status, 200);
    assert_eq!(app.put(&path, json!({"expires_at": "2030-01-01T00:00:00Z"})).await.status, 200);
    assert_eq!(app.post(&format!("{expiring}/revoke"), json!({})).await.refusal(), in_use);
}

#[tokio::test]
async fn of_sixteen_revoked_at_once_one_stays() {
    let app = app().await;
    let mut ids = vec![own_id(&app).await];
    for _ in 0..15 {
        ids.push(caller_with(&app, &["merchant:admin"]).await.1);
    }
    let expiring = json!({"name": "A", "scopes": ["merchant:admin"], "expires_at": "2026-12-01T00:00:00Z"});
    let caller = app.as_client(&credentials(&client_with(&app, expiring).await));
    let mut revocations = JoinSet::new();
    for (number, id) in ids.into_iter().enumerate() {
        let caller = caller.clone();
        revocations.spawn(async move {
            match number % 3 {
                0 => caller.delete(&format!("/api-clients/{id}")).await,
                1 => caller.put(&format!("/api-clients/{id}"), json!({"expires_at": "2027-01-01T00:00:00Z"})).await,
                _ => caller.post(&format!("/api-clients/{id}/revoke"), json!({})).await,
            }
        });
    }
    let mut refusals: Vec<String> = revocations.join_all().await.iter().map(TestResponse::refusal).collect();
    refusals.retain(|refusal| refusal != "200 ");
    assert_eq!(refusals, ["409 in_use"]);
    let merchant = ClientId::parse(&app.client.client_id).expect("a client id").merchant();
    let clients = provisioning::list_clients(&app.context, merchant).await.expect("a list").records;
    assert_eq!(clients.iter().filter(|client| client.body.keeps_the_key()).count(), 1);
}

#[tokio::test]
async fn a_revoked_client_cannot_make_itself_another_while_it_is_still_trusted() {
    let app = app().await;
    let (kiosk, id) = caller_with(&app, &["merchant:admin", "merchant:read"]).await;
    assert_eq!(kiosk.get("/merchant").await.status, 200);
    assert_eq!(app.post(&format!("/api-clients/{id}/revoke"), json!({})).await.status, 200);
    assert_eq!(kiosk.get("/merchant").await.status, 200);
    let create = kiosk.post("/api-clients", json!({"name": "Back", "scopes": ["merchant:admin"]})).await;
    assert_eq!(create.refusal(), "401 invalid_token");
}
