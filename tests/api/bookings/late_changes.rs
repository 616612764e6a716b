//! What a change costs that comes when a cancellation costs a fee already.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted, instant};

/// A room at 40 an hour, at 20 from four hours on, of which a cancellation costs half from so many minutes before the
/// start on. It is ten days before the bookings.
async fn fixture(minutes: u32) -> RoomFixture {
    let fee = json!({"free_minutes": minutes, "public_ladder": [{"minutes_before": minutes, "fee_percent": 50}]});
    let rates = json!([{"unit_amount": 40}, {"from_minutes": 240, "unit_amount": 20}]);
    RoomFixture::with_room(json!({"cancellation_policy": fee, "rates": rates})).await
}

/// Two weeks: the window is open.
const OPEN: u32 = 20_160;

/// Price and minutes that are charged after a move that must succeed.
async fn moved(fixture: &RoomFixture, id: &str, body: Value) -> (Option<f64>, Value) {
    let moved = fixture.reschedule(id, body).await;
    accepted(&moved, 200);
    let data = &moved.body["data"];
    (data["total_amount"].as_f64(), data["price_breakdown"]["rate_lines"][0]["minutes"].clone())
}

async fn fee(fixture: &RoomFixture, id: &str) -> (Option<f64>, Value) {
    let asked = fixture.act(id, "quote-cancel").await;
    accepted(&asked, 200);
    (asked.body["data"]["fee"].as_f64(), asked.body["data"]["free_until"].clone())
}

#[tokio::test]
async fn inside_the_fee_window_a_longer_booking_does_not_get_cheaper() {
    let fixture = fixture(OPEN).await;
    let id = fixture.booked("10:00", "13:30").await;
    assert_eq!(fee(&fixture, &id).await.0, Some(70.0));
    assert_eq!(moved(&fixture, &id, json!({"end_time": instant("14:00")})).await, (Some(140.0), json!(210)));
    assert_eq!(fee(&fixture, &id).await.0, Some(70.0));
    assert_eq!(moved(&fixture, &id, json!({"end_time": instant("18:00")})).await, (Some(160.0), json!(480)));
    assert_eq!(fee(&fixture, &id).await.0, Some(80.0));
}

#[tokio::test]
async fn outside_the_fee_window_a_longer_booking_has_the_price_of_now() {
    let fixture = fixture(60).await;
    let id = fixture.booked("10:00", "13:30").await;
    assert_eq!(moved(&fixture, &id, json!({"end_time": instant("14:00")})).await, (Some(80.0), json!(240)));
    assert_eq!(fee(&fixture, &id).await, (Some(0.0), json!(instant("09:00"))));
}

#[tokio::test]
async fn a_booking_that_has_begun_does_not_get_cheaper() {
    let fixture =
        RoomFixture::with_room(json!({"rates": [{"unit_amount": 40}, {"from_minutes": 240, "unit_amount": 20}]})).await;
    let id = fixture.booked("10:00", "13:30").await;
    fixture.clock("13:00");
    assert_eq!(moved(&fixture, &id, json!({"end_time": instant("14:00")})).await.0, Some(140.0));
}

#[tokio::test]
async fn a_move_to_a_later_day_does_not_buy_a_free_cancellation() {
    let fixture = fixture(OPEN).await;
    let id = fixture.booked("10:00", "11:00").await;
    let later = json!({"start_time": "2027-03-01T10:00:00Z", "override": true});
    assert_eq!(moved(&fixture, &id, later).await.0, Some(40.0));
    assert_eq!(fee(&fixture, &id).await, (Some(20.0), json!("2026-11-21T09:00:00.000Z")));
    let again = fixture.reschedule(&id, json!({"start_time": "2027-03-02T10:00:00Z"})).await;
    assert_eq!(again.refusal(), "422 rule_violation start_time fee_window");
    assert_eq!(fixture.act(&id, "cancel").await.body["data"]["cancellation_fee"].as_f64(), Some(20.0));
}

#[tokio::test]
async fn a_cheaper_price_in_between_does_not_lower_the_fee_of_an_earlier_move() {
    let fixture = fixture(OPEN).await;
    let id = fixture.booked("10:00", "13:00").await;
    assert_eq!(fee(&fixture, &id).await.0, Some(60.0));
    let by_operator =
        |start: &str, end: &str| json!({"start_time": instant(start), "end_time": instant(end), "override": true});
    assert_eq!(moved(&fixture, &id, by_operator("10:00", "11:00")).await.0, Some(40.0));
    assert_eq!(moved(&fixture, &id, by_operator("14:00", "17:00")).await.0, Some(120.0));
    assert_eq!(fee(&fixture, &id).await.0, Some(60.0));
    let later = json!({"start_time": "2027-03-01T10:00:00Z", "end_time": "2027-03-01T13:00:00Z", "override": true});
    assert_eq!(moved(&fixture, &id, later).await.0, Some(120.0));
    assert_eq!(fee(&fixture, &id).await.0, Some(60.0));
}

#[tokio::test]
async fn the_operator_moves_to_a_lower_price_and_waives_the_fee() {
    let fixture = fixture(OPEN).await;
    let id = fixture.booked("10:00", "14:00").await;
    assert_eq!(fee(&fixture, &id).await.0, Some(40.0));
    let shorter = json!({"start_time": "2027-03-01T10:00:00Z", "end_time": "2027-03-01T10:30:00Z", "override": true});
    assert_eq!(moved(&fixture, &id, shorter).await.0, Some(20.0));
    assert_eq!(fee(&fixture, &id).await.0, Some(20.0), "a fee is never more than the price");
    let cancelled = fixture.app.post(&format!("/bookings/{id}/cancel"), json!({"by": "operator"})).await;
    assert_eq!(cancelled.body["data"]["cancellation_fee"].as_f64(), Some(0.0), "{}", cancelled.text);
}

#[tokio::test]
async fn bookings_of_a_series_do_not_get_cheaper_inside_the_fee_window_either() {
    let fixture = fixture(OPEN).await;
    let body = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 210,
        "first_start_time": instant("10:00"), "rule": {"frequency": "daily", "count": 2}});
    let series = fixture.app.post("/booking-series", body).await;
    accepted(&series, 201);
    let longer = json!({"scope": "all", "duration_minutes": 240});
    accepted(&fixture.app.put(&format!("/booking-series/{}", series.id()), longer).await, 200);
    for id in series.body["data"]["booking_ids"].as_array().unwrap() {
        let booking = fixture.app.get(&format!("/bookings/{}", id.as_str().unwrap())).await.body["data"].clone();
        assert_eq!(
            (booking["total_amount"].as_f64(), &booking["end_time"].as_str().unwrap()[11..16]),
            (Some(140.0), "14:00")
        );
    }
}
