//! Days with as much on them as a calendar takes: what is too much is refused, and never an error of ours.

use chrono::{Days, NaiveDate};
use scheduling::{
    calendar::SLOT_BYTES,
    slot::{Slot, SlotKind},
};
use serde::Serialize;
use serde_json::json;
use store::{Expression, Key, Transaction};
use tests::{RoomFixture, accepted};
use values::{ApiError, Timestamp};

/// A day as it is stored.
#[derive(Serialize)]
struct Day {
    version: i64,
    slots: Vec<Slot>,
}

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 12, 1).unwrap() + Days::new(number)
}

/// Stores a day of the room on which so many bookings of a minute begin every second minute, each as large as one can
/// be.
async fn fill(fixture: &RoomFixture, number: u64, bookings: i64) {
    let midnight = Timestamp::parse(&format!("{}T00:00:00Z", day(number))).unwrap();
    let slot = |at: i64| Slot {
        id: fixture.app.context.ids.next::<()>().uuid(),
        kind: SlotKind::Booking,
        start: midnight.plus(chrono::Duration::minutes(at % 720 * 2)),
        end: midnight.plus(chrono::Duration::minutes(at % 720 * 2 + 1)),
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        units: 1,
        customer: Some(fixture.app.context.ids.next::<()>().uuid()),
        cooldown_minutes: 1_440,
        until: Some(Timestamp::parse("2027-12-01T00:00:00Z").unwrap()),
    };
    let stored = Day { version: 1, slots: (0..bookings).map(slot).collect() };
    let size = serde_json::to_string(&stored.slots[0]).unwrap().len();
    assert!(size < SLOT_BYTES + 40, "{size}: JSON has quotes and separators besides");
    let tenant = fixture.app.tenant();
    let key = Key::sorted(&tenant, "calendar", &fixture.room, day(number).to_string());
    let mut transaction = Transaction::new(tenant, fixture.app.context.ids.token());
    transaction.put_encoded(&key, &stored, Expression::absent(), ApiError::internal("a day that is there"));
    fixture.app.unchecked();
    fixture.app.context.store.commit(transaction).await.unwrap();
}

#[tokio::test]
async fn a_day_that_is_full_refuses_more() {
    let fixture = RoomFixture::with_room(json!({"units": 1000})).await;
    fill(&fixture, 0, 1_999).await;
    let last = fixture.book("10:00", "11:00").await;
    accepted(&last, 201);
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), "409 capacity_exceeded");
    accepted(&fixture.act(&last.id(), "cancel").await, 200);
    assert_eq!(fixture.book("12:00", "13:00").await.status, 201);
}

#[tokio::test]
async fn a_month_of_busy_days_refuses_a_booking_of_all_of_them() {
    let fixture = RoomFixture::with_room(json!({"units": 1000})).await;
    for number in 0..31 {
        fill(&fixture, number, 600).await;
    }
    let until = |number: u64| format!("{}T12:00:00Z", day(number));
    assert_eq!(fixture.book(&until(0), &until(30)).await.refusal(), "409 capacity_exceeded");
    let fewer = fixture.book(&until(0), &until(24)).await;
    accepted(&fewer, 201);
    accepted(&fixture.act(&fewer.id(), "cancel").await, 200);
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 43_200,
        "first_start_time": until(0), "rule": {"frequency": "monthly", "count": 2}});
    let refused = fixture.app.post("/booking-series", series).await;
    assert_eq!(refused.refusal(), "422 rule_violation additional_resource_ids too_many_calendar_days");
}

#[tokio::test]
async fn an_answer_about_a_busy_month_stays_below_5_mb_or_is_refused() {
    let fixture = RoomFixture::new().await;
    for number in 0..31 {
        fill(&fixture, number, 720).await;
    }
    let month = |until: u64| {
        let path = format!("/resources/{}/availability?from={}T00:00:00Z", fixture.room, day(0));
        format!("{path}&to={}T00:00:00Z&duration_minutes=1", day(until))
    };
    let refused = fixture.app.get(&month(31)).await;
    assert_eq!(refused.refusal(), "422 rule_violation to too_many_results");
    assert!(refused.text.contains("20000 periods"), "{}", refused.text);
    let answer = fixture.app.get(&month(27)).await;
    accepted(&answer, 200);
    assert_eq!(answer.body["data"]["periods"].as_array().map(Vec::len), Some(27 * 720));
    assert!(tests::event_bytes(&answer) < 5_000_000);
}
