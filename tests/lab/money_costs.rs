//! What operations on subscriptions and invoices ask of DynamoDB: golden like the table of bookings (`costs`).

use agreements::subscription::renewing::{self, Limits};
use serde_json::{Value, json};
use tests::{accepted, made, member};
use values::{Clock as _, Id};
use work::UnitOfWork;

use crate::{
    costs::{Cost, check},
    fixture::Fixture,
};

/// A merchant that uses credits, with two membership plans.
async fn fixture() -> (Fixture, [String; 2]) {
    let fixture = Fixture::new(&[]).await;
    tests::uses_credits(&fixture.app).await;
    let plan = |name: &str, price: u32, credits: u32| {
        json!({"location_id": fixture.location(), "name": name, "cycle": "monthly", "price": price, "currency": "EUR",
            "expiring_credits": credits})
    };
    let flex = made(&fixture.app, "/memberships", plan("Flex", 300, 10)).await;
    let resident = made(&fixture.app, "/memberships", plan("Resident", 620, 41)).await;
    (fixture, [flex, resident])
}

/// The next period of a subscription, carried out as the sweep does.
async fn renewal(fixture: &Fixture, id: &str, name: &str, expected: (u32, u64, f64)) {
    let app = &fixture.app;
    let work = UnitOfWork::scheduled_at(&app.context, app.tenant(), "renewal", app.clock.now());
    let _ = app.faults.account();
    assert!(renewing::catch_up(&work, Id::parse(id).unwrap(), None, Limits::retrying(1)).await.unwrap().steps == 1);
    Cost::of(app).check(name, expected);
}

#[tokio::test]
async fn what_subscriptions_cost() {
    let (fixture, [flex, resident]) = fixture().await;
    let today = fixture.instant(0)[..10].to_owned();
    let body = |customer: &str| json!({"customer_id": customer, "membership_plan_id": flex, "start_date": today});
    let bob = member(&fixture.app, "bob@example.com").await;
    made(&fixture.app, "/subscriptions", body(&bob)).await;
    let wish = Some(body(fixture.customer()));
    let subscribed = check(&fixture, "subscribe", ("POST", "/subscriptions"), wish, (201, (8, 9, 107.5))).await;
    let id = subscribed["id"].as_str().unwrap();
    let path = format!("/subscriptions/{id}");
    check(&fixture, "get a subscription", ("GET", &path), None, (200, (1, 1, 1.0))).await;
    let act = |action: &str| format!("{path}/{action}");
    let change = Some(json!({"membership_plan_id": resident}));
    fixture.app.clock.advance(chrono::Duration::days(3));
    check(&fixture, "go to a dearer plan", ("POST", &act("change-plan")), change, (200, (13, 16, 107.5))).await;
    fixture.app.clock.advance(chrono::Duration::days(31));
    renewal(&fixture, id, "renewal of a subscription, with its allowance and invoice", (4, 5, 88.5)).await;
    let back = Some(json!({"membership_plan_id": flex}));
    check(&fixture, "go to a cheaper plan", ("POST", &act("change-plan")), back, (200, (11, 11, 46.0))).await;
    check(&fixture, "give notice", ("POST", &act("cancel")), Some(json!({})), (200, (5, 5, 39.0))).await;
    let now = Some(json!({"timing": "now", "proration": "prorate"}));
    check(&fixture, "end at once, with a credit", ("POST", &act("cancel")), now, (200, (10, 12, 92.0))).await;
}

#[tokio::test]
async fn what_invoices_cost() {
    let fixture = Fixture::new(&[]).await;
    let item = |number: usize| json!({"description": format!("Desk {number}"), "quantity": 1, "unit_amount": 10});
    let items: Vec<Value> = (0..10).map(item).collect();
    let body = json!({"customer_id": fixture.customer(), "location_id": fixture.location(), "items": items});
    let first = made(&fixture.app, "/invoices", body.clone()).await;
    accepted(&fixture.app.post(&format!("/invoices/{first}/issue"), json!({})).await, 200);
    let name = "draft an invoice of ten lines";
    let draft = check(&fixture, name, ("POST", "/invoices"), Some(body), (201, (4, 5, 61.5))).await;
    let path = format!("/invoices/{}", draft["id"].as_str().unwrap());
    let act = |action: &str| format!("{path}/{action}");
    let issue = "issue an invoice of ten lines";
    let issued = check(&fixture, issue, ("POST", &act("issue")), Some(json!({})), (200, (5, 11, 66.0))).await;
    let paid = Some(json!({"amount": 60, "method": "cash"}));
    check(&fixture, "pay a part of an invoice", ("POST", &act("pay")), paid, (200, (4, 4, 37.0))).await;
    let line = json!([{"invoice_item_id": issued["items"][0]["id"], "quantity": 1}]);
    let note = Some(json!({"invoice_id": draft["id"], "reason": "order_change", "lines": line}));
    check(&fixture, "credit a line", ("POST", "/credit-notes"), note, (201, (4, 4, 53.0))).await;
    check(
        &fixture,
        "pay an invoice",
        ("POST", &act("pay")),
        Some(json!({"method": "cash"})),
        (200, (4, 7, 61.0)),
    )
    .await;
    check(&fixture, "get an invoice", ("GET", &path), None, (200, (1, 1, 1.0))).await;
    check(&fixture, "an invoice as PDF", ("GET", &act("pdf")), None, (200, (1, 1, 1.0))).await;
    let invoice = fixture.app.get("/invoices").await.body["data"][0].clone();
    assert!(invoice["items"].as_array().is_some_and(|items| items.len() == 10));
    let name = "list of two invoices of ten lines";
    check(&fixture, name, ("GET", "/invoices?per_page=100"), None, (200, (1, 2, 3.0))).await;
}
