//! How long letters are kept, and what they are made from when they leave late.

use records::LoggedEvent;
use serde_json::json;
use store::{List, Record};
use tests::{accepted, made, with};
use values::Timestamp;
use work::UnitOfWork;

use super::Rooms;

/// Deletes all events, as the table does once they are old; what they were.
async fn forget_events(work: &UnitOfWork) -> Vec<Record<LoggedEvent>> {
    let events = work.store.all(work.tenant(), &List::<LoggedEvent>::live(), 100).await.expect("events").records;
    for event in &events {
        let mut transaction = work.transaction();
        transaction.remove(event);
        work.store.commit(transaction).await.expect("deleted");
    }
    events
}

/// Stores them again: what is checked after each test finds them counted.
async fn remember_events(work: &UnitOfWork, events: &[Record<LoggedEvent>]) {
    for event in events {
        let mut transaction = work.transaction();
        transaction.begin(event);
        work.store.commit(transaction).await.expect("stored");
    }
}

#[tokio::test]
async fn a_reminder_is_sent_that_is_further_ahead_than_letters_and_events_are_kept() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    accepted(&app.put("/merchant", json!({"retention": {"letter_days": 10}})).await, 200);
    let times = json!({"start_time": "2027-05-01T10:00:00.000Z", "end_time": "2027-05-01T11:00:00.000Z"});
    let booking = made(&app, "/bookings", with(rooms.room.booking("10:00", "11:00"), &times)).await;
    rooms.letters.posted().await;
    // What has no such number the table does not delete.
    let items = app.table_text().await;
    let reminders: Vec<&String> = items.iter().filter(|item| item.contains("booking_reminder")).collect();
    assert!(
        !reminders.is_empty() && reminders.iter().all(|item| !item.contains("\"expires_at\": N(")),
        "{reminders:#?}"
    );
    let work = UnitOfWork::scheduled_at(&app.context, app.tenant(), "test", app.context.clock.now());
    let events = forget_events(&work).await;
    assert!(rooms.letters.outbox.events(&format!("object_id={booking}")).await.is_empty());
    app.clock.set(Timestamp::parse("2027-04-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    let posted = rooms.letters.posted().await;
    assert_eq!(posted.len(), 1);
    let reminder = rooms.letters.listed("letter=booking_reminder").await;
    assert_eq!(reminder[0]["status"], "sent");
    assert_eq!(reminder[0]["kept_until"].as_str().map(|at| &at[..10]), Some("2027-05-10"), "{reminder:?}");
    remember_events(&work, &events).await;
}

#[tokio::test]
async fn a_letter_whose_time_is_over_is_not_shown_before_it_is_deleted() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    accepted(&app.put("/merchant", json!({"retention": {"letter_days": 1}})).await, 200);
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let listed = rooms.letters.listed("letter=booking_confirmed").await;
    let path = format!("/letters/{}", listed[0]["id"].as_str().expect("an id"));
    assert_eq!(app.get(&path).await.status, 200);
    app.clock.advance(chrono::Duration::days(1));
    assert_eq!(app.get(&path).await.refusal(), "404 not_found");
    assert_eq!(app.post(&format!("{path}/resend"), json!({})).await.refusal(), "404 not_found");
    assert!(rooms.letters.listed("letter=booking_confirmed").await.is_empty());
}

#[tokio::test]
async fn a_reminder_is_kept_from_when_it_is_sent_on() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let listed = rooms.letters.listed("letter=booking_reminder").await;
    let kept = listed[0]["kept_until"].as_str().unwrap_or_default().to_owned();
    let confirmed = rooms.letters.listed("letter=booking_confirmed").await;
    assert!(kept.as_str() > confirmed[0]["kept_until"].as_str().unwrap_or_default(), "{kept}");
}
