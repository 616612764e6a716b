//! What stands on a customer, and what is kept of a person.

use serde_json::json;
use tests::{ContractFixture, accepted, sweep, total};

#[tokio::test]
async fn whoever_has_a_contract_that_has_not_ended_does_not_go() {
    let fixture = ContractFixture::alone().await;
    let once = json!({"items": [{"kind": "one_off", "description": "Keys", "price": 10}]});
    let member = format!("/members/{}", fixture.member);
    let draft = fixture.draft(once.clone()).await;
    assert_eq!(fixture.app.delete(&member).await.code(), "in_use");
    accepted(&fixture.app.delete(&format!("/contracts/{draft}")).await, 200);
    let issued = fixture.issued(tests::with(once.clone(), &json!({"expires_at": "2027-01-02"}))).await;
    assert_eq!(fixture.app.post(&format!("{member}/anonymise"), json!({})).await.code(), "in_use");
    fixture.clock("2027-01-04T11:00:00Z");
    sweep(&fixture.app.context).await;
    assert_eq!(fixture.get(&issued.id).await["status"], json!("expired"));
    let signed = fixture.signed(tests::with(once, &json!({"end_date": "2027-02-28"}))).await;
    assert_eq!(fixture.app.delete(&member).await.code(), "in_use");
    fixture.clock("2027-03-01T11:00:00Z");
    sweep(&fixture.app.context).await;
    accepted(&fixture.app.delete(&member).await, 200);
    let id = signed["id"].as_str().unwrap_or_default();
    assert_eq!(fixture.get(id).await["stage"], json!("expired"));
}

#[tokio::test]
async fn anonymising_keeps_what_was_signed_and_empties_what_came_to_nothing() {
    let fixture = ContractFixture::alone().await;
    let once = json!({"items": [{"kind": "one_off", "description": "Keys of Ann", "price": 10}], "title": "For Ann",
        "signers": [{"type": "customer", "name": "Ann Secret", "email": "secret@example.com"}]});
    let void = fixture.issued(once.clone()).await;
    fixture.acted(&void.id, "cancel", json!({"reason": "Ann went away"})).await;
    let signed = fixture.signed(tests::with(once, &json!({"end_date": "2027-02-28", "title": "Kept"}))).await;
    fixture.clock("2027-03-01T11:00:00Z");
    sweep(&fixture.app.context).await;
    for section in ["contracts", "contract_texts", "contract_trails"] {
        let path = format!("/members/{}/export?section={section}", fixture.member);
        assert_eq!(total(&fixture.app, &path).await, 2, "{section}");
    }
    accepted(&fixture.app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await, 200);
    for _ in 0..3 {
        fixture.app.clock.advance(chrono::Duration::minutes(2));
        sweep(&fixture.app.context).await;
    }
    let kept = fixture.get(signed["id"].as_str().unwrap_or_default()).await;
    assert_eq!(kept["signers"][0]["name"], json!("Ann Secret"), "what was signed is kept as it was signed");
    let emptied = fixture.get(&void.id).await;
    assert_eq!((&emptied["signers"], &emptied["closed_reason"]), (&json!([]), &json!("")));
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", void.id)).await;
    assert_eq!((&trail["document_text"], &trail["entries"]), (&json!(""), &json!([])));
    assert_eq!(trail["document_hash"], json!(null), "nothing is left to verify");
    accepted(&fixture.app.get(&format!("/contracts/{}/document", void.id)).await, 200);
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", kept["id"].as_str().unwrap_or_default())).await;
    assert_eq!(trail["entries"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn a_blocked_member_gets_no_new_contract() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let refused = fixture.app.post("/contracts", fixture.body(&json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id customer_blocked");
    let refused = fixture.act(&draft, "issue", json!(null)).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id customer_blocked");
}

#[tokio::test]
async fn the_last_signature_of_a_blocked_member_is_refused() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"})).await;
    accepted(&fixture.sign(&issued, 0).await, 200);
    let member = format!("/members/{}", fixture.member);
    accepted(&fixture.app.post(&format!("{member}/block"), json!({})).await, 200);
    assert_eq!(fixture.sign(&issued, 1).await.refusal(), "422 rule_violation id customer_blocked");
    let shown = fixture.get(&issued.id).await;
    assert_eq!((&shown["status"], &shown["subscription_ids"]), (&json!("issued"), &json!([])));
    accepted(&fixture.app.post(&format!("{member}/unblock"), json!({})).await, 200);
    accepted(&fixture.sign(&issued, 1).await, 200);
}
