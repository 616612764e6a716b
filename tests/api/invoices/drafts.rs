//! Drafts: what they ask for follows from their items (`docs/areas/invoices.md`, 3).

use serde_json::json;
use tests::{InvoiceFixture, NOBODY, accepted, made, with};

#[tokio::test]
async fn a_draft_has_the_amounts_of_its_items_and_no_number() {
    let fixture = InvoiceFixture::new().await;
    let body = json!({
        "customer_id": fixture.customer, "location_id": fixture.location, "memo": "Thank you", "purchase_order": "PO 7",
        "items": [
            {"description": "Desk", "quantity": 3, "unit_amount": 3.33, "kind": "custom"},
            {"description": "Rebate", "quantity": 1, "unit_amount": -1, "tax_rate": 9, "discount_percent": 50},
            {"description": "Deposit", "quantity": 1, "unit_amount": 100, "kind": "deposit"},
        ],
    });
    let created = fixture.app.post("/invoices", body).await;
    accepted(&created, 201);
    let data = &created.body["data"];
    assert_eq!(created.header("location"), format!("/v1/invoices/{}", created.id()));
    for (field, expected) in [
        ("status", json!("draft")),
        ("number", json!(null)),
        ("issue_date", json!(null)),
        ("due_date", json!(null)),
        ("bill_to", json!(null)),
        ("currency", json!("EUR")),
        ("tax_inclusive", json!(false)),
        ("subtotal", json!(108.99)),
        ("discount_total", json!(-0.5)),
        ("total", json!(111.54)),
        ("amount_due", json!(0)),
        ("overdue", json!(false)),
        ("memo", json!("Thank you")),
    ] {
        assert_eq!(data[field], expected, "{field}");
    }
    let taxes = json!([
        {"rate": 0, "category": "Z", "exemption_reason": "", "taxable": 100, "amount": 0, "inclusive": false},
        {"rate": 9, "category": "S", "exemption_reason": "", "taxable": -0.5, "amount": -0.05, "inclusive": false},
        {"rate": 21, "category": "S", "exemption_reason": "", "taxable": 9.99, "amount": 2.1, "inclusive": false},
    ]);
    assert_eq!(data["tax_lines"], taxes);
    assert_eq!(fixture.app.get(&format!("/invoices/{}", created.id())).await.body["data"], *data);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn tax_is_inside_the_prices_of_a_location_that_says_so_and_amounts_have_the_currencys_decimals() {
    for (currency, inclusive, price, total, tax) in [
        ("EUR", true, json!(121), json!(121), json!(21)),
        ("JPY", false, json!(333), json!(403), json!(70)),
        ("JPY", true, json!(100), json!(100), json!(17)),
        ("KWD", false, json!(1.234), json!(1.493), json!(0.259)),
    ] {
        let fixture = InvoiceFixture::at(json!({"currency": currency, "tax_inclusive": inclusive})).await;
        let draft = fixture.app.post("/invoices", fixture.body(std::slice::from_ref(&price))).await;
        let data = &draft.body["data"];
        assert_eq!((&data["total"], &data["tax_lines"][0]["amount"]), (&total, &tax), "{currency} {price}");
    }
    let yen = InvoiceFixture::at(json!({"currency": "JPY"})).await;
    let refused = yen.app.post("/invoices", yen.body(&[json!(1.5)])).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[0].unit_amount too_many_decimals");
}

#[tokio::test]
async fn a_discount_of_the_whole_is_shared_so_that_the_parts_add_up() {
    let fixture = InvoiceFixture::at(json!({"tax_rate": 0})).await;
    let body = with(fixture.body(&[json!(10), json!(10), json!(10)]), &json!({"discount_amount": 1}));
    let created = fixture.app.post("/invoices", body).await;
    let data = &created.body["data"];
    let discounts: Vec<_> = (0..3).map(|position| data["items"][position]["discount"].clone()).collect();
    assert_eq!(discounts, [json!(0.34), json!(0.33), json!(0.33)]);
    assert_eq!((&data["discount_total"], &data["total"]), (&json!(1), &json!(29)));
    let path = format!("/invoices/{}", created.id());
    let refused = fixture.app.put(&path, json!({"discount_amount": 30.01})).await;
    assert_eq!(refused.refusal(), "422 rule_violation discount_amount discount_too_large");
    let changed = fixture.app.put(&path, json!({"discount_amount": 30})).await;
    assert_eq!(changed.body["data"]["total"], 0);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_makes_no_invoice_is_refused_and_leaves_nothing() {
    let fixture = InvoiceFixture::new().await;
    let body = fixture.body(&[json!(10)]);
    for (fields, refusal) in [
        (json!({"customer_id": NOBODY}), "customer_id reference_not_found"),
        (json!({"location_id": NOBODY}), "location_id reference_not_found"),
        (json!({"period_start": "2026-02-01", "period_end": "2026-01-31"}), "period_end end_before_start"),
        (
            json!({"due_date": "2027-01-01", "payment_terms_days": 3}),
            "payment_terms_days contradicts_due_date",
        ),
        (
            json!({"items": [{"description": "Rebate", "quantity": 1, "unit_amount": -1}]}),
            "items negative_total",
        ),
        (json!({"discount_amount": 0.001}), "discount_amount too_many_decimals"),
        (
            json!({"items": [{"description": "Much", "quantity": 1_000_000, "unit_amount": 1_000_000}]}),
            "items[0].unit_amount out_of_range",
        ),
    ] {
        let refused = fixture.app.post("/invoices", with(body.clone(), &fields)).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {refusal}"), "{fields}");
    }
    for (fields, field) in [
        (json!({"items": [{"description": "Desk", "quantity": 0, "unit_amount": 1}]}), "items[0].quantity"),
        (json!({"items": [{"description": " ", "quantity": 1, "unit_amount": 1}]}), "items[0].description"),
        (json!({"number": "INV-7"}), "number"),
        (json!({"payment_terms_days": 366}), "payment_terms_days"),
        (json!({"reminder_days": [400]}), "reminder_days[0]"),
    ] {
        let refused = fixture.app.post("/invoices", with(body.clone(), &fields)).await;
        assert_eq!((refused.status, &refused.body["error"]["details"]["field"]), (400, &json!(field)), "{fields}");
    }
    assert_eq!(fixture.app.get("/invoices").await.body["data"], json!([]));
    assert_eq!(fixture.app.get("/invoice-items").await.body["data"], json!([]));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_draft_is_changed_and_deleted_and_an_issued_invoice_is_neither() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.draft(&[json!(10)]).await;
    let path = format!("/invoices/{id}");
    let changed = fixture.app.put(&path, json!({"memo": "New", "payment_terms_days": 3})).await;
    accepted(&changed, 200);
    assert_eq!((&changed.body["data"]["memo"], &changed.body["data"]["total"]), (&json!("New"), &json!(12.1)));
    let item = changed.body["data"]["items"][0]["id"].as_str().expect("an id").to_owned();
    accepted(&fixture.app.delete(&path).await, 200);
    for path in [path, format!("/invoice-items/{item}")] {
        assert_eq!(fixture.app.get(&path).await.status, 404);
    }
    let issued = fixture.issued(&[json!(10)]).await;
    let before = fixture.invoice(&issued).await;
    let path = format!("/invoices/{issued}");
    let item = format!("/invoice-items/{}", before["items"][0]["id"].as_str().expect("an id"));
    let on_it = json!({"invoice_id": issued, "description": "More", "quantity": 1, "unit_amount": 1});
    for answer in [
        fixture.app.put(&path, json!({"memo": "Other"})).await,
        fixture.app.put(&path, json!({"metadata": {"a": "b"}})).await,
        fixture.app.delete(&path).await,
        fixture.app.put(&item, json!({"unit_amount": 1})).await,
        fixture.app.delete(&item).await,
        fixture.app.post("/invoice-items", on_it).await,
        fixture.act(&issued, "issue", json!({})).await,
    ] {
        assert_eq!((answer.status, answer.code()), (409, "invalid_state"), "{}", answer.text);
    }
    assert_eq!(fixture.invoice(&issued).await, before);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_duplicate_is_a_draft_with_the_same_items() {
    let fixture = InvoiceFixture::new().await;
    let original = fixture.issued_with(&[json!(10), json!(20)], json!({"memo": "As agreed"})).await;
    let id = original["id"].as_str().expect("an id");
    let copy = fixture.act(id, "duplicate", json!({})).await;
    accepted(&copy, 201);
    let data = &copy.body["data"];
    assert_eq!((&data["status"], &data["number"], &data["due_date"]), (&json!("draft"), &json!(null), &json!(null)));
    assert_eq!((&data["total"], &data["memo"]), (&original["total"], &json!("As agreed")));
    assert_ne!(data["items"][0]["id"], original["items"][0]["id"]);
    accepted(&fixture.act(&copy.id(), "issue", json!({})).await, 200);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_location_where_something_was_invoiced_keeps_its_currency_and_is_not_archived() {
    let fixture = InvoiceFixture::new().await;
    accepted(&fixture.app.delete(&format!("/companies/{}", fixture.customer)).await, 200);
    let ann = tests::member(&fixture.app, "ann@example.com").await;
    made(&fixture.app, "/invoices", with(fixture.body(&[json!(10)]), &json!({"customer_id": ann}))).await;
    let path = format!("/locations/{}", fixture.location);
    let refused = fixture.app.put(&path, json!({"currency": "GBP"})).await;
    assert_eq!((refused.status, refused.code()), (409, "in_use"), "{}", refused.text);
    assert_eq!(fixture.app.delete(&path).await.code(), "in_use");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn another_merchants_invoice_does_not_exist() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(10)]).await;
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let path = format!("/invoices/{id}");
    for answer in [
        stranger.get(&path).await,
        stranger.put(&path, json!({"memo": "Mine"})).await,
        stranger.delete(&path).await,
        stranger.post(&format!("{path}/issue"), json!({})).await,
        stranger.post(&format!("{path}/pay"), json!({"method": "cash"})).await,
        stranger.post(&format!("{path}/void"), json!({})).await,
        stranger.post(&format!("{path}/mark-uncollectible"), json!({})).await,
        stranger.post(&format!("{path}/send"), json!({})).await,
        stranger.post(&format!("{path}/duplicate"), json!({})).await,
    ] {
        assert_eq!(answer.status, 404, "{}", answer.text);
    }
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_names_a_subscription_of_its_customer_and_location_only() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let elsewhere = tests::location_with(app, json!({})).await;
    let offer = |location: &str| json!({"location_id": location, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let ann = tests::member(app, "ann@example.com").await;
    for (customer, location, refusal) in [
        (&ann, &fixture.location, "422 rule_violation subscription_id other_customer"),
        (&fixture.customer, &elsewhere, "422 rule_violation subscription_id other_location"),
    ] {
        let plan = made(app, "/memberships", offer(location)).await;
        let agreed = json!({"customer_id": customer, "membership_plan_id": plan, "start_date": "2027-06-01"});
        let subscription = made(app, "/subscriptions", agreed).await;
        let body = with(fixture.body(&[json!(1)]), &json!({"subscription_id": subscription}));
        assert_eq!(app.post("/invoices", body).await.refusal(), refusal);
    }
    let unknown = with(fixture.body(&[json!(1)]), &json!({"subscription_id": NOBODY}));
    assert_eq!(
        app.post("/invoices", unknown).await.refusal(),
        "422 rule_violation subscription_id reference_not_found"
    );
}
