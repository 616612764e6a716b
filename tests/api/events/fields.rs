//! Events themselves: fields, states, lists.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{EventFixture, accepted, made, total, with};

use super::field;

async fn created(fixture: &EventFixture, fields: Value) -> TestResponse {
    fixture.app.post("/events", fixture.body(&fields)).await
}

#[tokio::test]
async fn an_event_is_prepared_as_a_draft_and_published() {
    let fixture = EventFixture::new().await;
    let event = fixture.draft(json!({"capacity": 20})).await;
    let draft = fixture.shown(&event).await;
    assert_eq!((&draft["status"], &draft["published_at"]), (&json!("draft"), &Value::Null));
    assert_eq!((&draft["available"], &draft["currency"]), (&json!("available"), &json!("EUR")));
    let refused = fixture.register(&event, 1, json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
    let published = fixture.app.post(&format!("/events/{event}/publish"), json!({})).await;
    assert_eq!(published.body["data"]["status"], json!("published"));
    let again = fixture.app.post(&format!("/events/{event}/publish"), json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state");
    fixture.registered(&event, 1, json!({})).await;
}

#[tokio::test]
async fn an_event_is_completed_when_it_is_over() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    fixture.clock("2026-12-10T20:00:00Z");
    assert_eq!(fixture.shown(&event).await["status"], json!("completed"));
    assert_eq!(total(&fixture.app, "/events?status=completed").await, 1);
    assert_eq!(total(&fixture.app, "/events?status=published").await, 0);
    for action in ["publish", "cancel"] {
        let answer = fixture.app.post(&format!("/events/{event}/{action}"), json!({})).await;
        assert_eq!(answer.refusal(), "409 invalid_state");
    }
    assert_eq!(fixture.register(&event, 1, json!({})).await.refusal(), "409 invalid_state");
    let changed = fixture.app.put(&format!("/events/{event}"), json!({"title": "Other"})).await;
    assert_eq!(changed.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn fields_that_do_not_go_together_are_refused() {
    let fixture = EventFixture::new().await;
    for (fields, refusal) in [
        (json!({"end_time": "2026-12-10T18:00:00Z"}), "422 rule_violation end_time end_not_after_start"),
        (json!({"end_time": "2027-02-10T18:00:00Z"}), "422 rule_violation end_time too_long"),
        (
            json!({"registration_closes_at": "2026-12-11T00:00:00Z"}),
            "422 rule_violation registration_closes_at after_end",
        ),
        (
            json!({"registration_opens_at": "2026-12-10T19:00:00Z"}),
            "422 rule_violation registration_opens_at opens_after_close",
        ),
        (json!({"price": 0, "credit_price": 2}), "422 rule_violation credit_price needs_price"),
        (json!({"price": 10, "credit_price": 0}), "422 rule_violation credit_price free_in_credits"),
        (
            json!({"price": 0, "visitor_price": 5, "credit_price": 0}),
            "422 rule_violation credit_price free_in_credits",
        ),
        (json!({"price": 0, "visitor_price": 0, "credit_price": 0}), "201 "),
        (json!({"capacity": 3}), "422 rule_violation max_per_customer above_capacity"),
        (json!({"price": 1.234}), "422 rule_violation price too_many_decimals"),
        (json!({"visitor_price": 1.234}), "422 rule_violation visitor_price too_many_decimals"),
        (json!({"capacity": 0}), "400 validation_error capacity out_of_range"),
        (json!({"title": ""}), "400 validation_error title invalid_value"),
        (json!({"location_id": tests::NOBODY}), "422 rule_violation location_id reference_not_found"),
        (json!({"resource_id": tests::NOBODY}), "422 rule_violation resource_id reference_not_found"),
    ] {
        let answer = created(&fixture, fields.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    let event = fixture.draft(json!({})).await;
    let moved = json!({"end_time": "2026-12-10T17:00:00Z"});
    let refused = fixture.app.put(&format!("/events/{event}"), moved).await;
    assert_eq!(refused.refusal(), "422 rule_violation end_time end_not_after_start");
    let free = json!({"price": 10, "credit_price": 0});
    let refused = fixture.app.put(&format!("/events/{event}"), free).await;
    assert_eq!(refused.refusal(), "422 rule_violation credit_price free_in_credits");
}

#[tokio::test]
async fn what_would_be_over_is_not_published() {
    let fixture = EventFixture::new().await;
    let event = fixture.draft(json!({})).await;
    fixture.clock("2026-12-10T20:00:00Z");
    let refused = fixture.app.post(&format!("/events/{event}/publish"), json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation end_time in_the_past");
}

#[tokio::test]
async fn an_event_is_archived_only_when_nobody_is_registered_or_waits() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let registration = fixture.registered(&event, 1, json!({})).await;
    let path = format!("/events/{event}");
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use");
    accepted(&fixture.act(&registration, "cancel", json!({})).await, 200);
    accepted(&fixture.app.delete(&path).await, 200);
    assert_eq!(fixture.app.get(&path).await.status, 404);
    let ticket = fixture.ticket(&registration).await;
    assert_eq!(ticket["status"], json!("cancelled"), "its registrations are still shown");
}

#[tokio::test]
async fn an_event_stands_in_the_way_of_archiving_its_location() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({})).await;
    let path = format!("/locations/{}", fixture.location);
    assert_eq!(fixture.app.delete(&path).await.code(), "in_use");
    let currency = fixture.app.put(&path, json!({"currency": "USD"})).await;
    assert_eq!(currency.status, 409, "{}", currency.text);
    fixture.clock("2026-12-10T20:00:00Z");
    assert_eq!(tests::sweep(&fixture.app.context).await.done_of("event"), 1);
    assert_eq!(fixture.shown(&event).await["is_closing"], json!(false));
    accepted(&fixture.app.delete(&path).await, 200);
}

#[tokio::test]
async fn a_duplicate_is_a_draft_at_another_time() {
    let fixture = EventFixture::new().await;
    let opens = json!({"registration_opens_at": "2026-12-01T18:00:00.000Z", "capacity": 9});
    let event = fixture.event(opens).await;
    let copy =
        fixture.app.post(&format!("/events/{event}/duplicate"), json!({"start_time": "2027-01-10T18:00:00Z"})).await;
    accepted(&copy, 201);
    let data = &copy.body["data"];
    assert_eq!((&data["status"], &data["capacity"]), (&json!("draft"), &json!(9)));
    assert_eq!(data["end_time"], json!("2027-01-10T20:00:00.000Z"));
    assert_eq!(data["registration_opens_at"], json!("2027-01-01T18:00:00.000Z"));
    assert_ne!(data["id"], json!(event));
}

#[tokio::test]
async fn events_are_listed_in_order_of_their_start() {
    let fixture = EventFixture::new().await;
    let at = |day: u32| json!({"start_time": format!("2026-12-{day}T18:00:00Z"), "end_time": format!("2026-12-{day}T20:00:00Z")});
    fixture.event(with(at(12), &json!({"title": "Later", "category": "talk"}))).await;
    fixture.draft(with(at(11), &json!({"title": "Sooner", "visibility": "members"}))).await;
    let list = async |query: &str| field(&fixture.app.get(&format!("/events?{query}")).await.body, "title");
    assert_eq!(list("").await, ["Sooner", "Later"]);
    assert_eq!(list("order=desc").await, ["Later", "Sooner"]);
    assert_eq!(list("status=draft").await, ["Sooner"]);
    assert_eq!(list("category=talk").await, ["Later"]);
    assert_eq!(list("visibility=members").await, ["Sooner"]);
    assert_eq!(list("q=lat").await, ["Later"]);
    assert_eq!(list("from=2026-12-12T00:00:00Z").await, ["Later"]);
    assert_eq!(list("to=2026-12-12T00:00:00Z").await, ["Sooner"]);
    assert_eq!(list(&format!("location_id={}", fixture.location)).await.len(), 2);
    let backwards = fixture.app.get("/events?from=2026-12-12T00:00:00Z&to=2026-12-11T00:00:00Z").await;
    assert_eq!(backwards.refusal(), "422 rule_violation to end_before_start");
}

#[tokio::test]
async fn events_are_only_made_at_an_active_location() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let draft = fixture.draft(json!({})).await;
    let path = format!("/locations/{}?on_future_bookings=keep", fixture.location);
    accepted(&fixture.app.put(&path, json!({"is_active": false})).await, 200);
    assert_eq!(created(&fixture, json!({})).await.refusal(), "422 rule_violation location_id location_inactive");
    assert_eq!(
        fixture.register(&event, 1, json!({})).await.refusal(),
        "422 rule_violation event_id location_inactive"
    );
    let publish = fixture.app.post(&format!("/events/{draft}/publish"), json!({})).await;
    assert_eq!(publish.refusal(), "422 rule_violation id location_inactive");
    let elsewhere =
        made(&fixture.app, "/locations", json!({"name": "B", "time_zone": "Europe/Paris", "currency": "EUR"}));
    let moved = fixture.app.put(&format!("/events/{draft}"), json!({"location_id": elsewhere.await})).await;
    assert_eq!(moved.refusal(), "400 validation_error location_id unknown_field");
}
