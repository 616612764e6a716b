//! Addresses that nothing is sent to any more.

use notify::{Taken, note_feedback};
use serde_json::{Value, json};
use tests::accepted;

use super::Rooms;

#[tokio::test]
async fn nothing_more_is_sent_to_an_address_that_is_not_there_until_somebody_says_so() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let response = "550 5.1.1 no such user".to_owned();
    rooms.letters.server.next(Taken::Refused { response, is_bounce: true });
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let failed = rooms.letters.listed("status=failed").await;
    assert_eq!(failed.len(), 1);
    rooms.room.booked("12:00", "13:00").await;
    assert!(rooms.letters.posted().await.is_empty());
    let not_sent = rooms.letters.listed("status=not_sent").await;
    assert_eq!(not_sent[0]["reason"], "suppressed");
    let listed = app.get("/suppressed-addresses").await;
    let address = &listed.body["data"][0];
    assert_eq!((&address["email"], &address["reason"]), (&json!("ann@example.com"), &json!("bounce")));
    let events = rooms.letters.outbox.types("object_type=suppressed_address").await;
    assert_eq!(events, ["suppressed_address.created"]);
    let path = format!("/suppressed-addresses/{}", address["id"].as_str().expect("an id"));
    accepted(&app.delete(&path).await, 200);
    assert!(app.table_text().await.iter().all(|item| !item.contains("5.1.1 no such user") || item.contains("letter")));
    rooms.room.booked("14:00", "15:00").await;
    assert_eq!(rooms.letters.posted().await.len(), 1);
}

#[tokio::test]
async fn an_address_is_on_the_list_once_in_whatever_notation() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    accepted(&app.post("/suppressed-addresses", json!({"email": "Bo@Bücher.example"})).await, 201);
    let again = app.post("/suppressed-addresses", json!({"email": "bo@xn--bcher-kva.example"})).await;
    assert_eq!(again.code(), "already_exists");
}

fn ses(kind: &str, tag: &str) -> Value {
    json!({"source": "aws.ses", "detail": {"eventType": kind,
        "mail": {"tags": {"letter": [tag]}},
        "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{"diagnosticCode": "smtp; 550 gone"}]},
        "complaint": {"complaintFeedbackType": "abuse"}}})
}

#[tokio::test]
async fn what_comes_back_by_ses_stops_letters_to_the_address() {
    for (kind, feedback) in [("Bounce", "bounce"), ("Complaint", "complaint")] {
        let mut rooms = Rooms::new().await;
        rooms.room.booked("10:00", "11:00").await;
        let tag = rooms.letters.posted().await.remove(0).tag;
        let context = rooms.letters.app().context.clone();
        for _ in 0..2 {
            note_feedback(&context, &ses(kind, &tag)).await.expect("noted");
        }
        let letter = rooms.letters.listed("letter=booking_confirmed").await.remove(0);
        assert_eq!((&letter["status"], &letter["feedback"]["type"]), (&json!("sent"), &json!(feedback)));
        let listed = rooms.letters.app().get("/suppressed-addresses").await;
        assert_eq!(
            (listed.body["data"].as_array().map(Vec::len), &listed.body["data"][0]["reason"]),
            (Some(1), &json!(feedback))
        );
    }
}

#[tokio::test]
async fn what_comes_back_again_stops_letters_again_and_a_complaint_counts_after_a_bounce() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    let tag = rooms.letters.posted().await.remove(0).tag;
    let app = rooms.letters.app().clone();
    let suppressed = async || app.get("/suppressed-addresses").await.body["data"].clone();
    note_feedback(&app.context, &ses("Bounce", &tag)).await.expect("noted");
    let first = suppressed().await[0]["id"].as_str().expect("an id").to_owned();
    accepted(&app.delete(&format!("/suppressed-addresses/{first}")).await, 200);
    note_feedback(&app.context, &ses("Bounce", &tag)).await.expect("noted");
    assert_eq!(suppressed().await[0]["reason"], "bounce");
    note_feedback(&app.context, &ses("Complaint", &tag)).await.expect("noted");
    let listed = suppressed().await;
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["reason"]), (Some(1), &json!("complaint")));
    let letter = rooms.letters.listed("letter=booking_confirmed").await.remove(0);
    assert_eq!(letter["feedback"]["type"], "complaint");
}

#[tokio::test]
async fn two_letters_that_are_refused_at_once_both_fail_and_the_address_is_on_the_list_once() {
    let mut rooms = Rooms::new().await;
    for hour in ["10", "12", "14"] {
        rooms.room.booked(&format!("{hour}:00"), &format!("{hour}:30")).await;
        let response = "550 5.1.1 no such user".to_owned();
        rooms.letters.server.next(Taken::Refused { response, is_bounce: true });
    }
    rooms.letters.posted().await;
    let letters = rooms.letters.listed("letter=booking_confirmed").await;
    let ended = |letter: &&Value| letter["status"] == "failed" || letter["reason"] == "suppressed";
    assert_eq!(letters.iter().filter(ended).count(), 3, "{letters:?}");
    let listed = rooms.letters.app().get("/suppressed-addresses").await;
    assert_eq!(listed.body["data"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn an_event_that_is_about_no_letter_of_ours_changes_nothing() {
    let rooms = Rooms::new().await;
    let context = rooms.letters.app().context.clone();
    let passing = json!({"detail": {"eventType": "Bounce", "bounce": {"bounceType": "Transient"}}});
    for event in [json!({}), passing, ses("Bounce", "nonsense"), ses("Bounce", "a_b"), ses("Delivery", "x")] {
        note_feedback(&context, &event).await.expect("nothing to do");
    }
    assert_eq!(rooms.letters.app().get("/suppressed-addresses").await.body["data"], json!([]));
}
