//! How a booking ends: cancelled before it begins, by check-out, or as a no-show; who may say so, and what it costs.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{RoomFixture, accepted, company, instant};

const STATE: &str = "409 invalid_state";

async fn shown(fixture: &RoomFixture, id: &str) -> Value {
    fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone()
}

/// A room of 40 an hour with this cancellation policy, in which people check in from a quarter of an hour before.
async fn priced(cancellation_policy: Value) -> RoomFixture {
    RoomFixture::with_room(json!({"cancellation_policy": cancellation_policy,
        "rates": [{"from_minutes": 0, "unit_amount": 40}], "check_in": {"enabled": true, "opens_minutes": 15}}))
    .await
}

/// The fixture's service, called by a client with these scopes.
async fn caller(app: &TestApp, scopes: &[&str]) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Desk", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

#[tokio::test]
async fn a_booking_that_has_begun_is_cancelled_by_nobody_and_goes_on() {
    let half_until_the_end = json!({"public_ladder": [{"minutes_before": 1440, "fee_percent": 50}]});
    let fixture = priced(half_until_the_end).await;
    let (running, early) = (fixture.booked("10:00", "12:00").await, fixture.booked("13:00", "14:00").await);
    fixture.clock("10:00");
    accepted(&fixture.act(&running, "check-in").await, 200);
    let path = format!("/bookings/{running}");
    for by in ["customer", "operator"] {
        let refused = fixture.app.post(&format!("{path}/cancel"), json!({"by": by})).await;
        assert_eq!(refused.refusal(), STATE, "{by}");
    }
    assert_eq!(fixture.app.delete(&path).await.refusal(), STATE);
    assert_eq!(fixture.act(&running, "quote-cancel").await.refusal(), STATE);
    assert_eq!(shown(&fixture, &running).await["status"], "confirmed");
    fixture.app.clock.advance(Duration::milliseconds(3 * 3_600_000 - 1));
    let cancelled = fixture.act(&early, "cancel").await;
    assert_eq!(cancelled.body["data"]["cancellation_fee"], 20, "{}", cancelled.text);
}

#[tokio::test]
async fn a_booking_that_has_begun_goes_with_its_resource_at_no_fee() {
    let fixture = priced(json!({"free_minutes": 525_600})).await;
    let running = fixture.booked("10:00", "12:00").await;
    fixture.clock("10:30");
    let gone = json!({"is_active": false, "on_future_bookings": "cancel"});
    accepted(&fixture.app.put(&format!("/resources/{}", fixture.room), gone).await, 200);
    let shown = shown(&fixture, &running).await;
    assert_eq!((&shown["cancellation_reason"], &shown["cancellation_fee"]), (&json!("operator"), &json!(0)));
}

#[tokio::test]
async fn a_cancelled_series_leaves_the_booking_that_is_under_way() {
    let fixture = RoomFixture::new().await;
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": instant("10:00"), "rule": {"frequency": "daily", "count": 2}});
    let series = TestApp::made(&fixture.app.post("/booking-series", series).await);
    let ids: Vec<&str> = series["booking_ids"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let path = format!("/booking-series/{}/cancel", series["id"].as_str().unwrap_or_default());
    fixture.clock("10:30");
    let this = fixture.app.post(&path, json!({"scope": "this", "booking_id": ids[0]})).await;
    assert_eq!(this.refusal(), STATE);
    accepted(&fixture.app.post(&path, json!({})).await, 200);
    assert_eq!(shown(&fixture, ids[0]).await["status"], "confirmed");
    assert_eq!(shown(&fixture, ids[1]).await["status"], "cancelled");
}

#[tokio::test]
async fn a_no_show_costs_what_the_policy_says_or_else_what_a_cancellation_at_the_start_would() {
    let ladder = json!([{"minutes_before": 1440, "fee_percent": 50}, {"minutes_before": 60, "fee_percent": 75}]);
    for (policy, fee) in [
        (json!({}), 0.0),
        (json!({"free_minutes": 60}), 40.0),
        (json!({"public_ladder": ladder}), 30.0),
        (json!({"public_ladder": ladder, "no_show_fee_percent": 10}), 4.0),
        (json!({"free_minutes": 60, "no_show_fee_percent": 0}), 0.0),
    ] {
        let fixture = priced(policy.clone()).await;
        let id = fixture.booked("10:00", "11:00").await;
        fixture.clock("10:01");
        let marked = fixture.act(&id, "no-show").await;
        assert_eq!(marked.body["data"]["cancellation_fee"], fee, "{policy} {}", marked.text);
    }
}

#[tokio::test]
async fn a_booking_that_is_released_by_itself_costs_what_a_no_show_does() {
    let fixture = RoomFixture::with_room(json!({"rates": [{"from_minutes": 0, "unit_amount": 40}],
        "cancellation_policy": {"free_minutes": 60}, "check_in": {"enabled": true, "auto_release_minutes": 15}}))
    .await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.clock("10:15");
    let shown = shown(&fixture, &id).await;
    assert_eq!((&shown["cancellation_reason"], &shown["cancellation_fee"]), (&json!("no_show"), &json!(40)));
}

#[tokio::test]
async fn a_no_show_that_is_told_after_the_end_marks_the_booking_which_stays_completed() {
    let fixture = priced(json!({})).await;
    for (is_swept, from, to) in [(false, "10:00", "11:00"), (true, "12:00", "13:00")] {
        let fixture_id = fixture.booked(from, to).await;
        fixture.clock(to);
        if is_swept {
            tests::sweep(&fixture.app.context).await;
        }
        let marked = fixture.act(&fixture_id, "no-show").await;
        accepted(&marked, 200);
        let data = &marked.body["data"];
        assert_eq!((&data["status"], &data["no_show"]), (&json!("completed"), &json!(true)));
        assert_eq!((&data["cancelled_at"], &data["cancellation_fee"]), (&Value::Null, &Value::Null));
        assert_eq!((&data["total_amount"], &data["end_time"]), (&json!(40), &json!(instant(to))));
        assert_eq!(fixture.act(&fixture_id, "no-show").await.refusal(), STATE);
        assert_eq!(shown(&fixture, &fixture_id).await, *data);
    }
    let list = fixture.app.get("/bookings?status=completed").await;
    assert_eq!(list.body["pagination"]["total"], 2);
    // It counts no longer among the bookings that stand on its customer.
    accepted(&fixture.app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await, 200);
}

#[tokio::test]
async fn a_check_out_completes_the_booking_keeps_its_end_and_frees_the_rest() {
    let fixture = priced(json!({})).await;
    let company = company(&fixture.app, &fixture.location).await;
    let id = fixture.book_with("10:00", "12:00", json!({"customer_id": company})).await.id();
    fixture.clock("10:30");
    accepted(&fixture.act(&id, "check-in").await, 200);
    let out = fixture.act(&id, "check-out").await;
    let data = &out.body["data"];
    assert_eq!(
        (&data["status"], &data["end_time"]),
        (&json!("completed"), &json!(instant("12:00"))),
        "{}",
        out.text
    );
    assert_eq!((&data["checked_out_at"], &data["total_amount"]), (&json!(instant("10:30")), &json!(80)));
    for action in ["check-out", "check-in", "cancel", "no-show"] {
        assert_eq!(fixture.act(&id, action).await.refusal(), STATE, "{action}");
    }
    let longer = fixture.reschedule(&id, json!({"end_time": instant("13:00")})).await;
    assert_eq!(longer.refusal(), STATE);
    accepted(&fixture.book("10:30", "12:00").await, 201);
    assert_eq!(fixture.book("10:29", "10:30").await.status, 422, "that is over");
    accepted(&fixture.app.post(&format!("/companies/{company}/archive"), json!({})).await, 200);
    tests::sweep(&fixture.app.context).await;
    assert_eq!(shown(&fixture, &id).await, *data);
}

#[tokio::test]
async fn who_checks_out_before_the_start_has_had_one_minute() {
    let fixture = priced(json!({})).await;
    let id = fixture.booked("10:00", "12:00").await;
    fixture.clock("09:50");
    accepted(&fixture.act(&id, "check-in").await, 200);
    let out = fixture.act(&id, "check-out").await;
    assert_eq!(
        (&out.body["data"]["status"], &out.body["data"]["end_time"]),
        (&json!("completed"), &json!(instant("12:00")))
    );
    assert_eq!(fixture.book("10:00", "11:00").await.status, 409);
    accepted(&fixture.book("10:01", "12:00").await, 201);
}

#[tokio::test]
async fn what_the_operator_decides_needs_the_scope_to_manage_bookings() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let free = fixture.resource("Free", json!({})).await;
    let writer = caller(&fixture.app, &["bookings:write"]).await;
    let manager = caller(&fixture.app, &["bookings:write", "bookings:manage"]).await;
    let (first, second) = (fixture.booked("10:00", "11:00").await, fixture.booked("11:00", "12:00").await);
    let third = fixture.book_with("10:00", "12:00", json!({"resource_id": free})).await.id();
    let fourth = fixture.book_with("13:00", "14:00", json!({"resource_id": free})).await.id();
    let series = json!({"resource_id": free, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": "2026-12-05T10:00:00Z", "rule": {"frequency": "daily", "count": 2}});
    let series = fixture.app.post("/booking-series", series).await.id();
    let act = async |app: &TestApp, id: &str, action: &str, body: Value| {
        app.post(&format!("/bookings/{id}/{action}"), body).await.refusal()
    };
    let by_operator = json!({"by": "operator"});
    let cancel_series = format!("/booking-series/{series}/cancel");
    assert_eq!(act(&writer, &first, "confirm", json!({})).await, "403 forbidden");
    assert_eq!(act(&writer, &second, "decline", json!({})).await, "403 forbidden");
    assert_eq!(act(&writer, &fourth, "cancel", by_operator.clone()).await, "403 forbidden by scope_missing");
    let refused = writer.post(&cancel_series, by_operator.clone()).await;
    assert_eq!(refused.refusal(), "403 forbidden by scope_missing");
    assert_eq!(act(&manager, &first, "confirm", json!({})).await, "200 ");
    assert_eq!(act(&manager, &second, "decline", json!({})).await, "200 ");
    assert_eq!(act(&manager, &fourth, "cancel", by_operator.clone()).await, "200 ");
    accepted(&manager.post(&cancel_series, by_operator).await, 200);
    fixture.clock("10:30");
    assert_eq!(act(&writer, &third, "no-show", json!({})).await, "403 forbidden");
    assert_eq!(act(&manager, &third, "no-show", json!({})).await, "200 ");
    let customer = fixture.book_with("15:00", "16:00", json!({"resource_id": free})).await.id();
    assert_eq!(act(&writer, &customer, "cancel", json!({"by": "customer"})).await, "200 ");
}
