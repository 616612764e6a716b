//! Reminders by plan (`docs/areas/invoices.md`, 9).

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, days, sweep};

async fn reminded(fixture: &InvoiceFixture, id: &str) -> (Value, Value) {
    let _ = sweep(&fixture.app.context).await;
    let invoice = fixture.invoice(id).await;
    (invoice["reminders_sent"].clone(), invoice["next_reminder_at"].clone())
}

#[tokio::test]
async fn people_are_reminded_on_the_days_of_the_plan_and_once_for_what_was_missed() {
    let fixture = InvoiceFixture::alone().await;
    let settings = json!({"invoice_settings": {"reminder_days": [-3, 7, 14]}});
    accepted(&fixture.app.put("/merchant", settings).await, 200);
    let id = fixture.issued(&[json!(100)]).await;
    assert_eq!(reminded(&fixture, &id).await, (json!(0), json!("2026-12-01T23:00:00.000Z")));
    days(&fixture.app, 11);
    assert_eq!(reminded(&fixture, &id).await, (json!(1), json!("2026-12-11T23:00:00.000Z")));
    assert_eq!(reminded(&fixture, &id).await.0, 1);
    days(&fixture.app, 60);
    assert_eq!(reminded(&fixture, &id).await, (json!(2), json!(null)));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn reminders_stop_with_what_is_asked_for() {
    let fixture = InvoiceFixture::alone().await;
    let plan = json!({"reminder_days": [1]});
    let mut all = Vec::new();
    for action in ["pay", "void", "mark-uncollectible"] {
        let invoice = fixture.issued_with(&[json!(100)], plan.clone()).await;
        let id = invoice["id"].as_str().expect("an id").to_owned();
        assert_eq!(invoice["next_reminder_at"], "2026-12-05T23:00:00.000Z");
        let body = if action == "pay" { json!({"method": "cash"}) } else { json!({}) };
        accepted(&fixture.act(&id, action, body).await, 200);
        all.push(id);
    }
    days(&fixture.app, 30);
    for id in all {
        assert_eq!(reminded(&fixture, &id).await, (json!(0), json!(null)));
    }
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn days_that_are_over_on_issue_are_not_made_up_for() {
    let fixture = InvoiceFixture::alone().await;
    let fields = json!({"payment_terms_days": 0, "reminder_days": [-10, 0, 5]});
    let invoice = fixture.issued_with(&[json!(100)], fields).await;
    let id = invoice["id"].as_str().expect("an id");
    assert_eq!(reminded(&fixture, id).await, (json!(0), json!("2026-11-25T23:00:00.000Z")));
    tests::books_add_up(&fixture.app).await;
}
