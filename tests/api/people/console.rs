//! What the console needs besides the API: a session that an operator begins, and reports of pages that break their
//! policy.

use records::ClientId;
use serde_json::{Value, json};
use testing::{TestApp, TestClient, gateway::rest_event};
use tests::made;
use values::Id;
use work::provisioning;

use super::{PAGES, app, public_client};

/// The token of a session that an operator begins for a member.
async fn begun(app: &TestApp, client: &str, member: &str) -> Result<String, values::ApiError> {
    let client = ClientId::parse(client).expect("a client id");
    let member = Id::parse(member).expect("a member's id");
    let token = provisioning::begin_session(&app.context, client, member, 15).await?;
    Ok(token.reveal().to_owned())
}

/// Sends a report as a browser does; status and body of the answer.
async fn report(app: &TestApp, body: &str) -> (u64, String) {
    let headers = [("content-type".to_owned(), "application/csp-report".to_owned())];
    let event = rest_event("POST", "/auth/policy-reports", &headers, body.as_bytes());
    let answer = app.event(&event).await;
    (
        answer["statusCode"].as_u64().unwrap_or_default(),
        answer["body"].as_str().unwrap_or_default().to_owned(),
    )
}

#[tokio::test]
async fn an_operator_with_access_to_the_table_signs_an_owner_in() {
    let app = app().await;
    let owner = made(&app, "/members", json!({"email": "olga@example.com", "name": "Olga", "role": "owner"})).await;
    let public = public_client(&app).await;
    let secret = begun(&app, &public.client.client_id, &owner).await.expect("a token");
    let olga = public.as_client(&TestClient { secret, ..public.client.clone() });
    assert_eq!(olga.get(&format!("/members/{owner}")).await.status, 200);
    assert_eq!(olga.get("/identity-providers").await.refusal(), "403 forbidden");
    let bearer = format!("Bearer {}", olga.client.secret);
    let headers = [("authorization", bearer.as_str()), ("x-client-id", &olga.client.client_id), ("origin", PAGES)];
    assert_eq!(olga.outside("POST", "/auth/remember", &headers).await.status, 200);
    let nobody = begun(&app, &public.client.client_id, "01990000-0000-7000-8000-000000000000").await;
    assert_eq!(nobody.expect_err("no such member").code, values::ErrorCode::NotFound);
}

#[tokio::test]
async fn what_a_page_did_against_its_policy_is_a_line_of_the_log_without_query_and_fragment() {
    let app = app().await;
    let told = json!({"csp-report": {"effective-directive": "script-src-elem", "blocked-uri": "https://evil.example.com/a.js?token=1#x",
        "source-file": "https://console.example.com/", "line-number": 7}});
    assert_eq!(report(&app, &told.to_string()).await, (204, String::new()));
    let lines: Vec<Value> = app.logged().iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let line = lines.iter().find(|line| line["message"] == "policy report").expect("a line");
    assert_eq!(line["directive"], "script-src-elem");
    assert_eq!(line["blocked"], "https://evil.example.com/a.js");
    assert_eq!(line["line"], 7);
}

#[tokio::test]
async fn whatever_is_sent_as_a_report_is_answered_alike_and_no_more_is_kept_than_an_address() {
    let app = app().await;
    let long = json!({"csp-report": {"blocked-uri": "x".repeat(5_000)}}).to_string();
    let huge = json!({"csp-report": {"blocked-uri": "x".repeat(9_000)}}).to_string();
    for body in ["", "[]", "{\"csp-report\": 1}", long.as_str(), huge.as_str()] {
        assert_eq!(report(&app, body).await.0, 204);
    }
    let reports: Vec<String> = app.logged().iter().filter(|line| line.contains("policy report")).cloned().collect();
    assert_eq!(reports.len(), 1);
    assert!(reports.iter().all(|line| line.len() < 500), "{reports:?}");
}
