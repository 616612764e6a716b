//! Plans (`docs/areas/plans.md`).

use chrono::Duration;
use records::{Location, MembershipPlan};
use serde_json::{Value, json};
use store::{List, Order, Paging, Scheme, Transaction};
use testing::{TestApp, TestResponse};
use tests::{NOBODY, app, location, location_with};
use tokio::task::JoinSet;

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 149.5, "currency": "EUR", "billing_cycle": "monthly"})
}

/// An inactive location; its id.
async fn closed_location(app: &TestApp) -> String {
    let id = location(app).await;
    assert_eq!(app.put(&format!("/locations/{id}"), json!({"is_active": false})).await.status, 200);
    id
}

async fn publish(app: &TestApp, plan: &str, body: Value) -> TestResponse {
    app.post(&format!("/plans/{plan}/publish"), body).await
}

/// All membership plans as the memberships area shows them, oldest first.
async fn offers(app: &TestApp) -> Vec<Value> {
    let paging = Paging { scheme: Scheme::Page(1), size: 100, order: Some(Order::Ascending) };
    let now = app.context.clock.now();
    let listed = app.context.store.page(&app.tenant(), List::<MembershipPlan>::live(), &paging, now.millis()).await;
    let records = listed.expect("offers").records;
    records.iter().map(|record| serde_json::to_value(record.view(now)).expect("JSON")).collect()
}

#[tokio::test]
async fn a_created_plan_is_there_at_once_with_every_field() {
    let app = app().await;
    let created = app.post("/plans", flex("Flex")).await;
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!(created.header("location"), format!("/v1/plans/{}", created.id()));
    assert_eq!(created.header("etag"), "\"1\"");
    let data = &created.body["data"];
    let expected = json!({
        "id": created.id(), "name": "Flex", "description": "", "price": 149.5, "currency": "EUR",
        "billing_cycle": "monthly", "credits": 0, "day_passes": 0, "is_active": true, "tagline": "", "display_order": 0,
        "features": [], "published_location_ids": [], "price_changes": [], "subscriber_count": 0, "metadata": {}, "version": 1,
        "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z",
    });
    assert_eq!(*data, expected);
    assert_eq!(app.get(&format!("/plans/{}", created.id())).await.body["data"], *data);
    assert_eq!(app.get("/plans").await.body["data"], json!([data]));
    let meta = created.body["meta"].as_object().expect("meta");
    assert!(meta["request_id"].as_str().is_some_and(|id| id.starts_with("req_")));
    assert_eq!(created.header("x-request-id"), meta["request_id"].as_str().unwrap_or_default());
    assert_eq!((meta.len(), &meta["timestamp"]), (2, &json!("2026-11-21T09:00:00.000Z")));
}

#[tokio::test]
async fn every_field_can_be_given_and_changed() {
    let app = app().await;
    let mut given = json!({
        "name": "Fixed", "description": "A desk\nof your own.", "price": 320, "currency": "JPY",
        "billing_cycle": "yearly", "credits": 20, "day_passes": 10, "is_active": false, "tagline": "Yours",
        "display_order": 3, "features": ["Desk", "Locker"], "metadata": {"erp": "P-1"},
    });
    let created = app.post("/plans", given.clone()).await;
    for (field, value) in given.as_object().expect("fields") {
        assert_eq!(created.body["data"][field], *value, "{field}");
    }
    given = json!({
        "name": "Flex", "description": "", "price": 2.5, "currency": "EUR", "billing_cycle": "monthly", "credits": 0,
        "day_passes": 1, "is_active": true, "tagline": "", "display_order": 0, "features": [], "metadata": {},
    });
    app.clock.advance(Duration::seconds(5));
    let keys = json!({"metadata": {"erp": null}});
    let changed = app.put(&format!("/plans/{}", created.id()), tests::with(given.clone(), &keys)).await;
    for (field, value) in given.as_object().expect("fields") {
        assert_eq!(changed.body["data"][field], *value, "{field}");
    }
    let data = &changed.body["data"];
    assert_eq!((&data["version"], &data["updated_at"]), (&json!(2), &json!("2026-11-21T09:00:05.000Z")));
    assert_eq!(data["created_at"], created.body["data"]["created_at"]);
}

#[tokio::test]
async fn a_field_that_is_left_out_stays_and_each_goes_alone() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let mut expected = app.get(&format!("/plans/{id}")).await.body["data"].clone();
    for (field, value) in [
        ("description", json!("new")),
        ("price", json!(150)),
        ("credits", json!(5)),
        ("features", json!(["a"])),
        ("is_active", json!(false)),
        ("metadata", json!({"a": "b"})),
        ("billing_cycle", json!("yearly")),
    ] {
        let changed = app.put(&format!("/plans/{id}"), json!({field: value})).await;
        expected[field] = value;
        expected["version"] = json!(expected["version"].as_i64().unwrap_or_default() + 1);
        assert_eq!(changed.body["data"], expected);
    }
}

#[tokio::test]
async fn another_merchants_plan_does_not_exist() {
    let app = app().await;
    let theirs = app.as_client(&app.stranger).post("/plans", flex("Flex")).await.id();
    let change = json!({"price": 1, "effective_from": "2027-01-01T00:00:00Z", "apply_to": "new"});
    for id in [theirs.as_str(), NOBODY] {
        for answer in [
            app.get(&format!("/plans/{id}")).await,
            app.put(&format!("/plans/{id}"), json!({"name": "Mine"})).await,
            app.put(&format!("/plans/{id}"), json!({})).await,
            app.delete(&format!("/plans/{id}")).await,
            publish(&app, id, json!({"location_ids": [NOBODY]})).await,
            app.post(&format!("/plans/{id}/price-change"), change.clone()).await,
            app.get(&format!("/plans/{id}/adoption")).await,
        ] {
            assert_eq!(answer.refusal(), "404 not_found");
        }
    }
    assert_eq!(app.get("/plans").await.body["data"], json!([]));
    assert_eq!(app.as_client(&app.stranger).get(&format!("/plans/{theirs}")).await.body["data"]["name"], "Flex");
}

mod names;

mod publishing;

mod prices;

fn parse<K>(id: &str) -> values::Id<K> {
    values::Id::parse(id).expect("an id")
}
