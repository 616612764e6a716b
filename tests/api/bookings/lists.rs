//! The list of bookings and its filters.

use serde_json::json;
use tests::RoomFixture;

#[tokio::test]
async fn every_filter_of_the_interface_narrows_the_list() {
    let fixture = RoomFixture::new().await;
    let other = fixture.resource("Other room", json!({})).await;
    let first = fixture.booked("2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z").await;
    let second = fixture.booked("2026-12-01T23:30:00Z", "2026-12-02T01:00:00Z").await;
    let third =
        fixture.book_with("2026-12-03T10:00:00Z", "2026-12-03T11:00:00Z", json!({"resource_id": other})).await.id();
    assert_eq!(fixture.act(&first, "cancel").await.status, 200);
    let (room, member, location) = (&fixture.room, &fixture.member, &fixture.location);
    for (query, expected) in [
        (String::new(), vec![&first, &second, &third]),
        ("order=desc".to_owned(), vec![&third, &second, &first]),
        (format!("resource_id={room}"), vec![&first, &second]),
        (format!("customer_id={member}&resource_id={other}"), vec![&third]),
        (format!("location_id={location}"), vec![&first, &second, &third]),
        ("status=cancelled".to_owned(), vec![&first]),
        ("status=confirmed".to_owned(), vec![&second, &third]),
        ("status=completed".to_owned(), vec![]),
        ("start_date=2026-12-01&end_date=2026-12-01".to_owned(), vec![&first, &second]),
        ("start_date=2026-12-02".to_owned(), vec![&third]),
        // In Amsterdam the second one starts on 2 December.
        (format!("location_id={location}&end_date=2026-12-01"), vec![&first]),
        (format!("location_id={location}&start_date=2026-12-02&end_date=2026-12-02"), vec![&second]),
        (format!("resource_id={member}"), vec![]),
    ] {
        let list = fixture.app.get(&format!("/bookings?{query}")).await;
        let ids: Vec<&str> =
            list.body["data"].as_array().unwrap().iter().filter_map(|booking| booking["id"].as_str()).collect();
        assert_eq!(ids, expected, "{query}");
        assert_eq!(list.body["pagination"]["total"], expected.len(), "{query}");
    }
}

#[tokio::test]
async fn dates_are_days_in_order() {
    let fixture = RoomFixture::new().await;
    for (query, refusal) in [
        ("start_date=2026-12-02&end_date=2026-12-01", "422 rule_violation end_date end_before_start"),
        ("start_date=2026-02-30", "400 validation_error start_date invalid_format"),
        ("status=CONFIRMED", "400 validation_error status invalid_value"),
        ("resource_id=1", "400 validation_error resource_id invalid_format"),
        ("room=1", "400 validation_error room unknown_parameter"),
    ] {
        assert_eq!(fixture.app.get(&format!("/bookings?{query}")).await.refusal(), refusal, "{query}");
    }
}

#[tokio::test]
async fn a_cursor_of_a_status_list_goes_on_while_time_passes() {
    let fixture = RoomFixture::new().await;
    for hour in 10..15 {
        fixture.booked(&format!("{hour}:00"), &format!("{hour}:30")).await;
    }
    let first = fixture.app.get("/bookings?status=confirmed&limit=2").await;
    fixture.app.clock.advance(chrono::Duration::minutes(1));
    let cursor = first.body["pagination"]["next_cursor"].as_str().unwrap();
    let second = fixture.app.get(&format!("/bookings?status=confirmed&limit=2&cursor={cursor}")).await;
    assert_eq!(second.body["data"].as_array().map(Vec::len), Some(2), "{}", second.text);
}
