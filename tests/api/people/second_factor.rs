//! A second factor: codes of an app besides those of letters, and what staff without one may do.

use ::sessions::second_factor::totp;
use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use tests::{LetterFixture, location, made, member};
use values::Clock as _;

use super::{PAGES, acting, app, code, public_client, sign_in, wait, with_token};

/// A member of staff with this role.
async fn staff(app: &TestApp, email: &str, role: &str) -> String {
    made(app, "/members", json!({"email": email, "name": role, "role": role})).await
}

/// The code that an app with this key shows, so many steps of thirty seconds from now.
fn shown(app: &TestApp, key: &str, steps: u64) -> String {
    let bytes = totp::bytes_of(key).expect("a key in base32");
    totp::code(&bytes, totp::step(app.clock.now()) + steps)
}

/// Sets up an authenticator by a session of its member: its key, and the recovery codes.
async fn set_up(app: &TestApp, person: &TestApp, member: &str) -> (String, Vec<String>) {
    let made = person.post("/authenticators", json!({"member_id": member})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let key = made.body["data"]["key"].as_str().unwrap_or_default().to_owned();
    let code = json!({"code": shown(app, &key, 0)});
    let confirmed = person.post(&format!("/authenticators/{member}/confirm"), code).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    let codes = confirmed.body["data"]["recovery_codes"].as_array().cloned().unwrap_or_default();
    (key, codes.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Asks for a code by e-mail: the sign-in and the code.
async fn ask(public: &TestApp, email: &str) -> (String, String) {
    let id = made(public, "/sign-ins", json!({"email": email})).await;
    (id, code(public).await)
}

async fn complete(public: &TestApp, (id, code): &(String, String), second: Option<&str>) -> TestResponse {
    let mut proof = json!({"code": code});
    if let Some(second) = second {
        proof["second_factor_code"] = second.into();
    }
    public.post(&format!("/sign-ins/{id}/complete"), proof).await
}

async fn require(app: &TestApp, roles: &[&str]) {
    let settings = json!({"sign_in_settings": {"second_factor_roles": roles}});
    let answer = app.put("/merchant", settings).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

fn second_factor(answer: &TestResponse) -> &str {
    answer.body["data"]["second_factor"].as_str().unwrap_or_default()
}

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
    let issued = complete(&public, &asked, Some(&shown(&app, &key, 0))).await;
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
    let given = shown(&app, &key, 0);
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
    let closed = complete(&public, &asked, Some(&shown(&app, &key, 0))).await;
    assert_eq!(closed.refusal(), "429 rate_limited");
    assert_eq!(closed.header("retry-after"), "841");
    wait(&app, 15 * 60);
    let person = acting(&app, &ada).await;
    for _ in 0..10 {
        let wrong = person.post(&format!("/authenticators/{ada}/recovery-codes"), json!({"code": "wrong"})).await;
        assert_eq!(wrong.refusal(), "422 rule_violation code wrong_code");
    }
    let closed = person.post(&format!("/authenticators/{ada}/remove"), json!({"code": shown(&app, &key, 0)})).await;
    assert_eq!((closed.refusal().as_str(), closed.header("retry-after")), ("429 rate_limited", "1801"));
    wait(&app, 30 * 60);
    let open = complete(&public, &ask(&public, "ada@example.com").await, Some(&shown(&app, &key, 0))).await;
    assert_eq!(open.status, 201, "{}", open.text);
}

#[tokio::test]
async fn staff_whose_role_requires_a_second_factor_are_customers_until_they_have_one() {
    let app = app().await;
    let public = public_client(&app).await;
    let olga = staff(&app, "olga@example.com", "owner").await;
    require(&app, &["admin", "owner"]).await;
    let issued = sign_in(&public, "olga@example.com").await;
    assert_eq!(second_factor(&issued), "missing");
    let person = with_token(&public, &issued);
    assert_eq!(person.get("/api-clients").await.refusal(), "403 forbidden");
    assert_eq!(person.put("/merchant", json!({"name": "Mine"})).await.refusal(), "403 forbidden");
    assert_eq!(person.get("/members").await.refusal(), "403 forbidden");
    assert_eq!(person.get(&format!("/members/{olga}")).await.status, 200);
    let (key, _) = set_up(&app, &person, &olga).await;
    wait(&app, 60);
    // A process knows a token for a minute.
    assert_eq!(person.get("/api-clients").await.status, 200);
    let again = complete(&public, &ask(&public, "olga@example.com").await, Some(&shown(&app, &key, 0))).await;
    assert_eq!(second_factor(&again), "given");
    staff(&app, "mia@example.com", "manager").await;
    let manager = sign_in(&public, "mia@example.com").await;
    assert_eq!(second_factor(&manager), "not_required");
}

#[tokio::test]
async fn a_second_factor_that_is_required_later_is_missing_from_the_next_token_on() {
    let app = app().await;
    let public = public_client(&app).await;
    staff(&app, "olga@example.com", "owner").await;
    let issued = sign_in(&public, "olga@example.com").await;
    let olga = with_token(&public, &issued);
    let headers = |bearer: &str| {
        vec![
            ("authorization", format!("Bearer {bearer}")),
            ("x-client-id", olga.client.client_id.clone()),
            ("origin", PAGES.to_owned()),
        ]
    };
    let sent = headers(&olga.client.secret);
    let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let remembered = olga.outside("POST", "/auth/remember", &sent).await;
    let mut cookie = remembered.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    for (roles, status) in [(vec!["owner"], "403 forbidden"), (vec![], "200 ")] {
        require(&app, &roles).await;
        wait(&app, 120);
        let refreshed = app.outside("POST", "/auth/refresh", &[("origin", PAGES), ("cookie", &cookie)]).await;
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        refreshed.header("set-cookie").split(';').next().unwrap_or_default().clone_into(&mut cookie);
        let secret = refreshed.body["data"]["token"].as_str().unwrap_or_default().to_owned();
        let now = public.as_client(&TestClient { secret, ..public.client.clone() });
        let answer = now.get("/api-clients").await;
        assert!(format!("{} {}", answer.status, answer.text).starts_with(&status[..3]), "{roles:?} {}", answer.text);
    }
}

#[tokio::test]
async fn what_staff_made_is_not_theirs_while_their_second_factor_is_missing() {
    let app = app().await;
    let public = public_client(&app).await;
    let place = location(&app).await;
    let olga = staff(&app, "olga@example.com", "owner").await;
    let other = staff(&app, "oskar@example.com", "owner").await;
    let whole = acting(&app, &olga).await;
    let feed = made(&whole, "/calendar-feeds", json!({"location_id": place})).await;
    let secret =
        json!({"location_id": place, "author_id": other, "text": "The key is under the mat.", "visibility": "admins"});
    let post = made(&app, "/feed-posts", secret).await;
    assert_eq!(whole.get(&format!("/feed-posts/{post}")).await.status, 200);
    require(&app, &["owner"]).await;
    let bare = with_token(&public, &sign_in(&public, "olga@example.com").await);
    assert_eq!(bare.get("/calendar-feeds").await.body["data"], json!([]));
    for (method, path) in [("GET", ""), ("POST", "/rotate"), ("DELETE", "")] {
        let answer = bare.send(method, &format!("/calendar-feeds/{feed}{path}"), None, &[]).await;
        assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
    }
    assert_eq!(bare.get("/feed-posts").await.body["data"], json!([]));
    let posted = json!({"location_id": place, "text": "Pay here.", "visibility": "admins"});
    assert_eq!(bare.post("/feed-posts", posted).await.status, 422);
    assert_eq!(whole.get(&format!("/calendar-feeds/{feed}")).await.status, 200);
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

#[tokio::test]
async fn a_client_decides_of_nobody_s_second_factor_who_may_more_than_it() {
    let app = app().await;
    let olga = staff(&app, "olga@example.com", "owner").await;
    let ada = member(&app, "ada@example.com").await;
    set_up(&app, &acting(&app, &olga).await, &olga).await;
    let scopes = ["members:sessions", "members:read", "members:write"];
    let small = TestApp::made(&app.post("/api-clients", json!({"name": "Small", "scopes": scopes})).await);
    let text = |field: &str| small[field].as_str().unwrap_or_default().to_owned();
    let small = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(small.post(&format!("/authenticators/{olga}/remove"), json!({})).await.refusal(), "403 forbidden");
    assert_eq!(small.post("/authenticators", json!({"member_id": olga})).await.refusal(), "403 forbidden");
    assert_eq!(small.post("/authenticators", json!({"member_id": ada})).await.status, 201);
    let admin = acting(&app, &staff(&app, "otto@example.com", "admin").await).await;
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
    let code = json!({"code": shown(&app, &key, 0)});
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
        let code = json!({"code": shown(&app, &key, 0)});
        let answer = app.post(&format!("/authenticators/{member}/confirm"), code).await;
        assert_eq!(answer.refusal(), "422 rule_violation id member_not_active", "{end}");
    }
}

#[tokio::test]
async fn how_staff_sign_in_is_decided_by_owners_alone() {
    let app = app().await;
    let settings = json!({"sign_in_settings": {"second_factor_roles": ["admin"]}});
    let admin = acting(&app, &staff(&app, "otto@example.com", "admin").await).await;
    assert_eq!(admin.put("/merchant", settings.clone()).await.refusal(), "403 forbidden");
    let owner = acting(&app, &staff(&app, "olga@example.com", "owner").await).await;
    assert_eq!(owner.put("/merchant", settings).await.status, 200);
    for roles in [json!(["member"]), json!(["owner", "owner"]), json!("owner")] {
        let answer = owner.put("/merchant", json!({"sign_in_settings": {"second_factor_roles": roles}})).await;
        assert_eq!(answer.status, 400, "{roles} {}", answer.text);
    }
}

#[tokio::test]
async fn nobody_sets_up_a_second_factor_for_another_or_sees_it() {
    let app = app().await;
    let (ada, bob) = (member(&app, "ada@example.com").await, member(&app, "bob@example.com").await);
    let owner = acting(&app, &staff(&app, "olga@example.com", "owner").await).await;
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
    let old = person.post(&confirm, json!({"code": shown(&app, &key(&first), 0)})).await;
    assert_eq!(old.refusal(), "422 rule_violation code wrong_code");
    app.clock.advance(Duration::minutes(30));
    let person = acting(&app, &ada).await;
    let late = person.post(&confirm, json!({"code": shown(&app, &key(&second), 0)})).await;
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
    let olga = staff(&app, "olga@example.com", "owner").await;
    set_up(&app, &acting(&app, &olga).await, &olga).await;
    let admin = acting(&app, &staff(&app, "otto@example.com", "admin").await).await;
    let manager = acting(&app, &staff(&app, "mia@example.com", "manager").await).await;
    let of_owner = format!("/authenticators/{olga}/remove");
    assert_eq!(admin.post(&of_owner, json!({})).await.refusal(), "403 forbidden");
    assert_eq!(manager.post(&of_owner, json!({})).await.refusal(), "404 not_found");
    assert_eq!(app.post(&of_owner, json!({})).await.status, 200);
}

#[tokio::test]
async fn the_member_is_told_of_a_second_factor_and_owners_of_one_that_was_removed() {
    let mut letters = LetterFixture::new().await;
    let olga = staff(letters.app(), "olga@example.com", "owner").await;
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
