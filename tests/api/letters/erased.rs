//! Letters about people who are forgotten, to themselves and to others.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{ContractFixture, LetterFixture, accepted, location_with, made, member, member_as};

use super::Rooms;

/// Sweeps for some minutes, so that what is held about somebody is emptied.
async fn erased(app: &TestApp, member: &str) {
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    for _ in 0..4 {
        app.clock.advance(chrono::Duration::minutes(2));
        tests::sweep(&app.context).await;
        tests::hastened(&app.context).await;
    }
}

/// Items of letters in which something stands.
async fn letters_with(app: &TestApp, words: &str) -> Vec<String> {
    let items = app.table_text().await;
    items.into_iter().filter(|item| item.contains("attempt_count") && item.contains(words)).collect()
}

/// A contract of somebody else that Sue signs, before the location does.
async fn signed_by_sue(letters: &LetterFixture) -> (ContractFixture, tests::Issued, String) {
    let fixture = ContractFixture::of(letters.app().clone()).await;
    let sue = member(&fixture.app, "sue.secret@example.com").await;
    let signers = json!([
        {"type": "customer", "name": "Sue", "email": "sue.secret@example.com", "order": 1},
        {"type": "location", "name": "Olga", "email": "olga@example.com", "order": 2}]);
    let fields = json!({"signature_method": "e_signature", "signers": signers});
    let issued = fixture.issued(fields).await;
    (fixture, issued, sue)
}

#[tokio::test]
async fn who_was_anonymised_gets_no_letter_about_a_contract_any_more() {
    let mut letters = LetterFixture::new().await;
    let (fixture, issued, sue) = signed_by_sue(&letters).await;
    let to: Vec<String> = letters.posted().await.iter().map(|letter| letter.to.to_string()).collect();
    assert!(to.contains(&"sue.secret@example.com".to_owned()), "{to:?}");
    accepted(&fixture.sign(&issued, 0).await, 200);
    erased(&fixture.app, &sue).await;
    accepted(&fixture.sign(&issued, 1).await, 200);
    let to: Vec<String> = letters.posted().await.iter().map(|letter| letter.to.to_string()).collect();
    assert_eq!(to, ["olga@example.com"]);
    assert_eq!(letters_with(&fixture.app, "sue.secret").await, Vec::<String>::new());
}

#[tokio::test]
async fn who_is_anonymised_before_the_letter_is_written_or_sent_gets_none_and_no_address_is_kept() {
    for is_written in [false, true] {
        let mut letters = LetterFixture::new().await;
        let (fixture, _, sue) = signed_by_sue(&letters).await;
        if is_written {
            let later = notify::Taken::Deferred("450 later".to_owned());
            letters.server.next(later.clone());
            letters.server.next(later);
            letters.posted().await;
        }
        erased(&fixture.app, &sue).await;
        let to: Vec<String> = letters.posted().await.iter().map(|letter| letter.to.to_string()).collect();
        assert!(!to.contains(&"sue.secret@example.com".to_owned()), "{to:?}");
        assert_eq!(letters_with(&fixture.app, "sue.secret").await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn of_letters_that_tell_about_somebody_else_nothing_is_kept_of_what_they_say() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let location = location_with(&app, json!({"name": "Harbour"})).await;
    drop(member_as(&app, "olga@example.com", "owner").await);
    let registration = json!({"email": "tara.secret@example.com", "name": "Tara Secretly", "location_id": location});
    drop(made(&app, "/member-registrations", registration).await);
    let told = rooms.letters.posted().await;
    let letter = told.iter().find(|letter| letter.to.as_str() == "olga@example.com").expect("a letter to staff");
    assert!(letter.text.contains("Tara Secretly"), "{}", letter.text);
    let listed = rooms.letters.listed("letter=registration_waiting").await;
    let [waiting] = listed.as_slice() else { panic!("{listed:?}") };
    assert_eq!(
        (&waiting["status"], &waiting["subject"], &waiting["text"]),
        (&json!("sent"), &json!(""), &json!(""))
    );
    assert_eq!(letters_with(&app, "Tara Secretly").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_visitor_whose_time_is_over_stands_in_no_letter() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let host = member(&app, "host@example.com").await;
    accepted(&app.put("/merchant", json!({"retention": {"visitor_days": 3}})).await, 200);
    let at = app.context.clock.now().plus(chrono::Duration::hours(1));
    let visit = json!({"location_id": location, "host_id": host, "expected_at": at.to_string(),
        "visitor": {"name": "Vera", "surname": "Secretly", "email": "vera.secret@example.com"}});
    let visit = made(&app, "/visitor-visits", visit).await;
    assert_eq!(letters.posted().await.len(), 1);
    app.clock.advance(chrono::Duration::hours(1));
    accepted(&app.post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    letters.posted().await;
    assert!(!letters_with(&app, "vera.secret").await.is_empty());
    for _ in 0..6 {
        app.clock.advance(chrono::Duration::days(1));
        for _ in 0..2 {
            tests::sweep(&app.context).await;
        }
    }
    for words in ["vera.secret", "Secretly"] {
        assert_eq!(letters_with(&app, words).await, Vec::<String>::new(), "{words}");
    }
    let shown = app.get(&format!("/letters?object_id={visit}")).await;
    let states: Vec<&Value> = shown.body["data"].as_array().map_or_else(Vec::new, |all| all.iter().collect());
    assert!(states.len() > 1 && states.iter().all(|letter| letter["status"] == "sent"), "{}", shown.text);
}

#[tokio::test]
async fn a_visit_of_somebody_who_is_anonymised_stands_in_no_letter() {
    let mut letters = LetterFixture::new().await;
    let app = letters.app().clone();
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let (host, vera) = (member(&app, "host@example.com").await, member(&app, "vera.secret@example.com").await);
    let at = app.context.clock.now().plus(chrono::Duration::hours(1));
    let contact =
        json!({"location_id": location, "name": "Vera", "surname": "Secretly", "email": "vera.secret@example.com"});
    let contact = made(&app, "/visitor-contacts", contact).await;
    let visit = json!({"location_id": location, "host_id": host, "expected_at": at.to_string(), "contact_id": contact});
    let visit = format!("/visitor-visits/{}", made(&app, "/visitor-visits", visit).await);
    letters.posted().await;
    app.clock.advance(chrono::Duration::hours(1));
    for action in ["check-in", "check-out"] {
        accepted(&app.post(&format!("{visit}/{action}"), json!({})).await, 200);
    }
    letters.posted().await;
    assert!(!letters_with(&app, "vera.secret").await.is_empty());
    erased(&app, &vera).await;
    for words in ["vera.secret", "Secretly"] {
        assert_eq!(letters_with(&app, words).await, Vec::<String>::new(), "{words}");
    }
}
