//! Pages of other origins: which may ask, and what they may read.

use std::collections::BTreeSet;

use serde_json::json;
use testing::{TestApp, TestResponse};

use super::{PAGES, app, public_client, public_client_with, wait};

/// The answer to a preflight from a page.
async fn preflight(app: &TestApp, path: &str, origin: &str) -> TestResponse {
    let headers = [("origin", origin), ("access-control-request-method", "POST")];
    app.outside("OPTIONS", path, &headers).await
}

fn allowed(answer: &TestResponse) -> &str {
    answer.header("access-control-allow-origin")
}

#[tokio::test]
async fn a_preflight_passes_for_an_origin_of_a_live_public_client_on_every_path() {
    let app = app().await;
    drop(public_client(&app).await);
    for path in ["/v1/bookings", "/v1/members/0199a000-0000-7000-8000-00000000dead", "/auth/refresh"] {
        let answer = preflight(&app, path, PAGES).await;
        assert_eq!((answer.status, allowed(&answer)), (204, PAGES), "{path}");
        assert!(answer.header("access-control-allow-headers").contains("authorization"));
        assert_eq!(answer.header("vary"), "Origin");
        let foreign = preflight(&app, path, "https://evil.example.com").await;
        assert_eq!((foreign.status, allowed(&foreign)), (204, ""), "{path}");
    }
}

#[tokio::test]
async fn a_preflight_of_a_revoked_clients_origin_fails_within_a_minute() {
    let app = app().await;
    let (_, id) = public_client_with(&app, json!({})).await;
    assert_eq!(allowed(&preflight(&app, "/v1/plans", PAGES).await), PAGES);
    assert_eq!(app.post(&format!("/api-clients/{id}/revoke"), json!({})).await.status, 200);
    wait(&app, 60);
    assert_eq!(allowed(&preflight(&app, "/v1/plans", PAGES).await), "");
}

#[tokio::test]
async fn an_origin_that_a_client_no_longer_has_is_refused() {
    let app = app().await;
    let (public, id) = public_client_with(&app, json!({})).await;
    let other = json!({"origins": ["https://new.example.com"]});
    assert_eq!(app.put(&format!("/api-clients/{id}"), other).await.status, 200);
    wait(&app, 60);
    assert_eq!(allowed(&preflight(&app, "/v1/plans", PAGES).await), "");
    assert_eq!(allowed(&preflight(&app, "/v1/plans", "https://new.example.com").await), "https://new.example.com");
    let answer = public.send("POST", "/sessions/anonymous", None, &[("origin", PAGES)]).await;
    assert_eq!((answer.status, allowed(&answer)), (201, ""));
}

#[tokio::test]
async fn only_a_page_of_the_callers_own_origins_reads_an_answer() {
    let app = app().await;
    let public = public_client(&app).await;
    drop(public_client_with(&app, json!({"origins": ["https://other.example.com"]})).await);
    for (origin, is_read) in [(PAGES, true), ("https://other.example.com", false), ("https://evil.example.com", false)]
    {
        let answer = public.send("POST", "/sessions/anonymous", None, &[("origin", origin)]).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        assert_eq!(allowed(&answer), if is_read { origin } else { "" });
        assert_eq!(answer.header("access-control-expose-headers").is_empty(), !is_read);
    }
    // A client with a secret is of no page.
    let answer = app.send("GET", "/plans", None, &[("origin", PAGES)]).await;
    assert_eq!((answer.status, allowed(&answer)), (200, ""));
}

#[tokio::test]
async fn a_page_of_a_known_origin_reads_refusals_too() {
    let app = app().await;
    let public = public_client(&app).await;
    let nobody = app.as_client(&testing::TestClient { secret: "wrong".to_owned(), ..public.client.clone() });
    let refused = nobody.send("GET", "/plans", None, &[("origin", PAGES)]).await;
    assert_eq!((refused.refusal(), allowed(&refused)), ("401 invalid_token".to_owned(), PAGES));
    let refused = nobody.send("GET", "/plans", None, &[("origin", "https://evil.example.com")]).await;
    assert_eq!(allowed(&refused), "");
    let refused = public.send("GET", "/plans", None, &[("origin", PAGES)]).await;
    assert_eq!((refused.refusal(), allowed(&refused)), ("403 forbidden".to_owned(), PAGES));
}

#[tokio::test]
async fn whoever_claims_somebodys_origin_many_times_does_not_shut_them_out() {
    let app = app().await;
    for _ in 0..50 {
        let (_, id) = public_client_with(&app.as_client(&app.stranger), json!({})).await;
        assert_eq!(
            app.as_client(&app.stranger).post(&format!("/api-clients/{id}/revoke"), json!({})).await.status,
            200
        );
    }
    let public = public_client(&app).await;
    assert_eq!(allowed(&preflight(&app, "/v1/plans", PAGES).await), PAGES);
    let answer = public.send("POST", "/sessions/anonymous", None, &[("origin", PAGES)]).await;
    assert_eq!(allowed(&answer), PAGES);
}

#[tokio::test]
async fn options_that_is_no_preflight_is_refused_as_before() {
    let app = app().await;
    assert_eq!(app.outside("OPTIONS", "/v1/plans", &[]).await.refusal(), "405 method_not_allowed");
}

#[tokio::test]
async fn every_function_answers_preflights_also_the_one_of_paths_that_there_are_not() {
    let app = app().await;
    drop(public_client(&app).await);
    let routes = tests::routes();
    let areas = routes.iter().map(|route| format!("/v1/{}", route.path.split('/').nth(1).unwrap_or_default()));
    let paths: BTreeSet<String> = areas.chain(["/v1/nowhere".to_owned()]).collect();
    for path in paths {
        // So that each asks the table itself.
        wait(&app, 61);
        assert_eq!(allowed(&preflight(&app, &path, PAGES).await), PAGES, "{path}");
    }
}
