//! The figures that operators look at.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted, location, with};

fn of(figures: &Value) -> Value {
    json!([
        figures["created"],
        figures["first_response"]["tickets"],
        figures["first_response"]["average_minutes"],
        figures["resolution"]["tickets"],
        figures["resolution"]["average_minutes"],
        figures["breached"]
    ])
}

#[tokio::test]
async fn figures_are_by_type_by_day_and_by_location() {
    let fixture = TicketFixture::new().await;
    let elsewhere = location(&fixture.app).await;
    let door = fixture.started(json!({"priority": "urgent"})).await;
    fixture.started(json!({"type": "internet", "location_id": elsewhere})).await;
    fixture.minutes(20);
    fixture.said(&door, &fixture.admin, json!({})).await;
    fixture.clock("2026-11-24T09:00:00Z");
    fixture.done(&door, "solve").await;
    let all = fixture.metrics("").await;
    assert_eq!(of(&all["total"]), json!([2, 1, 20, 1, 540, 1]));
    let by_type: Vec<Value> =
        all["by_type"].as_array().into_iter().flatten().map(|one| json!([one["type"], of(one)])).collect();
    assert_eq!(
        by_type,
        [json!(["internet", [1, 0, 0, 0, 0, 0]]), json!(["repair_and_maintenance", [1, 1, 20, 1, 540, 1]])]
    );
    let by_day: Vec<Value> =
        all["by_day"].as_array().into_iter().flatten().map(|one| json!([one["date"], of(one)])).collect();
    assert_eq!(by_day, [json!(["2026-11-23", [2, 1, 20, 0, 0, 0]]), json!(["2026-11-24", [0, 0, 0, 1, 540, 1]])]);
    assert_eq!(of(&fixture.metrics(&format!("&location_id={elsewhere}")).await["total"]), json!([1, 0, 0, 0, 0, 0]));
    let day = fixture.app.get("/tickets/metrics?from=2026-11-24&to=2026-11-24").await;
    assert_eq!(of(&day.body["data"]["total"]), json!([0, 0, 0, 1, 540, 1]));
}

#[tokio::test]
async fn a_ticket_that_is_reopened_counts_again_when_it_is_solved_again() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    fixture.minutes(60);
    fixture.done(&id, "solve").await;
    assert_eq!(of(&fixture.metrics("").await["total"]), json!([1, 0, 0, 1, 60, 0]));
    fixture.said(&id, &fixture.member, json!({})).await;
    assert_eq!(of(&fixture.metrics("").await["total"]), json!([1, 0, 0, 0, 0, 0]));
    fixture.minutes(30);
    fixture.done(&id, "solve").await;
    assert_eq!(of(&fixture.metrics("").await["total"]), json!([1, 0, 0, 1, 90, 0]));
}

#[tokio::test]
async fn a_ticket_of_another_type_counts_as_that_on_the_days_on_which_it_happened() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    fixture.said(&id, &fixture.admin, json!({})).await;
    tests::days(&fixture.app, 1);
    // Another zone does not move what was counted.
    let zone = json!({"time_zone": "Pacific/Auckland"});
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), zone).await, 200);
    accepted(&fixture.app.put(&format!("/tickets/{id}"), json!({"type": "access"})).await, 200);
    let all = fixture.metrics("").await;
    assert_eq!(all["by_type"].as_array().map(Vec::len), Some(1));
    assert_eq!((&all["by_type"][0]["type"], of(&all["by_type"][0])), (&json!("access"), json!([1, 1, 0, 0, 0, 0])));
    assert_eq!(all["by_day"][0]["date"], "2026-11-23");
}

#[tokio::test]
async fn a_range_is_at_most_366_days_and_not_backwards() {
    let fixture = TicketFixture::new().await;
    let asked = async |query: &str| fixture.app.get(&format!("/tickets/metrics?{query}")).await.refusal();
    assert_eq!(asked("from=2026-01-01&to=2027-01-01").await, "200 ");
    assert_eq!(asked("from=2026-01-01&to=2027-01-02").await, "422 rule_violation to too_long");
    assert_eq!(asked("from=2026-01-02&to=2026-01-01").await, "422 rule_violation to end_before_start");
    assert_eq!(asked("to=2026-01-01").await, "400 validation_error from required");
    let query = format!("from=2026-01-01&to=2026-01-01&location_id={}", tests::NOBODY);
    assert_eq!(asked(&query).await, "422 rule_violation location_id reference_not_found");
}

#[tokio::test]
async fn a_day_is_that_of_the_location() {
    let fixture = TicketFixture::new().await;
    // 00:30 in Amsterdam on the 24th.
    fixture.clock("2026-11-23T23:30:00Z");
    fixture.ticket(with(json!({}), &json!({"type": "noise_and_acoustics"}))).await;
    assert_eq!(fixture.metrics("").await["by_day"][0]["date"], "2026-11-24");
}

#[tokio::test]
async fn figures_cost_the_same_however_many_tickets_there_are() {
    let fixture = TicketFixture::new().await;
    let spent = async || {
        let before = fixture.app.logged().len();
        fixture.metrics("").await;
        let line: Value = serde_json::from_str(&fixture.app.logged()[before]).unwrap_or_default();
        line["store_units"].as_f64().unwrap_or(f64::MAX)
    };
    for _ in 0..3 {
        fixture.ticket(json!({})).await;
    }
    let few = spent().await;
    for _ in 0..60 {
        fixture.ticket(json!({})).await;
    }
    assert_eq!(fixture.metrics("").await["total"]["created"], 63);
    assert!(spent().await <= few, "{few}");
}

/// How many are overdue, of each type, and whether these are all.
fn overdue(metrics: &Value) -> Value {
    let figures = &metrics["overdue_now"];
    let by_type = figures["by_type"].as_array().into_iter().flatten();
    let by_type: Vec<Value> = by_type.map(|one| json!([one["type"], one["tickets"]])).collect();
    json!([figures["tickets"], by_type, figures["is_complete"]])
}

#[tokio::test]
async fn a_ticket_that_is_not_solved_in_time_is_overdue_until_it_is() {
    let fixture = TicketFixture::new().await;
    let door = fixture.started(json!({"priority": "urgent"})).await;
    fixture.ticket(json!({"priority": "low"})).await;
    fixture.ticket(json!({"priority": "urgent", "type": "harassment"})).await;
    assert_eq!(overdue(&fixture.metrics("&overdue=true").await), json!([0, [], true]));
    fixture.clock("2026-11-24T09:00:00Z");
    let late = fixture.metrics("&overdue=true").await;
    assert_eq!(overdue(&late), json!([2, [["repair_and_maintenance", 1], ["harassment", 1]], true]));
    assert_eq!(late["total"]["breached"], 0, "nothing of it was solved");
    let elsewhere = location(&fixture.app).await;
    let there = fixture.metrics(&format!("&overdue=true&location_id={elsewhere}")).await;
    assert_eq!(overdue(&there), json!([0, [], true]));
    let desk = fixture.called_with(&["tickets:read"]).await;
    let seen = desk.get("/tickets/metrics?from=2026-11-01&to=2026-12-31&overdue=true").await;
    assert_eq!(overdue(&seen.body["data"]), json!([1, [["repair_and_maintenance", 1]], true]));
    fixture.done(&door, "solve").await;
    let solved = fixture.metrics("&overdue=true").await;
    assert_eq!(overdue(&solved), json!([1, [["harassment", 1]], true]));
    assert_eq!(solved["total"]["breached"], 1);
    assert_eq!(fixture.metrics("").await["overdue_now"], Value::Null);
}
