//! The merchant's own wording.

use serde_json::json;
use tests::{accepted, made};

use super::Rooms;

fn template(subject: &str, body: &str) -> serde_json::Value {
    json!({"letter": "booking_confirmed", "language": "en", "subject": subject, "body": body})
}

#[tokio::test]
async fn a_letter_has_the_wording_of_the_merchant_as_long_as_there_is_one() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let id = made(&app, "/letter-templates", template("{{ resource }} is yours", "See you at {{ location }}.")).await;
    rooms.room.booked("10:00", "11:00").await;
    let letter = rooms.letters.posted().await.remove(0);
    assert_eq!(letter.subject, "Room is yours");
    assert!(letter.text.contains("See you at Canal House."), "{}", letter.text);
    accepted(&app.delete(&format!("/letter-templates/{id}")).await, 200);
    rooms.room.booked("12:00", "13:00").await;
    assert_ne!(rooms.letters.posted().await.remove(0).subject, "Room is yours");
}

#[tokio::test]
async fn a_letter_has_one_wording_in_a_language() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    accepted(&app.post("/letter-templates", template("A", "B")).await, 201);
    assert_eq!(app.post("/letter-templates", template("A", "B")).await.code(), "already_exists");
}

#[tokio::test]
async fn a_wording_with_a_name_that_the_letter_has_not_is_refused() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    for (subject, body, refusal) in [
        ("{{ invoice }}", "B", "422 rule_violation subject unknown_placeholder"),
        ("A", "{{ reader|upper }}", "422 rule_violation body not_allowed"),
        ("A", "{% for x in range(9) %}{% endfor %}", "422 rule_violation body not_allowed"),
        ("A", "{% if %}", "422 rule_violation body invalid_template"),
    ] {
        assert_eq!(app.post("/letter-templates", template(subject, body)).await.refusal(), refusal, "{subject} {body}");
    }
}

#[tokio::test]
async fn a_wording_that_leaves_out_what_nothing_can_be_done_without_is_refused() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    for (letter, name) in [("sign_in_code", "code"), ("contract_to_sign", "link"), ("event_ticket", "code")] {
        let body = |text: &str| json!({"letter": letter, "language": "en", "subject": "A", "body": text});
        let refused = app.post("/letter-templates", body("Hello")).await;
        assert_eq!(refused.refusal(), "422 rule_violation body missing_placeholder", "{letter}");
        let named = format!("{{{{ {name} }}}}");
        accepted(&app.post("/letter-templates", body(&named)).await, 201);
    }
}

#[tokio::test]
async fn a_wording_is_tried_without_sending_anything() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let event = rooms.letters.outbox.events("type=booking.created").await.remove(0);
    let asked = json!({"letter": "booking_confirmed", "language": "de", "subject": "{{ resource }}!",
        "body": "{{ start }}", "event_id": event["id"]});
    let shown = app.post("/letter-templates/preview", asked).await;
    assert_eq!((shown.status, &shown.body["data"]["subject"]), (200, &json!("Room!")), "{}", shown.text);
    assert!(shown.body["data"]["text"].as_str().is_some_and(|text| text.contains("Dienstag, 1. Dezember 2026, 11:00")));
    let example = app.post("/letter-templates/preview", json!({"letter": "invoice_issued", "language": "ja"})).await;
    assert!(
        example.body["data"]["html"].as_str().is_some_and(|html| html.starts_with("<!doctype html><html lang=\"ja\">"))
    );
    let other = json!({"letter": "invoice_issued", "language": "en", "event_id": event["id"]});
    let refused = app.post("/letter-templates/preview", other).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id nothing_to_tell");
    assert!(rooms.letters.posted().await.is_empty());
}

#[tokio::test]
async fn every_letter_can_be_shown_with_examples_in_every_language() {
    let rooms = Rooms::new().await;
    let app = rooms.letters.app();
    for language in ["en", "de", "nl", "fr", "es", "pt", "ja"] {
        let listed = app.get(&format!("/letter-wordings?language={language}")).await;
        let letters = listed.body["data"]["letters"].as_array().cloned().unwrap_or_default();
        assert!(letters.len() > 35, "{language}");
        for letter in letters {
            let asked = json!({"letter": letter["letter"], "language": language});
            let shown = app.post("/letter-templates/preview", asked).await;
            assert_eq!(shown.status, 200, "{language} {}: {}", letter["letter"], shown.text);
            let text = shown.body["data"]["text"].as_str().unwrap_or_default();
            assert!(!text.contains("{{") && !text.contains("\n\n\n"), "{language} {}: {text}", letter["letter"]);
        }
    }
}
