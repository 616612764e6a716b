//! The calendar that other programs subscribe to.

use std::collections::BTreeMap;

use chrono::Duration;
use scheduling::{
    Resource,
    calendar::Calendar,
    slot::{Slot, SlotKind},
};
use serde_json::json;
use store::Transaction;
use testing::TestResponse;
use tests::{RoomFixture, instant};
use values::{Id, Timestamp};
use work::UnitOfWork;

async fn calendar(fixture: &RoomFixture, resource: &str, query: &str) -> TestResponse {
    fixture.app.get(&format!("/resources/{resource}/calendar.ics{query}")).await
}

/// Content lines of the calendar; those that were folded are whole again.
fn lines(answer: &TestResponse) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.text.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
}

/// Entries, each with its values by name.
fn entries(answer: &TestResponse) -> Vec<BTreeMap<String, String>> {
    let mut entries = Vec::new();
    for line in lines(answer) {
        let (name, value) = line.split_once(':').expect("a name and a value");
        match (name, value) {
            ("BEGIN", "VEVENT") => entries.push(BTreeMap::new()),
            ("END", _) => {}
            _ => drop(entries.last_mut().and_then(|entry| entry.insert(name.to_owned(), value.to_owned()))),
        }
    }
    entries
}

fn values(entries: &[BTreeMap<String, String>], name: &str) -> Vec<String> {
    entries.iter().map(|entry| entry[name].clone()).collect()
}

#[tokio::test]
async fn a_calendar_has_what_programs_need_and_the_headers_of_every_answer() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:30").await;
    let answer = calendar(&fixture, &fixture.room, "").await;
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    let other = fixture.app.get(&format!("/resources/{}", fixture.room)).await;
    assert_eq!(answer.headers.keys().collect::<Vec<_>>(), other.headers.keys().collect::<Vec<_>>());
    assert_eq!(
        lines(&answer),
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Colonnade//Colonnade//EN",
            "CALSCALE:GREGORIAN",
            "X-WR-CALNAME:Room",
            "BEGIN:VEVENT",
            "CREATED:20261121T090000Z",
            "DTEND:20261201T113000Z",
            "DTSTAMP:20261121T090000Z",
            "DTSTART:20261201T100000Z",
            "LAST-MODIFIED:20261121T090000Z",
            "SEQUENCE:1",
            "STATUS:CONFIRMED",
            "SUMMARY:Booked",
            &format!("UID:{id}@colonnade"),
            "END:VEVENT",
            "END:VCALENDAR",
        ]
    );
}

#[tokio::test]
async fn an_entry_keeps_its_uid_and_tells_its_changes() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let before = calendar(&fixture, &fixture.room, "").await;
    fixture.app.clock.advance(Duration::minutes(1));
    let same = calendar(&fixture, &fixture.room, "").await;
    assert_eq!((&same.text, same.header("etag")), (&before.text, before.header("etag")));
    let to = json!({"start_time": instant("12:00"), "end_time": instant("13:00")});
    assert_eq!(fixture.app.post(&format!("/bookings/{id}/reschedule"), to).await.status, 200);
    let after = calendar(&fixture, &fixture.room, "").await;
    assert_ne!(after.header("etag"), before.header("etag"));
    let moved = entries(&after);
    assert_eq!(values(&moved, "UID"), values(&entries(&before), "UID"));
    assert_eq!(values(&moved, "DTSTART"), ["20261201T120000Z"]);
    assert_eq!(values(&moved, "SEQUENCE"), ["2"]);
    assert_eq!(values(&moved, "LAST-MODIFIED"), ["20261121T090100Z"]);
    assert_eq!(values(&moved, "DTSTAMP"), ["20261121T090100Z"]);
    assert_eq!(values(&moved, "CREATED"), ["20261121T090000Z"]);
}

#[tokio::test]
async fn pending_is_tentative_and_neither_holds_nor_what_is_cancelled_are_there() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let pending = fixture.booked("10:00", "11:00").await;
    let confirmed = fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.act(&confirmed, "confirm").await.status, 200);
    let cancelled = fixture.booked("14:00", "15:00").await;
    assert_eq!(fixture.act(&cancelled, "cancel").await.status, 200);
    let time = |from: &str, to: &str| json!({"resource_id": fixture.room, "start_time": instant(from), "end_time": instant(to)});
    assert_eq!(fixture.app.post("/booking-holds", time("16:00", "17:00")).await.status, 201);
    let block = fixture.app.post("/calendar-blocks", time("18:00", "19:00")).await;
    assert_eq!(block.status, 201, "{}", block.text);
    let found = entries(&calendar(&fixture, &fixture.room, "").await);
    let uids = [pending.as_str(), &confirmed, &block.id()].map(|id| format!("{id}@colonnade"));
    assert_eq!(values(&found, "UID"), uids);
    assert_eq!(values(&found, "STATUS"), ["TENTATIVE", "CONFIRMED", "CONFIRMED"]);
    assert_eq!(values(&found, "SUMMARY"), ["Booked", "Booked", "Blocked"]);
    // The pending one expires, the other is over: what has been stays in the calendar.
    fixture.app.clock.advance(Duration::days(12));
    let later = entries(&calendar(&fixture, &fixture.room, "").await);
    assert_eq!(values(&later, "UID"), uids[1..]);
}

#[tokio::test]
async fn text_is_escaped_and_long_lines_are_folded_between_characters() {
    let fixture = RoomFixture::with_room(json!({"name": "Zaal \"Één\", begane grond; links\\rechts"})).await;
    let long = "会议室，第一季度回顾 ".repeat(18);
    let titles = ["Budget, plans; and a \\ backslash: done", "Grüße 🎉 from Zoë", long.trim()];
    for (hour, title) in titles.iter().enumerate() {
        let (from, to) = (format!("{:02}:00", hour + 8), format!("{:02}:30", hour + 8));
        assert_eq!(fixture.book_with(&from, &to, json!({"title": title})).await.status, 201, "{title}");
    }
    let answer = calendar(&fixture, &fixture.room, "").await;
    assert!(answer.text.split("\r\n").all(|line| line.len() <= 75), "{}", answer.text);
    assert!(!answer.text.replace("\r\n", "").contains(['\r', '\n']));
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;");
    assert_eq!(values(&entries(&answer), "SUMMARY"), titles.map(escaped));
    let name = format!("X-WR-CALNAME:{}", escaped("Zaal \"Één\", begane grond; links\\rechts"));
    assert!(lines(&answer).contains(&name), "{}", answer.text);
    let broken = fixture.book_with("20:00", "21:00", json!({"title": "one\nBEGIN:VEVENT"})).await;
    assert_eq!(broken.refusal(), "400 validation_error title invalid_format", "a title is one line");
}

#[tokio::test]
async fn a_booking_of_several_days_is_one_entry_and_one_of_the_whole_is_in_its_parts_calendars() {
    let fixture = RoomFixture::new().await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    let long = fixture.booked("2026-12-01T12:00:00Z", "2026-12-05T12:00:00Z").await;
    let own = fixture.book_with("2026-12-06T12:00:00Z", "2026-12-06T13:00:00Z", json!({"resource_id": half})).await;
    let uid = |id: &str| format!("{id}@colonnade");
    assert_eq!(values(&entries(&calendar(&fixture, &fixture.room, "").await), "UID"), [uid(&long)]);
    assert_eq!(values(&entries(&calendar(&fixture, &half, "").await), "UID"), [uid(&long), uid(&own.id())]);
}

#[tokio::test]
async fn a_calendar_has_what_touches_its_period() {
    let fixture = RoomFixture::new().await;
    fixture.booked("09:00", "10:00").await;
    let inside = fixture.booked("10:00", "11:00").await;
    fixture.booked("11:00", "12:00").await;
    fixture.booked("2027-11-23T10:00:00Z", "2027-11-23T11:00:00Z").await;
    let query = format!("?from={}&to={}", instant("10:00"), instant("11:00"));
    let found = entries(&calendar(&fixture, &fixture.room, &query).await);
    assert_eq!(values(&found, "UID"), [format!("{inside}@colonnade")]);
    let all = entries(&calendar(&fixture, &fixture.room, "").await);
    assert_eq!(all.len(), 3, "366 days ahead unless the request says");
    assert_eq!(entries(&calendar(&fixture, &fixture.room, "?to=2027-12-01T00:00:00Z").await).len(), 4);
}

#[tokio::test]
async fn refusals_are_json() {
    let fixture = RoomFixture::new().await;
    for (query, refusal) in [
        ("?from=2026-12-01T00:00:00Z&to=2026-12-01T00:00:00Z", "422 rule_violation to to_not_after_from"),
        ("?from=2026-12-01T00:00:00Z&to=2028-12-03T00:00:00Z", "422 rule_violation to period_too_long"),
        ("?from=yesterday", "400 validation_error from invalid_format"),
        ("?until=2026-12-01T00:00:00Z", "400 validation_error until unknown_parameter"),
    ] {
        let answer = calendar(&fixture, &fixture.room, query).await;
        assert_eq!(
            (answer.refusal().as_str(), answer.header("content-type")),
            (refusal, "application/json"),
            "{query}"
        );
    }
    assert_eq!(fixture.app.delete(&format!("/resources/{}", fixture.room)).await.status, 200);
    assert_eq!(calendar(&fixture, &fixture.room, "").await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_calendar_that_would_be_too_large_is_refused() {
    let fixture = RoomFixture::new().await;
    let (app, store) = (&fixture.app, &fixture.app.context.store);
    let room = Id::<Resource>::parse(&fixture.room).expect("an id");
    let first = Timestamp::parse(&instant("00:00")).expect("an instant");
    let slot = |minute: i64| Slot {
        id: app.context.ids.next::<()>().uuid(),
        kind: SlotKind::Booking,
        start: first.plus(Duration::minutes(minute)),
        end: first.plus(Duration::minutes(minute + 1)),
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        units: 1,
        customer: None,
        cooldown_minutes: 0,
        until: None,
    };
    let slots: Vec<Slot> = (0..2_001).map(|number| slot(2 * number)).collect();
    let days = slots.iter().flat_map(Slot::days).map(|day| (room.uuid(), day)).collect();
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "a_test");
    let mut calendar = Calendar::read_days(&work, days).await.expect("days");
    for slot in &slots {
        calendar.take(room, 1, slot, first).expect("room");
    }
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    calendar.write(&mut transaction);
    app.unchecked();
    store.commit(transaction).await.expect("written days");
    let answer = self::calendar(&fixture, &fixture.room, "").await;
    assert_eq!(answer.refusal(), "422 rule_violation to too_many_entries");
    let part = self::calendar(&fixture, &fixture.room, "?to=2026-12-03T00:00:00Z").await;
    assert_eq!(part.status, 200, "{}", part.text);
}
