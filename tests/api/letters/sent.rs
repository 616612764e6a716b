//! What is written to whom when something happens.

use serde_json::json;
use tests::{InvoiceFixture, LetterFixture, accepted, made, member_as};

use super::Rooms;

#[tokio::test]
async fn a_booking_is_confirmed_by_a_letter_with_an_invitation() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    let posted = rooms.letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!(letter.to.as_str(), "ann@example.com");
    assert!(letter.subject.contains("Room"), "{}", letter.subject);
    // The clocks of Amsterdam are an hour ahead of universal time in December.
    assert!(letter.text.contains("Tuesday, 1 December 2026, 11:00"), "{}", letter.text);
    let source = String::from_utf8_lossy(&letter.source);
    for part in ["method=REQUEST", "multipart/alternative", "Message-ID: <", "To: ann@example.com"] {
        assert!(source.contains(part), "{part} is missing: {source}");
    }
    let listed = rooms.letters.listed(&format!("letter=booking_confirmed&member_id={}", rooms.room.member)).await;
    assert_eq!((&listed[0]["status"], &listed[0]["member_id"]), (&json!("sent"), &json!(rooms.room.member)));
    assert_eq!((&listed[0]["attempts"][0]["outcome"], &listed[0]["language"]), (&json!("accepted"), &json!("en")));
}

#[tokio::test]
async fn an_event_is_told_once_however_often_it_comes() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    assert_eq!(rooms.letters.posted().await.len(), 1);
    rooms.letters.outbox.replay().await;
    assert!(rooms.letters.posted().await.is_empty());
}

#[tokio::test]
async fn a_letter_is_in_the_language_of_its_reader_then_of_the_place_then_of_the_merchant() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let subject = async |rooms: &mut Rooms, from: &str, to: &str| {
        let booking = rooms.room.booked(from, to).await;
        rooms.letters.posted().await;
        let listed = rooms.letters.listed(&format!("letter=booking_confirmed&object_id={booking}")).await;
        listed[0]["language"].as_str().unwrap_or_default().to_owned()
    };
    accepted(&app.put("/merchant", json!({"letter_settings": {"language": "fr"}})).await, 200);
    assert_eq!(subject(&mut rooms, "08:00", "09:00").await, "fr");
    let location = format!("/locations/{}", rooms.room.location);
    accepted(&app.put(&location, json!({"language": "nl"})).await, 200);
    assert_eq!(subject(&mut rooms, "09:00", "10:00").await, "nl");
    let ann = format!("/members/{}", rooms.room.member);
    accepted(&app.put(&ann, json!({"locale": "ja-JP"})).await, 200);
    assert_eq!(subject(&mut rooms, "10:00", "11:00").await, "ja");
}

#[tokio::test]
async fn somebody_is_reminded_of_a_booking_that_still_stands() {
    let mut rooms = Rooms::new().await;
    let kept = rooms.room.booked("10:00", "11:00").await;
    let gone = rooms.room.booked("14:00", "15:00").await;
    rooms.letters.posted().await;
    accepted(&rooms.room.act(&gone, "cancel").await, 200);
    rooms.letters.posted().await;
    // A day before: the sweep hands over what is due.
    rooms.letters.app().clock.set(values::Timestamp::parse("2026-11-30T15:00:00Z").expect("an instant"));
    tests::sweep(&rooms.letters.app().context).await;
    let posted = rooms.letters.posted().await;
    assert_eq!(posted.len(), 1, "{:?}", posted.iter().map(|letter| &letter.subject).collect::<Vec<_>>());
    let reminders = rooms.letters.listed("letter=booking_reminder").await;
    let of = |id: &str| {
        let found = reminders.iter().find(|letter| letter["object_id"] == *id).expect("a reminder");
        (found["status"].clone(), found["reason"].clone())
    };
    assert_eq!(of(&kept), (json!("sent"), json!(null)));
    assert_eq!(of(&gone), (json!("not_sent"), json!("out_of_date")));
}

#[tokio::test]
async fn a_booking_that_is_moved_and_cancelled_keeps_its_place_in_calendars() {
    let mut rooms = Rooms::new().await;
    let id = rooms.room.booked("10:00", "11:00").await;
    let mut invitations = Vec::new();
    let invitation = |posted: Vec<notify::Outgoing>| {
        let source = String::from_utf8_lossy(&posted[0].source).to_string();
        calendar_of(&source)
    };
    invitations.push(invitation(rooms.letters.posted().await));
    let moved = json!({"start_time": tests::instant("12:00"), "end_time": tests::instant("13:00")});
    accepted(&rooms.room.reschedule(&id, moved).await, 200);
    invitations.push(invitation(rooms.letters.posted().await));
    accepted(&rooms.room.act(&id, "cancel").await, 200);
    invitations.push(invitation(rooms.letters.posted().await));
    let line = |text: &str, name: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        found.unwrap_or_else(|| panic!("{name}: {text}")).trim().to_owned()
    };
    let of = |name: &str| invitations.iter().map(|text| line(text, name)).collect::<Vec<_>>();
    assert_eq!(of("METHOD"), ["REQUEST", "REQUEST", "CANCEL"]);
    assert_eq!(of("UID"), vec![format!("{id}@colonnade"); 3]);
    let sequences: Vec<i64> = of("SEQUENCE").iter().map(|number| number.parse().expect("a number")).collect();
    assert!(sequences.is_sorted_by(|one, other| one < other), "{sequences:?}");
    assert_eq!(of("DTSTART")[1], "20261201T120000Z");
}

#[tokio::test]
async fn each_change_of_a_series_has_a_number_of_its_own_however_fast_they_follow() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let series = json!({"resource_id": rooms.room.room, "customer_id": rooms.room.member, "duration_minutes": 60,
        "first_start_time": "2026-12-05T10:00:00Z", "rule": {"frequency": "daily", "count": 3}});
    let series = app.post("/booking-series", series).await;
    accepted(&series, 201);
    let booking = series.body["data"]["booking_ids"][0].as_str().expect("a booking").to_owned();
    let mut numbers = Vec::new();
    let mut note = |posted: Vec<notify::Outgoing>| {
        let text = calendar_of(&String::from_utf8_lossy(&posted[0].source));
        let number = text.lines().find_map(|line| line.strip_prefix("SEQUENCE:")).expect("a number").trim().to_owned();
        numbers.push(number.parse::<i64>().expect("a number"));
    };
    note(rooms.letters.posted().await);
    for hour in [12, 14, 16] {
        let moved = json!({"start_time": format!("2026-12-05T{hour}:00:00Z"),
            "end_time": format!("2026-12-05T{}:00:00Z", hour + 1)});
        accepted(&rooms.room.reschedule(&booking, moved).await, 200);
        note(rooms.letters.posted().await);
    }
    assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
}

/// The calendar in a letter's source.
fn calendar_of(source: &str) -> String {
    use base64::Engine as _;
    let part = source.split("text/calendar").nth(1).expect("a calendar");
    let body = part.split("\r\n\r\n").nth(1).expect("a body");
    let encoded: String = body.split("\r\n--").next().unwrap_or_default().split_whitespace().collect();
    String::from_utf8(base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64")).expect("text")
}

#[tokio::test]
async fn an_invoice_goes_to_who_pays_it_with_its_pdf_and_ubl() {
    let mut letters = LetterFixture::new().await;
    let invoices = InvoiceFixture::of(letters.app().clone(), json!({})).await;
    let address =
        json!({"line1": "Keizersgracht 1", "postal_code": "1015 AA", "city": "Amsterdam", "country_code": "NL"});
    let own = json!({"legal_name": "Acme BV", "tax_id": "NL123456789B01", "address": address});
    accepted(&letters.app().put("/merchant", own).await, 200);
    let company = format!("/companies/{}", invoices.customer);
    let theirs =
        json!({"billing_email": "books@example.com", "legal_name": "Blue Harbour BV", "billing_address": address});
    accepted(&letters.app().put(&company, theirs).await, 200);
    let invoice = invoices.issued_with(&[json!(100)], json!({})).await;
    let posted = letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!(letter.to.as_str(), "books@example.com");
    let number = invoice["number"].as_str().expect("a number");
    assert!(letter.subject.contains(number) && letter.text.contains("121.00\u{a0}EUR"), "{}", letter.text);
    let source = String::from_utf8_lossy(&letter.source);
    assert!(source.contains(&format!("{number}.pdf")) && source.contains(&format!("{number}.xml")), "{source}");
}

#[tokio::test]
async fn who_pays_is_told_what_their_balance_has_paid_and_is_not_thanked_for_a_payment() {
    let mut letters = LetterFixture::new().await;
    let invoices = InvoiceFixture::of(letters.app().clone(), json!({})).await;
    let company = format!("/companies/{}", invoices.customer);
    accepted(&letters.app().put(&company, json!({"billing_email": "books@example.com"})).await, 200);
    invoices.issued_with(&[json!(100)], json!({})).await;
    letters.posted().await;
    let credit = json!({"customer_id": invoices.customer, "location_id": invoices.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -40});
    accepted(&letters.app().post("/invoice-items", credit).await, 201);
    let posted = letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!(letter.subject, "From your balance: 48.40 EUR");
    assert!(letter.text.contains("48.40\u{a0}EUR of your balance has been used for invoice"), "{}", letter.text);
    assert!(
        letter.text.contains("Still to pay: 72.60\u{a0}EUR") && !letter.text.contains("Thank"),
        "{}",
        letter.text
    );
}

#[tokio::test]
async fn staff_are_told_what_waits_for_them_and_guests_are_not() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let room = tests::RoomFixture::of(app.clone(), json!({"requires_approval": true})).await;
    let owner = member_as(&app, "olga@example.com", "owner").await;
    letters.posted().await;
    let booking = made(&app, "/bookings", room.booking("10:00", "11:00")).await;
    let posted = letters.posted().await;
    let mut to: Vec<&str> = posted.iter().map(|letter| letter.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["ann@example.com", "olga@example.com"]);
    let waiting = letters.listed(&format!("member_id={owner}&object_id={booking}")).await;
    assert_eq!(waiting[0]["letter"], "approval_waiting");
}

#[tokio::test]
async fn a_letter_is_sent_again_under_another_message_id() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    let first = rooms.letters.posted().await.remove(0);
    let id = rooms.letters.listed("letter=booking_confirmed").await[0]["id"].as_str().expect("an id").to_owned();
    let again = rooms.letters.app().post(&format!("/letters/{id}/resend"), json!({})).await;
    assert_eq!((again.status, &again.body["data"]["resend_count"]), (200, &json!(1)), "{}", again.text);
    let second = rooms.letters.posted().await.remove(0);
    assert_eq!((second.to, second.subject), (first.to, first.subject));
    assert_ne!(first.source, second.source);
    let twice = rooms.letters.app().post(&format!("/letters/{id}/resend"), json!({})).await;
    assert_eq!(twice.status, 200);
    let early = rooms.letters.app().post(&format!("/letters/{id}/resend"), json!({})).await;
    assert_eq!(early.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_booking_that_is_handed_over_is_told_to_who_had_it_and_to_who_has_it() {
    let mut rooms = Rooms::new().await;
    let booking = rooms.room.booked("10:00", "11:00").await;
    let bob = rooms.room.another_member().await;
    rooms.letters.posted().await;
    let body = json!({"customer_id": bob, "comment": "Ann is away"});
    accepted(&rooms.room.app.post(&format!("/bookings/{booking}/hand-over"), body).await, 201);
    let posted = rooms.letters.posted().await;
    let mut told: Vec<(&str, bool)> =
        posted.iter().map(|letter| (letter.to.as_str(), letter.text.contains("Ann is away"))).collect();
    told.sort_unstable();
    assert_eq!(told, [("ann@example.com", true), ("bob@example.com", false)], "{posted:?}");
    assert_eq!(rooms.letters.listed("letter=booking_cancelled").await.len(), 1);
}
