//! Who runs batches: whoever may run the operation, and nobody else.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{accepted, app, location, made, member, narrow, resource, total};

use super::{counts, plans, run, statuses};

pub async fn session(app: &TestApp, member: &str) -> TestApp {
    let session = TestApp::made(&app.post("/sessions", json!({"member_id": member})).await);
    let token = session["token"].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { secret: token, ..app.client.clone() })
}

#[tokio::test]
async fn a_client_runs_what_its_scopes_allow_and_needs_no_other() {
    let app = app().await;
    let done = run(&narrow(&app, &["plans:write"]).await.0, plans(&["A"])).await;
    assert_eq!(counts(&done), (1, 0, 0));
    let done = run(&narrow(&app, &["plans:read", "merchant:write"]).await.0, plans(&["B"])).await;
    assert_eq!(done["results"][0]["error"]["code"], "forbidden");
    assert_eq!(total(&app, "/plans").await, 1);
}

#[tokio::test]
async fn another_merchants_records_are_found_by_no_batch() {
    let app = app().await;
    let id =
        made(&app, "/plans", json!({"name": "A", "price": 1, "currency": "EUR", "billing_cycle": "monthly"})).await;
    let item = json!({"path": {"id": id}, "body": {"description": "Ours"}});
    let stranger = app.as_client(&app.stranger);
    let done = run(&stranger, json!({"operation": "update_plan", "items": [item]})).await;
    assert_eq!(statuses(&done), [&json!(404)]);
}

#[tokio::test]
async fn a_member_runs_for_themselves_what_members_may() {
    let app = app().await;
    let place = location(&app).await;
    let room = resource(&app, &place, "Room", "meeting_room", json!({})).await;
    let (ann, bob) = (member(&app, "ann@example.com").await, member(&app, "bob@example.com").await);
    let hour = |hour: u32, fields: Value| {
        let mut body = json!({"resource_id": room, "start_time": format!("2027-03-01T{hour:02}:00:00Z"),
            "end_time": format!("2027-03-01T{:02}:00:00Z", hour + 1)});
        for (name, value) in fields.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        json!({"body": body})
    };
    let items = [hour(9, json!({})), hour(10, json!({"customer_id": bob})), hour(11, json!({"override": true}))];
    let done = run(&session(&app, &ann).await, json!({"operation": "create_booking", "items": items})).await;
    assert_eq!(statuses(&done), [&json!(201), &json!(403), &json!(403)]);
    assert_eq!(done["results"][0]["data"]["customer_id"], json!(ann));
    let done = run(&session(&app, &ann).await, plans(&["A"])).await;
    assert_eq!(statuses(&done), [&json!(403)]);
}

#[tokio::test]
async fn a_wrong_secret_runs_nothing() {
    let app = app().await;
    let wrong = app.as_client(&TestClient { secret: "wrong".to_owned(), ..app.client.clone() });
    let refused = wrong.post("/batches", plans(&["A"])).await;
    assert_eq!(refused.refusal(), "401 invalid_token");
    accepted(&app.get("/plans").await, 200);
    assert_eq!(total(&app, "/plans").await, 0);
}
