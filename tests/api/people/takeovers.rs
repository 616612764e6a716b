//! Nobody comes to rights that they were not given: by where codes and links lead, by a role, or by an origin.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{made, member_as};

use super::{acting, app, public_client_with};

/// A client of the merchant with these scopes alone.
async fn client_with(app: &TestApp, scopes: &[&str]) -> TestApp {
    let client = TestApp::made(&app.post("/api-clients", json!({"name": "Narrow", "scopes": scopes})).await);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

fn wording(letter: &str, address: &str) -> Value {
    json!({"letter": letter, "language": "en", "subject": "Sign", "body": format!("[Here]({address})\n\n[x]({{{{ link }}}})")})
}

#[tokio::test]
async fn letters_by_which_people_sign_in_or_sign_are_worded_by_owners_alone() {
    let app = app().await;
    let admin = acting(&app, &member_as(&app, "adam@example.com", "admin").await).await;
    let owner = acting(&app, &member_as(&app, "olga@example.com", "owner").await).await;
    let narrow = client_with(&app, &["members:letters", "members:read"]).await;
    for letter in ["sign_in_code", "contract_to_sign"] {
        let body = wording(letter, "https://pages.example/");
        for (who, by) in [("admin", &admin), ("client", &narrow)] {
            assert_eq!(by.post("/letter-templates", body.clone()).await.refusal(), "403 forbidden", "{who} {letter}");
        }
        let worded = owner.post("/letter-templates", body).await;
        assert_eq!(worded.status, 201, "{}", worded.text);
        let path = format!("/letter-templates/{}", worded.id());
        let change = json!({"subject": "Elsewhere"});
        assert_eq!(admin.put(&path, change.clone()).await.refusal(), "403 forbidden", "{letter}");
        assert_eq!(app.put(&path, change).await.status, 200, "{letter}");
        // Back to what is shipped is everybody's who words letters.
        assert_eq!(admin.delete(&path).await.status, 200, "{letter}");
    }
}

#[tokio::test]
async fn where_links_to_sign_contracts_lead_is_the_owners_to_say() {
    let app = app().await;
    let admin = acting(&app, &member_as(&app, "adam@example.com", "admin").await).await;
    let owner = acting(&app, &member_as(&app, "olga@example.com", "owner").await).await;
    let narrow = client_with(&app, &["merchant:write"]).await;
    let moved = json!({"letter_settings": {"signing_url": "https://elsewhere.example/sign"}});
    assert_eq!(admin.put("/merchant", moved.clone()).await.refusal(), "403 forbidden");
    assert_eq!(narrow.put("/merchant", moved.clone()).await.refusal(), "403 forbidden");
    let by_owner = owner.put("/merchant", moved).await;
    assert_eq!(by_owner.status, 200, "{}", by_owner.text);
    let other = admin.put("/merchant", json!({"letter_settings": {"members_url": "https://me.example/"}})).await;
    assert_eq!(other.status, 200, "{}", other.text);
    assert_eq!(
        admin.put("/merchant", json!({"letter_settings": {"signing_url": null}})).await.refusal(),
        "403 forbidden"
    );
}

#[tokio::test]
async fn only_an_owner_keeps_codes_from_an_owner() {
    let app = app().await;
    let admin = acting(&app, &member_as(&app, "adam@example.com", "admin").await).await;
    let owner = acting(&app, &member_as(&app, "olga@example.com", "owner").await).await;
    let narrow = client_with(&app, &["members:letters"]).await;
    let theirs = json!({"email": "Olga@example.com"});
    assert_eq!(admin.post("/suppressed-addresses", theirs.clone()).await.refusal(), "403 forbidden");
    assert_eq!(narrow.post("/suppressed-addresses", theirs.clone()).await.refusal(), "403 forbidden");
    assert_eq!(admin.post("/suppressed-addresses", json!({"email": "adam@example.com"})).await.status, 201);
    assert_eq!(owner.post("/suppressed-addresses", theirs).await.status, 201);
}

#[tokio::test]
async fn an_origin_is_added_by_whoever_holds_all_that_the_client_may() {
    let app = app().await;
    let (_, pages) = public_client_with(&app, json!({})).await;
    let path = format!("/api-clients/{pages}");
    let narrow = client_with(&app, &["merchant:clients", "locations:read"]).await;
    let before = app.get(&path).await.body["data"]["origins"].clone();
    let kept = before[0].clone();
    let added = narrow.put(&path, json!({"origins": [kept, "https://elsewhere.example"]})).await;
    assert_eq!(added.refusal(), "422 rule_violation origins[1] scope_not_held", "{}", added.text);
    assert_eq!(app.get(&path).await.body["data"]["origins"], before);
    let more = app.put(&path, json!({"origins": ["https://b.example", kept]})).await;
    assert_eq!(more.status, 200, "{}", more.text);
    // Nor is it first made weak, so that its scopes come back to another origin.
    let weakened = narrow.put(&path, json!({"scopes": ["locations:read"]})).await;
    assert_eq!(weakened.refusal(), "422 rule_violation scopes scope_not_held", "{}", weakened.text);
    // To take an origin away gives nobody anything.
    assert_eq!(narrow.put(&path, json!({"origins": [kept]})).await.status, 200);
}

#[tokio::test]
async fn a_client_gives_no_role_that_may_more_than_the_client() {
    let app = app().await;
    let narrow = client_with(&app, &["members:write"]).await;
    for role in ["manager", "admin", "owner"] {
        let body = json!({"email": "eve@example.com", "name": "Eve", "role": role});
        assert_eq!(narrow.post("/members", body).await.refusal(), "403 forbidden", "{role}");
    }
    let plain = made(&narrow, "/members", json!({"email": "eve@example.com", "name": "Eve"})).await;
    let plain = format!("/members/{plain}");
    assert_eq!(narrow.put(&plain, json!({"role": "admin"})).await.refusal(), "403 forbidden");
    assert_eq!(narrow.put(&plain, json!({"email": "eva@example.com"})).await.status, 200);
    // The address is where the codes of somebody go who has such a role.
    let admin = format!("/members/{}", member_as(&app, "adam@example.com", "admin").await);
    assert_eq!(narrow.put(&admin, json!({"email": "eve2@example.com"})).await.refusal(), "403 forbidden");
    assert_eq!(narrow.put(&admin, json!({"about": "Runs the desk"})).await.status, 200);
    assert_eq!(narrow.put(&admin, json!({"role": "member"})).await.status, 200);
}

#[tokio::test]
async fn a_session_that_holds_little_gives_no_role_and_words_nothing_although_it_is_an_owners() {
    let app = app().await;
    let owner = member_as(&app, "olga@example.com", "owner").await;
    let plain = format!("/members/{}", member_as(&app, "ann@example.com", "member").await);
    let narrow = client_with(&app, &["members:sessions", "members:write", "members:letters", "merchant:write"]).await;
    let session = super::with_token(&narrow, &narrow.post("/sessions", json!({"member_id": owner})).await);
    for role in ["manager", "admin", "owner"] {
        assert_eq!(session.put(&plain, json!({"role": role})).await.refusal(), "403 forbidden", "{role}");
    }
    let body = wording("sign_in_code", "https://pages.example/");
    assert_eq!(session.post("/letter-templates", body).await.refusal(), "403 forbidden");
    let moved = json!({"letter_settings": {"signing_url": "https://elsewhere.example/sign"}});
    assert_eq!(session.put("/merchant", moved).await.refusal(), "403 forbidden");
    let theirs = json!({"email": "olga@example.com"});
    assert_eq!(session.post("/suppressed-addresses", theirs).await.refusal(), "403 forbidden");
}
