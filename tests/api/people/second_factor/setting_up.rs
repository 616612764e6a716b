//! Authenticators: setting one up, its end, and who decides about it.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use tests::{LetterFixture, member};

use super::{set_up, shown, staff_member};
use crate::people::{acting, app, wait};

#[tokio::test]
async fn a_client_decides_of_nobody_s_second_factor_who_may_more_than_it() {
    let app = app().await;
    let olga = staff_member(&app, "olga@example.com", "owner").await;
    let ada = member(&app, "ada@example.com").await;
    set_up(&app, &acting(&app, &olga).await, &olga).await;
    let scopes = ["members:sessions", "members:read", "members:write"];
    let small = TestApp::made(&app.post("/api-clients", json!({"name": "Small", "scopes": scopes})).await);
    let text = |field: &str| small[field].as_str().unwrap_or_default().to_owned();
    let small = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(small.post(&format!("/authenticators/{olga}/remove"), json!({})).await.refusal(), "403 forbidden");
    assert_eq!(small.post("/authenticators", json!({"member_id": olga})).await.refusal(), "403 forbidden");
    assert_eq!(small.post("/authenticators", json!({"member_id": ada})).await.status, 201);
    let admin = acting(&app, &staff_member(&app, "otto@example.com", "admin").await).await;
    for _ in 0..12 {
        let guess = admin.post(&format!("/authenticators/{olga}/remove"), json!({"code": "000000"})).await;
        assert_eq!(guess.refusal(), "403 forbidden");
    }
}

#[tokio::test]
async fn a_key_is_made_for_a_merchant_of_any_name_and_for_requests_at_once() {
    let app = app().await;
    let ada = member(&app, "ada@example.com").await;
    let named = app.put("/merchant", json!({"name": "あ".repeat(200)})).await;
    assert_eq!(named.status, 200, "{}", named.text);
    let person = acting(&app, &ada).await;
    let body = json!({"member_id": ada});
    let (one, other) = tokio::join!(person.post("/authenticators", body.clone()), person.post("/authenticators", body));
    assert_eq!((one.status, other.status), (201, 201), "{} {}", one.text, other.text);
}

#[tokio::test]
async fn neither_a_key_nor_recovery_codes_are_kept_for_repeats() {
    let app = app().await;
    let ada = member(&app, "ada@example.com").await;
    let person = acting(&app, &ada).await;
    let send =
        async |path: &str, body: Value| person.send("POST", path, Some(body), &[("idempotency-key", path)]).await;
    let made = send("/authenticators", json!({"member_id": ada})).await;
    let key = made.body["data"]["key"].as_str().unwrap_or_default().to_owned();
    let again = send("/authenticators", json!({"member_id": ada})).await;
    assert_eq!((again.status, &again.body["data"]["key"]), (201, &json!("")), "{}", again.text);
    assert!(!again.text.contains(&key));
    let confirm = format!("/authenticators/{ada}/confirm");
    let code = json!({"code": shown(&app, &key)});
    let confirmed = send(&confirm, code.clone()).await;
    let repeated = send(&confirm, code).await;
    let first = confirmed.body["data"]["recovery_codes"][0].as_str().expect("a code");
    assert_eq!(repeated.status, 200, "{}", repeated.text);
    assert!(!repeated.text.contains(first), "{}", repeated.text);
}

#[tokio::test]
async fn nobody_confirms_for_whoever_was_blocked_or_anonymised() {
    let app = app().await;
    for (email, end) in [("ada@example.com", "block"), ("bob@example.com", "anonymise")] {
        let member = member(&app, email).await;
        let made = app.post("/authenticators", json!({"member_id": member})).await;
        let key = made.body["data"]["key"].as_str().unwrap_or_default().to_owned();
        assert_eq!(app.post(&format!("/members/{member}/{end}"), json!({})).await.status, 200, "{end}");
        let code = json!({"code": shown(&app, &key)});
        let answer = app.post(&format!("/authenticators/{member}/confirm"), code).await;
        assert_eq!(answer.refusal(), "422 rule_violation id member_not_active", "{end}");
    }
}

#[tokio::test]
async fn nobody_sets_up_a_second_factor_for_another_or_sees_it() {
    let app = app().await;
    let (ada, bob) = (member(&app, "ada@example.com").await, member(&app, "bob@example.com").await);
    let owner = acting(&app, &staff_member(&app, "olga@example.com", "owner").await).await;
    let bob_acts = acting(&app, &bob).await;
    for other in [&owner, &bob_acts] {
        assert_eq!(other.post("/authenticators", json!({"member_id": ada})).await.refusal(), "403 forbidden");
    }
    set_up(&app, &acting(&app, &ada).await, &ada).await;
    assert_eq!(bob_acts.get(&format!("/authenticators/{ada}")).await.refusal(), "404 not_found");
    for path in ["confirm", "recovery-codes", "remove"] {
        let answer = bob_acts.post(&format!("/authenticators/{ada}/{path}"), json!({"code": "123456"})).await;
        assert_eq!(answer.refusal(), "404 not_found", "{path}");
    }
    let seen = owner.get(&format!("/authenticators/{ada}")).await;
    assert_eq!(seen.body["data"]["status"], "active", "{}", seen.text);
    assert!(!seen.text.contains("key"), "{}", seen.text);
    let anew = owner.post(&format!("/authenticators/{ada}/recovery-codes"), json!({"code": "123456"})).await;
    assert_eq!(anew.refusal(), "403 forbidden");
}

#[tokio::test]
async fn an_authenticator_is_confirmed_within_half_an_hour_or_set_up_anew() {
    let app = app().await;
    let ada = member(&app, "ada@example.com").await;
    let person = acting(&app, &ada).await;
    let first = person.post("/authenticators", json!({"member_id": ada})).await;
    let key = |answer: &TestResponse| answer.body["data"]["key"].as_str().unwrap_or_default().to_owned();
    let uri = first.body["data"]["uri"].as_str().unwrap_or_default();
    assert!(
        uri.starts_with("otpauth://totp/") && uri.contains(&format!("?secret={}&issuer=", key(&first))),
        "{uri}"
    );
    assert!(first.body["data"]["qr_code"].as_str().is_some_and(|picture| picture.starts_with("<svg ")));
    let confirm = format!("/authenticators/{ada}/confirm");
    let wrong = person.post(&confirm, json!({"code": "123"})).await;
    assert_eq!(wrong.refusal(), "422 rule_violation code wrong_code");
    let second = person.post("/authenticators", json!({"member_id": ada})).await;
    assert_ne!(key(&first), key(&second));
    let old = person.post(&confirm, json!({"code": shown(&app, &key(&first))})).await;
    assert_eq!(old.refusal(), "422 rule_violation code wrong_code");
    app.clock.advance(Duration::minutes(30));
    let person = acting(&app, &ada).await;
    let late = person.post(&confirm, json!({"code": shown(&app, &key(&second))})).await;
    assert_eq!(late.refusal(), "409 invalid_state");
    set_up(&app, &person, &ada).await;
    let active = person.post("/authenticators", json!({"member_id": ada})).await;
    assert_eq!(active.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_member_removes_an_authenticator_by_a_code_and_staff_help_who_has_lost_it() {
    let app = app().await;
    let ada = member(&app, "ada@example.com").await;
    let person = acting(&app, &ada).await;
    let (_, codes) = set_up(&app, &person, &ada).await;
    let remove = format!("/authenticators/{ada}/remove");
    let without = person.post(&remove, json!({})).await;
    assert_eq!(without.refusal(), "422 rule_violation code second_factor_required");
    assert_eq!(person.post(&remove, json!({"code": "1"})).await.refusal(), "422 rule_violation code wrong_code");
    assert_eq!(person.post(&remove, json!({"code": codes[0]})).await.status, 200);
    assert_eq!(app.get(&format!("/members/{ada}")).await.body["data"]["has_authenticator"], false);
    assert_eq!(app.get(&format!("/authenticators/{ada}")).await.refusal(), "404 not_found");
    wait(&app, 60);
    assert_eq!(person.get(&format!("/members/{ada}")).await.refusal(), "401 invalid_token");
    let olga = staff_member(&app, "olga@example.com", "owner").await;
    set_up(&app, &acting(&app, &olga).await, &olga).await;
    let admin = acting(&app, &staff_member(&app, "otto@example.com", "admin").await).await;
    let manager = acting(&app, &staff_member(&app, "mia@example.com", "manager").await).await;
    let of_owner = format!("/authenticators/{olga}/remove");
    assert_eq!(admin.post(&of_owner, json!({})).await.refusal(), "403 forbidden");
    assert_eq!(manager.post(&of_owner, json!({})).await.refusal(), "404 not_found");
    assert_eq!(app.post(&of_owner, json!({})).await.status, 200);
}

#[tokio::test]
async fn the_member_is_told_of_a_second_factor_and_owners_of_one_that_was_removed() {
    let mut letters = LetterFixture::new().await;
    let olga = staff_member(letters.app(), "olga@example.com", "owner").await;
    let ada = member(letters.app(), "ada@example.com").await;
    drop(letters.posted().await);
    set_up(letters.app(), &acting(letters.app(), &ada).await, &ada).await;
    let told: Vec<_> =
        letters.posted().await.into_iter().map(|letter| (letter.to.to_string(), letter.subject)).collect();
    let (to, subject) = told.first().expect("a letter");
    assert_eq!((told.len(), to.as_str()), (1, "ada@example.com"));
    assert!(subject.contains("set up"), "{subject}");
    let removed = letters.app().post(&format!("/authenticators/{ada}/remove"), json!({})).await;
    assert_eq!(removed.status, 200, "{}", removed.text);
    let posted = letters.posted().await;
    let mut readers: Vec<String> = posted.iter().map(|letter| letter.to.to_string()).collect();
    readers.sort();
    assert_eq!(readers, ["ada@example.com", "olga@example.com"], "{olga}");
    assert!(posted.iter().all(|letter| letter.subject.contains("removed")));
}

#[tokio::test]
async fn an_anonymised_member_has_no_authenticator() {
    let app = app().await;
    let ada = member(&app, "ada@example.com").await;
    set_up(&app, &acting(&app, &ada).await, &ada).await;
    assert_eq!(
        app.post(&format!("/members/{ada}/anonymise?on_future_bookings=cancel&on_assignments=end"), json!({}))
            .await
            .status,
        200
    );
    assert_eq!(app.get(&format!("/authenticators/{ada}")).await.refusal(), "404 not_found");
    assert_eq!(app.get(&format!("/members/{ada}")).await.body["data"]["has_authenticator"], false);
}
