//! Long sign-ins: a cookie that no script reads prolongs a session, and each of its values works once.

use serde_json::json;
use testing::{TestApp, TestResponse};
use tests::member;

use super::{PAGES, app, public_client, public_client_with, sign_in, wait, with_token};

/// Ada, who has just signed in through a public client.
async fn signed_in(app: &TestApp) -> (TestApp, TestApp) {
    let public = public_client(app).await;
    member(app, "ada@example.com").await;
    let ada = with_token(&public, &sign_in(&public, "ada@example.com").await);
    (public, ada)
}

/// Asks for a long sign-in from a page at `origin`.
async fn remember(ada: &TestApp, origin: &str) -> TestResponse {
    let bearer = format!("Bearer {}", ada.client.secret);
    let headers = [("authorization", bearer.as_str()), ("x-client-id", &ada.client.client_id), ("origin", origin)];
    ada.outside("POST", "/auth/remember", &headers).await
}

/// Sends the cookie of an answer back from a page.
async fn send(app: &TestApp, path: &str, cookie: &str) -> TestResponse {
    app.outside("POST", path, &[("origin", PAGES), ("cookie", cookie)]).await
}

/// Name and value of the cookie that an answer sets.
fn cookie(answer: &TestResponse) -> String {
    answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
}

/// The caller with the token of an answer.
fn acting(public: &TestApp, answer: &TestResponse) -> TestApp {
    let secret = answer.body["data"]["token"].as_str().unwrap_or_default().to_owned();
    public.as_client(&testing::TestClient { secret, ..public.client.clone() })
}

#[tokio::test]
async fn a_long_sign_in_is_prolonged_for_thirty_days_by_a_cookie_that_no_script_reads() {
    let app = app().await;
    let (public, ada) = signed_in(&app).await;
    let remembered = remember(&ada, PAGES).await;
    assert_eq!(remembered.status, 200, "{}", remembered.text);
    let attributes = remembered.header("set-cookie").to_owned();
    for attribute in ["HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/", "Max-Age=2592000"] {
        assert!(attributes.contains(attribute), "{attributes}");
    }
    let mut kept = cookie(&remembered);
    for _ in 0..3 {
        wait(&app, 29 * 86_400);
        let refreshed = send(&app, "/auth/refresh", &kept).await;
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        assert_eq!(acting(&public, &refreshed).get("/sessions").await.status, 200);
        assert!(!refreshed.text.contains(kept.split('~').nth(1).unwrap_or_default()));
        assert_ne!(cookie(&refreshed), kept);
        kept = cookie(&refreshed);
    }
    wait(&app, 30 * 86_400);
    assert_eq!(send(&app, "/auth/refresh", &kept).await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn a_refresh_token_that_is_used_again_later_ends_the_sign_in() {
    let app = app().await;
    let (public, ada) = signed_in(&app).await;
    let first = cookie(&remember(&ada, PAGES).await);
    let refreshed = send(&app, "/auth/refresh", &first).await;
    wait(&app, 30);
    assert_eq!(send(&app, "/auth/refresh", &first).await.refusal(), "401 invalid_token");
    assert_eq!(send(&app, "/auth/refresh", &cookie(&refreshed)).await.refusal(), "401 invalid_token");
    wait(&app, 60);
    assert_eq!(acting(&public, &refreshed).get("/sessions").await.refusal(), "401 invalid_token");
    let session = refreshed.body["data"]["session_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(app.get(&format!("/sessions/{session}")).await.body["data"]["end_reason"], "refresh_reused");
}

#[tokio::test]
async fn for_half_a_minute_a_refresh_token_is_answered_the_same_also_to_pages_that_ask_at_once() {
    let app = app().await;
    let (public, ada) = signed_in(&app).await;
    let first = cookie(&remember(&ada, PAGES).await);
    let asked = (0..8).map(|_| send(&app, "/auth/refresh", &first));
    let answers = futures_util::future::join_all(asked).await;
    wait(&app, 29);
    let late = send(&app, "/auth/refresh", &first).await;
    for answer in answers.iter().chain([&late]) {
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!((cookie(answer), &answer.body["data"]), (cookie(&late), &late.body["data"]));
    }
    assert_eq!(acting(&public, &late).get("/sessions").await.status, 200);
}

#[tokio::test]
async fn a_forged_cookie_is_refused_and_ends_nothing() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    let kept = cookie(&remember(&ada, PAGES).await);
    let (name, value) = kept.split_once('=').expect("a cookie");
    let (client, token) = value.split_once('~').expect("client and token");
    let forged = format!("{}AAAA{}", &token[..30], &token[34..]);
    for wrong in [
        format!("{name}={client}~{forged}"),
        format!("{name}={client}~cor_x"),
        format!("{name}={client}"),
        name.to_owned(),
    ] {
        assert_eq!(send(&app, "/auth/refresh", &wrong).await.refusal(), "401 invalid_token", "{wrong}");
    }
    assert_eq!(app.outside("POST", "/auth/refresh", &[("origin", PAGES)]).await.refusal(), "401 invalid_token");
    assert_eq!(send(&app, "/auth/refresh", &kept).await.status, 200);
}

#[tokio::test]
async fn a_page_of_another_origin_prolongs_and_ends_nothing() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    assert_eq!(remember(&ada, "https://evil.example.com").await.refusal(), "401 invalid_token");
    let kept = cookie(&remember(&ada, PAGES).await);
    for path in ["/auth/refresh", "/auth/sign-out"] {
        for origin in [vec![("origin", "https://evil.example.com")], vec![]] {
            let headers = [vec![("cookie", kept.as_str())], origin].concat();
            let answer = app.outside("POST", path, &headers).await;
            assert_eq!(answer.refusal(), "401 invalid_token");
            assert_eq!(answer.header("access-control-allow-origin"), "");
        }
    }
    assert_eq!(send(&app, "/auth/refresh", &kept).await.status, 200);
}

#[tokio::test]
async fn a_session_is_made_a_long_one_within_two_minutes_and_once() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    wait(&app, 121);
    assert_eq!(remember(&ada, PAGES).await.refusal(), "401 invalid_token");
    let public = public_client(&app).await;
    let again = with_token(&public, &sign_in(&public, "ada@example.com").await);
    assert_eq!(remember(&again, PAGES).await.status, 200);
    assert_eq!(remember(&again, PAGES).await.refusal(), "401 invalid_token");
    let anonymous = with_token(&public, &public.post("/sessions/anonymous", json!({})).await);
    assert_eq!(remember(&anonymous, PAGES).await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn signing_out_ends_the_session_and_takes_the_cookie_away() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    let kept = cookie(&remember(&ada, PAGES).await);
    let out = send(&app, "/auth/sign-out", &kept).await;
    assert_eq!(out.status, 200, "{}", out.text);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    wait(&app, 60);
    assert_eq!(send(&app, "/auth/refresh", &kept).await.refusal(), "401 invalid_token");
    assert_eq!(ada.get("/sessions").await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn blocking_a_member_and_revoking_the_client_end_a_long_sign_in() {
    for taken in ["block", "revoke"] {
        let app = app().await;
        let (public, client) = public_client_with(&app, json!({})).await;
        let member = member(&app, "ada@example.com").await;
        let ada = with_token(&public, &sign_in(&public, "ada@example.com").await);
        let kept = cookie(&remember(&ada, PAGES).await);
        let path =
            if taken == "block" { format!("/members/{member}/block") } else { format!("/api-clients/{client}/revoke") };
        assert_eq!(app.post(&path, json!({})).await.status, 200);
        assert_eq!(send(&app, "/auth/refresh", &kept).await.refusal(), "401 invalid_token", "{taken}");
    }
}

#[tokio::test]
async fn two_clients_of_a_site_have_a_cookie_each() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    let (other, _) = public_client_with(&app, json!({"origins": ["https://desk.example.com"]})).await;
    let at_desk = with_token(&other, &sign_in(&other, "ada@example.com").await);
    let (first, second) =
        (cookie(&remember(&ada, PAGES).await), cookie(&remember(&at_desk, "https://desk.example.com").await));
    assert_ne!(first.split('=').next(), second.split('=').next());
    let both = format!("{first}; {second}");
    let answer =
        app.outside("POST", "/auth/refresh", &[("origin", "https://desk.example.com"), ("cookie", &both)]).await;
    assert_eq!(cookie(&answer).split('=').next(), second.split('=').next(), "{}", answer.text);
    assert_eq!(send(&app, "/auth/refresh", &both).await.status, 200);
}

#[tokio::test]
async fn what_stands_outside_is_logged_and_refuses_other_methods() {
    let app = app().await;
    for (path, allowed) in
        [("/auth/remember", "POST"), ("/auth/refresh", "POST"), ("/auth/sign-out", "POST"), ("/auth/callback", "GET")]
    {
        let answer = app.outside("PUT", path, &[]).await;
        assert_eq!((answer.refusal(), answer.header("allow")), ("405 method_not_allowed".to_owned(), allowed));
        let line = app.logged().last().cloned().unwrap_or_default();
        assert!(line.contains(path) && line.contains("405"), "{line}");
        assert_ne!(answer.body["meta"]["request_id"], "req_");
    }
    let paths: Vec<&str> = ::sessions::outside().iter().map(|route| route.path).collect();
    assert_eq!(
        paths,
        ["/auth/callback", "/auth/remember", "/auth/refresh", "/auth/sign-out", "/auth/policy-reports"]
    );
}

#[tokio::test]
async fn whoever_sends_wrong_cookies_again_and_again_has_to_wait() {
    let app = app().await;
    let (_, ada) = signed_in(&app).await;
    let kept = cookie(&remember(&ada, PAGES).await);
    let wrong = format!("{kept}x");
    let mut last = send(&app, "/auth/refresh", &wrong).await;
    for _ in 0..15 {
        last = send(&app, "/auth/refresh", &wrong).await;
    }
    assert_eq!(last.refusal(), "429 rate_limited");
}
