//! The list of bookings and its filters.

use serde_json::json;
use tests::{RoomFixture, resource};

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

#[tokio::test]
async fn bookings_are_found_by_the_type_of_their_resource_and_by_their_end() {
    let fixture = RoomFixture::new().await;
    let desk = resource(&fixture.app, &fixture.location, "Desk", "hot_desk", json!({})).await;
    let first = fixture.booked("10:00", "11:00").await;
    let second = fixture.book_with("10:30", "12:00", json!({"resource_id": desk})).await.id();
    let third = fixture.booked("12:00", "13:00").await;
    let at = |time: &str| format!("2026-12-01T{time}:00Z");
    let member = &fixture.member;
    let check = async |query: String, expected: Vec<&String>| {
        let list = fixture.app.get(&format!("/bookings?{query}")).await;
        let ids: Vec<&str> =
            list.body["data"].as_array().into_iter().flatten().filter_map(|booking| booking["id"].as_str()).collect();
        assert_eq!(ids, expected, "{query} {}", list.text);
        assert_eq!(list.body["pagination"]["total"], expected.len(), "{query}");
    };
    for (query, expected) in [
        ("resource_type=meeting_room".to_owned(), vec![&first, &third]),
        (format!("resource_type=hot_desk&customer_id={member}"), vec![&second]),
        (format!("ends_from={}", at("12:00")), vec![&second, &third]),
        (format!("ends_before={}", at("12:00")), vec![&first]),
        (format!("ends_from={}&ends_before={}", at("11:00"), at("13:00")), vec![&first, &second]),
        (format!("status=confirmed&ends_before={}&resource_type=hot_desk", at("13:00")), vec![&second]),
    ] {
        check(query, expected).await;
    }
    // What is moved to a resource of another type is of that type.
    let moved = json!({"resource_id": desk, "start_time": at("12:00"), "end_time": at("13:00")});
    assert_eq!(fixture.reschedule(&third, moved).await.status, 200);
    check("resource_type=hot_desk".to_owned(), vec![&second, &third]).await;
    let unknown = fixture.app.get("/bookings?resource_type=castle").await;
    assert_eq!(unknown.refusal(), "400 validation_error resource_type invalid_value");
}
