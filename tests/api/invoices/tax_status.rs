//! Customers who owe the tax themselves, and exempt ones (`docs/areas/invoices.md`, 23).

use std::{fs, path::Path};

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made, member, with};

/// A Dutch merchant, and a Greek company that is taxed so.
async fn fixture(location: Value, status: Value) -> InvoiceFixture {
    let fixture = InvoiceFixture::at(location).await;
    let own = json!({"legal_name": "Colonnade B.V.", "tax_id": "861234564B01",
        "address": {"line1": "Dam 1", "city": "Amsterdam", "country_code": "NL"}});
    accepted(&fixture.app.put("/merchant", own).await, 200);
    let theirs = json!({"legal_name": "Ellas AE", "tax_id": "094259216",
        "billing_address": {"line1": "Odos 1", "city": "Athens", "country_code": "GR"}});
    let updated = fixture.app.put(&format!("/companies/{}", fixture.customer), with(theirs, &status)).await;
    accepted(&updated, 200);
    assert_eq!(updated.body["data"]["tax_id_status"], "form_checked");
    fixture
}

async fn ubl(fixture: &InvoiceFixture, path: &str, name: &str) -> String {
    let answer = fixture.app.get(path).await;
    accepted(&answer, 200);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ubl");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(format!("{name}.xml")), &answer.text).expect("a file");
    answer.text
}

fn has(document: &str, parts: &[&str]) {
    for part in parts {
        assert!(document.contains(part), "{part} is not in {document}");
    }
}

#[tokio::test]
async fn an_invoice_of_a_customer_who_owes_the_tax_says_reverse_charge() {
    let fixture = fixture(json!({}), json!({"tax_status": "reverse_charge"})).await;
    let invoice = fixture.issued_with(&[json!(100), json!(50)], json!({})).await;
    assert_eq!((&invoice["total"], &invoice["items"][0]["tax_category"]), (&json!(150), &json!("AE")));
    let line = json!({"rate": 0, "category": "AE", "exemption_reason": "Reverse charge", "taxable": 150, "amount": 0, "inclusive": false});
    assert_eq!(invoice["tax_lines"], json!([line]));
    let id = invoice["id"].as_str().expect("an id");
    let text = ubl(&fixture, &format!("/invoices/{id}/ubl"), "reverse-charge-invoice").await;
    has(
        &text,
        &[
            "<cac:TaxCategory><cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent><cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Reverse charge</cbc:TaxExemptionReason>",
            "<cac:ClassifiedTaxCategory><cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme>",
            "<cbc:CompanyID>EL094259216<",
        ],
    );
    accepted(&fixture.app.get(&format!("/invoices/{id}/pdf")).await, 200);
    // What becomes of the customer later reaches neither the invoice nor what is credited of it.
    let path = format!("/companies/{}", fixture.customer);
    accepted(&fixture.app.put(&path, json!({"tax_status": "standard"})).await, 200);
    assert_eq!(fixture.invoice(id).await, invoice);
    let note = fixture.credit(&invoice, &[(0, json!({"amount": 30}))], json!({})).await;
    accepted(&note, 201);
    let data = &note.body["data"];
    assert_eq!((&data["total"], &data["tax_lines"][0]["category"]), (&json!(30), &json!("AE")));
    assert_eq!(data["tax_lines"][0]["exemption_reason"], "Reverse charge");
    let text = ubl(&fixture, &format!("/credit-notes/{}/ubl", note.id()), "reverse-charge-note").await;
    has(&text, &["<cbc:TaxExemptionReasonCode>VATEX-EU-AE<"]);
    accepted(&fixture.app.get(&format!("/credit-notes/{}/pdf", note.id())).await, 200);
    let taxed = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(taxed["total"], 121);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_exempt_customer_is_told_why_and_a_price_with_tax_stays_what_it_is() {
    let status = json!({"tax_status": "exempt", "tax_exemption_reason": "Article 151(1)(a), embassy"});
    let fixture = fixture(json!({"tax_inclusive": true}), status).await;
    let items = json!([
        {"description": "Desk", "quantity": 1, "unit_amount": 121},
        {"description": "Book", "quantity": 1, "unit_amount": 10, "tax_rate": 0},
        {"description": "Deposit", "quantity": 1, "unit_amount": 50, "kind": "deposit"},
    ]);
    let invoice = fixture.issued_with(&[], json!({"items": items})).await;
    assert_eq!(invoice["total"], 181);
    let told: Vec<Value> = invoice["tax_lines"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|line| json!([line["category"], line["taxable"], line["exemption_reason"]]))
        .collect();
    assert_eq!(json!(told), json!([["Z", 60, ""], ["E", 121, "Article 151(1)(a), embassy"]]));
    let path = format!("/invoices/{}/ubl", invoice["id"].as_str().expect("an id"));
    let text = ubl(&fixture, &path, "exempt-invoice").await;
    has(
        &text,
        &[
            "<cbc:TaxExemptionReason>Article 151(1)(a), embassy<",
            "<cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme>",
        ],
    );
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_draft_is_taxed_as_its_customer_is_when_it_is_issued() {
    let fixture = fixture(json!({}), json!({})).await;
    let draft = fixture.draft(&[json!(100)]).await;
    assert_eq!(fixture.invoice(&draft).await["total"], 121);
    let path = format!("/companies/{}", fixture.customer);
    accepted(&fixture.app.put(&path, json!({"tax_status": "reverse_charge"})).await, 200);
    let other = fixture.draft(&[json!(100)]).await;
    assert_eq!(fixture.invoice(&other).await["total"], 100);
    let item = json!({"invoice_id": other, "description": "Print", "quantity": 1, "unit_amount": 10});
    let item = made(&fixture.app, "/invoice-items", item).await;
    accepted(&fixture.app.put(&format!("/invoice-items/{item}"), json!({"unit_amount": 20})).await, 200);
    assert_eq!(fixture.invoice(&other).await["total"], 120);
    accepted(&fixture.act(&draft, "issue", json!({})).await, 200);
    assert_eq!(fixture.invoice(&draft).await["total"], 100);
    accepted(&fixture.app.put(&path, json!({"tax_status": "standard"})).await, 200);
    accepted(&fixture.act(&other, "issue", json!({})).await, 200);
    assert_eq!(fixture.invoice(&other).await["total"], 145.2);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_credit_without_an_invoice_has_the_customers_tax() {
    let fixture = fixture(json!({}), json!({"tax_status": "reverse_charge"})).await;
    let credit = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Rebate",
        "quantity": 1, "unit_amount": -10});
    let credit = fixture.app.post("/invoice-items", credit).await;
    accepted(&credit, 201);
    assert_eq!(credit.body["data"]["booked_amount"], 10);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_is_outside_the_scope_of_tax_stands_on_a_document_of_its_own() {
    let fixture = fixture(json!({}), json!({})).await;
    let values = json!([{"from": "2020-01-01", "percent": 0, "category": "O", "exemption_reason": "Not a supply"}]);
    let rate = made(&fixture.app, "/tax-rates", json!({"name": "Outside", "values": values})).await;
    let outside = json!({"description": "Fine", "quantity": 1, "unit_amount": 40, "tax_rate_id": rate});
    let mixed = json!([outside, {"description": "Desk", "quantity": 1, "unit_amount": 100}]);
    let mixed = fixture.issued_with(&[], json!({"items": mixed})).await;
    let path = |invoice: &Value| format!("/invoices/{}/ubl", invoice["id"].as_str().unwrap_or_default());
    assert_eq!(fixture.app.get(&path(&mixed)).await.refusal(), "422 rule_violation items mixed_with_outside_scope");
    let alone = fixture.issued_with(&[], json!({"items": [outside]})).await;
    let text = ubl(&fixture, &path(&alone), "outside-scope-invoice").await;
    has(
        &text,
        &["<cbc:ID>O</cbc:ID><cbc:TaxExemptionReasonCode>VATEX-EU-O<", "<cbc:CompanyID>861234564B01<"],
    );
    assert!(!text.contains("PartyTaxScheme"), "{text}");
}

#[tokio::test]
async fn a_supply_within_the_union_says_when_and_where_to() {
    let fixture = fixture(json!({}), json!({})).await;
    let values =
        json!([{"from": "2020-01-01", "percent": 0, "category": "K", "exemption_reason": "Intra-community supply"}]);
    let rate = made(&fixture.app, "/tax-rates", json!({"name": "Union", "values": values})).await;
    let goods = json!({"description": "Chair", "quantity": 2, "unit_amount": 40, "tax_rate_id": rate, "tax_point": "2026-10-05"});
    let invoice = fixture.issued_with(&[], json!({"items": [goods]})).await;
    let path = format!("/invoices/{}/ubl", invoice["id"].as_str().unwrap_or_default());
    let text = ubl(&fixture, &path, "intra-community-invoice").await;
    has(&text, &["<cac:Delivery><cbc:ActualDeliveryDate>2026-10-05</cbc:ActualDeliveryDate>", "VATEX-EU-IC"]);
}

#[tokio::test]
async fn a_status_needs_what_the_law_asks_for_it() {
    let fixture = fixture(json!({}), json!({})).await;
    let company = format!("/companies/{}", fixture.customer);
    let person = format!("/members/{}", member(&fixture.app, "ann@example.com").await);
    let dutch = json!({"country_code": "NL"});
    for (path, body, refusal) in [
        (&company, json!({"tax_status": "exempt"}), "tax_exemption_reason required_with_exempt"),
        (&company, json!({"tax_status": "reverse_charge", "tax_id": "12"}), "tax_id form_not_checked"),
        (
            &company,
            json!({"tax_status": "reverse_charge", "tax_id": "NL004495445B01", "billing_address": dutch}),
            "billing_address.country_code country_of_seller",
        ),
        (&person, json!({"tax_status": "reverse_charge"}), "tax_id form_not_checked"),
        (
            &person,
            json!({"tax_status": "reverse_charge", "tax_id": "DE136695976"}),
            "billing_address.country_code required_with_reverse_charge",
        ),
    ] {
        assert_eq!(
            fixture.app.put(path, body.clone()).await.refusal(),
            format!("422 rule_violation {refusal}"),
            "{body}"
        );
    }
    for (path, body) in [
        ("/companies", json!({"location_id": fixture.location, "name": "New", "tax_status": "exempt"})),
        ("/members", json!({"name": "Bob", "email": "bob@example.com", "tax_status": "exempt"})),
    ] {
        let refusal = "422 rule_violation tax_exemption_reason required_with_exempt";
        assert_eq!(fixture.app.post(path, body).await.refusal(), refusal);
    }
    accepted(&fixture.app.put("/merchant", json!({"address": {"country_code": ""}})).await, 200);
    let german =
        json!({"tax_status": "reverse_charge", "tax_id": "DE136695976", "billing_address": {"country_code": "DE"}});
    assert_eq!(
        fixture.app.put(&person, german.clone()).await.refusal(),
        "422 rule_violation tax_status seller_without_country"
    );
    accepted(&fixture.app.put("/merchant", json!({"address": {"country_code": "NL"}})).await, 200);
    let updated = fixture.app.put(&person, german).await;
    accepted(&updated, 200);
    assert_eq!(updated.body["data"]["tax_status"], "reverse_charge");
    // A change of what it rests on is judged too.
    let moved = fixture.app.put(&person, json!({"billing_address": {"country_code": "NL"}})).await;
    assert_eq!(moved.refusal(), "422 rule_violation tax_id form_not_checked");
}
