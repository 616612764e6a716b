//! Sign-ins of members who have an authenticator: codes of the app, recovery codes, issuers.

use records::{OpenIdSignIn, SignIn};
use serde_json::json;
use store::{Record, Transaction};
use testing::TestApp;
use tests::{made, member};
use values::{Id, Secret};

use super::{ask, complete, second_factor, set_up, shown, staff_member};
use crate::people::{PAGES, acting, app, public_client, sign_in, wait, with_token};

#[tokio::test]
async fn whoever_has_an_authenticator_signs_in_with_a_code_of_it_too() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let person = with_token(&public, &sign_in(&public, "ada@example.com").await);
    let (key, codes) = set_up(&app, &person, &ada).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(app.get(&format!("/members/{ada}")).await.body["data"]["has_authenticator"], true);
    wait(&app, 60);
    let asked = ask(&public, "ada@example.com").await;
    let without = complete(&public, &asked, None).await;
    assert_eq!(without.refusal(), "422 rule_violation second_factor_code second_factor_required");
    let wrong = complete(&public, &asked, Some("000000")).await;
    assert_eq!(wrong.refusal(), "422 rule_violation second_factor_code wrong_code");
    let issued = complete(&public, &asked, Some(&shown(&app, &key))).await;
    assert_eq!((issued.status, second_factor(&issued)), (201, "given"), "{}", issued.text);
    assert_eq!(with_token(&public, &issued).get(&format!("/members/{ada}")).await.status, 200);
}

#[tokio::test]
async fn a_code_of_an_authenticator_works_once() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let (key, _) = set_up(&app, &acting(&app, &ada).await, &ada).await;
    wait(&app, 60);
    let given = shown(&app, &key);
    let first = complete(&public, &ask(&public, "ada@example.com").await, Some(&given)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let again = complete(&public, &ask(&public, "ada@example.com").await, Some(&given)).await;
    assert_eq!(again.refusal(), "422 rule_violation second_factor_code wrong_code");
}

#[tokio::test]
async fn a_recovery_code_works_once_however_it_is_written() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let (_, codes) = set_up(&app, &acting(&app, &ada).await, &ada).await;
    let written = format!("{} ", codes[3].to_lowercase().replace('-', "\u{ff0d}"));
    let first = complete(&public, &ask(&public, "ada@example.com").await, Some(&written)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let left = app.get(&format!("/authenticators/{ada}")).await;
    assert_eq!(left.body["data"]["recovery_codes_left"], 9);
    let again = complete(&public, &ask(&public, "ada@example.com").await, Some(&codes[3])).await;
    assert_eq!(again.refusal(), "422 rule_violation second_factor_code wrong_code");
    let person = acting(&app, &ada).await;
    let renewed = person.post(&format!("/authenticators/{ada}/recovery-codes"), json!({"code": codes[4]})).await;
    assert_eq!(renewed.body["data"]["recovery_codes_left"], 10, "{}", renewed.text);
    let old = complete(&public, &ask(&public, "ada@example.com").await, Some(&codes[5])).await;
    assert_eq!(old.refusal(), "422 rule_violation second_factor_code wrong_code");
}

#[tokio::test]
async fn ten_wrong_codes_close_an_authenticator_for_a_quarter_of_an_hour() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let (key, _) = set_up(&app, &acting(&app, &ada).await, &ada).await;
    for _ in 0..2 {
        let asked = ask(&public, "ada@example.com").await;
        for left in (0..5).rev() {
            let wrong = complete(&public, &asked, Some("wrong")).await;
            assert_eq!(wrong.refusal(), "422 rule_violation second_factor_code wrong_code");
            assert!(left == 0 || wrong.text.contains(&format!("tries left: {left}")), "{}", wrong.text);
        }
        assert_eq!(complete(&public, &asked, Some("wrong")).await.refusal(), "409 invalid_state");
    }
    wait(&app, 60);
    let asked = ask(&public, "ada@example.com").await;
    let closed = complete(&public, &asked, Some(&shown(&app, &key))).await;
    assert_eq!(closed.refusal(), "429 rate_limited");
    assert_eq!(closed.header("retry-after"), "841");
    wait(&app, 15 * 60);
    let person = acting(&app, &ada).await;
    for _ in 0..10 {
        let wrong = person.post(&format!("/authenticators/{ada}/recovery-codes"), json!({"code": "wrong"})).await;
        assert_eq!(wrong.refusal(), "422 rule_violation code wrong_code");
    }
    let closed = person.post(&format!("/authenticators/{ada}/remove"), json!({"code": shown(&app, &key)})).await;
    assert_eq!((closed.refusal().as_str(), closed.header("retry-after")), ("429 rate_limited", "1801"));
    wait(&app, 30 * 60);
    let open = complete(&public, &ask(&public, "ada@example.com").await, Some(&shown(&app, &key))).await;
    assert_eq!(open.status, 201, "{}", open.text);
}

#[tokio::test]
async fn a_long_sign_in_by_a_letter_alone_ends_once_an_authenticator_is_set_up() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let first = with_token(&public, &sign_in(&public, "ada@example.com").await);
    let bearer = format!("Bearer {}", first.client.secret);
    let sent = [("authorization", bearer.as_str()), ("x-client-id", &first.client.client_id), ("origin", PAGES)];
    let remembered = first.outside("POST", "/auth/remember", &sent).await;
    let cookie = remembered.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    set_up(&app, &acting(&app, &ada).await, &ada).await;
    let refreshed = app.outside("POST", "/auth/refresh", &[("origin", PAGES), ("cookie", &cookie)]).await;
    assert_eq!(refreshed.refusal(), "401 invalid_token");
    let sessions = app.get(&format!("/sessions?member_id={ada}")).await;
    let reasons: Vec<&str> =
        sessions.body["data"].as_array().into_iter().flatten().filter_map(|one| one["end_reason"].as_str()).collect();
    assert_eq!(reasons, ["second_factor_set_up"]);
}

/// Makes of a sign-in by e-mail one that comes back from an issuer.
async fn come_back(app: &TestApp, sign_in: &str, provider: &str) {
    let id = Id::<SignIn>::parse(sign_in).expect("an id");
    let context = &app.context;
    let verifier = work::sealed::seal(&context.secrets, &context.ids, sign_in, "verifier").await.expect("a key");
    let digest = Secret::received("page").digest();
    let openid: OpenIdSignIn = serde_json::from_value(json!({
        "identity_provider_id": provider, "return_to": "https://members.example.com/", "redirect_uri": "callback",
        "state": digest, "nonce": digest, "verifier": verifier, "page": digest,
    }))
    .expect("what a sign-in knows of an issuer");
    let before = context.store.find(&app.tenant(), id).await.expect("a table").expect("a sign-in");
    let body = SignIn { openid: Some(openid), ..before.body.clone() };
    let mut transaction = Transaction::new(app.tenant(), context.ids.token());
    transaction.replace(&before, &Record { body, version: before.version + 1, ..before.clone() });
    context.store.commit(transaction).await.expect("a sign-in by an issuer");
}

#[tokio::test]
async fn an_issuer_stands_for_a_second_factor_only_where_it_is_required_of_the_role() {
    let app = app().await;
    let public = public_client(&app).await;
    let otto = staff_member(&app, "otto@example.com", "admin").await;
    let (key, _) = set_up(&app, &acting(&app, &otto).await, &otto).await;
    wait(&app, 60);
    let issuer = json!({"name": "Blue", "issuer": "https://login.example.com", "client_id": "colonnade"});
    let provider = made(&app, "/identity-providers", issuer).await;
    let begin = async || {
        let (id, code) = ask(&public, "otto@example.com").await;
        come_back(&app, &id, &provider).await;
        (format!("/sign-ins/{id}/complete"), json!({"code": code, "page_secret": "page"}))
    };
    let (path, mut proof) = begin().await;
    let asked = public.post(&path, proof.clone()).await;
    assert_eq!(asked.refusal(), "422 rule_violation second_factor_code second_factor_required");
    proof["second_factor_code"] = shown(&app, &key).into();
    assert_eq!(second_factor(&public.post(&path, proof).await), "given");
    let (path, proof) = begin().await;
    let required = app.put(&format!("/identity-providers/{provider}"), json!({"required_for_roles": ["admin"]})).await;
    assert_eq!(required.status, 200, "{}", required.text);
    assert_eq!(second_factor(&public.post(&path, proof).await), "by_issuer");
}
