//! Signing: who, in which turn, with which link.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestClient;
use tests::{ContractFixture, Issued, accepted, having, sixteen};

fn path(issued: &Issued, position: usize, action: &str) -> String {
    format!("/contracts/{}/signers/{}/{action}", issued.id, issued.signers[position])
}

#[tokio::test]
async fn a_contract_is_signed_once_all_have_signed_in_turn() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    assert_eq!((&issued.body["status"], &issued.body["stage"]), (&json!("issued"), &Value::Null));
    assert_eq!(fixture.sign(&issued, 1).await.refusal(), "409 invalid_state signer_id out_of_order");
    let first = fixture.sign(&issued, 0).await;
    accepted(&first, 200);
    assert_eq!(first.body["data"]["status"], json!("issued"));
    assert_eq!(first.body["data"]["signers"][0]["status"], json!("signed"));
    assert_eq!(fixture.sign(&issued, 0).await.refusal(), "409 invalid_state signer_id already_signed");
    let last = fixture.sign(&issued, 1).await;
    accepted(&last, 200);
    assert_eq!((&last.body["data"]["status"], &last.body["data"]["stage"]), (&json!("signed"), &json!("active")));
    assert_eq!(fixture.sign(&issued, 1).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn signers_with_the_same_number_sign_in_any_order() {
    let fixture = ContractFixture::new().await;
    let signer =
        |name: &str, order: u32| json!({"type": "customer", "name": name, "email": "a@example.com", "order": order});
    let signers = json!([signer("A", 2), signer("B", 1), signer("C", 1)]);
    let issued = fixture.issued(json!({"signers": signers})).await;
    assert_eq!(fixture.sign(&issued, 0).await.refusal(), "409 invalid_state signer_id out_of_order");
    for position in [2, 1, 0] {
        accepted(&fixture.sign(&issued, position).await, 200);
    }
    assert_eq!(fixture.get(&issued.id).await["status"], json!("signed"));
}

#[tokio::test]
async fn a_link_is_private_expires_and_is_shown_once() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    let (own, other) = (&issued.tokens[0], &issued.tokens[1]);
    assert!(own.len() >= 43 && own != other, "{own}");
    for (token, reason) in [(Value::Null, "required"), (json!(other), "wrong_token"), (json!("cols_x"), "wrong_token")]
    {
        let body = if token.is_null() { json!({}) } else { json!({"token": token}) };
        let answer = fixture.app.post(&path(&issued, 0, "sign"), body).await;
        assert_eq!(answer.refusal(), format!("422 rule_violation token {reason}"));
    }
    let shown = fixture.app.get(&format!("/contracts/{}", issued.id)).await;
    assert!(!shown.text.contains(own.as_str()));
    assert!(
        !fixture.app.table_text().await.iter().any(|item| item.contains(own.as_str())),
        "the token is stored"
    );
    fixture.app.clock.advance(Duration::days(14));
    assert_eq!(fixture.sign(&issued, 0).await.refusal(), "422 rule_violation token token_expired");
    let again = fixture.acted(&issued.id, "resend", json!({})).await;
    assert_eq!(again["links"].as_array().map(Vec::len), Some(1));
    assert_eq!(fixture.sign(&issued, 0).await.refusal(), "422 rule_violation token wrong_token");
    let body = json!({"token": again["links"][0]["token"]});
    accepted(&fixture.app.post(&path(&issued, 0, "sign"), body).await, 200);
}

#[tokio::test]
async fn a_new_link_is_for_whose_turn_it_is_or_for_who_is_named() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    let named = fixture.acted(&issued.id, "resend", json!({"signer_id": issued.signers[1]})).await;
    assert_eq!(named["links"][0]["signer_id"], json!(issued.signers[1]));
    accepted(&fixture.sign(&issued, 0).await, 200);
    let refused = fixture.act(&issued.id, "resend", json!({"signer_id": issued.signers[0]})).await;
    assert_eq!(refused.refusal(), "409 invalid_state signer_id already_signed");
    let refused = fixture.act(&issued.id, "resend", json!({"signer_id": tests::NOBODY})).await;
    assert_eq!(refused.refusal(), "422 rule_violation signer_id reference_not_found");
    for _ in 0..19 {
        fixture.acted(&issued.id, "resend", json!({})).await;
    }
    assert_eq!(fixture.act(&issued.id, "resend", json!({})).await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn a_signature_on_paper_is_recorded_without_a_link() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({"signature_method": "manual"})).await;
    assert_eq!(issued.tokens, Vec::<String>::new());
    let refused = fixture.act(&issued.id, "resend", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state id only_for_e_signature");
    let refused = fixture.app.post(&path(&issued, 0, "sign"), json!({"token": "cols_x"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation token only_for_e_signature");
    let refused = fixture.app.post(&path(&issued, 1, "sign"), json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state signer_id out_of_order");
    for position in 0..2 {
        accepted(&fixture.app.post(&path(&issued, position, "sign"), json!({})).await, 200);
    }
    assert_eq!(fixture.get(&issued.id).await["status"], json!("signed"));
}

#[tokio::test]
async fn whoever_saw_another_text_does_not_sign_this_one() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    let body = json!({"token": issued.tokens[0], "document_hash": "0".repeat(64)});
    let refused = fixture.app.post(&path(&issued, 0, "sign"), body).await;
    assert_eq!(refused.refusal(), "422 rule_violation document_hash other_document");
    let body = json!({"token": issued.tokens[0], "document_hash": issued.body["document_hash"]});
    accepted(&fixture.app.post(&path(&issued, 0, "sign"), body).await, 200);
}

#[tokio::test]
async fn one_who_declines_ends_it_for_all() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    accepted(&fixture.sign(&issued, 0).await, 200);
    let refused = fixture.app.post(&path(&issued, 1, "decline"), json!({"token": issued.tokens[0]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation token wrong_token");
    let body = json!({"token": issued.tokens[1], "reason": "Too dear"});
    let declined = fixture.app.post(&path(&issued, 1, "decline"), body).await;
    accepted(&declined, 200);
    let data = &declined.body["data"];
    assert_eq!((&data["status"], &data["closed_reason"]), (&json!("declined"), &json!("Too dear")));
    assert_eq!(data["signers"][1]["status"], json!("declined"));
    assert_eq!(fixture.sign(&issued, 1).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn what_is_not_signed_in_time_has_expired_whether_that_was_written_down_or_not() {
    let fixture = ContractFixture::alone().await;
    let issued = fixture.issued(json!({"expires_at": "2027-01-10"})).await;
    fixture.clock("2027-01-10T22:59:59Z");
    assert_eq!(fixture.get(&issued.id).await["status"], json!("issued"));
    fixture.clock("2027-01-10T23:00:00Z");
    assert_eq!(fixture.get(&issued.id).await["status"], json!("expired"));
    assert_eq!(fixture.sign(&issued, 0).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.act(&issued.id, "resend", json!({})).await.refusal(), "409 invalid_state");
    tests::sweep(&fixture.app.context).await;
    let expired = fixture.get(&issued.id).await;
    assert_eq!((&expired["status"], &expired["closed_at"]), (&json!("expired"), &json!("2027-01-10T23:00:00.000Z")));
}

#[tokio::test]
async fn a_contract_is_signed_within_thirty_days_unless_it_says_otherwise() {
    let fixture = ContractFixture::new().await;
    let usual = fixture.issued(json!({})).await;
    assert_eq!(usual.body["expires_at"], json!("2027-01-31"));
    fixture.acted(&usual.id, "cancel", json!({})).await;
    let short = fixture.draft(json!({"end_date": "2027-01-05"})).await;
    assert_eq!(fixture.issue(&short).await.body["expires_at"], json!("2027-01-05"));
    let late = fixture.draft(json!({"expires_at": "2027-07-01"})).await;
    assert_eq!(fixture.act(&late, "issue", json!(null)).await.refusal(), "422 rule_violation expires_at too_late");
}

#[tokio::test]
async fn what_is_cancelled_before_all_have_signed_comes_to_nothing() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    accepted(&fixture.sign(&issued, 0).await, 200);
    let cancelled = fixture.acted(&issued.id, "cancel", json!({"reason": "Let"})).await;
    assert_eq!((&cancelled["status"], &cancelled["closed_reason"]), (&json!("cancelled"), &json!("Let")));
    assert_eq!(fixture.sign(&issued, 1).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.act(&issued.id, "cancel", json!({})).await.refusal(), "409 invalid_state");
    let draft = fixture.draft(json!({})).await;
    assert_eq!(fixture.acted(&draft, "cancel", json!({})).await["status"], json!("cancelled"));
    let signed = fixture.signed(json!({})).await;
    let refused = fixture.act(signed["id"].as_str().unwrap_or_default(), "cancel", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_signatures_at_once_are_one() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    accepted(&fixture.sign(&issued, 0).await, 200);
    let body = json!({"token": issued.tokens[1]});
    let answers = sixteen(&fixture.app, "POST", &path(&issued, 1, "sign"), Some(body)).await;
    let refusals: Vec<String> = answers.iter().map(testing::TestResponse::refusal).collect();
    assert_eq!((having(&answers, 200), having(&answers, 409)), (1, 15), "{refusals:?}");
    // The office is not taken by anybody else: nobody is told so.
    assert!(answers.iter().all(|answer| answer.status == 200 || answer.code() == "invalid_state"));
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    assert_eq!(trail["entries"].as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn links_are_repeated_only_to_the_secret_that_asked_for_them() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    let scopes = json!({"name": "Desk", "scopes": ["contracts:read", "contracts:write"]});
    let desk = fixture.app.post("/api-clients", scopes).await;
    accepted(&desk, 201);
    let client = |shown: &Value, id: &Value| TestClient {
        client_id: id.as_str().unwrap_or_default().to_owned(),
        secret: shown["secret"].as_str().unwrap_or_default().to_owned(),
    };
    let id = desk.body["data"]["client_id"].clone();
    let path = format!("/contracts/{draft}/issue");
    let issue = async |client: &TestClient| {
        fixture.app.as_client(client).send("POST", &path, None, &[("idempotency-key", "issue")]).await
    };
    let first = client(&desk.body["data"], &id);
    let issued = issue(&first).await;
    accepted(&issued, 200);
    assert_eq!(issue(&first).await.text, issued.text);
    let tokens: Vec<String> = Issued::of(&issued.body["data"]).tokens;
    assert_eq!(tokens.len(), 2);
    // Whoever reads the table and knows the key, which a client may have chosen to be short, reads no token.
    let rotate = format!("/api-clients/{}/rotate", desk.id());
    let rotated = fixture.app.post(&rotate, json!({"overlap_hours": 1})).await;
    accepted(&rotated, 200);
    let again = issue(&client(&rotated.body["data"], &id)).await;
    assert_eq!((again.status, again.header("idempotent-replayed")), (200, "true"));
    assert_eq!(Issued::of(&again.body["data"]).tokens, ["", ""]);
}
