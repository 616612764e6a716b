//! Lists of invoices and their filters.

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, days, location_with, made, member};

async fn numbers(fixture: &InvoiceFixture, query: &str) -> Vec<Value> {
    let list = fixture.app.get(&format!("/invoices?{query}")).await;
    accepted(&list, 200);
    let invoices = list.body["data"].as_array().cloned().unwrap_or_default();
    assert_eq!(list.body["pagination"]["total"], json!(invoices.len()), "{query}");
    invoices.iter().map(|invoice| invoice["number"].clone()).collect()
}

#[tokio::test]
async fn invoices_are_found_by_state_customer_place_number_and_days() {
    let fixture = InvoiceFixture::new().await;
    let ann = member(&fixture.app, "ann@example.com").await;
    let elsewhere = location_with(&fixture.app, json!({})).await;
    let offer =
        json!({"location_id": fixture.location, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let plan = made(&fixture.app, "/memberships", offer).await;
    // It begins after the test, so that it makes no invoice of its own.
    let agreed = json!({"customer_id": ann, "membership_plan_id": plan, "start_date": "2027-06-01"});
    let subscription = made(&fixture.app, "/subscriptions", agreed).await;
    let first = fixture.issued(&[json!(1)]).await;
    days(&fixture.app, 1);
    fixture.issued_with(&[json!(1)], json!({"customer_id": ann, "subscription_id": subscription})).await;
    days(&fixture.app, 1);
    fixture.issued_with(&[json!(1)], json!({"location_id": elsewhere})).await;
    fixture.draft(&[json!(1)]).await;
    accepted(&fixture.pay(&first, json!(1.21)).await, 200);
    let (one, two, three, none) = (json!("INV-000001"), json!("INV-000002"), json!("INV-000003"), json!(null));
    let (customer, location) = (&fixture.customer, &fixture.location);
    for (query, expected) in [
        (String::new(), vec![&none, &three, &two, &one]),
        ("order=asc".to_owned(), vec![&one, &two, &three, &none]),
        ("status=paid".to_owned(), vec![&one]),
        ("status=draft".to_owned(), vec![&none]),
        (format!("customer_id={ann}"), vec![&two]),
        (format!("customer_id={customer}&status=issued"), vec![&three]),
        (format!("location_id={location}"), vec![&none, &two, &one]),
        (format!("subscription_id={subscription}"), vec![&two]),
        ("number=INV-000002".to_owned(), vec![&two]),
        (format!("number=INV-000002&customer_id={customer}"), vec![]),
        ("issued_from=2026-11-22".to_owned(), vec![&three, &two]),
        ("issued_to=2026-11-22".to_owned(), vec![&two, &one]),
        ("issued_from=2026-11-22&issued_to=2026-11-22".to_owned(), vec![&two]),
        (format!("customer_id={customer}&issued_from=2026-11-22"), vec![&three]),
        (format!("customer_id={customer}&issued_to=2026-11-22"), vec![&one]),
    ] {
        assert_eq!(numbers(&fixture, &query).await.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    let refused = fixture.app.get("/invoices?issued_from=2026-11-23&issued_to=2026-11-22").await;
    assert_eq!(refused.refusal(), "422 rule_violation issued_to end_before_start");
    tests::books_add_up(&fixture.app).await;
}
