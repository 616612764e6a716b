//! An endpoint that is limited to locations hears of what is there, and of nothing else.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{OutboxFixture, Receivers, WebhookFixture, accepted, location, made, member};

use super::{HOOK, path};

async fn fixtures() -> (OutboxFixture, WebhookFixture) {
    let outbox = OutboxFixture::new().await;
    let webhooks = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    (outbox, webhooks)
}

async fn endpoint(fixture: &WebhookFixture, event_types: &[&str], locations: &[&str]) -> Value {
    let body = json!({"url": HOOK, "event_types": event_types, "location_ids": locations});
    testing::TestApp::made(&fixture.app.post("/webhook-endpoints", body).await)
}

/// Types and objects of what was sent since this was asked last, in order.
async fn heard(outbox: &mut OutboxFixture, fixture: &WebhookFixture) -> Vec<(String, String)> {
    outbox.consume().await;
    fixture.deliver().await;
    let told = fixture.receivers.newly_sent().into_iter().map(|sent| {
        let body: Value = serde_json::from_str(&sent.body).expect("JSON");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        (text(&body["type"]), text(&body["data"]["object_id"]))
    });
    let mut told: Vec<(String, String)> = told.collect();
    told.sort();
    told
}

async fn floor(fixture: &WebhookFixture, location: &str, name: &str) -> String {
    made(&fixture.app, "/floors", json!({"location_id": location, "name": name, "level": 1})).await
}

fn event(event_type: &str, id: &str) -> (String, String) {
    (event_type.to_owned(), id.to_owned())
}

#[tokio::test]
async fn an_endpoint_of_a_location_hears_of_its_records_and_of_none_elsewhere_or_nowhere() {
    let (mut outbox, fixture) = fixtures().await;
    let app = fixture.app.clone();
    let (here, there) = (location(&app).await, location(&app).await);
    app.clock.advance(Duration::seconds(1));
    let limited = endpoint(&fixture, &["*"], &[&here]).await;
    assert_eq!(limited["location_ids"], json!([here]));
    let own = floor(&fixture, &here, "Floor 1").await;
    floor(&fixture, &there, "Floor 2").await;
    member(&app, "nobody@example.com").await;
    let body = json!({"email": "ann@example.com", "name": "Ann", "location_ids": [there, here]});
    let ann = made(&app, "/members", body).await;
    made(
        &app,
        "/plans",
        json!({"name": "Everywhere", "billing_cycle": "monthly", "price": 10, "currency": "EUR"}),
    )
    .await;
    accepted(&app.put(&format!("/locations/{here}"), json!({"name": "Here"})).await, 200);
    accepted(&app.put(&format!("/locations/{there}"), json!({"name": "There"})).await, 200);
    let mut expected = [event("floor.created", &own), event("location.updated", &here), event("member.created", &ann)];
    expected.sort();
    assert_eq!(heard(&mut outbox, &fixture).await, expected);
}

#[tokio::test]
async fn what_moves_from_one_location_to_another_is_told_at_both() {
    let (mut outbox, fixture) = fixtures().await;
    let app = fixture.app.clone();
    let (here, there) = (location(&app).await, location(&app).await);
    let body = json!({"email": "ann@example.com", "name": "Ann", "location_ids": [here]});
    let ann = made(&app, "/members", body).await;
    app.clock.advance(Duration::seconds(1));
    endpoint(&fixture, &["member.*"], &[&here]).await;
    outbox.consume().await;
    accepted(&app.put(&format!("/members/{ann}"), json!({"location_ids": [there]})).await, 200);
    assert_eq!(heard(&mut outbox, &fixture).await, [event("member.updated", &ann)]);
    accepted(&app.put(&format!("/members/{ann}"), json!({"name": "Anna"})).await, 200);
    assert_eq!(heard(&mut outbox, &fixture).await, []);
    accepted(&app.put(&format!("/members/{ann}"), json!({"location_ids": [here]})).await, 200);
    assert_eq!(heard(&mut outbox, &fixture).await, [event("member.updated", &ann)]);
}

#[tokio::test]
async fn what_happened_before_the_locations_were_changed_is_for_those_of_then_and_of_now() {
    let (mut outbox, fixture) = fixtures().await;
    let app = fixture.app.clone();
    let (here, there) = (location(&app).await, location(&app).await);
    app.clock.advance(Duration::seconds(1));
    let own = path("webhook-endpoints", &endpoint(&fixture, &["floor.*"], &[&here]).await);
    // The consumer lags: both happen before the change, and are stored after it.
    floor(&fixture, &there, "Floor 3").await;
    floor(&fixture, &here, "Floor 4").await;
    app.clock.advance(Duration::seconds(1));
    accepted(&app.put(&own, json!({"location_ids": [there]})).await, 200);
    let after = floor(&fixture, &there, "Floor 5").await;
    assert_eq!(heard(&mut outbox, &fixture).await, [event("floor.created", &after)]);
    accepted(&app.put(&own, json!({"location_ids": []})).await, 200);
    let everywhere = floor(&fixture, &here, "Floor 6").await;
    assert_eq!(heard(&mut outbox, &fixture).await, [event("floor.created", &everywhere)]);
}

#[tokio::test]
async fn an_endpoint_is_limited_only_to_what_there_is() {
    let (_, fixture) = fixtures().await;
    let app = fixture.app.clone();
    let here = location(&app).await;
    let missing = "0199a000-0000-7000-8000-00000000dead";
    let asked = async |event_types: Value, locations: Value| {
        let body = json!({"url": HOOK, "event_types": event_types, "location_ids": locations});
        app.post("/webhook-endpoints", body).await.refusal()
    };
    let unknown = "422 rule_violation location_ids[1] reference_not_found";
    assert_eq!(asked(json!(["*"]), json!([here, missing])).await, unknown);
    let nowhere = "422 rule_violation event_types[1] type_without_location";
    assert_eq!(asked(json!(["floor.*", "plan.*"]), json!([here])).await, nowhere);
    assert_eq!(asked(json!(["floor.*", "plan.*"]), json!([])).await, "201 ");
    assert_eq!(asked(json!(["*"]), json!([here, here])).await, "400 validation_error location_ids[1] repeated");
    // A location that went since may stay in the list.
    let limited = path("webhook-endpoints", &endpoint(&fixture, &["floor.*"], &[&here]).await);
    accepted(&app.delete(&format!("/locations/{here}")).await, 200);
    accepted(&app.put(&limited, json!({"description": "Doors"})).await, 200);
    assert_eq!(app.put(&limited, json!({"location_ids": [here, missing]})).await.refusal(), unknown);
    let gone = "422 rule_violation location_ids[0] reference_archived";
    assert_eq!(asked(json!(["*"]), json!([here])).await, gone);
}

#[tokio::test]
async fn whoever_says_of_which_locations_may_read_what_is_heard() {
    let (_, fixture) = fixtures().await;
    let here = location(&fixture.app).await;
    let limited = path("webhook-endpoints", &endpoint(&fixture, &["floor.*", "member.*"], &[&here]).await);
    let scopes = json!({"name": "Bridge", "scopes": ["merchant:admin", "locations:read"]});
    let made = testing::TestApp::made(&fixture.app.post("/api-clients", scopes).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let client = testing::TestClient { client_id: text("client_id"), secret: text("secret") };
    let wider = fixture.app.as_client(&client).put(&limited, json!({"location_ids": []})).await;
    assert_eq!(wider.refusal(), "422 rule_violation event_types[1] scope_not_held");
}
