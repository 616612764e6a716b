//! The audit trail: who did what, in a chain that another tool verifies (`docs/areas/contracts.md`, 15).

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tests::{ContractFixture, accepted};

/// The program `docs/guides/verify_audit_trail.py`: verifies a trail with nothing of ours.
fn verified_by_python(trail: &Value) -> bool {
    let program = include_str!("../../../docs/guides/verify_audit_trail.py");
    let mut python = Command::new("python3")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("python3");
    let input = serde_json::to_vec(trail).expect("JSON");
    python.stdin.take().expect("a pipe").write_all(&input).expect("a reader");
    python.wait().expect("an end").success()
}

fn contents(trail: &Value) -> Vec<Value> {
    let entries = trail["entries"].as_array().into_iter().flatten();
    entries.map(|entry| serde_json::from_str(entry["content"].as_str().unwrap_or_default()).expect("JSON")).collect()
}

#[tokio::test]
async fn each_signature_has_hash_time_address_and_browser() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    fixture.acted(&issued.id, "resend", json!({"signer_id": issued.signers[1]})).await;
    accepted(&fixture.sign(&issued, 0).await, 200);
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    let found = contents(&trail);
    let events: Vec<&Value> = found.iter().map(|content| &content["event"]).collect();
    assert_eq!(events, ["issued", "link_renewed", "signed"]);
    let signed = &found[2];
    assert_eq!(signed["document_hash"], issued.body["document_hash"]);
    assert_eq!((&signed["at"], &signed["sequence"]), (&json!("2027-01-01T11:00:00.000Z"), &json!(3)));
    assert_eq!((&signed["ip_address"], &signed["user_agent"]), (&json!("203.0.113.7"), &json!("Browser 1")));
    assert_eq!(signed["signer_id"], json!(issued.signers[0]));
    assert_eq!(found[0]["signers"][0]["name"], json!("Ann"));
}

#[tokio::test]
async fn the_address_of_a_signer_is_an_ip_address() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    let path = |action: &str| format!("/contracts/{}/signers/{}/{action}", issued.id, issued.signers[0]);
    let body = |address: &str| json!({"token": issued.tokens[0], "ip_address": address});
    for address in ["localhost", "203.0.113", "203.0.113.7:443", "2001:db8::g", "999.1.1.1"] {
        for action in ["sign", "decline"] {
            let refused = fixture.app.post(&path(action), body(address)).await;
            assert_eq!(refused.refusal(), "422 rule_violation ip_address no_ip_address", "{address}");
        }
    }
    accepted(&fixture.app.post(&path("sign"), body("2001:db8::7")).await, 200);
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    assert_eq!(contents(&trail)[1]["ip_address"], json!("2001:db8::7"));
}

#[tokio::test]
async fn a_trail_is_verified_by_another_tool_and_every_change_of_it_is_found() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({})).await;
    let id = signed["id"].as_str().unwrap_or_default();
    let renewal = fixture.acted(id, "renew", json!({})).await;
    let renewal = fixture.issue(renewal["id"].as_str().unwrap_or_default()).await;
    fixture.sign_all(&renewal).await;
    fixture.acted(id, "serve-notice", json!({})).await;
    fixture.acted(id, "terminate", json!({"reason": "other"})).await;
    let trail = fixture.shown(&format!("/contracts/{id}/audit-trail")).await;
    let events: Vec<Value> = contents(&trail).iter().map(|content| content["event"].clone()).collect();
    let expected = ["issued", "signed", "signed", "completed", "renewed", "notice_served", "terminated"];
    assert_eq!(events, expected);
    assert!(verified_by_python(&trail), "{trail}");
    let mut text = trail.clone();
    text["document_text"] = json!(format!("{} ", text["document_text"].as_str().unwrap_or_default()));
    assert!(!verified_by_python(&text), "another text");
    let mut entry = trail.clone();
    let content = entry["entries"][1]["content"].as_str().unwrap_or_default().replace("203.0.113.7", "203.0.113.8");
    entry["entries"][1]["content"] = json!(content);
    assert!(!verified_by_python(&entry), "another address");
    let mut shorter = trail.clone();
    shorter["entries"].as_array_mut().expect("entries").remove(2);
    assert!(!verified_by_python(&shorter), "one signature less");
}

#[tokio::test]
async fn what_came_to_nothing_says_so() {
    let fixture = ContractFixture::alone().await;
    let issued = fixture.issued(json!({"expires_at": "2027-01-02"})).await;
    fixture.clock("2027-01-04T11:00:00Z");
    tests::sweep(&fixture.app.context).await;
    let trail = fixture.shown(&format!("/contracts/{}/audit-trail", issued.id)).await;
    let found = contents(&trail);
    assert_eq!((&found[1]["event"], &found[1]["at"]), (&json!("expired"), &json!("2027-01-02T23:00:00.000Z")));
    assert!(verified_by_python(&trail));
    let draft = fixture.draft(json!({})).await;
    let empty = fixture.shown(&format!("/contracts/{draft}/audit-trail")).await;
    assert_eq!((&empty["document_text"], &empty["entries"]), (&json!(""), &json!([])));
}

#[tokio::test]
async fn drafts_of_renewals_fill_no_trail() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({})).await;
    let id = signed["id"].as_str().unwrap_or_default();
    for round in 0..40 {
        let renewal = fixture.acted(id, "renew", json!({})).await;
        let renewal = renewal["id"].as_str().unwrap_or_default();
        if round % 2 == 0 {
            accepted(&fixture.app.delete(&format!("/contracts/{renewal}")).await, 200);
        } else {
            fixture.acted(renewal, "cancel", json!({})).await;
        }
    }
    let trail = fixture.shown(&format!("/contracts/{id}/audit-trail")).await;
    assert_eq!(trail["entries"].as_array().map(Vec::len), Some(4));
    fixture.acted(id, "serve-notice", json!({})).await;
    fixture.acted(id, "terminate", json!({"reason": "other"})).await;
}
