//! Sign-in by a code or a link that is sent by e-mail.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{keep_letters, made, member};

use super::{PAGES, app, code, public_client, sign_in, wait, with_token};

/// Another code than this one.
fn wrong(code: &str) -> String {
    if code == "000000" { "000001".to_owned() } else { "000000".to_owned() }
}

#[tokio::test]
async fn a_member_signs_in_by_the_code_of_a_letter_once() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let id = made(&public, "/sign-ins", json!({"email": "Ada@Example.com"})).await;
    let proof = json!({"code": code(&app).await});
    let issued = public.post(&format!("/sign-ins/{id}/complete"), proof.clone()).await;
    let acting = with_token(&public, &issued);
    assert_eq!(acting.get(&format!("/members/{ada}")).await.id(), ada);
    assert_eq!(public.post(&format!("/sign-ins/{id}/complete"), proof).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_member_signs_in_by_the_link_of_a_letter() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let page = format!("{PAGES}/sign-in?next=%2Frooms");
    let id = made(&public, "/sign-ins", json!({"email": "ada@example.com", "return_to": page})).await;
    keep_letters(&app).await;
    let letter = app.context.mailbox.letters().remove(0).text;
    let start = format!("{page}#sign_in={id}&code=");
    let link = letter.lines().find_map(|line| line.strip_prefix(start.as_str())).expect("a link in the letter");
    let issued = public.post(&format!("/sign-ins/{id}/complete"), json!({"code": link})).await;
    assert_eq!(issued.status, 201, "{}", issued.text);
}

#[tokio::test]
async fn a_code_whose_letter_leaves_late_is_good_until_its_time_is_over() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let id = made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await;
    wait(&app, 400);
    let issued = public.post(&format!("/sign-ins/{id}/complete"), json!({"code": code(&app).await})).await;
    assert_eq!(issued.status, 201, "{}", issued.text);
}

#[tokio::test]
async fn a_link_leads_to_a_page_of_the_client_alone() {
    let app = app().await;
    let public = public_client(&app).await;
    for page in
        ["https://evil.example.com/", "https://members.example.com.evil.example/", "https://members.example.com/#x"]
    {
        let answer = public.post("/sign-ins", json!({"email": "ada@example.com", "return_to": page})).await;
        assert_eq!(answer.refusal(), "422 rule_violation return_to foreign_origin", "{page}");
    }
}

#[tokio::test]
async fn a_code_is_over_after_ten_minutes_and_five_wrong_tries() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let begin = async || made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await;
    let complete =
        async |id: &str, code: &str| public.post(&format!("/sign-ins/{id}/complete"), json!({"code": code})).await;
    let late = begin().await;
    let right = code(&app).await;
    wait(&app, 600);
    assert_eq!(complete(&late, &right).await.refusal(), "409 invalid_state");
    let id = begin().await;
    let right = code(&app).await;
    for left in (0..5).rev() {
        let answer = complete(&id, &wrong(&right)).await;
        assert_eq!(answer.refusal(), "422 rule_violation code wrong_code");
        let told = answer.body["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(
            if left == 0 { told.contains("no try is left") } else { told.ends_with(&format!("tries left: {left}")) },
            "{told}"
        );
    }
    assert_eq!(complete(&id, &right).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn at_once_no_more_than_five_wrong_tries_are_taken() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let id = made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await;
    let wrong = json!({"code": wrong(&code(&app).await)});
    let answers = tests::sixteen(&public, "POST", &format!("/sign-ins/{id}/complete"), Some(wrong)).await;
    let tried = answers.iter().filter(|answer| answer.code() == "rule_violation").count();
    assert!(tried <= 5 && tests::having(&answers, 201) == 0, "{tried}");
}

#[tokio::test]
async fn an_unknown_address_is_answered_like_a_known_one_after_the_same_reads_and_writes() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let blocked = member(&app, "bo@example.com").await;
    assert_eq!(app.post(&format!("/members/{blocked}/block"), json!({})).await.status, 200);
    let ask = async |email: &str| {
        let answer = public.post("/sign-ins", json!({"email": email})).await;
        let line: Value = serde_json::from_str(app.logged().last().map_or("", String::as_str)).unwrap_or_default();
        let mut data = TestApp::made(&answer);
        for name in ["id", "created_at", "updated_at"] {
            data.as_object_mut().map(|data| data.remove(name));
        }
        (data, line["store_calls"].clone(), line["store_units"].clone())
    };
    drop(ask("zoe@example.com").await);
    let known = ask("ada@example.com").await;
    assert_eq!(ask("nobody@example.com").await, known);
    assert_eq!(ask("bo@example.com").await, known);
    keep_letters(&app).await;
    let to: Vec<String> = app.context.mailbox.letters().iter().map(|letter| letter.to.as_str().to_owned()).collect();
    assert_eq!(to, ["ada@example.com"]);
}

#[tokio::test]
async fn nobody_signs_in_by_a_sign_in_of_an_unknown_address() {
    let app = app().await;
    let public = public_client(&app).await;
    let id = made(&public, "/sign-ins", json!({"email": "nobody@example.com"})).await;
    let answer = public.post(&format!("/sign-ins/{id}/complete"), json!({"code": "000000"})).await;
    assert_eq!(answer.refusal(), "422 rule_violation code wrong_code");
}

#[tokio::test]
async fn a_sign_in_is_completed_by_the_client_that_began_it() {
    let app = app().await;
    let (public, other) = (public_client(&app).await, public_client(&app).await);
    member(&app, "ada@example.com").await;
    let id = made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await;
    let answer = other.post(&format!("/sign-ins/{id}/complete"), json!({"code": code(&app).await})).await;
    assert_eq!(answer.refusal(), "404 not_found");
    let by_session = with_token(&public, &sign_in(&public, "ada@example.com").await);
    let answer = by_session.post("/sign-ins", json!({"email": "ada@example.com"})).await;
    assert_eq!(answer.refusal(), "403 forbidden");
}

#[tokio::test]
async fn somebody_who_is_blocked_meanwhile_is_not_signed_in() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = member(&app, "ada@example.com").await;
    let id = made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await;
    assert_eq!(app.post(&format!("/members/{ada}/block"), json!({})).await.status, 200);
    let answer = public.post(&format!("/sign-ins/{id}/complete"), json!({"code": code(&app).await})).await;
    assert_eq!(answer.refusal(), "422 rule_violation code wrong_code");
}

#[tokio::test]
async fn five_codes_for_an_address_are_sent_in_ten_minutes() {
    let app = app().await;
    let public = public_client(&app).await;
    let ask = async || public.post("/sign-ins", json!({"email": "ada@example.com"})).await;
    for _ in 0..5 {
        assert_eq!(ask().await.status, 201);
    }
    let refused = ask().await;
    assert_eq!(refused.refusal(), "429 rate_limited");
    assert!(refused.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds <= 600));
    assert_eq!(public.post("/sign-ins", json!({"email": "bo@example.com"})).await.status, 201);
    wait(&app, 600);
    assert_eq!(ask().await.status, 201);
}

#[tokio::test]
async fn thirty_codes_are_sent_for_a_network_address_in_ten_minutes() {
    let app = app().await;
    let public = public_client(&app).await;
    for person in 0..30 {
        let answer = public.post("/sign-ins", json!({"email": format!("p{person}@example.com")})).await;
        assert_eq!(answer.status, 201, "{person}: {}", answer.text);
    }
    let refused = public.post("/sign-ins", json!({"email": "last@example.com"})).await;
    assert_eq!(refused.refusal(), "429 rate_limited");
}

#[tokio::test]
async fn where_no_letter_is_sent_a_sign_in_by_code_is_refused_with_the_reason() {
    let app = app().await;
    let public = public_client(&app).await;
    let refused = public.without_letters().post("/sign-ins", json!({"email": "ada@example.com"})).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
    assert!(refused.body["error"]["message"].as_str().is_some_and(|message| message.contains("sends no letters")));
}

#[tokio::test]
async fn a_code_stands_in_no_record_and_no_line_of_the_log() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    drop(made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await);
    let before = app.table_text().await;
    let code = code(&app).await;
    for item in before.iter().chain(&app.table_text().await) {
        assert!(!item.contains(&format!("\"{code}\"")) && !item.contains(&format!("{code} ")), "{item}");
    }
    assert!(app.logged().iter().all(|line| !line.contains(&code)));
}

#[tokio::test]
async fn a_code_that_is_good_no_more_is_not_sent() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    drop(made(&public, "/sign-ins", json!({"email": "ada@example.com"})).await);
    wait(&app, 3_600);
    keep_letters(&app).await;
    assert!(app.context.mailbox.letters().is_empty());
    let listed = app.get("/letters?letter=sign_in_code").await;
    assert_eq!(listed.body["data"][0]["reason"], "out_of_date", "{}", listed.text);
}
