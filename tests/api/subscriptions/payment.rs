//! Payment: past due, grace, and a first payment that is awaited.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

async fn pay(fixture: &SubscriptionFixture, invoice: &Value) {
    let payment = json!({"customer_id": fixture.member, "invoice_id": invoice["id"], "amount": invoice["amount_due"],
        "currency": "EUR", "method": "bank_transfer"});
    accepted(&fixture.app.post("/payment-transactions", payment).await, 201);
}

#[tokio::test]
async fn an_overdue_invoice_makes_it_past_due_until_it_is_paid() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-15T12:00:00Z");
    assert_eq!(fixture.status(&id).await, "active", "due on that day");
    fixture.clock("2027-01-15T23:00:00Z");
    assert_eq!(fixture.status(&id).await, "past_due");
    pay(&fixture, &fixture.invoice_bodies(&id).await[0]).await;
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(tests::total(&fixture.app, "/subscriptions?status=past_due").await, 0);
}

#[tokio::test]
async fn what_is_past_due_is_invoiced_further() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-02-20T12:00:00Z");
    assert_eq!(fixture.status(&id).await, "past_due");
    assert_eq!(fixture.invoices(&id).await.len(), 2);
}

#[tokio::test]
async fn a_first_payment_is_awaited_for_23_hours() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 1})).await;
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    assert_eq!(fixture.status(&id).await, "incomplete");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"]);
    assert_eq!(fixture.credits().await, Vec::<String>::new(), "nothing is granted before it is paid");
    pay(&fixture, &fixture.invoice_bodies(&id).await[0]).await;
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.credits().await, ["2026-12-31 subscription_allocation 10 10"]);
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-01T10:00:00Z");
    let second = fixture.subscribed(json!({"collection": "charge", "start_date": "2027-02-01"})).await;
    fixture.clock("2027-02-02T09:00:00Z");
    assert_eq!(fixture.status(&second).await, "incomplete_expired");
    let third = fixture.subscribed(json!({"start_date": "2027-02-01"})).await;
    assert_eq!(fixture.status(&third).await, "active", "its seat is free");
}

#[tokio::test]
async fn what_the_first_payment_begins_is_granted_with_it() {
    for by_invoice in [true, false] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({"collection": "charge"})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        if by_invoice {
            let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
            accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
        } else {
            pay(&fixture, &invoice).await;
        }
        // Nobody has looked at the subscription since.
        let charge = json!({"customer_id": fixture.member, "type": "admin_charge", "amount": 10});
        accepted(&fixture.app.post("/credit-transactions", charge).await, 201);
    }
}

#[tokio::test]
async fn what_is_incomplete_and_does_not_begin_today_is_in_no_period() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"collection": "charge", "start_date": "2027-01-20"})).await;
    let found = fixture.get(&id).await;
    assert_eq!(found["status"], "incomplete");
    assert_eq!([&found["current_period_start"], &found["current_period_end"]], [&Value::Null, &Value::Null]);
}

#[tokio::test]
async fn what_is_incomplete_can_be_called_off_and_nothing_else() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    for action in ["pause", "uncancel", "renew-now"] {
        let body = if action == "pause" { json!({}) } else { Value::Null };
        assert_eq!(fixture.act(&id, action, body).await.refusal(), "409 invalid_state", "{action}");
    }
    let off = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(off["status"], "cancelled");
}

#[tokio::test]
async fn what_awaits_its_first_payment_begins_by_payment_only() {
    for act in ["void", "mark-uncollectible"] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({"collection": "charge"})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        let path = format!("/invoices/{}/{act}", invoice["id"].as_str().unwrap_or_default());
        accepted(&fixture.app.post(&path, json!({})).await, 200);
        assert_eq!(fixture.status(&id).await, "incomplete", "{act}");
        assert_eq!(fixture.credits().await, Vec::<String>::new(), "{act}");
        fixture.clock("2027-01-02T10:00:00Z");
        assert_eq!(fixture.status(&id).await, "incomplete_expired", "{act}");
    }
}

#[tokio::test]
async fn what_never_begins_is_not_asked_for() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let off = fixture.subscribed(json!({"collection": "charge"})).await;
    let expired = fixture.subscribed(json!({"collection": "charge"})).await;
    let begun = fixture.subscribed(json!({"collection": "charge"})).await;
    pay(&fixture, &fixture.invoice_bodies(&begun).await[0]).await;
    fixture.acted(&off, "cancel", json!({})).await;
    fixture.clock("2027-01-02T11:00:00Z");
    for (id, status) in [(&off, "voided"), (&expired, "voided"), (&begun, "paid")] {
        fixture.get(id).await;
        let invoices = fixture.invoice_bodies(id).await;
        assert_eq!((invoices.len(), &invoices[0]["status"]), (1, &json!(status)), "{id}");
    }
}
