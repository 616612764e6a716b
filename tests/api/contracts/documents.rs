//! The document: frozen by the issue, drawn as PDF, whatever stands in it.

use serde_json::{Value, json};
use tests::{ContractFixture, accepted, made};

use crate::uploads::completed;

/// SHA-256 of a text, by the tool that every system has.
fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(text.as_bytes()).iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

#[tokio::test]
async fn the_issue_freezes_the_rendered_text_and_stores_its_hash() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({"items": [fixture.plan_item(), fixture.office_item()]})).await;
    let path = format!("/contracts/{}/audit-trail", issued.id);
    let trail = fixture.shown(&path).await;
    let text = trail["document_text"].as_str().unwrap_or_default().to_owned();
    assert!(
        text.starts_with("Ann and ") && text.ends_with("from 2027-01-01.\n1. Office 900.00 EUR\n2. Office 1 \n"),
        "{text}"
    );
    assert_eq!(trail["document_hash"], json!(sha256(&text)), "the hash is that of the text that is signed");
    assert_eq!(issued.body["document_hash"], trail["document_hash"]);
    accepted(&fixture.app.put(&format!("/members/{}", fixture.member), json!({"name": "Bea"})).await, 200);
    accepted(&fixture.app.put("/merchant", json!({"name": "Other"})).await, 200);
    accepted(
        &fixture.app.put(&format!("/contract-templates/{}", fixture.template), json!({"body": "B"})).await,
        200,
    );
    fixture.sign_all(&issued).await;
    let later = fixture.shown(&path).await;
    assert_eq!((&later["document_text"], &later["document_hash"]), (&json!(text), &trail["document_hash"]));
}

#[tokio::test]
async fn a_text_names_the_setup_fee_of_a_plan_of_which_a_subscription_is_made() {
    let fixture = ContractFixture::new().await;
    let plan = format!("/memberships/{}", fixture.plan);
    accepted(&fixture.app.put(&plan, json!({"setup_fee": 50})).await, 200);
    let text = "{% for item in items %}{{ item.kind }} {{ item.setup_fee }};{% endfor %}";
    let template = json!({"location_id": fixture.location, "title": "Terms", "body": text});
    let template = made(&fixture.app, "/contract-templates", template).await;
    let keys = json!({"kind": "one_off", "description": "Keys", "price": 25});
    let items = json!([fixture.plan_item(), fixture.office_item(), keys]);
    for (on_signed, expected) in
        [("create_subscriptions", "plan 50.00 EUR;resource ;once ;"), ("create_invoice", "plan ;resource ;once ;")]
    {
        let fields = json!({"template_id": template, "items": items, "on_signed": on_signed});
        let issued = fixture.issued(fields).await;
        let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
        assert_eq!(trail["document_text"], json!(expected));
        // The next one is about the same office.
        fixture.acted(&issued.id, "cancel", json!({})).await;
    }
}

#[tokio::test]
async fn a_document_is_a_pdf_in_every_state() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    let path = format!("/contracts/{draft}/document");
    let shown = fixture.app.get(&path).await;
    accepted(&shown, 200);
    assert!(shown.text.starts_with("%PDF-1.7") && shown.header("content-type") == "application/pdf");
    let issued = fixture.issue(&draft).await;
    accepted(&fixture.app.get(&path).await, 200);
    fixture.sign_all(&issued).await;
    let signed = fixture.app.get(&path).await;
    accepted(&signed, 200);
    assert_eq!(signed.text, fixture.app.get(&path).await.text, "the same every time");
}

#[tokio::test]
async fn a_contract_of_a_file_names_the_file_and_what_was_agreed_on() {
    let fixture = ContractFixture::new().await;
    let file = completed(&fixture.app, b"the terms").await;
    let template = json!({"location_id": fixture.location, "title": "Scan", "file_key": file["file_key"]});
    let template = made(&fixture.app, "/contract-templates", template).await;
    let issued = fixture.issued(json!({"template_id": template, "items": [fixture.plan_item()]})).await;
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    let text = trail["document_text"].as_str().unwrap_or_default();
    let (key, hash) = (file["file_key"].as_str().unwrap_or_default(), file["sha256"].as_str().unwrap_or_default());
    assert!(text.contains(key) && text.contains(hash) && hash.len() == 64, "{text}");
    assert!(text.contains("1 x Office, 900.00 EUR, monthly"), "{text}");
}

#[tokio::test]
async fn hostile_text_is_signed_as_it_is_and_cannot_break_the_page() {
    let fixture = ContractFixture::new().await;
    let marks = "\u{301}".repeat(4_000);
    let hostile = format!(
        "endstream endobj ) Tj ET <script>alert(1)</script> \u{200f}gpj.exe {{{{ '{{{{' }}}}a{marks} \u{1f600} =HYPERLINK(1)"
    );
    let body = hostile.replace("{{ '{{' }}", "");
    let template = json!({"location_id": fixture.location, "title": "<b>\u{200f})(", "body": body});
    let template = made(&fixture.app, "/contract-templates", template).await;
    let name = format!("{}\u{200f}){}", "W".repeat(150), "\u{301}".repeat(40));
    accepted(
        &fixture.app.put(&format!("/members/{}", fixture.member), json!({"name": "{{ merchant.name }}"})).await,
        200,
    );
    let signers = json!([{"type": "customer", "name": name, "email": "a@example.com"}]);
    let issued =
        fixture.issued(json!({"template_id": template, "title": "% \\ ( ) < > [ ] { }", "signers": signers})).await;
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    assert_eq!(trail["document_text"], json!(body));
    let drawn = fixture.app.get(&format!("/contracts/{}/document", issued.id)).await;
    accepted(&drawn, 200);
    assert!(
        drawn.text.is_ascii() && !drawn.text.contains("<script") && !drawn.text.contains("exe"),
        "it stands there in glyphs"
    );
    assert_eq!(drawn.text.matches("endstream").count(), drawn.text.matches("\nstream").count());
}

#[tokio::test]
async fn a_text_that_becomes_too_long_is_not_issued() {
    let fixture = ContractFixture::new().await;
    let long = "word ".repeat(3_900);
    let body = format!("{{% for item in items %}}{long}{{% endfor %}}");
    let template = json!({"location_id": fixture.location, "title": "Long", "body": body});
    let template = made(&fixture.app, "/contract-templates", template).await;
    let item = json!({"kind": "one_off", "description": "Keys", "price": 1});
    let draft = fixture.draft(json!({"template_id": template, "items": [item, item, item]})).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "422 rule_violation template_id text_too_long");
    let refused = fixture.app.get(&format!("/contracts/{draft}/document")).await;
    assert_eq!(refused.refusal(), "422 rule_violation template_id text_too_long");
    let short = fixture.issued(json!({"template_id": template, "items": [item, item]})).await;
    let drawn = fixture.app.get(&format!("/contracts/{}/document", short.id)).await;
    accepted(&drawn, 200);
    assert!(drawn.text.len() < 5_000_000, "{}", drawn.text.len());
}
