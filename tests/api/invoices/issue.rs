//! Issue: what it freezes, and when the invoice is due (`docs/areas/invoices.md`, 1, 2, 7).

use serde_json::json;
use tests::{InvoiceFixture, accepted, days, made, with};

#[tokio::test]
async fn an_issue_numbers_dates_and_freezes_who_bills_whom() {
    let fixture = InvoiceFixture::new().await;
    let (merchant, company) = ("/merchant".to_owned(), format!("/companies/{}", fixture.customer));
    let own = json!({"legal_name": "Colonnade B.V.", "tax_id": "NL004495445B01", "address": {"city": "Amsterdam"},
        "invoice_settings": {"footer": "Chamber of commerce 1", "iban": "NL91ABNA0417164300"}});
    accepted(&fixture.app.put(&merchant, own).await, 200);
    let theirs =
        json!({"legal_name": "Blue Harbour B.V.", "billing_address": {"city": "Utrecht", "country_code": "NL"}});
    accepted(&fixture.app.put(&company, theirs).await, 200);
    let issued = fixture.issued_with(&[json!(100)], json!({})).await;
    for (field, expected) in [
        ("status", json!("issued")),
        ("number", json!("INV-000001")),
        ("issue_date", json!("2026-11-21")),
        ("due_date", json!("2026-12-05")),
        ("total", json!(121)),
        ("amount_due", json!(121)),
        ("issued_at", json!("2026-11-21T09:00:00.000Z")),
    ] {
        assert_eq!(issued[field], expected, "{field}");
    }
    assert_eq!(
        (&issued["bill_to"]["legal_name"], &issued["bill_to"]["address"]["city"]),
        (&json!("Blue Harbour B.V."), &json!("Utrecht"))
    );
    assert_eq!(
        (&issued["bill_from"]["tax_id"], &issued["bill_from"]["iban"]),
        (&json!("NL004495445B01"), &json!("NL91ABNA0417164300"))
    );
    assert_eq!(issued["bill_from"]["footer"], "Chamber of commerce 1");
    accepted(
        &fixture.app.put(&merchant, json!({"legal_name": "Other", "invoice_settings": {"footer": ""}})).await,
        200,
    );
    accepted(&fixture.app.put(&company, json!({"legal_name": "Other", "name": "Other"})).await, 200);
    assert_eq!(fixture.invoice(issued["id"].as_str().expect("an id")).await, issued);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_member_is_billed_under_a_legal_name_of_its_own() {
    let fixture = InvoiceFixture::new().await;
    let ann = json!({"email": "ann@example.com", "name": "Ann", "surname": "Bakker", "legal_name": "Bakker Design",
        "tax_id": "NL1", "billing_address": {"line1": "Dam 1", "city": "Amsterdam", "country_code": "NL"}});
    let ann = made(&fixture.app, "/members", ann).await;
    let issued = fixture.issued_with(&[json!(10)], json!({"customer_id": ann})).await;
    let billed = &issued["bill_to"];
    assert_eq!((&billed["name"], &billed["legal_name"]), (&json!("Ann Bakker"), &json!("Bakker Design")));
    assert_eq!((&billed["tax_id"], &billed["address"]["line1"]), (&json!("NL1"), &json!("Dam 1")));
    accepted(&fixture.act(issued["id"].as_str().unwrap_or_default(), "mark-uncollectible", json!({})).await, 200);
    // Once the person is forgotten, only what was issued still names them.
    accepted(&fixture.app.post(&format!("/members/{ann}/anonymise"), json!({})).await, 200);
    let member = fixture.app.get(&format!("/members/{ann}")).await.body["data"].clone();
    assert_eq!(
        (&member["legal_name"], &member["tax_id"], &member["billing_address"]["line1"]),
        (&json!(""), &json!(""), &json!(""))
    );
    assert_eq!(fixture.invoice(issued["id"].as_str().expect("an id")).await["bill_to"], *billed);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_is_due_by_its_own_terms_or_the_customers_or_the_merchants() {
    let fixture = InvoiceFixture::new().await;
    let ann = tests::member(&fixture.app, "ann@example.com").await;
    accepted(&fixture.app.put("/merchant", json!({"invoice_settings": {"due_days": 7}})).await, 200);
    let company = format!("/companies/{}", fixture.customer);
    accepted(&fixture.app.put(&company, json!({"default_payment_terms_days": 30})).await, 200);
    for (fields, due) in [
        (json!({"due_date": "2026-11-21"}), "2026-11-21"),
        (json!({"payment_terms_days": 0}), "2026-11-21"),
        (json!({"payment_terms_days": 60}), "2027-01-20"),
        (json!({}), "2026-12-21"),
        (json!({"customer_id": ann}), "2026-11-28"),
    ] {
        assert_eq!(fixture.issued_with(&[json!(10)], fields.clone()).await["due_date"], due, "{fields}");
    }
    let late =
        made(&fixture.app, "/invoices", with(fixture.body(&[json!(1)]), &json!({"due_date": "2026-11-20"}))).await;
    let refused = fixture.act(&late, "issue", json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation due_date before_issue");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_is_issued_on_the_local_day_of_its_location() {
    let fixture = InvoiceFixture::at(json!({"time_zone": "Pacific/Auckland"})).await;
    fixture.app.clock.advance(chrono::Duration::hours(3));
    let issued = fixture.issued_with(&[json!(10)], json!({"payment_terms_days": 0})).await;
    assert_eq!(
        (&issued["issued_at"], &issued["issue_date"]),
        (&json!("2026-11-21T12:00:00.000Z"), &json!("2026-11-22"))
    );
    let id = issued["id"].as_str().expect("an id");
    fixture.app.clock.advance(chrono::Duration::hours(22));
    assert_eq!(fixture.invoice(id).await["overdue"], false);
    fixture.app.clock.advance(chrono::Duration::hours(1));
    let late = fixture.invoice(id).await;
    assert_eq!((&late["overdue"], &late["overdue_days"]), (&json!(true), &json!(1)));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_of_nothing_is_paid_and_one_without_items_is_refused() {
    let fixture = InvoiceFixture::new().await;
    let free = fixture.issued_with(&[json!(0)], json!({})).await;
    assert_eq!((&free["status"], &free["amount_due"]), (&json!("paid"), &json!(0)));
    let empty = fixture.draft(&[]).await;
    let refused = fixture.act(&empty, "issue", json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation items no_items");
    assert_eq!(fixture.issued_with(&[json!(5)], json!({})).await["number"], "INV-000002");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_becomes_overdue_the_day_after_it_was_due() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    let overdue = async |expected: i64| {
        let invoice = fixture.invoice(&id).await;
        assert_eq!((&invoice["overdue_days"], &invoice["overdue"]), (&json!(expected), &json!(expected > 0)));
        let listed = |flag: &str| format!("/invoices?overdue={flag}");
        let count = async |flag: &str| fixture.app.get(&listed(flag)).await.body["data"].as_array().map(Vec::len);
        assert_eq!(
            (count("true").await, count("false").await),
            (Some(usize::from(expected > 0)), Some(usize::from(expected == 0)))
        );
    };
    overdue(0).await;
    days(&fixture.app, 14);
    overdue(0).await;
    days(&fixture.app, 1);
    overdue(1).await;
    days(&fixture.app, 9);
    overdue(10).await;
    accepted(&fixture.pay(&id, json!(121)).await, 200);
    overdue(0).await;
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_repeated_issue_with_the_same_key_is_the_same_issue() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.draft(&[json!(10)]).await;
    let path = format!("/invoices/{id}/issue");
    let key = [("idempotency-key", "k-1")];
    let first = fixture.app.send("POST", &path, Some(json!({})), &key).await;
    accepted(&first, 200);
    let again = fixture.app.send("POST", &path, Some(json!({})), &key).await;
    assert_eq!((again.status, &again.body["data"]), (200, &first.body["data"]));
    tests::books_add_up(&fixture.app).await;
}
