//! Numbers: gapless and strictly increasing in each sequence (`docs/areas/invoices.md`, 1).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{InvoiceFixture, NOBODY, accepted, location_with, made, with};
use tokio::task::JoinSet;

/// The answers to issues of all these drafts at the same moment.
async fn issued_at_once(fixture: &InvoiceFixture, drafts: &[String]) -> Vec<TestResponse> {
    let mut running = JoinSet::new();
    for draft in drafts {
        let (app, path) = (fixture.app.clone(), format!("/invoices/{draft}/issue"));
        running.spawn(async move { app.post(&path, json!({})).await });
    }
    running.join_all().await
}

async fn number(fixture: &InvoiceFixture, fields: Value) -> String {
    let issued = fixture.issued_with(&[json!(10)], fields).await;
    issued["number"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_issues_at_once_get_sixty_four_numbers_without_a_gap() {
    let fixture = InvoiceFixture::new().await;
    let mut drafts = Vec::new();
    for _ in 0..64 {
        drafts.push(fixture.draft(&[json!(10)]).await);
    }
    let answers = issued_at_once(&fixture, &drafts).await;
    for answer in &answers {
        accepted(answer, 200);
    }
    let given: BTreeSet<&str> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_str()).collect();
    let expected: Vec<String> = (1..=64).map(|number| format!("INV-{number:06}")).collect();
    assert_eq!(given, expected.iter().map(String::as_str).collect());
    assert_eq!(fixture.app.get("/merchant").await.body["data"]["invoice_settings"]["next_number"], 65);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_issue_that_is_refused_takes_no_number() {
    let fixture = InvoiceFixture::new().await;
    let late = with(fixture.body(&[json!(1)]), &json!({"due_date": "2026-11-20"}));
    let late = made(&fixture.app, "/invoices", late).await;
    assert_eq!(number(&fixture, json!({})).await, "INV-000001");
    assert_eq!(fixture.act(&late, "issue", json!({})).await.status, 422);
    assert_eq!(number(&fixture, json!({})).await, "INV-000002");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn one_draft_issued_sixteen_times_at_once_has_one_number() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(10)]).await;
    let answers = issued_at_once(&fixture, &vec![draft; 16]).await;
    assert_eq!(tests::successes(&answers, 200), 1);
    assert_eq!(number(&fixture, json!({})).await, "INV-000002");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn another_prefix_a_location_and_a_year_have_sequences_of_their_own() {
    let fixture = InvoiceFixture::new().await;
    let other = location_with(&fixture.app, json!({})).await;
    let settings = async |settings: Value| {
        accepted(&fixture.app.put("/merchant", json!({"invoice_settings": settings})).await, 200);
    };
    assert_eq!(number(&fixture, json!({})).await, "INV-000001");
    settings(json!({"number_prefix": "F", "number_padding": 3})).await;
    assert_eq!(number(&fixture, json!({})).await, "F001");
    settings(json!({"number_prefix": "INV-"})).await;
    assert_eq!(number(&fixture, json!({})).await, "INV-002");
    let sequence = json!({"location_id": other, "number_prefix": "UTR-", "credit_note_prefix": "UTC-"});
    settings(json!({"location_sequences": [sequence]})).await;
    assert_eq!(number(&fixture, json!({"location_id": other})).await, "UTR-001");
    assert_eq!(number(&fixture, json!({})).await, "INV-003");
    settings(json!({"number_per_year": true})).await;
    assert_eq!(number(&fixture, json!({})).await, "INV-2026-001");
    assert_eq!(number(&fixture, json!({"location_id": other})).await, "UTR-2026-001");
    let shown = fixture.app.get("/merchant").await;
    assert_eq!(shown.body["data"]["invoice_settings"]["next_number"], 2);
    tests::days(&fixture.app, 60);
    assert_eq!(number(&fixture, json!({})).await, "INV-2027-001");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn two_sequences_that_exist_at_once_have_different_prefixes() {
    let fixture = InvoiceFixture::new().await;
    let own = |invoices: &str, notes: &str| json!([{"location_id": fixture.location, "number_prefix": invoices, "credit_note_prefix": notes}]);
    let twice = json!([own("A", "B")[0], own("C", "D")[0]]);
    for settings in [
        json!({"number_prefix": "CN-"}),
        json!({"number_prefix": "CN-2026-"}),
        json!({"location_sequences": own("INV-", "X-")}),
        json!({"location_sequences": own("X-", "X-1")}),
        json!({"location_sequences": twice}),
    ] {
        let refused = fixture.app.put("/merchant", json!({"invoice_settings": settings})).await;
        assert_eq!(refused.refusal(), "422 rule_violation invoice_settings prefix_not_unique", "{settings}");
    }
    let sequences = json!([{"location_id": NOBODY, "number_prefix": "A-", "credit_note_prefix": "B-"}]);
    let refused = fixture.app.put("/merchant", json!({"invoice_settings": {"location_sequences": sequences}})).await;
    let field = "invoice_settings.location_sequences[0].location_id";
    assert_eq!(refused.refusal(), format!("422 rule_violation {field} reference_not_found"));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn no_two_documents_have_the_same_number_whatever_the_settings_were() {
    let fixture = InvoiceFixture::new().await;
    accepted(&fixture.app.put("/merchant", json!({"invoice_settings": {"number_per_year": true}})).await, 200);
    assert_eq!(number(&fixture, json!({})).await, "INV-2026-000001");
    let settings = json!({"number_per_year": false, "number_prefix": "INV-2026-"});
    accepted(&fixture.app.put("/merchant", json!({"invoice_settings": settings})).await, 200);
    let draft = fixture.draft(&[json!(10)]).await;
    let refused = fixture.act(&draft, "issue", json!({})).await;
    assert_eq!((refused.status, refused.code()), (409, "already_exists"), "{}", refused.text);
    assert_eq!(fixture.invoice(&draft).await["status"], "draft");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn issues_under_faults_lose_no_number_and_give_none_twice() {
    let fixture = InvoiceFixture::new().await;
    let mut drafts = Vec::new();
    for _ in 0..24 {
        drafts.push(fixture.draft(&[json!(10)]).await);
    }
    let faults = vec![
        (100, Fault::DropAfter),
        (100, Fault::Fail(500, "InternalServerError")),
        (100, Fault::FailAfter(503, "ServiceUnavailable")),
    ];
    fixture.app.faults.random("TransactWriteItems", 7, faults);
    let answers = issued_at_once(&fixture, &drafts).await;
    fixture.app.faults.clear();
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409 | 500 | 503)));
    let mut given = Vec::new();
    for draft in &drafts {
        let invoice = fixture.invoice(draft).await;
        given.extend(invoice["number"].as_str().map(str::to_owned));
    }
    given.sort();
    let expected: Vec<String> = (1..=given.len()).map(|number| format!("INV-{number:06}")).collect();
    assert_eq!(given, expected);
    let told = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(given.len() >= told, "{told} were told of {}", given.len());
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_is_paid_by_its_number_or_by_a_creditor_reference_and_found_by_it() {
    let fixture = InvoiceFixture::new().await;
    let found = async |reference: &str| {
        let path = format!("/invoices?payment_reference={}", reference.replace(' ', "%20"));
        let list = fixture.app.get(&path).await;
        accepted(&list, 200);
        let invoices = list.body["data"].as_array().cloned().unwrap_or_default();
        invoices.iter().map(|invoice| invoice["number"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let plain = fixture.issued_with(&[json!(10)], json!({})).await;
    assert_eq!(plain["payment_reference"], "INV-000001");
    let settings = json!({"payment_reference": "iso_11649", "iban": "NL91ABNA0417164300"});
    let own = json!({"tax_id": "861234564B01", "address": {"country_code": "NL"}, "invoice_settings": settings});
    accepted(&fixture.app.put("/merchant", own).await, 200);
    let theirs = json!({"billing_address": {"country_code": "NL"}});
    accepted(&fixture.app.put(&format!("/companies/{}", fixture.customer), theirs).await, 200);
    let draft = fixture.draft(&[json!(10)]).await;
    assert_eq!(fixture.invoice(&draft).await["payment_reference"], json!(null));
    let invoice = fixture.issued_with(&[json!(10)], json!({})).await;
    assert_eq!(invoice["payment_reference"], "RF42INV000002");
    for written in ["RF42INV000002", "rf42 inv0 0000 2", "INV-000002"] {
        assert_eq!(found(written).await, ["INV-000002"], "{written}");
    }
    assert_eq!(found("INV-000001").await, ["INV-000001"], "it was issued before");
    assert!(found("RF42INV000003").await.is_empty(), "a mistyped one");
    let id = invoice["id"].as_str().unwrap_or_default();
    let ubl = fixture.app.get(&format!("/invoices/{id}/ubl")).await.text;
    assert!(ubl.contains("<cbc:PaymentID>RF42INV000002</cbc:PaymentID>"), "{ubl}");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_number_whose_reference_another_invoice_has_is_named_itself() {
    let fixture = InvoiceFixture::new().await;
    let set = async |settings: Value| {
        accepted(&fixture.app.put("/merchant", json!({"invoice_settings": settings})).await, 200);
    };
    set(json!({"payment_reference": "iso_11649"})).await;
    assert_eq!(fixture.issued_with(&[json!(10)], json!({})).await["payment_reference"], "RF69INV000001");
    set(json!({"number_prefix": "INV/"})).await;
    assert_eq!(fixture.issued_with(&[json!(10)], json!({})).await["payment_reference"], "INV/000001");
    set(json!({"number_prefix": "Rechnung für Räume "})).await;
    assert_eq!(fixture.issued_with(&[json!(10)], json!({})).await["payment_reference"], "Rechnung für Räume 000001");
}
