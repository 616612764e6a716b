//! Series that are too much for one request (`docs/areas/bookings.md`, 65 to 68).

mod cancelled;
mod changed;
mod crash;
mod refused;

use chrono::Duration;
use serde_json::{Value, json};
use testing::{Account, Fault, TestClient, TestResponse};
use tests::{OutboxFixture, RoomFixture, carried_out, hastened, hastened_step, sweep, total, with};

use super::{count, daily, get, make, path, skipped};

/// Most units of one request (`docs/API-DESIGN.md`, Limits).
const UNITS_MAX: f64 = 5_000.0;
/// Occurrences of one room that are just too many for one request.
const MANY: u32 = 122;

/// Asks for a series that is too much for one request, which must be accepted.
async fn asked(fixture: &RoomFixture, fields: Value) -> (TestResponse, Value) {
    let answer = make(fixture, MANY, fields).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    let series = answer.body["data"].clone();
    (answer, series)
}

/// Units that were used since they were asked for the last time.
#[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float")]
fn units(fixture: &RoomFixture) -> f64 {
    let Account { read_units, write_units, .. } = fixture.app.faults.account();
    read_units + write_units
}

/// Nothing is left of a series: no booking, and its time is free.
async fn nothing_is_left(fixture: &RoomFixture) {
    assert_eq!(total(&fixture.app, "/bookings").await, 0);
    for time in ["2026-12-01T10", "2027-01-20T10", "2027-04-01T09"] {
        let id = fixture.booked(&format!("{time}:00:00Z"), &format!("{time}:30:00Z")).await;
        assert_eq!(fixture.act(&id, "cancel").await.status, 200);
    }
}

/// Carries an operation out in processes that each die at their first write, before the database has it or after; then
/// the sweep of another one goes on. The series afterwards, and how many processes died.
async fn dying_at_every_write(fixture: &RoomFixture, series: &Value, fault: &Fault) -> (Value, u32) {
    let mut deaths = 0;
    loop {
        for write in ["TransactWriteItems", "PutItem"] {
            fixture.app.faults.after(write, 0, fault.clone());
        }
        deaths += u32::from(hastened_step(&fixture.app.context).await);
        fixture.app.faults.clear();
        fixture.app.clock.advance(Duration::seconds(15));
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
        let after = get(&fixture.app, series).await;
        if !after["operation"]["ended_at"].is_null() {
            return (after, deaths);
        }
    }
}

#[tokio::test]
async fn a_series_within_five_thousand_units_is_made_at_once_and_one_above_is_accepted() {
    let fixture = RoomFixture::new().await;
    let mut rooms = Vec::new();
    for number in 1..6 {
        rooms.push(fixture.resource(&format!("Room {number}"), json!({})).await);
    }
    let of_all = json!({"additional_resource_ids": rooms});
    for (occurrences, fields, status) in
        [(120, json!({}), 201), (24, of_all.clone(), 201), (MANY, json!({}), 202), (26, of_all, 202)]
    {
        let _ = units(&fixture);
        let begin = if status == 201 { "2027-06-01T10:00:00Z" } else { "2026-12-01T10:00:00Z" };
        let answer = make(&fixture, occurrences, with(fields, &json!({"first_start_time": begin}))).await;
        let used = units(&fixture);
        assert_eq!(answer.status, status, "{occurrences}: {}", answer.text);
        assert!(used <= UNITS_MAX, "{occurrences} occurrences used {used} units");
        if status == 201 {
            assert_eq!(answer.body["data"]["operation"], Value::Null);
            let cancelled = fixture.app.post(&format!("{}/cancel", path(&answer.body["data"])), json!({})).await;
            assert_eq!(cancelled.status, 200, "{}", cancelled.text);
            continue;
        }
        let _ = units(&fixture);
        while hastened_step(&fixture.app.context).await {
            let used = units(&fixture);
            assert!(used <= UNITS_MAX, "a step of {occurrences} occurrences used {used} units");
        }
        let series = get(&fixture.app, &answer.body["data"]).await;
        assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(occurrences)));
        let cancelled = fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    }
}

#[tokio::test]
async fn an_accepted_series_shows_how_far_it_has_come_and_is_finished_by_the_queue() {
    let fixture = RoomFixture::new().await;
    let (answer, series) = asked(&fixture, json!({})).await;
    assert_eq!(answer.header("location"), format!("/v1{}", path(&series)));
    let operation = &series["operation"];
    assert_eq!((&series["status"], &series["booking_ids"]), (&json!("forming"), &json!([])));
    assert_eq!((&operation["type"], &operation["status"]), (&json!("create_series"), &json!("queued")));
    assert_eq!((&operation["done"], &operation["total"]), (&json!(0), &json!(2 * MANY)));
    assert_eq!((&operation["failure"], &operation["ended_at"]), (&Value::Null, &Value::Null));
    assert!(hastened_step(&fixture.app.context).await);
    let shown = get(&fixture.app, &series).await;
    let done = shown["operation"]["done"].as_u64().unwrap();
    assert!((1..u64::from(MANY)).contains(&done), "{done}");
    assert_eq!((&shown["status"], &shown["operation"]["status"]), (&json!("forming"), &json!("running")));
    assert_eq!(fixture.app.get("/booking-series").await.body["data"][0], shown);
    let made = carried_out(&fixture.app, &answer).await;
    assert_eq!((&made["status"], &made["created_count"], skipped(&made).len()), (&json!("active"), &json!(MANY), 0));
    let operation = &made["operation"];
    assert_eq!((&operation["status"], &operation["done"]), (&json!("succeeded"), &json!(2 * MANY)));
    assert_ne!(operation["ended_at"], Value::Null);
    assert_eq!(count(&fixture.app, "confirmed").await, MANY);
    assert_eq!(fixture.book("10:30", "11:30").await.status, 409);
    assert!(!hastened_step(&fixture.app.context).await);
}

#[tokio::test]
async fn nobody_acts_on_a_series_or_its_bookings_while_it_is_carried_out() {
    let fixture = RoomFixture::new().await;
    let (answer, series) = asked(&fixture, json!({})).await;
    for steps in 0..6 {
        for (method, path) in [("PUT", path(&series)), ("POST", format!("{}/cancel", path(&series)))] {
            let answer = fixture.app.send(method, &path, Some(json!({"scope": "all"})), &[]).await;
            assert_eq!(answer.refusal(), "409 invalid_state", "after {steps} steps");
        }
        let held = fixture.app.get("/bookings?status=pending").await.body["data"][0]["id"].clone();
        if let Some(id) = held.as_str() {
            assert_eq!(fixture.act(id, "cancel").await.refusal(), "409 invalid_state", "after {steps} steps");
        }
        assert!(hastened_step(&fixture.app.context).await);
    }
    let series = carried_out(&fixture.app, &answer).await;
    assert_eq!(fixture.app.put(&path(&series), json!({"scope": "all"})).await.status, 200);
}

#[tokio::test]
async fn what_the_queue_lost_the_sweep_carries_on() {
    let fixture = RoomFixture::alone().await;
    let (_, series) = asked(&fixture, json!({})).await;
    let lost = fixture.app.due_queue.take(usize::MAX).expect("a message");
    fixture.app.due_queue.done(&lost);
    assert!(!hastened_step(&fixture.app.context).await);
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 0, "the queue has some seconds");
    fixture.app.clock.advance(Duration::seconds(15));
    let report = sweep(&fixture.app.context).await;
    assert_eq!((report.done_of("booking_series"), report.failed()), (1, 0));
    hastened(&fixture.app.context).await;
    assert_eq!(get(&fixture.app, &series).await["operation"]["status"], "succeeded");
    assert_eq!(count(&fixture.app, "confirmed").await, MANY);
}

#[tokio::test]
async fn a_message_that_comes_again_does_nothing_twice() {
    let fixture = RoomFixture::new().await;
    let (answer, series) = asked(&fixture, json!({})).await;
    let message = fixture.app.due_queue.waiting()[0].message.clone();
    fixture.app.due_queue.put(&[message.clone(), message.clone()], 0);
    let made = carried_out(&fixture.app, &answer).await;
    assert_eq!((&made["created_count"], count(&fixture.app, "confirmed").await), (&json!(MANY), json!(MANY)));
    fixture.app.due_queue.put(&[message], 0);
    hastened(&fixture.app.context).await;
    assert_eq!(get(&fixture.app, &series).await, made);
}

#[tokio::test]
async fn a_repeat_with_its_key_gets_the_first_answer_and_makes_nothing() {
    let fixture = RoomFixture::new().await;
    let (body, key) = (daily(&fixture, MANY, &json!({})), [("idempotency-key", "k1")]);
    let ask = async || fixture.app.send("POST", "/booking-series", Some(body.clone()), &key).await;
    let first = ask().await;
    assert_eq!(first.status, 202, "{}", first.text);
    let again = ask().await;
    assert_eq!((again.status, &again.text, again.header("location")), (202, &first.text, first.header("location")));
    carried_out(&fixture.app, &first).await;
    let later = ask().await;
    assert_eq!((later.status, &later.text), (202, &first.text));
    assert_eq!(
        (total(&fixture.app, "/booking-series").await, total(&fixture.app, "/bookings").await),
        (1, MANY.into())
    );
}

#[tokio::test]
async fn a_series_that_may_leave_out_does_so_in_its_steps_and_waits() {
    let fixture = RoomFixture::new().await;
    fixture.booked("2026-12-10T10:30:00Z", "2026-12-10T11:30:00Z").await;
    let answer = make(&fixture, MANY + 1, json!({"on_conflict": "waitlist"})).await;
    // Taken between the request and the step.
    fixture.booked("2027-03-10T10:30:00Z", "2027-03-10T11:30:00Z").await;
    let series = carried_out(&fixture.app, &answer).await;
    let expected = ["2026-12-10T10:00 booking_conflict", "2027-03-10T10:00 booking_conflict"];
    assert_eq!(
        (&series["created_count"], skipped(&series)),
        (&json!(MANY - 1), expected.map(str::to_owned).to_vec())
    );
    for one in series["skipped"].as_array().unwrap() {
        let entry = fixture.app.get(&format!("/waitlist-entries/{}", one["waitlist_entry_id"].as_str().unwrap())).await;
        assert_eq!(entry.body["data"]["status"], "waiting");
    }
    assert_eq!((&series["operation"]["done"], &series["operation"]["total"]), (&json!(242), &json!(242)));
}

#[tokio::test]
async fn a_sandbox_merchant_has_it_carried_out_by_its_own_clock() {
    let live = RoomFixture::new().await;
    let app = live.app.sandbox().await;
    let location = tests::location_with(&app, json!({"name": "Canal House"})).await;
    let member = tests::member(&app, "ann@example.com").await;
    let room = tests::resource(&app, &location, "Room", "meeting_room", json!({})).await;
    let fixture = RoomFixture { app, location, room, member };
    let advance = async |to: &str| fixture.app.post("/test-clock", json!({"advance_to": to})).await;
    assert_eq!(advance("2026-11-28T09:00:00Z").await.status, 200);
    let (answer, series) = asked(&fixture, json!({})).await;
    assert_eq!(series["operation"]["created_at"], "2026-11-28T09:00:00.000Z");
    assert!(hastened_step(&fixture.app.context).await);
    // Advancing the clock does what is due on the way.
    assert_eq!(advance("2026-11-28T09:10:00Z").await.status, 200);
    let made = carried_out(&fixture.app, &answer).await;
    assert_eq!((&made["status"], &made["created_count"]), (&json!("active"), &json!(MANY)));
    let ended = made["operation"]["ended_at"].as_str().unwrap();
    assert!(ended.starts_with("2026-11-28T09:"), "{ended}");
}

#[tokio::test]
async fn a_series_that_is_carried_out_is_told_once() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = RoomFixture::of(outbox.app.clone(), json!({})).await;
    let (answer, series) = asked(&fixture, json!({})).await;
    carried_out(&fixture.app, &answer).await;
    let filter = format!("object_id={}", series["id"].as_str().unwrap());
    assert_eq!(outbox.types(&filter).await, ["booking_series.created", "booking_series.activated"]);
    let taken = outbox.types("type=booking.confirmed").await;
    assert_eq!(taken.len(), 100, "a page of them");
}

#[tokio::test]
async fn only_who_may_change_bookings_makes_or_cancels_it_and_other_merchants_see_nothing() {
    let fixture = RoomFixture::new().await;
    let (_, series) = asked(&fixture, json!({})).await;
    let cancel = json!({"scope": "operation"});
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let answer = stranger.post(&format!("{}/cancel", path(&series)), cancel.clone()).await;
    assert_eq!(answer.refusal(), "404 not_found");
    assert_eq!(stranger.get(&path(&series)).await.refusal(), "404 not_found");
    let body = json!({"name": "Reader", "scopes": ["bookings:read"]});
    let reader = fixture.app.post("/api-clients", body).await;
    assert_eq!(reader.status, 201, "{}", reader.text);
    let text = |name: &str| reader.body["data"][name].as_str().unwrap().to_owned();
    let client = TestClient { client_id: text("client_id"), secret: text("secret") };
    let reader = fixture.app.as_client(&client);
    assert_eq!(reader.get(&path(&series)).await.body["data"]["operation"]["status"], "queued");
    let answer = reader.post(&format!("{}/cancel", path(&series)), cancel).await;
    assert_eq!(answer.status, 403, "{}", answer.text);
    hastened(&fixture.app.context).await;
}

#[tokio::test]
async fn when_the_queue_is_not_there_a_request_is_accepted_all_the_same() {
    let fixture = RoomFixture::alone().await;
    let mut app = fixture.app.clone();
    app.context.due_queue = work::queue::WorkQueue::None;
    let (_, series) = asked(&fixture, json!({})).await;
    while fixture.app.due_queue.take(usize::MAX).is_some() {}
    app.clock.advance(Duration::seconds(15));
    // Without a queue the sweep does step after step.
    let report = sweep(&app.context).await;
    assert_eq!((report.done_of("booking_series"), report.failed()), (1, 0));
    assert_eq!(get(&app, &series).await["operation"]["status"], "succeeded");
}

#[tokio::test]
async fn a_bookers_room_is_not_put_away_beneath_it() {
    let fixture = RoomFixture::new().await;
    let (_, series) = asked(&fixture, json!({})).await;
    assert!(hastened_step(&fixture.app.context).await);
    let room = format!("/resources/{}", fixture.room);
    assert_eq!(fixture.app.delete(&room).await.code(), "in_use");
    assert_eq!(fixture.app.delete(&format!("/members/{}", fixture.member)).await.code(), "in_use");
    hastened(&fixture.app.context).await;
    assert_eq!(get(&fixture.app, &series).await["operation"]["status"], "succeeded");
}
