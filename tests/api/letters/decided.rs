//! What people are told of what they asked for once somebody decided.

use serde_json::{Value, json};
use tests::{LetterFixture, TicketFixture, accepted, location_with, made, member};

#[tokio::test]
async fn a_registration_that_was_imported_is_told_when_it_is_decided_and_not_before() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let row = |email: &str| json!({"location_id": location, "email": email, "name": "Ada"});
    let rows = json!({"registrations": [row("ada@example.com"), row("ben@example.com")]});
    let imported = app.post("/member-registrations/import", rows).await;
    accepted(&imported, 200);
    assert!(letters.posted().await.is_empty());
    let id = |row: usize| imported.body["data"]["results"][row]["registration_id"].as_str().expect("an id").to_owned();
    accepted(&app.post(&format!("/member-registrations/{}/approve", id(0)), json!({})).await, 200);
    accepted(&app.post(&format!("/member-registrations/{}/reject", id(1)), json!({})).await, 200);
    let mut told: Vec<(String, bool)> = letters
        .posted()
        .await
        .into_iter()
        .map(|letter| (letter.to.as_str().to_owned(), letter.subject.starts_with("Welcome")))
        .collect();
    told.sort();
    assert_eq!(told, [("ada@example.com".to_owned(), true), ("ben@example.com".to_owned(), false)]);
}

#[tokio::test]
async fn a_benefit_that_was_approved_is_told_once() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let ann = member(&app, "ann@example.com").await;
    let benefit =
        json!({"location_id": location, "title": "Notion", "visibility": "public", "application_mode": "approval"});
    let benefit = made(&app, "/benefits", benefit).await;
    let apply = json!({"benefit_id": benefit, "customer_id": ann});
    let application = made(&app, "/benefit-applications", apply).await;
    letters.posted().await;
    accepted(&app.post(&format!("/benefit-applications/{application}/approve"), json!({})).await, 200);
    let posted = letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!((letter.to.as_str(), letter.text.contains("Notion")), ("ann@example.com", true), "{}", letter.text);
    let listed: Vec<Value> = letters.listed(&format!("letter=benefit_approved&member_id={ann}")).await;
    assert_eq!((listed.len(), &listed[0]["status"]), (1, &json!("sent")));
    letters.outbox.replay().await;
    assert!(letters.posted().await.is_empty());
}

#[tokio::test]
async fn who_asks_for_help_is_answered_and_those_who_help_hear_of_it() {
    let mut letters = LetterFixture::new().await;
    let tickets = TicketFixture::of(letters.app().clone()).await;
    letters.posted().await;
    let ticket = tickets.ticket(json!({})).await;
    let posted = letters.posted().await;
    assert!(posted.iter().any(|letter| letter.to.as_str() == "otto@example.com"), "{posted:?}");
    let comments = format!("/tickets/{ticket}/comments");
    let comment =
        |internal: bool| json!({"author_id": tickets.admin, "text": "It closes again.", "internal": internal});
    accepted(&tickets.app.post(&comments, comment(true)).await, 201);
    assert!(letters.posted().await.is_empty());
    accepted(&tickets.app.post(&comments, comment(false)).await, 201);
    let posted = letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!((letter.to.as_str(), letter.text.contains("It closes again.")), ("ann@example.com", true));
}

#[tokio::test]
async fn a_host_is_told_who_is_here_and_who_asks_for_them() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let host = member(&app, "host@example.com").await;
    let at = app.context.clock.now().plus(chrono::Duration::minutes(5)).to_string();
    let visit = json!({"location_id": location, "host_id": host, "visitor": {"name": "Vera"}, "expected_at": at});
    let visit = made(&app, "/visitor-visits", visit).await;
    // A visitor without an address is invited by nobody's letter.
    assert!(letters.posted().await.is_empty());
    accepted(&app.post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    let request = json!({"location_id": location, "host_id": host, "visitor": {"name": "Otis"}, "message": "Hello"});
    made(&app, "/visitor-requests", request).await;
    let mut told: Vec<(String, bool, bool)> = letters
        .posted()
        .await
        .iter()
        .map(|letter| (letter.to.as_str().to_owned(), letter.text.contains("Vera"), letter.text.contains("Otis")))
        .collect();
    told.sort();
    let host = || "host@example.com".to_owned();
    assert_eq!(told, [(host(), false, true), (host(), true, false)]);
}
