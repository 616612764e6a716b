//! Items: those that wait for an invoice, once for each source (`docs/areas/invoices.md`, 10), and lines of drafts.

use chrono::Duration;
use platform::config::ListCountSizes;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{InvoiceFixture, NOBODY, accepted, location_with, made, with};

const SOURCE: &str = "0199a000-0000-7000-8000-0000000000b1";

impl Waiting for InvoiceFixture {
    fn item(&self, fields: Value) -> Value {
        let body = json!({"customer_id": self.customer, "location_id": self.location, "kind": "booking",
            "description": "Room, 2 hours", "quantity": 2, "unit_amount": 25});
        with(body, &fields)
    }
}

trait Waiting {
    /// The body of an item that waits for an invoice, with these fields instead.
    fn item(&self, fields: Value) -> Value;
}

#[tokio::test]
async fn an_item_without_an_invoice_waits_for_the_next_one() {
    let fixture = InvoiceFixture::new().await;
    let item = fixture.app.post("/invoice-items", fixture.item(json!({}))).await;
    accepted(&item, 201);
    let data = &item.body["data"];
    let shown = (&data["invoice_id"], &data["tax_rate"], &data["currency"]);
    assert_eq!(shown, (&json!(null), &json!(21), &json!("EUR")));
    let elsewhere = location_with(&fixture.app, json!({})).await;
    let other = made(&fixture.app, "/invoice-items", fixture.item(json!({"location_id": elsewhere}))).await;
    let without =
        made(&fixture.app, "/invoices", with(fixture.body(&[json!(1)]), &json!({"pending_items": false}))).await;
    assert_eq!(fixture.invoice(&without).await["total"], 1.21);
    let invoice = fixture.draft(&[json!(10)]).await;
    let shown = fixture.invoice(&invoice).await;
    assert_eq!((&shown["total"], &shown["items"][0]["id"]), (&json!(72.6), &json!(item.id())));
    let taken = fixture.app.get(&format!("/invoice-items/{}", item.id())).await;
    assert_eq!(taken.body["data"]["invoice_id"], json!(invoice));
    assert_eq!(fixture.app.get(&format!("/invoice-items/{other}")).await.body["data"]["invoice_id"], json!(null));
    assert_eq!(fixture.invoice(&fixture.draft(&[]).await).await["items"], json!([]));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_source_is_charged_once() {
    let fixture = InvoiceFixture::new().await;
    let body = fixture.item(json!({"source_id": SOURCE}));
    let answers = tests::sixteen(&fixture.app, "POST", "/invoice-items", Some(body.clone())).await;
    assert_eq!(tests::having(&answers, 201), 16);
    assert!(answers.iter().all(|answer| answer.id() == answers[0].id()));
    let other = fixture.app.post("/invoice-items", with(body.clone(), &json!({"quantity": 3}))).await;
    assert_eq!(other.refusal(), "409 already_exists source_id already_exists");
    fixture.issued(&[]).await;
    let again = fixture.app.post("/invoice-items", body.clone()).await;
    assert_eq!((again.status, again.id()), (201, answers[0].id()));
    assert_eq!(fixture.app.get("/invoice-items").await.body["pagination"]["total"], 1);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_deleted_item_frees_its_source_and_a_deleted_draft_lets_items_wait_again() {
    let fixture = InvoiceFixture::new().await;
    let body = fixture.item(json!({"source_id": SOURCE}));
    let first = made(&fixture.app, "/invoice-items", body.clone()).await;
    accepted(&fixture.app.delete(&format!("/invoice-items/{first}")).await, 200);
    let second = made(&fixture.app, "/invoice-items", body).await;
    assert_ne!(first, second);
    let draft = fixture.draft(&[json!(1)]).await;
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    let waits = fixture.app.get(&format!("/invoice-items?customer_id={}&pending=true", fixture.customer)).await;
    assert_eq!((&waits.body["data"][0]["id"], &waits.body["pagination"]["total"]), (&json!(second), &json!(1)));
    assert_eq!(fixture.app.get("/invoice-items").await.body["pagination"]["total"], 1);
    assert_eq!(fixture.invoice(&fixture.issued(&[]).await).await["total"], 60.5);
    let draft = fixture.draft(&[]).await;
    let other = "0199a000-0000-7000-8000-0000000000b2";
    let on_draft = fixture.item(json!({"source_id": other, "invoice_id": draft}));
    let item = made(&fixture.app, "/invoice-items", on_draft).await;
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    let again = made(&fixture.app, "/invoice-items", fixture.item(json!({"source_id": other}))).await;
    assert_eq!(again, item);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_item_that_waits_is_on_one_invoice_also_when_sixteen_take_it() {
    let fixture = InvoiceFixture::new().await;
    let item = made(&fixture.app, "/invoice-items", fixture.item(json!({}))).await;
    let answers = tests::sixteen(&fixture.app, "POST", "/invoices", Some(fixture.body(&[json!(1)]))).await;
    assert_eq!(tests::having(&answers, 201), 16, "{}", answers[0].text);
    let has = |answer: &&testing::TestResponse| answer.text.contains(&item);
    assert_eq!(answers.iter().filter(has).count(), 1);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn items_of_a_draft_are_added_changed_and_removed_with_its_amounts() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(10)]).await;
    let line = json!({"invoice_id": draft, "description": "Locker", "quantity": 1, "unit_amount": 5, "tax_rate": 0});
    let item = fixture.app.post("/invoice-items", line).await;
    accepted(&item, 201);
    assert_eq!(item.body["data"]["customer_id"], json!(fixture.customer));
    assert_eq!(fixture.invoice(&draft).await["total"], 17.1);
    let path = format!("/invoice-items/{}", item.id());
    accepted(&fixture.app.put(&path, json!({"quantity": 2, "description": "Lockers"})).await, 200);
    let shown = fixture.invoice(&draft).await;
    assert_eq!((&shown["total"], &shown["items"][1]["description"]), (&json!(22.1), &json!("Lockers")));
    accepted(&fixture.app.put(&path, json!({"tax_rate": null})).await, 200);
    assert_eq!(fixture.invoice(&draft).await["total"], 24.2);
    let refused = fixture.app.put(&path, json!({"unit_amount": -100})).await;
    assert_eq!(refused.refusal(), "422 rule_violation items negative_total");
    accepted(&fixture.app.delete(&path).await, 200);
    assert_eq!(fixture.invoice(&draft).await["total"], 12.1);
    assert_eq!(fixture.app.get(&path).await.status, 404);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_makes_no_item_is_refused() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(10)]).await;
    let ann = tests::member(&fixture.app, "ann@example.com").await;
    let elsewhere = location_with(&fixture.app, json!({})).await;
    for (body, refusal) in [
        (tests::without(fixture.item(json!({})), "customer_id"), "customer_id required"),
        (tests::without(fixture.item(json!({})), "location_id"), "location_id required"),
        (fixture.item(json!({"customer_id": NOBODY})), "customer_id reference_not_found"),
        (fixture.item(json!({"invoice_id": NOBODY})), "invoice_id reference_not_found"),
        (fixture.item(json!({"invoice_id": draft, "customer_id": ann})), "customer_id other_customer"),
        (fixture.item(json!({"invoice_id": draft, "location_id": elsewhere})), "location_id other_location"),
        (fixture.item(json!({"unit_amount": 0.001})), "unit_amount too_many_decimals"),
        (
            fixture.item(json!({"period_start": "2026-02-01", "period_end": "2026-01-01"})),
            "period_end end_before_start",
        ),
    ] {
        let refused = fixture.app.post("/invoice-items", body.clone()).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {refusal}"), "{body}");
    }
    let many: Vec<Value> = (0..81).map(|_| json!(1)).collect();
    assert_eq!(fixture.app.post("/invoices", fixture.body(&many)).await.status, 400);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_largest_invoice_is_made_issued_and_a_draft_of_it_deleted() {
    let fixture = InvoiceFixture::new().await;
    for _ in 0..3 {
        made(&fixture.app, "/invoice-items", fixture.item(json!({}))).await;
    }
    let most: Vec<Value> = (0..78).map(|_| json!(1)).collect();
    let draft = fixture.draft(&most).await;
    let shown = fixture.invoice(&draft).await;
    assert_eq!(shown["items"].as_array().map(Vec::len), Some(80));
    let line = json!({"invoice_id": draft, "description": "One more", "quantity": 1, "unit_amount": 1});
    let refused = fixture.app.post("/invoice-items", line).await;
    assert_eq!(refused.refusal(), "422 rule_violation items too_many");
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    assert_eq!(fixture.app.get("/invoice-items").await.body["pagination"]["total"], 3);
    let issued = fixture.issued(&most).await;
    assert_eq!(fixture.invoice(&issued).await["number"], "INV-000001");
    accepted(&fixture.act(&issued, "duplicate", json!({})).await, 201);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_largest_draft_is_deleted_out_of_lists_whose_counts_are_stored() {
    let sizes =
        ListCountSizes { segment_rows: 2, chunk_segments: 100, closed_at_once_max: 100, ..ListCountSizes::default() };
    let app = TestApp::alone_configured(|config| config.list_counts = sizes, tests::routes()).await;
    let fixture = InvoiceFixture::of(app, json!({})).await;
    for _ in 0..3 {
        made(&fixture.app, "/invoice-items", fixture.item(json!({}))).await;
    }
    let most: Vec<Value> = (0..78).map(|_| json!(1)).collect();
    let gone = fixture.draft(&[json!(1)]).await;
    let draft = fixture.draft(&most).await;
    for _ in 0..3 {
        fixture.draft(&[json!(1)]).await;
    }
    accepted(&fixture.app.delete(&format!("/invoices/{gone}")).await, 200);
    fixture.app.clock.advance(Duration::minutes(5));
    let location = &fixture.location;
    let by_fields =
        ["status=draft".to_owned(), format!("location_id={location}"), format!("status=draft&location_id={location}")];
    for query in by_fields.iter().map(|query| format!("/invoices?{query}&page=2&per_page=1")) {
        accepted(&fixture.app.get(&query).await, 200);
    }
    for path in ["/invoices?page=2&per_page=1", "/invoice-items?page=2&per_page=1"] {
        accepted(&fixture.app.get(path).await, 200);
    }
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    for query in by_fields {
        let listed = fixture.app.get(&format!("/invoices?{query}")).await;
        assert_eq!(listed.body["pagination"]["total"], 3, "{query} {}", listed.text);
    }
}

#[tokio::test]
async fn what_no_invoice_may_ask_for_is_no_item() {
    let fixture = InvoiceFixture::new().await;
    for amount in [json!(900_000_000), json!(-900_000_000)] {
        let body = fixture.item(json!({"quantity": 1_000_000, "unit_amount": amount}));
        let refused = fixture.app.post("/invoice-items", body).await.refusal();
        assert_eq!(refused, "422 rule_violation unit_amount out_of_range", "{amount}");
    }
    let item = made(&fixture.app, "/invoice-items", fixture.item(json!({"unit_amount": 900_000}))).await;
    let refused = fixture.app.put(&format!("/invoice-items/{item}"), json!({"quantity": 1_000_000})).await.refusal();
    assert_eq!(refused, "422 rule_violation unit_amount out_of_range");
    // Nothing stands in the way of the next invoice.
    fixture.issued(&[json!(1)]).await;
}
