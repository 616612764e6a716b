//! Money of a person: exported, and emptied of what people wrote, but for what the books need. And what the person left
//! under an address without being the member who has it: as a guest of an event, or as a visitor.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{EventFixture, accepted, made, with};

async fn exported(app: &TestApp, member: &str, section: &str) -> Vec<Value> {
    let answer = app.get(&format!("/members/{member}/export?section={section}")).await;
    assert_eq!(answer.status, 200, "{section} {}", answer.text);
    answer.body["data"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn money_of_a_person_is_exported_and_emptied_of_what_people_wrote() {
    let fixture = EventFixture::alone().await;
    let (app, member) = (&fixture.app, &fixture.member);
    let credits = json!({"customer_id": member, "type": "admin_allocation", "amount": 3, "reason": "Canary is ill"});
    made(app, "/credit-transactions", credits.clone()).await;
    made(app, "/day-pass-transactions", credits).await;
    let item = json!({"description": "Desk", "quantity": 1, "unit_amount": 100});
    let invoice = json!({"customer_id": member, "location_id": fixture.location, "items": [item],
        "internal_note": "Canary asked"});
    let invoice = made(app, "/invoices", invoice).await;
    accepted(&app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    let paid = json!({"method": "cash", "note": "From Canary's purse"});
    accepted(&app.post(&format!("/invoices/{invoice}/pay"), paid).await, 200);
    let sorry = json!({"customer_id": member, "location_id": fixture.location, "description": "Sorry", "quantity": 1,
        "unit_amount": -10});
    made(app, "/invoice-items", sorry).await;
    let kept = json!({"customer_id": member, "currency": "EUR", "decision": "given_up", "reason": "Canary is rich"});
    made(app, "/balance-clearings", kept).await;
    for (section, text) in [
        ("credit_transactions", "reason"),
        ("day_pass_transactions", "reason"),
        ("invoices", "internal_note"),
        ("payment_transactions", "note"),
        ("balance_clearings", "reason"),
    ] {
        let found = exported(app, member, section).await;
        let words = found[0]["fields"][text].as_str().unwrap_or_default();
        assert!(found.len() == 1 && words.contains("Canary"), "{section} {found:?}");
    }
    assert_eq!(exported(app, member, "invoice_items").await.len(), 2);
    for section in ["subscriptions", "credit_notes"] {
        assert_eq!(exported(app, member, section).await.len(), 0, "{section}");
    }
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    for path in
        ["/credit-transactions", "/day-pass-transactions", "/payment-transactions", "/invoices", "/balance-clearings"]
    {
        let found = app.get(&format!("{path}?customer_id={member}")).await;
        assert!(found.status == 200 && !found.text.contains("Canary"), "{path} {}", found.text);
        assert_eq!(found.body["data"].as_array().map(Vec::len), Some(1), "{path}: what the books need stays");
    }
}

#[tokio::test]
async fn guests_and_contacts_under_the_address_of_a_person_are_exported_and_emptied_with_them() {
    let fixture = EventFixture::alone().await;
    let (app, member) = (&fixture.app, &fixture.member);
    let event = fixture.event(json!({"price": 0})).await;
    let guest =
        |email: &str| json!({"customer_id": null, "guest": {"name": "Canary", "email": email}, "payment_source": null});
    let as_guest = with(guest("old@example.com"), &json!({"comment": "Canary comes"}));
    let registration = fixture.registered(&event, 1, as_guest).await;
    let other = fixture.registered(&event, 1, guest("gil@example.com")).await;
    let contact =
        json!({"location_id": fixture.location, "name": "Canary", "email": "old@example.com", "notes": "Canary"});
    let contact = made(app, "/visitor-contacts", contact).await;
    // The person had this address before, and has another one now.
    accepted(&app.put(&format!("/members/{member}"), json!({"email": "old@example.com"})).await, 200);
    accepted(&app.put(&format!("/members/{member}"), json!({"email": "new@example.com"})).await, 200);
    for section in ["event_registrations_as_guest", "visitor_contacts"] {
        assert_eq!(exported(app, member, section).await.len(), 1, "{section}");
    }
    assert_eq!(exported(app, member, "event_waitlist_entries_as_guest").await.len(), 0);
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    let shown = fixture.ticket(&registration).await;
    let empty = (&shown["guest"], &shown["attendee_name"], &shown["comment"], &shown["status"]);
    assert_eq!(empty, (&Value::Null, &json!(""), &json!(""), &json!("confirmed")));
    assert_eq!(app.get(&format!("/visitor-contacts/{contact}")).await.refusal(), "404 not_found");
    assert_eq!(fixture.ticket(&other).await["guest"]["email"], json!("gil@example.com"), "somebody else's stays");
}

#[tokio::test]
async fn a_contact_that_is_blocked_stays_by_whom_the_person_is_refused() {
    let fixture = EventFixture::alone().await;
    let (app, member) = (&fixture.app, &fixture.member);
    let contact = json!({"location_id": fixture.location, "name": "Ann", "email": "ann@example.com"});
    let contact = format!("/visitor-contacts/{}", made(app, "/visitor-contacts", contact).await);
    accepted(&app.post(&format!("{contact}/block"), json!({})).await, 200);
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    assert_eq!(app.get(&contact).await.body["data"]["blocked"], json!(true));
}
