//! Occupancy: booked minutes by local day and hour, and bookable ones by the schedules of now.

use serde_json::{Value, json};
use tests::{OutboxFixture, RoomFixture, accepted, made};

use super::{one, report};

const DAY: &str = "occupancy?from=2026-12-01&to=2026-12-01";

async fn fixture(fields: Value) -> (OutboxFixture, RoomFixture) {
    let outbox = OutboxFixture::new().await;
    let rooms = RoomFixture::of(outbox.app.clone(), fields).await;
    (outbox, rooms)
}

fn minutes(hours: &Value, weekday: &str, hour: i64) -> Value {
    let found = hours.as_array().into_iter().flatten().find(|one| one["weekday"] == weekday && one["hour"] == hour);
    json!([found.map(|one| &one["booked_minutes"]), found.map(|one| &one["bookable_minutes"])])
}

#[tokio::test]
async fn a_booking_counts_in_the_local_hours_that_it_touches() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    rooms.booked("09:30", "11:00").await;
    outbox.consume().await;
    let found = report(&rooms.app, DAY).await;
    assert_eq!(found["total"]["booked_minutes"], 90);
    assert_eq!(found["total"]["bookable_minutes"], 24 * 60);
    assert_eq!(found["total"]["occupancy_percent"], json!(6.3));
    assert_eq!(found["total"]["bookings"], 1);
    assert_eq!(found["by_hour"].as_array().map(Vec::len), Some(168));
    assert_eq!(minutes(&found["by_hour"], "tuesday", 10), json!([30, 60]), "Amsterdam is an hour ahead");
    assert_eq!(minutes(&found["by_hour"], "tuesday", 11), json!([60, 60]));
    assert_eq!(minutes(&found["by_hour"], "monday", 11), json!([0, 0]), "no Monday was asked for");
    assert_eq!(one(&found["by_day"], "date", "2026-12-01")["booked_minutes"], 90);
    assert_eq!(one(&found["by_resource_type"], "resource_type", "meeting_room")["booked_minutes"], 90);
    assert!(found["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule["figure"] == "booked_minutes")));
    assert_eq!(found["is_complete"], true);
}

#[tokio::test]
async fn units_count_for_each_and_a_type_can_be_asked_for_alone() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let desks = tests::resource(&rooms.app, &rooms.location, "Desks", "hot_desk", json!({"units": 4})).await;
    accepted(&rooms.book_with("09:00", "10:00", json!({"resource_id": desks, "units": 3})).await, 201);
    rooms.booked("09:00", "09:30").await;
    outbox.consume().await;
    let desks = report(&rooms.app, &format!("{DAY}&resource_type=hot_desk")).await;
    assert_eq!(
        json!([desks["total"]["booked_minutes"], desks["total"]["bookable_minutes"]]),
        json!([180, 4 * 24 * 60])
    );
    let all = report(&rooms.app, &format!("{DAY}&location_id={}", rooms.location)).await;
    assert_eq!(json!([all["total"]["booked_minutes"], all["total"]["bookable_minutes"]]), json!([210, 5 * 24 * 60]));
}

#[tokio::test]
async fn cancelled_bookings_and_no_shows_are_counted_apart_and_requests_not_at_all() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let waiting = rooms.resource("Waiting", json!({"requires_approval": true})).await;
    let cancelled = rooms.booked("09:00", "10:00").await;
    accepted(&rooms.book_with("09:00", "10:00", json!({"resource_id": waiting})).await, 201);
    let missed = rooms.booked("11:00", "13:00").await;
    outbox.consume().await;
    accepted(&rooms.act(&cancelled, "cancel").await, 200);
    rooms.clock("11:30");
    accepted(&rooms.act(&missed, "no-show").await, 200);
    outbox.consume().await;
    let total = &report(&rooms.app, DAY).await["total"];
    let expected = json!({"booked_minutes": 0, "bookings": 0, "cancelled_bookings": 1, "cancelled_minutes": 60,
        "no_show_bookings": 1, "no_show_minutes": 120});
    for (figure, value) in expected.as_object().expect("figures") {
        assert_eq!(&total[figure], value, "{figure}");
    }
}

#[tokio::test]
async fn a_booking_that_is_moved_counts_where_it_is_now_alone() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let booking = rooms.booked("09:00", "10:00").await;
    outbox.consume().await;
    let elsewhere = json!({"start_time": "2026-12-02T22:30:00Z", "end_time": "2026-12-03T00:00:00Z"});
    accepted(&rooms.reschedule(&booking, elsewhere).await, 200);
    outbox.consume().await;
    let found = report(&rooms.app, "occupancy?from=2026-12-01&to=2026-12-03").await;
    let days: Vec<&Value> =
        found["by_day"].as_array().into_iter().flatten().map(|day| &day["booked_minutes"]).collect();
    assert_eq!(days, [0, 30, 60], "it begins half an hour before midnight in Amsterdam");
    assert_eq!(found["total"]["bookings"], 1);
}

#[tokio::test]
async fn a_booking_and_its_minutes_count_under_one_type_after_its_resource_has_become_another() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let booking = rooms.booked("09:00", "11:00").await;
    outbox.consume().await;
    accepted(&rooms.app.put(&format!("/resources/{}", rooms.room), json!({"type": "office"})).await, 200);
    let later = json!({"start_time": tests::instant("12:00"), "end_time": tests::instant("14:00")});
    accepted(&rooms.reschedule(&booking, later).await, 200);
    outbox.consume().await;
    let found = report(&rooms.app, DAY).await;
    let of = |name: &str| {
        let of_type = one(&found["by_resource_type"], "resource_type", name);
        json!([of_type["booked_minutes"], of_type["bookings"]])
    };
    assert_eq!((of("meeting_room"), of("office")), (json!([120, 1]), json!([0, 0])));
}

#[tokio::test]
async fn an_early_check_out_ends_booked_minutes() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let booking = rooms.booked("09:00", "11:00").await;
    rooms.clock("09:00");
    accepted(&rooms.act(&booking, "check-in").await, 200);
    rooms.clock("09:45");
    accepted(&rooms.act(&booking, "check-out").await, 200);
    outbox.consume().await;
    assert_eq!(report(&rooms.app, DAY).await["total"]["booked_minutes"], 45);
}

#[tokio::test]
async fn an_hour_that_clocks_repeat_has_twice_the_minutes_and_one_that_they_skip_none() {
    let (mut outbox, rooms) = fixture(json!({"book_ahead_days": null})).await;
    for (start, end) in [
        ("2027-03-28T00:00:00Z", "2027-03-28T02:00:00Z"), // from 1 to 4 by the clock
        ("2027-10-31T00:00:00Z", "2027-10-31T02:00:00Z"), // from 2 to 3 by the clock
    ] {
        accepted(&rooms.book_with(start, end, json!({"start_time": start, "end_time": end})).await, 201);
    }
    outbox.consume().await;
    let hours = |found: &Value| [1, 2, 3].map(|hour| minutes(&found["by_hour"], "sunday", hour)[0].clone());
    let spring = report(&rooms.app, "occupancy?from=2027-03-28&to=2027-03-28").await;
    assert_eq!(hours(&spring), [60, 0, 60]);
    let autumn = report(&rooms.app, "occupancy?from=2027-10-31&to=2027-10-31").await;
    assert_eq!(hours(&autumn), [0, 120, 0]);
}

#[tokio::test]
async fn bookable_minutes_are_those_of_the_schedules_of_now() {
    let hours = json!([{"weekday": "tuesday", "opens": "08:30", "closes": "12:00"}]);
    let closed = json!({"schedule": {"default": hours, "closed_dates": ["2026-12-08"]}, "units": 2});
    let (mut outbox, rooms) = fixture(closed).await;
    outbox.consume().await;
    let path = "occupancy?from=2026-12-01&to=2026-12-08";
    let found = report(&rooms.app, path).await;
    assert_eq!(found["total"]["bookable_minutes"], 2 * 210, "the second Tuesday is closed");
    assert_eq!(minutes(&found["by_hour"], "tuesday", 8), json!([0, 60]));
    let location = format!("/locations/{}", rooms.location);
    let shorter = json!([{"weekday": "tuesday", "opens": "10:00", "closes": "20:00"}]);
    accepted(&rooms.app.put(&location, json!({"opening_hours": shorter})).await, 200);
    outbox.consume().await;
    assert_eq!(report(&rooms.app, path).await["total"]["bookable_minutes"], 2 * 120);
    let holiday = json!([{"date": "2026-12-01", "name": "Closed"}]);
    accepted(&rooms.app.put(&location, json!({"holidays": holiday})).await, 200);
    outbox.consume().await;
    assert_eq!(report(&rooms.app, path).await["total"]["bookable_minutes"], 0);
    accepted(&rooms.app.put(&location, json!({"holidays": []})).await, 200);
    accepted(&rooms.app.put(&format!("/resources/{}", rooms.room), json!({"is_active": false})).await, 200);
    outbox.consume().await;
    let found = report(&rooms.app, path).await;
    assert_eq!(json!([found["total"]["bookable_minutes"], found["total"]["occupancy_percent"]]), json!([0, null]));
}

#[tokio::test]
async fn parts_of_a_resource_that_is_booked_count_too() {
    let (mut outbox, rooms) = fixture(json!({})).await;
    let half = json!({"parent_resource_id": rooms.room});
    made(&rooms.app, "/resources", tests::resource_body(&rooms.location, "Half", "event_space", half)).await;
    rooms.booked("09:00", "10:00").await;
    outbox.consume().await;
    let found = report(&rooms.app, DAY).await;
    assert_eq!(json!([found["total"]["booked_minutes"], found["total"]["bookings"]]), json!([120, 1]));
    assert_eq!(one(&found["by_resource_type"], "resource_type", "event_space")["booked_minutes"], 60);
}

#[tokio::test]
async fn a_time_that_is_none_or_too_long_is_refused() {
    let (_outbox, rooms) = fixture(json!({})).await;
    for (query, refusal) in
        [("from=2026-12-02&to=2026-12-01", "end_before_start"), ("from=2026-01-01&to=2027-01-02", "too_long")]
    {
        for name in ["occupancy", "occupancy.csv", "revenue", "revenue.csv"] {
            let answer = rooms.app.get(&format!("/reports/{name}?{query}")).await;
            assert_eq!(
                (answer.status, answer.body["error"]["details"]["reason"].as_str()),
                (422, Some(refusal)),
                "{name}"
            );
        }
    }
    let path = "/reports/occupancy?from=2026-12-01&to=2026-12-01&location_id=0199a000-0000-7000-8000-000000000001";
    assert_eq!(rooms.app.get(path).await.body["error"]["details"]["reason"], "reference_not_found");
}
