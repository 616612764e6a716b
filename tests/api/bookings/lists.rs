//! The list of bookings and its filters.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted, instant, made, resource};

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
async fn bookings_of_a_series_are_listed_alone() {
    let fixture = RoomFixture::new().await;
    fixture.booked("14:00", "15:00").await;
    let series = super::series::made(&fixture, 3, json!({})).await;
    let other = super::series::made(&fixture, 2, json!({"first_start_time": instant("16:00")})).await;
    let bookings = super::series::ids(&series);
    let away = fixture.resource("Other room", json!({})).await;
    let to = json!({"resource_id": away});
    accepted(&fixture.app.post(&format!("/bookings/{}/reschedule", bookings[1]), to).await, 200);
    for (query, expected) in [
        (format!("series_id={}", series["id"].as_str().unwrap_or_default()), 3),
        (format!("series_id={}&resource_id={away}", series["id"].as_str().unwrap_or_default()), 1),
        (format!("series_id={}&status=cancelled", series["id"].as_str().unwrap_or_default()), 0),
        (format!("series_id={}", other["id"].as_str().unwrap_or_default()), 2),
        (format!("series_id={away}"), 0),
    ] {
        let list = fixture.app.get(&format!("/bookings?{query}")).await;
        accepted(&list, 200);
        assert_eq!(list.body["data"].as_array().map(Vec::len), Some(expected), "{query}");
        assert_eq!(list.body["pagination"]["total"], expected, "{query}");
    }
    let page =
        fixture.app.get(&format!("/bookings?series_id={}&limit=2", series["id"].as_str().unwrap_or_default())).await;
    let cursor = page.body["pagination"]["next_cursor"].as_str().unwrap_or_default();
    let next = format!("/bookings?series_id={}&limit=2&cursor={cursor}", series["id"].as_str().unwrap_or_default());
    assert_eq!(fixture.app.get(&next).await.body["data"].as_array().map(Vec::len), Some(1));
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

/// The ids of a list, page by page in both schemes, which must agree with each other and with the totals.
async fn listed(fixture: &RoomFixture, query: &str) -> Vec<String> {
    let ids = |body: &Value| -> Vec<String> {
        let data = body["data"].as_array().unwrap().iter();
        data.map(|booking| booking["id"].as_str().unwrap().to_owned()).collect()
    };
    let (mut by_page, mut by_cursor, mut cursor) = (Vec::new(), Vec::new(), String::new());
    for page in 1.. {
        let list = fixture.app.get(&format!("/bookings?{query}&per_page=2&page={page}")).await;
        by_page.extend(ids(&list.body));
        if list.body["pagination"]["has_more"] == false {
            assert_eq!(list.body["pagination"]["total"], by_page.len(), "{query}");
            break;
        }
    }
    loop {
        let list = fixture.app.get(&format!("/bookings?{query}&limit=2{cursor}")).await;
        accepted(&list, 200);
        by_cursor.extend(ids(&list.body));
        assert_eq!(list.body["pagination"]["total_count"], by_page.len(), "{query}");
        if list.body["pagination"]["has_more"] == false {
            break;
        }
        cursor = format!("&cursor={}", list.body["pagination"]["next_cursor"].as_str().unwrap());
    }
    assert_eq!(by_page, by_cursor, "{query}");
    by_page
}

#[tokio::test]
async fn a_resource_s_bookings_are_also_those_that_have_it_as_an_additional_one() {
    let fixture = RoomFixture::new().await;
    let projector = fixture.resource("Projector", json!({"type": "equipment"})).await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    let mut expected = Vec::new();
    for hour in 10..17 {
        let fields = match hour % 3 {
            0 => json!({"resource_id": projector}),
            1 => json!({"additional_resource_ids": [projector]}),
            _ => json!({"additional_resource_ids": [screen, projector]}),
        };
        expected.push(fixture.book_with(&format!("{hour}:00"), &format!("{hour}:30"), fields).await.id());
    }
    fixture.booked("18:00", "19:00").await;
    let of_projector = format!("resource_id={projector}");
    assert_eq!(listed(&fixture, &of_projector).await, expected);
    assert_eq!(listed(&fixture, &format!("resource_id={screen}")).await, [expected[1].clone(), expected[4].clone()]);
    let filtered = format!("{of_projector}&customer_id={}&location_id={}", fixture.member, fixture.location);
    assert_eq!(listed(&fixture, &filtered).await, expected);
    assert_eq!(listed(&fixture, &format!("{of_projector}&start_date=2026-12-02")).await, Vec::<String>::new());
    assert_eq!(listed(&fixture, "order=asc").await.len(), 8, "each is listed once where no resource is asked for");

    let cancelled = fixture.act(&expected[0], "cancel").await;
    accepted(&cancelled, 200);
    assert_eq!(listed(&fixture, &format!("{of_projector}&status=cancelled")).await, [expected[0].clone()]);
    assert_eq!(listed(&fixture, &format!("{of_projector}&status=confirmed")).await, expected[1..]);
    let shown = fixture.app.get(&format!("/bookings?{of_projector}&status=cancelled")).await;
    assert_eq!(shown.body["data"][0], cancelled.body["data"]);

    // Moved and left out, it is no longer there; taken in, it is.
    let later = json!({"start_time": instant("20:00"), "end_time": instant("20:30")});
    accepted(&fixture.reschedule(&expected[1], later).await, 200);
    accepted(&fixture.reschedule(&expected[3], json!({"additional_resource_ids": []})).await, 200);
    let mut now = expected.clone();
    let moved = now.remove(1);
    now.remove(2);
    now.push(moved);
    assert_eq!(listed(&fixture, &of_projector).await, now);
    accepted(&fixture.reschedule(&expected[3], json!({"additional_resource_ids": [projector]})).await, 200);
    assert_eq!(listed(&fixture, &of_projector).await.len(), now.len() + 1);
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

#[tokio::test]
async fn blocks_are_listed_from_the_instant_at_which_they_end_on() {
    let rooms = RoomFixture::new().await;
    let mut ids = Vec::new();
    for (from, to) in [("08:00", "09:00"), ("09:00", "10:00"), ("10:00", "11:00")] {
        let block = json!({"resource_id": rooms.room, "start_time": instant(from), "end_time": instant(to)});
        ids.push(made(&rooms.app, "/calendar-blocks", block).await);
    }
    let list = format!("/calendar-blocks?location_id={}&ends_from={}", rooms.location, instant("10:00"));
    let listed = rooms.app.get(&list).await;
    let found: Vec<&str> =
        listed.body["data"].as_array().into_iter().flatten().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(found, [ids[2].as_str(), ids[1].as_str()], "{}", listed.text);
    assert_eq!(listed.body["pagination"]["total"], 2);
}

#[tokio::test]
async fn the_bookings_of_a_member_are_narrowed_by_days() {
    let fixture = RoomFixture::new().await;
    let first = fixture.booked("2026-12-01T23:30:00Z", "2026-12-02T00:30:00Z").await;
    let second = fixture.booked("2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z").await;
    let third = fixture.booked("2026-12-04T09:00:00Z", "2026-12-04T10:00:00Z").await;
    for (days, expected) in [
        ("", vec![&first, &second, &third]),
        ("start_date=2026-12-02", vec![&second, &third]),
        ("end_date=2026-12-01", vec![&first]),
        ("start_date=2026-12-02&end_date=2026-12-03", vec![&second]),
    ] {
        let list = fixture.app.get(&format!("/members/{}/bookings?{days}", fixture.member)).await;
        let records = list.body["data"].as_array().cloned().unwrap_or_default();
        let ids: Vec<&str> = records.iter().filter_map(|record| record["id"].as_str()).collect();
        assert_eq!(ids, expected, "{days} {}", list.text);
        assert_eq!(list.body["pagination"]["total"], expected.len(), "{days}");
    }
    let path = format!("/members/{}/bookings?start_date=2026-12-02&end_date=2026-12-01", fixture.member);
    assert_eq!(fixture.app.get(&path).await.refusal(), "422 rule_violation end_date end_before_start");
}
