//! What time does by itself is an event once the sweep has written it down: each state of the catalogue that nobody's
//! request brings.

use chrono::Duration;
use serde_json::json;
use testing::TestApp;
use tests::{
    ContractFixture, EventFixture, InvoiceFixture, OutboxFixture, SubscriptionFixture, TicketFixture, accepted,
    location, made, member, sweep,
};

async fn swept(app: &TestApp) {
    let report = sweep(&app.context).await;
    assert_eq!(report.failed(), 0, "{:?}", app.logged().last());
}

/// Lets days go by, with what falls due at their end; the types of a record's events.
async fn types_after(outbox: &mut OutboxFixture, days: i64, id: &str) -> Vec<String> {
    outbox.app.clock.advance(Duration::days(days));
    swept(&outbox.app).await;
    outbox.types(&format!("object_id={id}")).await
}

#[tokio::test]
async fn an_invoice_that_is_not_paid_is_told_as_overdue_once_and_beside_its_reminder() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    // The first instant after the due day is that of both.
    let terms = json!({"payment_terms_days": 14, "reminder_days": [1]});
    let paid = fixture.issued_with(&[json!(100)], terms.clone()).await;
    let paid = paid["id"].as_str().expect("an id");
    accepted(&fixture.act(paid, "pay", json!({"method": "cash"})).await, 200);
    let late = fixture.issued_with(&[json!(100)], terms).await;
    let late = late["id"].as_str().expect("an id");
    let before = ["invoice.created", "invoice.issued"];
    assert_eq!(types_after(&mut outbox, 14, late).await, before);
    let told = ["invoice.created", "invoice.issued", "invoice.overdue", "invoice.reminder_due"];
    assert_eq!(types_after(&mut outbox, 1, late).await, told);
    assert_eq!(types_after(&mut outbox, 30, late).await, told);
    let of_paid = outbox.types(&format!("object_id={paid}")).await;
    assert!(!of_paid.contains(&"invoice.overdue".to_owned()), "{of_paid:?}");
}

#[tokio::test]
async fn a_subscription_is_told_as_past_due_once_and_as_renewed() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    assert!(!types_after(&mut outbox, 13, &id).await.contains(&"subscription.past_due".to_owned()));
    for days in [3, 2] {
        let types = types_after(&mut outbox, days, &id).await;
        assert_eq!(types.iter().filter(|name| *name == "subscription.past_due").count(), 1, "{types:?}");
    }
    assert_eq!(fixture.status(&id).await, "past_due");
    let types = types_after(&mut outbox, 20, &id).await;
    assert!(types.contains(&"subscription.renewed".to_owned()), "{types:?}");
}

#[tokio::test]
async fn what_the_balance_pays_is_told_as_paid_and_neither_as_overdue_nor_as_past_due() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let invoice = invoice["id"].as_str().expect("an id");
    let payment = json!({"customer_id": fixture.member, "amount": 300, "currency": "EUR", "method": "cash"});
    made(&outbox.app, "/payment-transactions", payment).await;
    assert_eq!(types_after(&mut outbox, 16, invoice).await, ["invoice.created", "invoice.paid"]);
    let of_subscription = outbox.types(&format!("object_id={id}")).await;
    assert!(!of_subscription.contains(&"subscription.past_due".to_owned()), "{of_subscription:?}");
}

#[tokio::test]
async fn a_registration_that_nobody_decides_is_told_as_expired_once() {
    let mut outbox = OutboxFixture::new().await;
    let app = outbox.app.clone();
    let body = json!({"location_id": location(&app).await, "email": "vera@example.com", "name": "Vera"});
    let id = made(&app, "/member-registrations", body).await;
    assert_eq!(types_after(&mut outbox, 13, &id).await, ["member_registration.created"]);
    for _ in 0..2 {
        let told = ["member_registration.created", "member_registration.expired"];
        assert_eq!(types_after(&mut outbox, 2, &id).await, told);
    }
    let again = app.get(&format!("/member-registrations/{id}")).await;
    assert_eq!(again.body["data"]["status"], "expired");
}

#[tokio::test]
async fn a_benefit_that_is_not_used_in_time_is_told_as_expired_once() {
    let mut outbox = OutboxFixture::new().await;
    let app = outbox.app.clone();
    let benefit = json!({"location_id": location(&app).await, "title": "Coffee", "visibility": "public",
        "valid_until": "2026-12-01T00:00:00Z"});
    let benefit = made(&app, "/benefits", benefit).await;
    let wish = json!({"benefit_id": benefit, "customer_id": member(&app, "ann@example.com").await});
    let id = made(&app, "/benefit-applications", wish).await;
    assert_eq!(types_after(&mut outbox, 1, &id).await, ["benefit_application.created"]);
    for _ in 0..2 {
        let told = ["benefit_application.created", "benefit_application.expired"];
        assert_eq!(types_after(&mut outbox, 10, &id).await, told);
    }
    assert_eq!(tests::total(&app, "/benefit-applications?status=expired").await, 1);
}

#[tokio::test]
async fn a_ticket_that_was_solved_is_told_as_closed() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = TicketFixture::of(outbox.app.clone()).await;
    let id = fixture.solved(json!({})).await;
    let types = types_after(&mut outbox, 60, &id).await;
    assert_eq!(types.last().map(String::as_str), Some("ticket.closed"));
}

#[tokio::test]
async fn an_event_that_is_over_is_told_as_completed_with_what_became_of_its_registrations() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = EventFixture::of(outbox.app.clone()).await;
    let event = fixture.event(json!({"price": 0})).await;
    let registration = fixture.registered(&event, 1, json!({})).await.id();
    let types = types_after(&mut outbox, 30, &event).await;
    assert!(types.contains(&"event.completed".to_owned()), "{types:?}");
    let types = outbox.types(&format!("object_id={registration}")).await;
    let ends = ["event_registration.attended", "event_registration.no_show"];
    assert!(types.iter().any(|name| ends.contains(&name.as_str())), "{types:?}");
}

#[tokio::test]
async fn visits_and_requests_that_time_ends_are_told() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    let (place, host) = (&fixture.location, &fixture.member);
    let request = json!({"location_id": place, "host_id": host, "visitor": {"name": "Vera"}, "message": "I am here."});
    let request = made(&fixture.app, "/visitor-requests", request).await;
    let visit = json!({"location_id": place, "host_id": host, "visitor": {"name": "Vera", "email": "vera@lang.example"},
        "expected_at": "2027-01-01T14:00:00+01:00"});
    let visit = made(&fixture.app, "/visitor-visits", visit).await;
    let types = types_after(&mut outbox, 3, &request).await;
    assert!(types.contains(&"visitor_request.expired".to_owned()), "{types:?}");
    let types = outbox.types(&format!("object_id={visit}")).await;
    assert!(types.contains(&"visitor_visit.no_show".to_owned()), "{types:?}");
}

#[tokio::test]
async fn a_contract_that_nobody_signs_is_told_as_expired() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = ContractFixture::of(outbox.app.clone()).await;
    let id = fixture.issued(json!({})).await.id;
    let types = types_after(&mut outbox, 200, &id).await;
    assert!(types.contains(&"contract.expired".to_owned()), "{types:?}");
}
