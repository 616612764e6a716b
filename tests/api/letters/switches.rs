//! Who decides that a letter is not sent.

use serde_json::json;
use testing::{TestApp, TestClient};
use tests::{accepted, made, member};

use super::Rooms;

#[tokio::test]
async fn a_letter_that_the_merchant_switched_off_is_not_written() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let off = json!({"letter_settings": {"switched_off": ["booking_confirmed", "booking_reminder"]}});
    accepted(&app.put("/merchant", off).await, 200);
    rooms.room.booked("10:00", "11:00").await;
    assert!(rooms.letters.posted().await.is_empty() && rooms.letters.listed("").await.is_empty());
}

#[tokio::test]
async fn a_code_to_sign_in_cannot_be_switched_off_and_a_receipt_not_by_its_reader() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    let refused = app.put("/merchant", json!({"letter_settings": {"switched_off": ["sign_in_code"]}})).await;
    assert_eq!(refused.refusal(), "400 validation_error letter_settings.switched_off[0] invalid_value");
    let ann = format!("/members/{}", rooms.room.member);
    let refused = app.put(&ann, json!({"letters_off": ["payment_received"]})).await;
    assert_eq!(refused.refusal(), "400 validation_error letters_off[0] invalid_value");
}

#[tokio::test]
async fn a_reader_who_wants_no_reminders_gets_none() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let ann = format!("/members/{}", rooms.room.member);
    accepted(&app.put(&ann, json!({"letters_off": ["booking_reminder"]})).await, 200);
    rooms.room.booked("10:00", "11:00").await;
    assert_eq!(rooms.letters.posted().await.len(), 1);
    app.clock.set(values::Timestamp::parse("2026-11-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    assert!(rooms.letters.posted().await.is_empty());
    let reminder = rooms.letters.listed("letter=booking_reminder").await;
    assert_eq!((&reminder[0]["status"], &reminder[0]["reason"]), (&json!("not_sent"), &json!("unsubscribed")));
}

#[tokio::test]
async fn a_person_switches_letters_off_by_themselves() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    let issued = app.post("/sessions", json!({"member_id": rooms.room.member})).await;
    let token = TestApp::made(&issued)["token"].as_str().unwrap_or_default().to_owned();
    let ann = app.as_client(&TestClient { secret: token, ..app.client.clone() });
    let own = format!("/members/{}", rooms.room.member);
    let off = ann.put(&own, json!({"letters_off": ["booking_reminder"]})).await;
    assert_eq!((off.status, &off.body["data"]["letters_off"]), (200, &json!(["booking_reminder"])), "{}", off.text);
    let other = format!("/members/{}", member(app, "bo@example.com").await);
    assert_eq!(ann.put(&other, json!({"letters_off": []})).await.status, 404);
}

#[tokio::test]
async fn a_member_who_is_blocked_or_deleted_gets_nothing_more() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let bo = member(&app, "bo@example.com").await;
    rooms.letters.posted().await;
    made(&app, "/bookings", tests::with(rooms.room.booking("10:00", "11:00"), &json!({"customer_id": bo}))).await;
    rooms.letters.posted().await;
    accepted(&app.post(&format!("/members/{bo}/block"), json!({})).await, 200);
    app.clock.set(values::Timestamp::parse("2026-11-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    assert!(rooms.letters.posted().await.is_empty());
    let reminder = rooms.letters.listed("letter=booking_reminder").await;
    assert_eq!((&reminder[0]["status"], &reminder[0]["reason"]), (&json!("not_sent"), &json!("reader_gone")));
}

#[tokio::test]
async fn letters_of_a_sandbox_stay_here_but_for_codes() {
    let rooms = Rooms::new().await;
    let sandbox = rooms.letters.app().sandbox().await;
    let room = tests::RoomFixture::of(sandbox.clone(), json!({})).await;
    let mut outbox = rooms.letters.outbox;
    room.booked("10:00", "11:00").await;
    outbox.consume().await;
    let server = tests::MailServer::elsewhere();
    tests::send_letters(&sandbox, std::sync::Arc::new(server.clone())).await;
    assert!(server.newly_taken().is_empty());
    let listed = sandbox.get("/letters?letter=booking_confirmed").await;
    assert_eq!(listed.body["data"][0]["reason"], "sandbox");
}
