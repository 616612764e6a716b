//! The rate that counts is that of the tax point, as the law is when the invoice is issued (`docs/areas/invoices.md`, 22).

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made, with};

async fn rate(fixture: &InvoiceFixture) -> String {
    let values = json!([{"from": "2012-10-01", "percent": 21}]);
    made(&fixture.app, "/tax-rates", json!({"name": "Standard", "values": values})).await
}

/// A law is published: 23 % from 15 January 2027 on.
async fn change(fixture: &InvoiceFixture, rate: &str) {
    let values = json!([{"from": "2012-10-01", "percent": 21}, {"from": "2027-01-15", "percent": 23}]);
    accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), json!({"values": values})).await, 200);
}

/// A location at which `rate` holds. The clock stands at 20 January 2027.
async fn fixture() -> (InvoiceFixture, String) {
    let fixture = InvoiceFixture::new().await;
    fixture.app.clock.set(values::Timestamp::parse("2027-01-20T11:00:00Z").expect("an instant"));
    let rate = rate(&fixture).await;
    let path = format!("/locations/{}", fixture.location);
    accepted(&fixture.app.put(&path, json!({"tax_rate": 0, "tax_rate_id": rate})).await, 200);
    (fixture, rate)
}

fn rates(invoice: &Value) -> Vec<Value> {
    invoice["items"].as_array().into_iter().flatten().map(|line| line["tax_rate"].clone()).collect()
}

/// Items whose tax points lie before and after the law: by the period, by what they say, and by the day of the invoice.
fn items() -> Value {
    let item = |fields: Value| with(json!({"description": "Desk", "quantity": 1, "unit_amount": 100}), &fields);
    json!([
        item(json!({"period_start": "2027-01-14", "period_end": "2027-02-13"})),
        item(json!({"period_start": "2027-01-15", "period_end": "2027-02-14"})),
        item(json!({"period_start": "2027-01-15", "tax_point": "2027-01-14"})),
        item(json!({})),
        item(json!({"tax_rate": 9})),
        item(json!({"kind": "deposit"})),
    ])
}

#[tokio::test]
async fn a_change_by_law_reaches_a_draft_and_what_waits_by_their_tax_points() {
    let (fixture, rate) = fixture().await;
    let body = json!({"customer_id": fixture.customer, "location_id": fixture.location});
    let waits = json!({"description": "Print", "quantity": 1, "unit_amount": 10, "period_start": "2027-01-16"});
    made(&fixture.app, "/invoice-items", with(waits, &body)).await;
    let draft = fixture.app.post("/invoices", with(body.clone(), &json!({"items": items()}))).await;
    accepted(&draft, 201);
    let before = json!([21, 21, 21, 21, 21, 9, 0]);
    assert_eq!(json!(rates(&draft.body["data"])), before);
    change(&fixture, &rate).await;
    let preview = fixture.app.post("/invoices/preview", with(body, &json!({"items": items()}))).await;
    accepted(&preview, 200);
    assert_eq!(json!(rates(&preview.body["data"])), json!([21, 23, 21, 23, 9, 0]));
    let changed = fixture.app.put(&format!("/invoices/{}", draft.id()), json!({"memo": "Thanks"})).await;
    let after = json!([23, 21, 23, 21, 23, 9, 0]);
    assert_eq!(json!(rates(&changed.body["data"])), after);
    let issued = fixture.act(&draft.id(), "issue", json!({})).await;
    accepted(&issued, 200);
    let invoice = &issued.body["data"];
    assert_eq!(json!(rates(invoice)), after);
    assert_eq!(
        invoice["tax_lines"],
        json!([
            {"rate": 0, "category": "Z", "exemption_reason": "", "taxable": 100, "amount": 0, "inclusive": false},
            {"rate": 9, "category": "S", "exemption_reason": "", "taxable": 100, "amount": 9, "inclusive": false},
            {"rate": 21, "category": "S", "exemption_reason": "", "taxable": 200, "amount": 42, "inclusive": false},
            {"rate": 23, "category": "S", "exemption_reason": "", "taxable": 210, "amount": 48.3, "inclusive": false},
        ])
    );
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_was_issued_stays_and_is_credited_at_what_it_had() {
    let (fixture, rate) = fixture().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    change(&fixture, &rate).await;
    assert_eq!(fixture.invoice(id).await, invoice);
    let note = fixture.credit(&invoice, &[(0, json!({"amount": 40}))], json!({})).await;
    accepted(&note, 201);
    let data = &note.body["data"];
    assert_eq!((&data["lines"][0]["tax_rate"], &data["total"]), (&json!(21), &json!(48.4)));
    let again = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(json!(rates(&again)), json!([23]));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_rate_that_becomes_exempt_says_why() {
    let (fixture, rate) = fixture().await;
    let exempt = json!({"from": "2027-01-15", "percent": 0, "category": "E", "exemption_reason": "Article 132(1)(m)"});
    let values = json!([{"from": "2012-10-01", "percent": 21}, exempt]);
    accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), json!({"values": values})).await, 200);
    let invoice = fixture.issued_with(&[], json!({"items": items()})).await;
    let groups: Vec<Value> = invoice["tax_lines"].as_array().into_iter().flatten().cloned().collect();
    let told: Vec<Value> =
        groups.iter().map(|line| json!([line["category"], line["exemption_reason"], line["taxable"]])).collect();
    assert_eq!(
        json!(told),
        json!([["Z", "", 100], ["E", "Article 132(1)(m)", 200], ["S", "", 100], ["S", "", 200]])
    );
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_item_tells_the_rate_of_its_tax_point_and_takes_a_plain_one_instead() {
    let (fixture, rate) = fixture().await;
    change(&fixture, &rate).await;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Print",
        "quantity": 1, "unit_amount": 10, "tax_point": "2027-01-14"});
    let waits = fixture.app.post("/invoice-items", item).await;
    accepted(&waits, 201);
    let told =
        |answer: &testing::TestResponse| json!([answer.body["data"]["tax_rate"], answer.body["data"]["tax_rate_id"]]);
    assert_eq!(told(&waits), json!([21, rate]));
    let path = format!("/invoice-items/{}", waits.id());
    for (patch, expected) in [
        (json!({"tax_point": "2027-01-15"}), json!([23, rate])),
        (json!({"tax_rate": 23, "quantity": 2}), json!([23, rate])),
        (json!({"tax_rate": 9}), json!([9, null])),
        (json!({"tax_rate_id": rate}), json!([23, rate])),
        (json!({"tax_rate": 0}), json!([0, null])),
        (json!({"tax_rate": null}), json!([23, rate])),
    ] {
        let changed = fixture.app.put(&path, patch.clone()).await;
        accepted(&changed, 200);
        assert_eq!(told(&changed), expected, "{patch}");
    }
}

#[tokio::test]
async fn a_copy_of_an_invoice_is_taxed_as_the_law_is_now() {
    let (fixture, rate) = fixture().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    change(&fixture, &rate).await;
    let copy = fixture.act(invoice["id"].as_str().expect("an id"), "duplicate", json!({})).await;
    accepted(&copy, 201);
    assert_eq!(json!(rates(&copy.body["data"])), json!([23]));
}
