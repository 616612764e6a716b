//! Events that take place again.

use serde_json::json;
use tests::{EventFixture, total};

use super::field;

#[tokio::test]
async fn a_rule_makes_events_of_their_own_at_the_local_time() {
    let fixture = EventFixture::new().await;
    let rule = json!({"recurrence": {"frequency": "monthly", "count": 5},
        "registration_opens_at": "2026-12-03T18:00:00.000Z"});
    let first = fixture.app.post("/events", fixture.body(&rule)).await;
    tests::accepted(&first, 201);
    let series = &first.body["data"]["series_id"];
    assert_eq!(series, &first.body["data"]["id"]);
    let list = fixture.app.get(&format!("/events?series_id={}", first.id())).await;
    let starts = field(&list.body, "start_time");
    let expected = ["2026-12-10T18", "2027-01-10T18", "2027-02-10T18", "2027-03-10T18", "2027-04-10T17"];
    assert_eq!(starts, expected.map(|hour| json!(format!("{hour}:00:00.000Z"))));
    assert_eq!(field(&list.body, "registration_opens_at")[1], json!("2027-01-03T18:00:00.000Z"));
    let second = list.body["data"][1]["id"].as_str().unwrap();
    tests::accepted(&fixture.app.delete(&format!("/events/{second}")).await, 200);
    assert_eq!(total(&fixture.app, &format!("/events?series_id={}", first.id())).await, 4);
}

#[tokio::test]
async fn a_rule_makes_at_most_forty_all_or_none() {
    let fixture = EventFixture::new().await;
    let made =
        async |rule: serde_json::Value| fixture.app.post("/events", fixture.body(&json!({"recurrence": rule}))).await;
    let many = made(json!({"frequency": "daily", "count": 41})).await;
    assert_eq!(many.refusal(), "422 rule_violation recurrence too_many_occurrences");
    let endless = made(json!({"frequency": "daily"})).await;
    assert_eq!(endless.refusal(), "422 rule_violation recurrence.count end_required");
    assert_eq!(total(&fixture.app, "/events").await, 0);
    tests::accepted(&made(json!({"frequency": "daily", "count": 40})).await, 201);
    assert_eq!(total(&fixture.app, "/events").await, 40);
}
