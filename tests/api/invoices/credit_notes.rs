//! Credit notes (`docs/areas/invoices.md`, 5).

use serde_json::{Value, json};
use tests::{InvoiceFixture, NOBODY, accepted, having};

fn sides(note: &Value) -> (&str, Value, Value, Value) {
    let amount = |field: &str| note[field].clone();
    (
        note["type"].as_str().unwrap_or_default(),
        amount("total"),
        amount("pre_payment_amount"),
        amount("post_payment_amount"),
    )
}

#[tokio::test]
async fn a_note_first_takes_off_what_is_due() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100), json!(50)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    let note = fixture.credit(&invoice, &[(0, json!({"quantity": 1}))], json!({"memo": "Closed"})).await;
    accepted(&note, 201);
    let data = &note.body["data"];
    assert_eq!(sides(data), ("pre_payment", json!(121), json!(121), json!(0)));
    assert_eq!(
        (&data["number"], &data["status"], &data["issue_date"]),
        (&json!("CN-000001"), &json!("issued"), &json!("2026-11-21"))
    );
    assert_eq!((&data["invoice_number"], &data["lines"][0]["description"]), (&json!("INV-000001"), &json!("Desk")));
    let after = fixture.invoice(id).await;
    assert_eq!((&after["amount_due"], &after["credit_notes_total"]), (&json!(60.5), &json!(121)));
    assert_eq!(after["credit_note_ids"], json!([note.id()]));
    let rest = fixture.credit(&invoice, &[(1, json!({"amount": 50}))], json!({})).await;
    accepted(&rest, 201);
    let after = fixture.invoice(id).await;
    assert_eq!((&after["status"], &after["amount_due"]), (&json!("paid"), &json!(0)));
    assert_eq!(after["total"], invoice["total"]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_was_paid_is_given_back_as_the_note_divides_it() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    accepted(&fixture.pay(id, json!(100)).await, 200);
    let whole = [(0, json!({"quantity": 1}))];
    for (fields, refusal) in [
        (json!({}), "credit_amount not_divided"),
        (json!({"credit_amount": 121}), "credit_amount not_divided"),
        (json!({"refund_amount": 100.01}), "credit_amount not_divided"),
    ] {
        let refused = fixture.credit(&invoice, &whole, fields).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {refusal}"));
    }
    let fields = json!({"credit_amount": 50, "refund_amount": 30, "out_of_band_amount": 20});
    let note = fixture.credit(&invoice, &whole, fields).await;
    accepted(&note, 201);
    assert_eq!(sides(&note.body["data"]), ("mixed", json!(121), json!(21), json!(100)));
    assert_eq!(fixture.invoice(id).await["status"], "paid");
    let next = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(next["applied_balance"], 50);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn only_what_payments_paid_is_refunded() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(100).await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    accepted(&fixture.pay(id, json!(21)).await, 200);
    let whole = [(0, json!({"quantity": 1}))];
    let refused = fixture.credit(&invoice, &whole, json!({"credit_amount": 99, "refund_amount": 22})).await;
    assert_eq!(refused.refusal(), "422 rule_violation refund_amount above_amount_paid");
    let half = [(0, json!({"amount": 50}))];
    accepted(&fixture.credit(&invoice, &half, json!({"credit_amount": 39.5, "refund_amount": 21})).await, 201);
    let refused = fixture.credit(&invoice, &half, json!({"credit_amount": 60, "out_of_band_amount": 0.5})).await;
    assert_eq!(refused.refusal(), "422 rule_violation refund_amount above_amount_paid");
    accepted(&fixture.credit(&invoice, &half, json!({"credit_amount": 60.5})).await, 201);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn notes_in_any_parts_add_up_to_exactly_the_invoice() {
    let fixture = InvoiceFixture::new().await;
    let item = json!({"description": "Hours", "quantity": 3, "unit_amount": 3.33, "discount_percent": 10});
    let fields = json!({"items": [item.clone(), item], "discount_amount": 0.5});
    let invoice = fixture.issued_with(&[], fields).await;
    let id = invoice["id"].as_str().expect("an id");
    for position in [0, 1] {
        for _ in 0..3 {
            accepted(&fixture.credit(&invoice, &[(position, json!({"quantity": 1}))], json!({})).await, 201);
        }
    }
    let after = fixture.invoice(id).await;
    assert_eq!((&after["credit_notes_total"], &after["amount_due"]), (&invoice["total"], &json!(0)));
    let refused = fixture.credit(&invoice, &[(0, json!({"amount": 0.01}))], json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation lines[0].amount above_rest");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_makes_no_note_is_refused_and_takes_no_number() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let line = |fields: Value| tests::with(json!({"invoice_item_id": invoice["items"][0]["id"]}), &fields);
    let body = |lines: Value| json!({"invoice_id": invoice["id"], "reason": "other", "lines": lines});
    for (lines, refusal) in [
        (json!([line(json!({"quantity": 1.0001}))]), "lines[0].amount above_rest"),
        (json!([line(json!({"amount": 100.01}))]), "lines[0].amount above_rest"),
        (json!([line(json!({"amount": -1}))]), "lines[0].amount above_rest"),
        (json!([line(json!({}))]), "lines[0].quantity quantity_or_amount"),
        (json!([line(json!({"quantity": 1, "amount": 1}))]), "lines[0].quantity quantity_or_amount"),
        (json!([{"invoice_item_id": NOBODY, "amount": 1}]), "lines[0].invoice_item_id reference_not_found"),
        (json!([line(json!({"amount": 1})), line(json!({"amount": 1}))]), "lines[1].invoice_item_id repeated"),
        (json!([line(json!({"amount": 0.001}))]), "lines[0].amount too_many_decimals"),
    ] {
        for path in ["/credit-notes", "/credit-notes/preview"] {
            let refused = fixture.app.post(path, body(lines.clone())).await;
            assert_eq!(refused.refusal(), format!("422 rule_violation {refusal}"), "{path} {lines}");
        }
    }
    let nobody = json!({"invoice_id": NOBODY, "reason": "other", "lines": [line(json!({"amount": 1}))]});
    assert_eq!(
        fixture.app.post("/credit-notes", nobody).await.refusal(),
        "422 rule_violation invoice_id reference_not_found"
    );
    let draft = fixture.draft(&[json!(1)]).await;
    let draft = fixture.invoice(&draft).await;
    assert_eq!(fixture.credit(&draft, &[(0, json!({"amount": 1}))], json!({})).await.code(), "invalid_state");
    let note = fixture.credit(&invoice, &[(0, json!({"amount": 1}))], json!({})).await;
    assert_eq!(note.body["data"]["number"], "CN-000001");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_note_that_took_off_what_was_due_is_voided_and_one_that_gave_back_is_not() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    let whole = [(0, json!({"quantity": 1}))];
    let note = fixture.credit(&invoice, &whole, json!({})).await.id();
    assert_eq!(fixture.invoice(id).await["status"], "paid");
    assert_eq!(fixture.act(id, "void", json!({})).await.code(), "invalid_state");
    let path = format!("/credit-notes/{note}/void");
    let voided = fixture.app.post(&path, json!({})).await;
    accepted(&voided, 200);
    assert_eq!(
        (&voided.body["data"]["status"], &voided.body["data"]["number"]),
        (&json!("voided"), &json!("CN-000001"))
    );
    assert_eq!(fixture.invoice(id).await["amount_due"], 121);
    assert_eq!(fixture.app.post(&path, json!({})).await.code(), "invalid_state");
    accepted(&fixture.act(id, "mark-uncollectible", json!({})).await, 200);
    let note = fixture.credit(&invoice, &[(0, json!({"amount": 10}))], json!({})).await.id();
    accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
    accepted(&fixture.pay(id, json!(121)).await, 200);
    let back = fixture.credit(&invoice, &whole, json!({"refund_amount": 121})).await;
    accepted(&back, 201);
    assert_eq!(back.body["data"]["number"], "CN-000003");
    let refused = fixture.app.post(&format!("/credit-notes/{}/void", back.id()), json!({})).await;
    assert_eq!(refused.code(), "invalid_state");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn sixteen_notes_at_once_credit_a_line_once() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let line = json!({"invoice_item_id": invoice["items"][0]["id"], "amount": 30});
    let body = json!({"invoice_id": invoice["id"], "reason": "duplicate", "lines": [line]});
    let answers = tests::sixteen(&fixture.app, "POST", "/credit-notes", Some(body)).await;
    assert_eq!((having(&answers, 201), having(&answers, 422)), (3, 13));
    let mut numbers: Vec<&str> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_str()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["CN-000001", "CN-000002", "CN-000003"]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_preview_is_what_the_note_would_be_and_says_what_there_is_to_divide() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let id = invoice["id"].as_str().expect("an id");
    accepted(&fixture.pay(id, json!(100)).await, 200);
    let line = json!({"invoice_item_id": invoice["items"][0]["id"], "quantity": 1});
    let body = json!({"invoice_id": id, "reason": "other", "lines": [line]});
    let preview = fixture.app.post("/credit-notes/preview", body).await;
    accepted(&preview, 200);
    assert_eq!(sides(&preview.body["data"]), ("mixed", json!(121), json!(21), json!(100)));
    assert_eq!(preview.body["data"]["max_refund_amount"], 100);
    assert_eq!(fixture.app.get("/credit-notes").await.body["data"], json!([]));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn notes_are_found_by_invoice_and_customer_and_another_merchants_do_not_exist() {
    let fixture = InvoiceFixture::new().await;
    let (one, other) =
        (fixture.issued_with(&[json!(9)], json!({})).await, fixture.issued_with(&[json!(9)], json!({})).await);
    let first = fixture.credit(&one, &[(0, json!({"amount": 1}))], json!({})).await.id();
    let second = fixture.credit(&other, &[(0, json!({"amount": 1}))], json!({})).await.id();
    let found = async |query: String| {
        let list = fixture.app.get(&format!("/credit-notes?{query}")).await;
        accepted(&list, 200);
        list.body["data"].as_array().into_iter().flatten().map(|note| note["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found(format!("invoice_id={}", one["id"].as_str().expect("an id"))).await, [json!(first)]);
    assert_eq!(
        found(format!("customer_id={}&status=issued", fixture.customer)).await,
        [json!(second), json!(first)]
    );
    assert_eq!(found("number=CN-000002".to_owned()).await, [json!(second)]);
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let path = format!("/credit-notes/{first}");
    assert_eq!(stranger.get(&path).await.status, 404);
    assert_eq!(stranger.post(&format!("{path}/void"), json!({})).await.status, 404);
    let theirs =
        json!({"invoice_id": one["id"], "reason": "other", "lines": [{"invoice_item_id": NOBODY, "amount": 1}]});
    assert_eq!(
        stranger.post("/credit-notes", theirs).await.refusal(),
        "422 rule_violation invoice_id reference_not_found"
    );
    tests::books_add_up(&fixture.app).await;
}
