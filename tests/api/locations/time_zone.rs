//! Another time zone: nobody's booking is shifted unseen.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, instant, made, resource};

async fn put(fixture: &RoomFixture, query: &str, body: Value) -> TestResponse {
    fixture.app.put(&format!("/locations/{}{query}", fixture.location), body).await
}

async fn shown(fixture: &RoomFixture) -> Value {
    fixture.app.get(&format!("/locations/{}", fixture.location)).await.body["data"].clone()
}

fn tokyo() -> Value {
    json!({"time_zone": "Asia/Tokyo"})
}

const REFUSED: &str = "409 in_use time_zone in_use";

#[tokio::test]
async fn a_time_zone_that_shifts_bookings_changes_only_when_the_version_of_a_dry_run_is_confirmed() {
    let fixture = RoomFixture::new().await;
    accepted(&put(&fixture, "", tokyo()).await, 200);
    accepted(&put(&fixture, "", json!({"time_zone": "Europe/Amsterdam"})).await, 200);
    let id = fixture.booked("10:00", "11:00").await;
    let before = (shown(&fixture).await, fixture.app.get("/resources").await.body["data"].clone());
    let refused = put(&fixture, "", tokyo()).await;
    assert_eq!(refused.refusal(), REFUSED);
    assert_eq!(refused.body["error"]["details"]["in_use"][0]["id"], id);
    let dry = put(&fixture, "?dry_run=true", tests::with(tokyo(), &json!({"phone": "1"}))).await;
    accepted(&dry, 200);
    let shift = &dry.body["data"]["time_zone_shift"];
    let expected = json!({"from": "Europe/Amsterdam", "to": "Asia/Tokyo", "version": 3, "bookings_total": 1,
        "series_ids": [], "bookings": [{"id": id, "start_time": instant("10:00"), "end_time": instant("11:00"),
            "local_start": "2026-12-01T11:00:00", "new_local_start": "2026-12-01T19:00:00"}]});
    assert_eq!(shift, &expected);
    let would_be = json!({"time_zone": "Asia/Tokyo", "phone": "1", "time_zone_shift": shift});
    assert_eq!(dry.body["data"], tests::with(before.0.clone(), &would_be));
    assert_eq!((shown(&fixture).await, fixture.app.get("/resources").await.body["data"].clone()), before);
    for stale in ["?confirmed_version=2", "?confirmed_version=4"] {
        assert_eq!(put(&fixture, stale, tokyo()).await.refusal(), REFUSED, "{stale}");
    }
    let changed = put(&fixture, "?confirmed_version=3", tokyo()).await;
    accepted(&changed, 200);
    assert_eq!((&changed.body["data"]["version"], changed.header("etag")), (&json!(4), "\"4\""));
    assert_eq!(changed.body["data"].get("time_zone_shift"), None);
    accepted(&put(&fixture, "?confirmed_version=3", tokyo()).await, 200);
    let booking = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
    assert_eq!(
        (&booking["start_time"], &booking["time_zone"]),
        (&json!(instant("10:00")), &json!("Europe/Amsterdam"))
    );
    let next = fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.app.get(&format!("/bookings/{next}")).await.body["data"]["time_zone"], "Asia/Tokyo");
}

#[tokio::test]
async fn a_dry_run_lists_the_series_that_are_shifted() {
    let fixture = RoomFixture::new().await;
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": instant("10:00"), "rule": {"frequency": "daily", "count": 120}});
    let series = made(&fixture.app, "/booking-series", series).await;
    let dry = put(&fixture, "?dry_run=true", tokyo()).await;
    let shift = &dry.body["data"]["time_zone_shift"];
    assert_eq!((&shift["series_ids"], &shift["bookings_total"]), (&json!([series]), &json!(120)), "{}", dry.text);
    assert_eq!(shift["bookings"].as_array().map(Vec::len), Some(100));
}

#[tokio::test]
async fn a_time_zone_whose_clock_shows_the_same_shifts_nothing() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    let berlin = json!({"time_zone": "Europe/Berlin"});
    let dry = put(&fixture, "?dry_run=true", berlin.clone()).await;
    assert_eq!(dry.body["data"]["time_zone_shift"]["bookings_total"], 0, "{}", dry.text);
    accepted(&put(&fixture, "", berlin).await, 200);
    fixture.clock("11:00");
    accepted(&put(&fixture, "", tokyo()).await, 200);
}

#[tokio::test]
async fn a_dry_run_judges_the_change_and_cancels_nothing() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let inactive = json!({"is_active": false});
    accepted(&put(&fixture, "?dry_run=true&on_future_bookings=cancel", inactive).await, 200);
    assert_eq!(
        (fixture.status(&id).await, shown(&fixture).await["is_active"].clone()),
        ("confirmed".to_owned(), json!(true))
    );
    let plain = put(&fixture, "?dry_run=true", json!({"phone": "1"})).await;
    assert_eq!((&plain.body["data"]["phone"], plain.body["data"].get("time_zone_shift")), (&json!("1"), None));
    let wrong = put(&fixture, "?dry_run=true", json!({"latitude": 1})).await;
    assert_eq!(wrong.refusal(), "422 rule_violation longitude required_with_latitude");
    let path = format!("/locations/{}?dry_run=true", fixture.location);
    let stale = fixture.app.send("PUT", &path, Some(tokyo()), &[("if-match", "\"9\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn only_a_time_zone_is_confirmed() {
    let fixture = RoomFixture::new().await;
    for (query, refusal) in [
        ("?confirmed_version=1", "422 rule_violation confirmed_version without_time_zone"),
        ("?confirmed_version=0", "400 validation_error confirmed_version out_of_range"),
        ("?dry_run=maybe", "400 validation_error dry_run invalid_type"),
    ] {
        assert_eq!(put(&fixture, query, json!({"phone": "1"})).await.refusal(), refusal, "{query}");
    }
}

#[tokio::test]
async fn no_time_zone_makes_the_days_of_an_assignment_what_is_booked() {
    let fixture = RoomFixture::new().await;
    let office = resource(&fixture.app, &fixture.location, "Office", "office", json!({})).await;
    accepted(&fixture.book_with("12:00", "13:00", json!({"resource_id": office})).await, 201);
    let body = json!({"resource_id": office, "customer_id": fixture.member, "start_date": "2026-12-02"});
    made(&fixture.app, "/resource-assignments", body).await;
    // In Auckland, 13 hours ahead of UTC, that day begins while the office is booked.
    let auckland = json!({"time_zone": "Pacific/Auckland"});
    assert_eq!(put(&fixture, "?confirmed_version=1", auckland).await.refusal(), "409 in_use time_zone assigned");
    accepted(&put(&fixture, "?confirmed_version=1", json!({"time_zone": "America/New_York"})).await, 200);
}
