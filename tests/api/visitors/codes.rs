//! Codes and QR codes.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use tests::{accepted, at_once, having, location_with};

use super::Door;

fn text<'a>(visit: &'a Value, field: &str) -> &'a str {
    visit[field].as_str().unwrap_or_default()
}

/// A code that is none of these.
fn another(codes: &[&str]) -> String {
    let free = (0..1_000_000).map(|number| format!("{number:06}")).find(|code| !codes.contains(&code.as_str()));
    free.expect("a code")
}

#[tokio::test]
async fn a_visitor_checks_in_with_six_digits_or_with_a_qr_code() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let code = text(&visit, "code");
    assert!(code.len() == 6 && code.chars().all(|digit| digit.is_ascii_digit()), "{code}");
    let there = door.by_code(code).await;
    accepted(&there, 200);
    assert_eq!(there.body["data"]["id"], visit["id"]);
    let second = door.by_code(code).await;
    assert_eq!(second.refusal(), "409 invalid_state");
    let visit = door.invited(json!({})).await;
    let body = json!({"location_id": door.fixture.location, "qr_payload": visit["qr_payload"]});
    let there = door.app().post("/visitor-visits/check-in", body).await;
    accepted(&there, 200);
    assert_eq!((&there.body["data"]["id"], &there.body["data"]["status"]), (&visit["id"], &json!("checked_in")));
}

#[tokio::test]
async fn live_visits_of_a_location_have_different_codes() {
    let door = Door::new().await;
    let body = door.body(&json!({}));
    let answers = at_once(door.app(), (0..40).map(|_| ("POST", "/visitor-visits".to_owned(), body.clone()))).await;
    let codes: BTreeSet<&str> = answers.iter().map(|answer| text(&answer.body["data"], "code")).collect();
    assert_eq!((having(&answers, 201), codes.len()), (40, 40));
}

#[tokio::test]
async fn a_code_that_a_live_visit_has_is_drawn_anew_and_freed_with_its_end() {
    use records::{Location, VisitorVisit};
    use values::Id;
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let location: Id<Location> = Id::parse(&door.fixture.location).expect("an id");
    let key = VisitorVisit::code_key(location, text(&visit, "code"));
    let tenant = door.app().tenant();
    let store = &door.app().context.store;
    assert_eq!(store.find_holder(&tenant, &key).await.expect("a holder").as_deref(), visit["id"].as_str());
    // Whoever would take the same name is refused by the table itself.
    let mut taking = store::Transaction::new(tenant.clone(), "another".to_owned());
    taking.claim(&key, "another", values::ApiError::already_exists("code"));
    assert_eq!(store.commit(taking).await.map_err(|error| error.status()), Err(409));
    door.acted(&visit, "check-in", json!({})).await;
    assert!(store.find_holder(&tenant, &key).await.expect("a holder").is_some(), "who is there has it");
    door.acted(&visit, "check-out", json!({})).await;
    assert_eq!(store.find_holder(&tenant, &key).await.expect("a holder"), None);
}

#[tokio::test]
async fn a_code_is_of_one_location_and_of_its_day() {
    let door = Door::new().await;
    let elsewhere = location_with(door.app(), json!({"name": "Elsewhere"})).await;
    let visit = door.invited(json!({"expected_at": "2027-01-02T09:00:00+01:00"})).await;
    let at = |location: &str, field: &str, content: &Value| {
        let mut body = json!({"location_id": location});
        body[field] = content.clone();
        body
    };
    let post = async |body: Value| door.app().post("/visitor-visits/check-in", body).await.refusal();
    let (here, code, qr) = (&door.fixture.location, &visit["code"], &visit["qr_payload"]);
    assert_eq!(post(at(&elsewhere, "code", code)).await, "422 rule_violation code wrong_code");
    assert_eq!(post(at(&elsewhere, "qr_payload", qr)).await, "422 rule_violation location_id other_location");
    assert_eq!(post(at(here, "code", code)).await, "422 rule_violation code not_yet");
    assert_eq!(post(at(here, "qr_payload", qr)).await, "422 rule_violation qr_payload not_yet");
    assert_eq!(post(json!({"location_id": here})).await, "422 rule_violation code code_or_qr_payload");
    door.clock("2027-01-02T23:00:00Z");
    assert_eq!(post(at(here, "code", code)).await, "409 invalid_state");
}

#[tokio::test]
async fn a_client_has_five_wrong_codes_a_minute() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let code = text(&visit, "code");
    let wrong = another(&[code]);
    for _ in 0..5 {
        assert_eq!(door.by_code(&wrong).await.refusal(), "422 rule_violation code wrong_code");
    }
    let refused = door.by_code(code).await;
    assert_eq!(refused.refusal(), "429 rate_limited");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(door.get(&visit).await["status"], "expected");
    door.app().clock.advance(Duration::minutes(1));
    accepted(&door.by_code(code).await, 200);
}

#[tokio::test]
async fn many_wrong_codes_at_once_are_not_more_than_five() {
    let door = Door::new().await;
    let wrong = json!({"location_id": door.fixture.location, "code": "000000"});
    let all = (0..16).map(|_| ("POST", "/visitor-visits/check-in".to_owned(), wrong.clone()));
    let answers = at_once(door.app(), all).await;
    assert_eq!((having(&answers, 422), having(&answers, 429)), (5, 11));
}

#[tokio::test]
async fn right_codes_use_up_no_tries() {
    let door = Door::new().await;
    for _ in 0..8 {
        let visit = door.invited(json!({})).await;
        accepted(&door.by_code(text(&visit, "code")).await, 200);
    }
    // Nor do those of visitors who do not come in yet.
    door.set(json!({"visitor_settings": {"agreement": "Be kind."}})).await;
    for _ in 0..6 {
        let visit = door.invited(json!({})).await;
        let refused = door.by_code(text(&visit, "code")).await;
        assert_eq!(refused.refusal(), "422 rule_violation agreement_accepted agreement_required");
    }
}

#[tokio::test]
async fn twelve_visitors_with_right_codes_come_in_at_once() {
    let door = Door::new().await;
    let mut asked = Vec::new();
    for _ in 0..12 {
        let visit = door.invited(json!({})).await;
        let body = json!({"location_id": door.fixture.location, "code": visit["code"]});
        asked.push(("POST", "/visitor-visits/check-in".to_owned(), body));
    }
    assert_eq!(having(&at_once(door.app(), asked).await, 200), 12);
}

#[tokio::test]
async fn a_forged_qr_code_is_refused_without_a_look_at_any_record() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let genuine = text(&visit, "qr_payload").to_owned();
    let mut forged: Vec<String> =
        vec![String::new(), "visit1.".to_owned(), "000000".to_owned(), genuine[..20].to_owned()];
    for position in [7, 20, 40, genuine.len() - 2] {
        let mut letters: Vec<char> = genuine.chars().collect();
        letters[position] = if letters[position] == 'A' { 'B' } else { 'A' };
        forged.push(letters.into_iter().collect());
    }
    // Another merchant's signature is none.
    door.app().get("/locations").await; // the credential is known by now
    for payload in forged {
        let body = json!({"location_id": door.fixture.location, "qr_payload": payload});
        let answer = door.app().post("/visitor-visits/check-in", body).await;
        assert_eq!(answer.refusal(), "422 rule_violation qr_payload forged", "{payload}");
        let line: Value = serde_json::from_str(door.app().logged().last().expect("a line")).expect("JSON");
        assert_eq!(line["store_calls"], 0, "{payload}");
    }
    let stranger = door.app().as_client(&door.app().stranger);
    let theirs = location_with(&stranger, json!({"name": "Theirs"})).await;
    let body = json!({"location_id": theirs, "qr_payload": genuine});
    let answer = stranger.post("/visitor-visits/check-in", body).await;
    assert_eq!(answer.refusal(), "422 rule_violation qr_payload forged");
}
