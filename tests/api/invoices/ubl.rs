//! Invoices and credit notes as UBL after EN 16931. What these tests make is written to a folder, where
//! `infra/check/invoices-en16931` holds it against the standard's public rules.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted};

/// A location with these fields, of a merchant and a customer that the standard can name.
async fn named(fields: Value) -> InvoiceFixture {
    let fixture = InvoiceFixture::at(fields).await;
    let own = json!({"legal_name": "Colonnade & Sons B.V.", "tax_id": "861234564B01", "phone": "+31 20 555 0126",
        "email": "hello@colonnade.example", "address": {"line1": "Dam 1", "city": "Amsterdam", "country_code": "NL"},
        "invoice_settings": {"iban": "NL91ABNA0417164300", "footer": "Pay <soon>"}});
    accepted(&fixture.app.put("/merchant", own).await, 200);
    let theirs = json!({"legal_name": "Ελλάς ΑΕ", "tax_id": "094259216", "billing_email": "logistirio@example.com",
        "billing_address": {"line1": "Οδός 1", "postal_code": "105 57", "city": "Αθήνα", "country_code": "GR"}});
    accepted(&fixture.app.put(&format!("/companies/{}", fixture.customer), theirs).await, 200);
    fixture
}

/// The document of a record, which is kept for the check under this name.
async fn document(fixture: &InvoiceFixture, path: &str, name: &str) -> String {
    let answer = fixture.app.get(path).await;
    accepted(&answer, 200);
    assert_eq!(answer.header("content-type"), "application/xml; charset=utf-8");
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

/// Tax situations: prices without and with tax, several rates, none, discounts, lines below zero, a currency without
/// decimals.
fn situations() -> Vec<(&'static str, Value, Value)> {
    let item = |price: Value, more: Value| {
        tests::with(json!({"description": "Desk", "quantity": 1, "unit_amount": price}), &more)
    };
    let many = json!([
        item(json!(100), json!({"period_start": "2026-12-01", "period_end": "2026-12-31"})),
        item(json!(3.33), json!({"quantity": 2.5, "tax_rate": 9})),
        item(json!(50), json!({"tax_rate": 0})),
        item(json!(19.99), json!({"discount_percent": 15})),
        item(json!(-10), json!({"discount_percent": 50, "description": "Rebate <of> last month"})),
    ]);
    let discounted = json!({"items": many, "discount_amount": 7.77, "memo": "Thanks", "purchase_order": "PO 7",
        "period_start": "2026-12-01", "period_end": "2026-12-31"});
    let inclusive = json!({"items": many, "discount_amount": 1});
    vec![
        ("standard", json!({}), json!({"items": [item(json!(100), json!({}))]})),
        ("discounted", json!({}), discounted),
        ("inclusive", json!({"tax_inclusive": true}), inclusive),
        ("untaxed", json!({"tax_rate": 0}), json!({"items": [item(json!(12.5), json!({}))]})),
        (
            "yen",
            json!({"currency": "JPY", "tax_rate": 10}),
            json!({"items": [item(json!(333), json!({"quantity": 3}))]}),
        ),
        ("nothing", json!({}), json!({"items": [item(json!(0), json!({}))]})),
    ]
}

#[tokio::test]
async fn an_invoice_and_notes_on_it_of_every_tax_situation_are_documents() {
    for (name, location, body) in situations() {
        let fixture = named(location).await;
        let invoice = fixture.issued_with(&[], body).await;
        let id = invoice["id"].as_str().expect("an id");
        let text = document(&fixture, &format!("/invoices/{id}/ubl"), &format!("{name}-invoice")).await;
        let total = format!(
            "<cbc:PayableAmount currencyID=\"{}\">{}<",
            invoice["currency"].as_str().expect("a currency"),
            invoice["total"]
        );
        has(
            &text,
            &["<cbc:ID>INV-000001</cbc:ID>", "<cbc:CompanyID>NL861234564B01<", "<cbc:CompanyID>EL094259216<", &total],
        );
        if invoice["total"] == 0 {
            continue;
        }
        for (part, credit) in [("quantity", json!({"quantity": 0.5})), ("amount", json!({"amount": 1}))] {
            let note = fixture.credit(&invoice, &[(0, credit)], json!({"memo": "Sorry"})).await;
            accepted(&note, 201);
            let text =
                document(&fixture, &format!("/credit-notes/{}/ubl", note.id()), &format!("{name}-note-{part}")).await;
            has(&text, &["<cbc:CreditNoteTypeCode>381<", "<cbc:ID>INV-000001</cbc:ID>"]);
        }
    }
}

#[tokio::test]
async fn a_document_is_what_was_issued_with_what_the_balance_paid() {
    let fixture = named(json!({})).await;
    fixture.with_balance(50).await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    let path = format!("/invoices/{id}/ubl");
    let before = document(&fixture, &path, "prepaid-invoice").await;
    has(
        &before,
        &[
            "<cbc:PrepaidAmount currencyID=\"EUR\">50<",
            "<cbc:PayableAmount currencyID=\"EUR\">71<",
            "Colonnade &amp; Sons B.V.",
            "Pay &lt;soon&gt;",
        ],
    );
    accepted(&fixture.pay(id, json!(71)).await, 200);
    accepted(&fixture.app.put("/merchant", json!({"tax_id": ""})).await, 200);
    assert_eq!(fixture.app.get(&path).await.text, before);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_the_standard_cannot_express_is_refused() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(1)]).await;
    assert_eq!(fixture.app.get(&format!("/invoices/{draft}/ubl")).await.code(), "invalid_state");
    for (own, theirs, field) in [
        (json!({}), json!({}), "bill_from.tax_id"),
        (json!({"tax_id": "NL1"}), json!({}), "bill_from.address.country_code"),
        (json!({"address": {"country_code": "NL"}}), json!({}), "bill_to.address.country_code"),
    ] {
        accepted(&fixture.app.put("/merchant", own).await, 200);
        accepted(&fixture.app.put(&format!("/companies/{}", fixture.customer), theirs).await, 200);
        let invoice = fixture.issued(&[json!(1)]).await;
        let refused = fixture.app.get(&format!("/invoices/{invoice}/ubl")).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {field} incomplete_for_en16931"));
    }
    let dinar = named(json!({"currency": "KWD"})).await;
    let invoice = dinar.issued(&[json!(1)]).await;
    let refused = dinar.app.get(&format!("/invoices/{invoice}/ubl")).await;
    assert_eq!(refused.refusal(), "422 rule_violation currency too_many_decimals");
    tests::books_add_up(&fixture.app).await;
}
