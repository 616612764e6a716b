//! Availability: what is shown as free can be booked, and nothing else can.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};
use values::Timestamp;

const EVERY_DAY: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

fn hours(opens: &str, closes: &str) -> Value {
    EVERY_DAY.iter().map(|day| json!({"weekday": day, "opens": opens, "closes": closes})).collect()
}

async fn ask(fixture: &RoomFixture, resource: &str, from: &str, to: &str, more: &str) -> TestResponse {
    let (from, to) = (instant(from), instant(to));
    fixture.app.get(&format!("/resources/{resource}/availability?from={from}&to={to}{more}")).await
}

/// Free periods as `10:00-11:00 1`, of 2026-12-01 in UTC.
fn periods(answer: &TestResponse) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let time = |value: &Value| value.as_str().unwrap_or_default()[11..16].to_owned();
    let shown = |period: &Value| {
        format!("{}-{} {}", time(&period["start_time"]), time(&period["end_time"]), period["units_free"])
    };
    answer.body["data"]["periods"].as_array().expect("periods").iter().map(shown).collect()
}

fn starts(answer: &TestResponse) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let starts = answer.body["data"]["start_times"].as_array().expect("start_times");
    starts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Tries to book at every step of `every` minutes, and cancels what was booked: that must be exactly what is shown as
/// free. The result is how many starts there are.
async fn offered_is_booked(fixture: &RoomFixture, from: &str, to: &str, minutes: i64, units: u32, every: i64) -> usize {
    offered_is_booked_with(fixture, (from, to), (minutes, units, every), "").await
}

/// The same with more in the question.
async fn offered_is_booked_with(
    fixture: &RoomFixture,
    (from, to): (&str, &str),
    (minutes, units, every): (i64, u32, i64),
    asked: &str,
) -> usize {
    let more = format!("&duration_minutes={minutes}&units={units}{asked}");
    let offered: BTreeSet<String> = starts(&ask(fixture, &fixture.room, from, to, &more).await).into_iter().collect();
    let mut booked = BTreeSet::new();
    let (mut start, last) = (parsed(from), parsed(to).plus(-Duration::minutes(minutes)));
    while start <= last {
        let end = start.plus(Duration::minutes(minutes)).to_string();
        let answer = fixture.book_with(&start.to_string(), &end, json!({"units": units})).await;
        if answer.status == 201 {
            booked.insert(start.to_string());
            assert_eq!(fixture.act(&answer.id(), "cancel").await.status, 200);
        }
        start = start.plus(Duration::minutes(every));
    }
    assert_eq!(offered, booked);
    offered.len()
}

fn parsed(text: &str) -> Timestamp {
    Timestamp::parse(&instant(text)).expect("an instant")
}

#[tokio::test]
async fn a_resource_with_only_what_is_required_is_free_but_where_it_is_booked() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    let answer = ask(&fixture, &fixture.room, "09:00", "12:00", "").await;
    assert_eq!(
        answer.body["data"],
        json!({"resource_id": fixture.room, "location_id": fixture.location, "time_zone": "Europe/Amsterdam",
            "from": instant("09:00"), "to": instant("12:00"), "units": 1, "outcome": "confirmed", "periods": [
                {"start_time": instant("09:00"), "end_time": instant("10:00"), "units_free": 1},
                {"start_time": instant("11:00"), "end_time": instant("12:00"), "units_free": 1}]})
    );
}

#[tokio::test]
async fn periods_lie_where_location_and_resource_are_open() {
    let fields = json!({"schedule": {"default": hours("08:00", "24:00"), "public": hours("10:00", "18:00"),
        "closed_dates": ["2026-12-03"]}});
    let fixture = RoomFixture::with_room(fields).await;
    let patch = json!({"opening_hours": hours("07:00", "16:00"), "holidays": [{"date": "2026-12-02"}]});
    assert_eq!(fixture.app.put(&format!("/locations/{}", fixture.location), patch).await.status, 200);
    // Amsterdam is an hour ahead of UTC; only the first of the three days is open.
    let answer = ask(&fixture, &fixture.room, "00:00", "2026-12-03T23:00:00Z", "").await;
    assert_eq!(periods(&answer), ["09:00-15:00 1"]);
}

#[tokio::test]
async fn units_free_is_the_least_through_a_period_and_asked_units_split_it() {
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"units": 2})).await.status, 201);
    assert_eq!(fixture.book_with("10:30", "12:00", json!({"units": 1})).await.status, 201);
    for (more, expected) in [
        ("", vec!["09:00-10:30 1", "11:00-13:00 2"]),
        ("&units=2", vec!["09:00-10:00 3", "11:00-13:00 2"]),
        ("&units=3", vec!["09:00-10:00 3", "12:00-13:00 3"]),
        ("&units=4", vec![]),
    ] {
        assert_eq!(periods(&ask(&fixture, &fixture.room, "09:00", "13:00", more).await), expected, "{more}");
    }
}

#[tokio::test]
async fn a_whole_is_free_where_its_parts_are_and_a_part_where_the_whole_is_not_booked() {
    let fixture = RoomFixture::new().await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": half})).await.status, 201);
    fixture.booked("12:00", "13:00").await;
    let expected = ["09:00-10:00 1", "11:00-12:00 1", "13:00-14:00 1"];
    assert_eq!(periods(&ask(&fixture, &fixture.room, "09:00", "14:00", "").await), expected);
    assert_eq!(periods(&ask(&fixture, &half, "09:00", "14:00", "").await), expected);
}

#[tokio::test]
async fn holds_count_until_they_end_and_blocks_take_all_units() {
    let fixture = RoomFixture::with_room(json!({"units": 2})).await;
    let time = |from: &str, to: &str| json!({"resource_id": fixture.room, "start_time": instant(from), "end_time": instant(to)});
    assert_eq!(fixture.app.post("/booking-holds", time("10:00", "11:00")).await.status, 201);
    assert_eq!(fixture.app.post("/calendar-blocks", time("12:00", "13:00")).await.status, 201);
    let free = || ask(&fixture, &fixture.room, "10:00", "13:00", "&units=2");
    assert_eq!(periods(&free().await), ["11:00-12:00 2"]);
    fixture.app.clock.advance(Duration::minutes(5));
    assert_eq!(periods(&free().await), ["10:00-12:00 2"]);
}

#[tokio::test]
async fn assigned_days_are_not_free() {
    let fixture = RoomFixture::new().await;
    let office = fixture.resource("Office", json!({"type": "office"})).await;
    let days = json!({"resource_id": office, "customer_id": fixture.member, "start_date": "2026-12-02", "end_date": "2026-12-03"});
    assert_eq!(fixture.app.post("/resource-assignments", days).await.status, 201);
    let answer = ask(&fixture, &office, "20:00", "2026-12-04T01:00:00Z", "&duration_minutes=60").await;
    assert_eq!(periods(&answer), ["20:00-23:00 1", "23:00-01:00 1"]);
    let last = ["2026-12-01T22:00:00.000Z", "2026-12-03T23:00:00.000Z"];
    assert!(last.iter().all(|start| starts(&answer).contains(&(*start).to_owned())), "{:?}", starts(&answer));
    assert_eq!(starts(&answer).len(), 14);
}

#[tokio::test]
async fn a_part_of_an_assigned_whole_is_not_free() {
    let fixture = RoomFixture::with_room(json!({"type": "office"})).await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    let days = json!({"resource_id": fixture.room, "customer_id": fixture.member, "start_date": "2026-12-02",
        "end_date": "2026-12-02"});
    assert_eq!(fixture.app.post("/resource-assignments", days).await.status, 201);
    let answer = ask(&fixture, &half, "20:00", "2026-12-03T01:00:00Z", "").await;
    assert_eq!(periods(&answer), ["20:00-23:00 1", "23:00-01:00 1"]);
    assert!(offered_is_booked(&fixture, "20:00", "2026-12-03T01:00:00Z", 60, 1, 15).await > 4);
}

#[tokio::test]
async fn exactly_what_is_offered_is_booked_with_buffers_units_and_limits() {
    let fields = json!({"units": 2, "step_minutes": 30, "buffer_before_minutes": 10, "buffer_after_minutes": 20,
        "min_minutes": 60, "schedule": {"default": hours("08:00", "18:00")}});
    let fixture = RoomFixture::with_room(fields).await;
    for (from, to, units) in [("09:00", "10:30", 1), ("10:00", "12:00", 1), ("14:00", "15:00", 2)] {
        assert_eq!(fixture.book_with(from, to, json!({"units": units})).await.status, 201);
    }
    assert!(offered_is_booked(&fixture, "06:00", "19:00", 60, 1, 15).await > 5);
    assert!(offered_is_booked(&fixture, "06:00", "19:00", 90, 2, 15).await > 1);
    assert_eq!(offered_is_booked(&fixture, "06:00", "12:00", 45, 1, 15).await, 0, "shorter than the limit");
}

#[tokio::test]
async fn exactly_what_is_offered_is_booked_with_parts_assignments_and_blocks() {
    let fixture = RoomFixture::with_room(json!({"type": "office", "buffer_after_minutes": 15})).await;
    let left = fixture.resource("Left", json!({"parent_resource_id": fixture.room, "units": 3})).await;
    let right = fixture.resource("Right", json!({"parent_resource_id": fixture.room, "type": "office"})).await;
    let on = |resource: &str, from: &str, to: &str| json!({"resource_id": resource, "start_time": instant(from), "end_time": instant(to)});
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": left})).await.status, 201);
    assert_eq!(fixture.app.post("/calendar-blocks", on(&right, "13:00", "14:00")).await.status, 201);
    assert_eq!(fixture.app.post("/booking-holds", on(&fixture.room, "16:00", "17:00")).await.status, 201);
    let days = json!({"resource_id": right, "customer_id": fixture.member, "start_date": "2026-12-02", "end_date": "2026-12-02"});
    assert_eq!(fixture.app.post("/resource-assignments", days).await.status, 201);
    assert!(offered_is_booked(&fixture, "08:00", "2026-12-02T02:00:00Z", 60, 1, 15).await > 10);
}

#[tokio::test]
async fn exactly_what_is_offered_is_booked_when_clocks_change() {
    let fixture =
        RoomFixture::with_room(json!({"step_minutes": 60, "schedule": {"default": hours("00:00", "06:00")}})).await;
    for (from, to, expected) in [
        // In March the hour from 02:00 does not exist; in October it comes twice.
        ("2027-03-27T22:00:00Z", "2027-03-28T06:00:00Z", 5),
        ("2027-10-30T21:00:00Z", "2027-10-31T07:00:00Z", 7),
    ] {
        assert_eq!(offered_is_booked(&fixture, from, to, 60, 1, 30).await, expected, "{from}");
    }
}

#[tokio::test]
async fn starts_respect_lead_time_and_the_days_that_can_be_booked() {
    let fixture =
        RoomFixture::with_room(json!({"lead_time_minutes": 120, "book_ahead_days": 1, "step_minutes": 60})).await;
    let answer =
        ask(&fixture, &fixture.room, "2026-11-21T08:00:00Z", "2026-11-24T00:00:00Z", "&duration_minutes=60").await;
    let starts = starts(&answer);
    assert_eq!(starts.first().map(String::as_str), Some("2026-11-21T11:00:00.000Z"));
    assert_eq!(starts.last().map(String::as_str), Some("2026-11-22T22:00:00.000Z"));
}

#[tokio::test]
async fn a_booking_that_too_many_calendars_would_hold_is_not_offered() {
    let fixture = RoomFixture::new().await;
    for number in 0..20 {
        fixture.resource(&format!("Part {number}"), json!({"parent_resource_id": fixture.room})).await;
    }
    let (from, to) = ("2026-12-01T00:00:00Z", "2026-12-08T00:00:00Z");
    let more = |days: u32| format!("&duration_minutes={}", days * 24 * 60);
    assert!(!starts(&ask(&fixture, &fixture.room, from, to, &more(3)).await).is_empty());
    assert!(starts(&ask(&fixture, &fixture.room, from, to, &more(5)).await).is_empty());
    let booked = fixture.book("2026-12-02T00:00:00Z", "2026-12-07T00:00:00Z").await;
    assert_eq!(booked.refusal(), "422 rule_violation additional_resource_ids too_many_calendar_days");
}

#[tokio::test]
async fn what_is_inactive_offers_nothing_and_what_is_archived_is_not_there() {
    let fixture = RoomFixture::new().await;
    let path = format!("/resources/{}", fixture.room);
    let answer = || ask(&fixture, &fixture.room, "09:00", "10:00", "&duration_minutes=30");
    assert_eq!(fixture.app.put(&path, json!({"is_active": false})).await.status, 200);
    assert_eq!((periods(&answer().await), starts(&answer().await)), (vec![], vec![]));
    assert_eq!(fixture.app.put(&path, json!({"is_active": true})).await.status, 200);
    let location = format!("/locations/{}", fixture.location);
    assert_eq!(fixture.app.put(&location, json!({"is_active": false})).await.status, 200);
    assert_eq!((periods(&answer().await), starts(&answer().await)), (vec![], vec![]));
    assert_eq!(fixture.app.delete(&path).await.status, 200);
    assert_eq!(answer().await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_question_that_makes_no_sense_is_refused() {
    let fixture = RoomFixture::new().await;
    for (query, refusal) in [
        ("to=2026-12-01T00:00:00Z", "400 validation_error from required"),
        ("from=2026-12-01T00:00:00Z", "400 validation_error to required"),
        ("from=2026-12-01&to=2026-12-02T00:00:00Z", "400 validation_error from invalid_format"),
        ("from=2026-12-02T00:00:00Z&to=2026-12-02T00:00:00Z", "422 rule_violation to to_not_after_from"),
        ("from=2026-12-01T00:00:00Z&to=2027-01-01T01:01:00Z", "422 rule_violation to period_too_long"),
        (
            "from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z&units=0",
            "400 validation_error units out_of_range",
        ),
        (
            "from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z&duration_minutes=44641",
            "400 validation_error duration_minutes out_of_range",
        ),
    ] {
        let answer = fixture.app.get(&format!("/resources/{}/availability?{query}", fixture.room)).await;
        assert_eq!(answer.refusal(), refusal, "{query}");
    }
    for (from, to) in
        [("1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"), ("9999-12-31T00:00:00Z", "9999-12-31T23:59:59Z")]
    {
        assert_eq!(periods(&ask(&fixture, &fixture.room, from, to, "&duration_minutes=60").await).len(), 1, "{from}");
    }
    let month = ask(&fixture, &fixture.room, "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z", "").await;
    assert_eq!(month.status, 200, "October in Amsterdam has an hour more");
}

#[tokio::test]
async fn a_month_is_read_in_as_few_calls_as_a_day() {
    let fixture = RoomFixture::new().await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    fixture.booked("2026-12-01T12:00:00Z", "2026-12-20T12:00:00Z").await;
    for (resource, to, calls) in [
        (&half, "2026-12-02T00:00:00Z", 4),
        (&half, "2027-01-01T00:00:00Z", 4),
        (&fixture.room, "2027-01-01T00:00:00Z", 6),
    ] {
        let answer = ask(&fixture, resource, "2026-12-01T00:00:00Z", to, "&duration_minutes=60").await;
        assert_eq!(answer.status, 200);
        let line: Value = serde_json::from_str(fixture.app.logged().last().expect("a line")).expect("JSON");
        // The resource, then its location, records of assignments and calendar; with children also these and their
        // calendars.
        assert_eq!(line["store_calls"], calls, "{line}");
    }
}

#[tokio::test]
async fn a_start_that_a_customers_own_bookings_refuse_is_not_offered_to_the_customer() {
    // Paid from 10:00 to 12:00 in UTC, free of charge otherwise.
    let hourly = json!([{"from_minutes": 0, "unit_amount": 0, "per_minutes": 60}, {"from_minutes": 0, "unit_amount": 10, "per_minutes": 60,
        "valid": {"from": "11:00", "to": "13:00"}}]);
    for (policy, starts) in [
        (json!({"cooldown_minutes": 45}), 18),
        (json!({"max_free_bookings": 1}), 0),
        (json!({"max_free_bookings": 2}), 24),
        (json!({"max_free_bookings": 1, "rates": hourly}), 7),
        (json!({"max_free_bookings": 1, "cooldown_minutes": 45, "rates": hourly}), 4),
    ] {
        let fixture = RoomFixture::with_room(policy.clone()).await;
        fixture.booked("12:00", "12:30").await;
        let own = format!("&customer_id={}", fixture.member);
        let found = offered_is_booked_with(&fixture, ("08:00", "15:00"), (30, 1, 15), &own).await;
        assert_eq!(found, starts, "{policy}");
        let other = format!("&customer_id={}&duration_minutes=30", fixture.another_member().await);
        let others = self::starts(&ask(&fixture, &fixture.room, "08:00", "15:00", &other).await);
        let anybodys = self::starts(&ask(&fixture, &fixture.room, "08:00", "15:00", "&duration_minutes=30").await);
        assert_eq!((others.len(), others), (24, anybodys), "{policy}");
        let search = format!(
            "/availability?location_id={}&from={}&to={}&duration_minutes=30{own}",
            fixture.location,
            instant("08:00"),
            instant("15:00")
        );
        let listed = fixture.app.get(&search).await.body["data"][0]["start_times"].clone();
        assert_eq!(listed.as_array().map(Vec::len), Some(starts), "{policy}");
    }
}
