//! What a visitor is told of a visit after the invitation.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{LetterFixture, accepted, location_with, made, member};
use values::Timestamp;

const VERA: &str = "vera@example.com";

/// A door at which Vera is expected.
struct Door {
    letters: LetterFixture,
    location: String,
    host: String,
}

impl Door {
    async fn new() -> Self {
        let letters = LetterFixture::new().await;
        let location = location_with(letters.app(), json!({"name": "Canal House"})).await;
        let host = member(letters.app(), "host@example.com").await;
        Self { letters, location, host }
    }

    fn in_days(&self, days: i64) -> Timestamp {
        self.letters.app().context.clock.now().plus(Duration::days(days))
    }

    /// A visit in two days, of which whatever is to be told has been.
    async fn visit(&mut self, more: Value) -> String {
        let mut visit = json!({"location_id": self.location, "host_id": self.host,
            "visitor": {"name": "Vera", "email": VERA}, "expected_at": self.in_days(2).to_string()});
        for (name, value) in more.as_object().expect("fields") {
            visit[name] = value.clone();
        }
        let visit = made(self.letters.app(), "/visitor-visits", visit).await;
        self.letters.posted().await;
        visit
    }

    async fn change(&self, visit: &str, fields: Value) {
        accepted(&self.letters.app().put(&format!("/visitor-visits/{visit}"), fields).await, 200);
    }

    async fn cancel(&self, visit: &str, scope: &str) {
        let answer = self.letters.app().post(&format!("/visitor-visits/{visit}/cancel"), json!({"scope": scope})).await;
        accepted(&answer, 200);
    }

    /// Visits of a rule by their times.
    async fn of_rule(&self, first: &str) -> Vec<String> {
        let list = self.letters.app().get(&format!("/visitor-visits?series_id={first}&per_page=100")).await;
        accepted(&list, 200);
        let mut visits: Vec<(String, String)> = list.body["data"]
            .as_array()
            .expect("visits")
            .iter()
            .map(|visit| {
                let text = |name: &str| visit[name].as_str().unwrap_or_default().to_owned();
                (text("expected_at"), text("id"))
            })
            .collect();
        visits.sort();
        visits.into_iter().map(|(_, id)| id).collect()
    }
}

#[tokio::test]
async fn a_visitor_is_told_of_another_time_with_the_code_that_stayed() {
    let mut door = Door::new().await;
    let visit = door.visit(json!({})).await;
    let code = door.letters.app().get(&format!("/visitor-visits/{visit}")).await.body["data"]["code"].clone();
    door.change(&visit, json!({"expected_at": door.in_days(3).to_string()})).await;
    let posted = door.letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!(
        (letter.to.as_str(), letter.subject.starts_with("New time for your visit")),
        (VERA, true),
        "{letter:?}"
    );
    for part in [code.as_str().expect("a code"), "Before: ", "New time: "] {
        assert!(letter.text.contains(part), "{part} is missing: {}", letter.text);
    }
    assert!(String::from_utf8_lossy(&letter.source).contains("image/png"));
    // Nothing is kept of what it says.
    let listed = door.letters.listed(&format!("letter=visit_moved&object_id={visit}")).await;
    assert_eq!((&listed[0]["status"], &listed[0]["text"]), (&json!("sent"), &json!("")));
    door.change(&visit, json!({"reason": "A tour"})).await;
    assert!(door.letters.posted().await.is_empty());
    door.change(&visit, json!({"expected_until": door.in_days(4).to_string()})).await;
    assert_eq!(door.letters.posted().await.len(), 1);
}

#[tokio::test]
async fn of_several_times_the_last_is_told_and_none_to_who_is_there_or_has_no_address() {
    let mut door = Door::new().await;
    let visit = door.visit(json!({})).await;
    door.change(&visit, json!({"expected_at": door.in_days(3).to_string()})).await;
    door.change(&visit, json!({"expected_at": door.in_days(4).to_string()})).await;
    assert_eq!(door.letters.posted().await.len(), 1);
    let here = door.visit(json!({"expected_at": door.in_days(0).plus(Duration::minutes(5)).to_string()})).await;
    door.change(&here, json!({"expected_at": door.in_days(0).plus(Duration::minutes(2)).to_string()})).await;
    accepted(&door.letters.app().post(&format!("/visitor-visits/{here}/check-in"), json!({})).await, 200);
    let posted = door.letters.posted().await;
    assert!(posted.iter().all(|letter| letter.to.as_str() != VERA), "{posted:?}");
    let nowhere = door.visit(json!({"visitor": {"name": "Nora"}})).await;
    door.change(&nowhere, json!({"expected_at": door.in_days(3).to_string()})).await;
    door.cancel(&nowhere, "this").await;
    assert!(door.letters.posted().await.is_empty());
}

#[tokio::test]
async fn a_visitor_is_told_once_that_a_visit_or_the_rest_of_a_rule_was_cancelled() {
    let mut door = Door::new().await;
    let first = door.visit(json!({"recurring": {"frequency": "daily", "count": 5}})).await;
    let visits = door.of_rule(&first).await;
    door.cancel(&visits[2], "this").await;
    let posted = door.letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!((letter.to.as_str(), letter.subject.starts_with("Visit cancelled")), (VERA, true), "{letter:?}");
    assert!(!letter.text.contains("Number of visits"), "{}", letter.text);
    door.cancel(&visits[1], "following").await;
    let posted = door.letters.posted().await;
    let [letter] = posted.as_slice() else { panic!("{posted:?}") };
    assert!(letter.text.contains("Number of visits: 3"), "{}", letter.text);
    door.letters.outbox.replay().await;
    assert!(door.letters.posted().await.is_empty());
    // None of those that were cancelled is invited to.
    for _ in 0..6 {
        door.letters.app().clock.advance(Duration::days(1));
        tests::sweep(&door.letters.app().context).await;
        assert!(door.letters.posted().await.iter().all(|letter| letter.to.as_str() != VERA));
    }
}

#[tokio::test]
async fn of_a_rule_that_is_cancelled_each_address_is_told_of_its_own_visits() {
    let mut door = Door::new().await;
    let first = door.visit(json!({"recurring": {"frequency": "daily", "count": 4}})).await;
    let visits = door.of_rule(&first).await;
    door.change(&visits[0], json!({"visitor": {"name": "Paul", "email": "paul@example.com"}})).await;
    door.change(&visits[1], json!({"visitor": {"name": "Nora", "email": ""}})).await;
    door.letters.posted().await;
    door.cancel(&visits[0], "following").await;
    let mut posted = door.letters.posted().await;
    posted.retain(|letter| letter.subject.starts_with("Visit cancelled"));
    posted.sort_by_key(|letter| letter.to.as_str() != VERA);
    let [to_vera, to_paul] = posted.as_slice() else { panic!("{posted:?}") };
    assert_eq!((to_vera.to.as_str(), to_paul.to.as_str()), (VERA, "paul@example.com"));
    assert!(to_vera.text.contains("Number of visits: 2"), "{}", to_vera.text);
    assert!(!to_paul.text.contains("Number of visits"), "{}", to_paul.text);
}

#[tokio::test]
async fn a_visit_that_ends_with_its_host_names_nobody_who_was_anonymised() {
    let mut door = Door::new().await;
    door.visit(json!({})).await;
    let app = door.letters.app().clone();
    accepted(&app.post(&format!("/members/{}/anonymise", door.host), json!({})).await, 200);
    for _ in 0..4 {
        app.clock.advance(Duration::minutes(2));
        tests::sweep(&app.context).await;
        tests::hastened(&app.context).await;
    }
    let posted = door.letters.posted().await;
    let letter = posted.iter().find(|letter| letter.to.as_str() == VERA).expect("a letter");
    assert!(letter.text.contains("has been cancelled") && !letter.text.contains("Host: "), "{}", letter.text);
}
