//! Who reads a letter, by what is so when it leaves.

use notify::Taken;
use serde_json::json;
use tests::{InvoiceFixture, LetterFixture, accepted, company, made, member, member_as, with};
use values::Timestamp;

use super::Rooms;

/// To whom letters went, in order.
fn readers(posted: &[notify::Outgoing]) -> Vec<String> {
    let mut to: Vec<String> = posted.iter().map(|letter| letter.to.to_string()).collect();
    to.sort();
    to
}

#[tokio::test]
async fn who_has_another_address_by_now_gets_what_waited_there() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    accepted(&app.put(&format!("/members/{}", rooms.room.member), json!({"email": "new@example.com"})).await, 200);
    rooms.letters.posted().await;
    app.clock.set(Timestamp::parse("2026-11-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    assert_eq!(readers(&rooms.letters.posted().await), ["new@example.com"]);
    let reminder = rooms.letters.listed("letter=booking_reminder").await;
    assert_eq!((&reminder[0]["email"], &reminder[0]["status"]), (&json!("new@example.com"), &json!("sent")));
}

#[tokio::test]
async fn a_letter_that_came_back_is_sent_again_to_the_address_that_was_put_right() {
    let mut letters = LetterFixture::new().await;
    let invoices = InvoiceFixture::of(letters.app().clone(), json!({})).await;
    let app = letters.app().clone();
    let path = format!("/companies/{}", invoices.customer);
    accepted(&app.put(&path, json!({"billing_email": "boks@example.com"})).await, 200);
    letters.server.next(Taken::Refused { response: "550 5.1.1 no such user".to_owned(), is_bounce: true });
    drop(invoices.issued_with(&[json!(100)], json!({})).await);
    letters.posted().await;
    accepted(&app.put(&path, json!({"billing_email": "books@example.com"})).await, 200);
    let failed = letters.listed("status=failed").await;
    let again = app.post(&format!("/letters/{}/resend", failed[0]["id"].as_str().expect("an id")), json!({})).await;
    accepted(&again, 200);
    assert_eq!(readers(&letters.posted().await), ["books@example.com"]);
    let sent = letters.listed("letter=invoice_issued").await;
    assert_eq!((&sent[0]["email"], &sent[0]["status"]), (&json!("books@example.com"), &json!("sent")));
    let suppressed = app.get("/suppressed-addresses").await;
    assert_eq!(suppressed.body["data"][0]["email"], "boks@example.com");
}

#[tokio::test]
async fn who_has_left_a_company_is_told_of_none_of_its_bookings() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let company = company(&app, &rooms.room.location).await;
    let (bo, mia) = (member(&app, "bo@example.com").await, member(&app, "mia@example.com").await);
    for (member, role) in [(&mia, "manager"), (&bo, "member")] {
        let place = json!({"member_id": member, "role": role});
        accepted(&app.post(&format!("/companies/{company}/members"), place).await, 201);
    }
    let body = with(rooms.room.booking("10:00", "11:00"), &json!({"customer_id": company, "member_id": bo}));
    let booking = made(&app, "/bookings", body).await;
    assert_eq!(readers(&rooms.letters.posted().await), ["bo@example.com"]);
    accepted(&app.delete(&format!("/companies/{company}/members/{bo}")).await, 200);
    let moved = json!({"start_time": tests::instant("12:00"), "end_time": tests::instant("13:00")});
    accepted(&rooms.room.reschedule(&booking, moved).await, 200);
    assert_eq!(readers(&rooms.letters.posted().await), ["mia@example.com"]);
}

#[tokio::test]
async fn who_runs_a_place_is_told_however_many_run_others() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let elsewhere = tests::location_with(&app, json!({"name": "Harbour"})).await;
    let manager = async |name: &str, location: &str| {
        let body = json!({"email": format!("{name}@example.com"), "name": name, "role": "manager",
            "location_ids": [location]});
        made(&app, "/members", body).await
    };
    manager("mia", &rooms.room.location).await;
    for number in 0..45 {
        manager(&format!("m{number}"), &elsewhere).await;
    }
    accepted(&app.put(&format!("/resources/{}", rooms.room.room), json!({"requires_approval": true})).await, 200);
    rooms.room.booked("10:00", "11:00").await;
    assert_eq!(readers(&rooms.letters.posted().await), ["ann@example.com", "mia@example.com"]);
}

#[tokio::test]
async fn a_digest_does_not_leave_to_who_runs_the_place_no_more() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let olga = member_as(&app, "olga@example.com", "admin").await;
    drop(member_as(&app, "ona@example.com", "owner").await);
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    app.clock.set(Timestamp::parse("2026-12-01T06:00:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    // Beside the digests there is a reminder.
    for _ in 0..3 {
        rooms.letters.server.next(Taken::Deferred("450 later".to_owned()));
    }
    rooms.letters.posted().await;
    accepted(&app.put(&format!("/members/{olga}"), json!({"role": "member"})).await, 200);
    app.clock.advance(chrono::Duration::minutes(2));
    assert_eq!(readers(&rooms.letters.posted().await), ["ann@example.com", "ona@example.com"]);
    let gone = rooms.letters.listed(&format!("letter=staff_digest&member_id={olga}")).await;
    assert_eq!((&gone[0]["status"], &gone[0]["reason"]), (&json!("not_sent"), &json!("reader_gone")));
}

#[tokio::test]
async fn a_reminder_goes_to_the_address_that_its_reader_has_by_then() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let ann = format!("/members/{}", rooms.room.member);
    accepted(&app.put(&ann, json!({"email": "ann.new@example.com"})).await, 200);
    app.clock.set(Timestamp::parse("2026-11-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    let posted = rooms.letters.posted().await;
    assert_eq!(posted.iter().map(|letter| letter.to.as_str()).collect::<Vec<_>>(), ["ann.new@example.com"]);
}

#[tokio::test]
async fn a_code_that_is_over_is_not_sent() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let pages = json!({"name": "Pages", "scopes": ["bookings:read"], "origins": ["https://members.example.com"]});
    let pages = app.post("/api-clients", pages).await;
    let text = |name: &str| pages.body["data"][name].as_str().unwrap_or_default().to_owned();
    let public = testing::TestClient { client_id: text("client_id"), secret: text("publishable_key") };
    drop(made(&app.as_client(&public), "/sign-ins", json!({"email": "ann@example.com"})).await);
    app.clock.advance(chrono::Duration::minutes(11));
    rooms.letters.send().await;
    assert!(rooms.letters.server.newly_taken().is_empty());
    let listed = rooms.letters.listed("letter=sign_in_code").await;
    assert_eq!((&listed[0]["status"], &listed[0]["reason"]), (&json!("not_sent"), &json!("out_of_date")));
}
