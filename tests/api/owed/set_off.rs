//! What is owed to a customer pays what the customer owes.

use serde_json::{Value, json};
use tests::{InvoiceFixture, SubscriptionFixture, accepted, days, made, sweep};

use super::{balance, invoices};

/// Credits so much before tax.
async fn credited(fixture: &InvoiceFixture, amount: i64) {
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -amount, "tax_rate": 0});
    made(&fixture.app, "/invoice-items", item).await;
}

/// An issued invoice without tax that is due on a day.
async fn due(fixture: &InvoiceFixture, amount: i64, day: &str, fields: Value) -> String {
    let item = json!([{"description": "Desk", "quantity": 1, "unit_amount": amount, "tax_rate": 0}]);
    let fields = tests::with(json!({"items": item, "due_date": day}), &fields);
    let invoice = fixture.issued_with(&[], fields).await;
    invoice["id"].as_str().unwrap_or_default().to_owned()
}

async fn amounts(fixture: &InvoiceFixture, ids: &[&String]) -> Vec<Value> {
    let mut due = Vec::new();
    for id in ids {
        due.push(fixture.invoice(id).await["amount_due"].clone());
    }
    due
}

#[tokio::test]
async fn the_invoice_that_is_due_first_is_paid_first_and_one_that_takes_no_balance_is_left_alone() {
    let fixture = InvoiceFixture::new().await;
    let later = due(&fixture, 100, "2027-02-20", json!({})).await;
    let sooner = due(&fixture, 50, "2027-02-10", json!({})).await;
    let apart = due(&fixture, 80, "2027-01-10", json!({"apply_balance": false})).await;
    credited(&fixture, 120).await;
    assert_eq!(amounts(&fixture, &[&sooner, &later, &apart]).await, [json!(0), json!(30), json!(80)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    credited(&fixture, 100).await;
    assert_eq!(amounts(&fixture, &[&later, &apart]).await, [json!(0), json!(80)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(70));
    let payments = fixture.app.get(&format!("/payment-transactions?customer_id={}", fixture.customer)).await;
    let mut paid: Vec<(Value, Value)> = payments.body["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|payment| (payment["method"].clone(), payment["amount"].clone()))
        .collect();
    paid.sort_by_key(|(_, amount)| amount.as_i64());
    let by_balance = |amount: i64| (json!("balance"), json!(amount));
    assert_eq!(paid, [by_balance(30), by_balance(50), by_balance(70)]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_deposit_that_is_asked_for_is_paid_like_a_fee() {
    let fixture = InvoiceFixture::new().await;
    let item = |kind: &str| json!([{"kind": kind, "description": "Asked for", "quantity": 1, "unit_amount": 40, "tax_rate": 0}]);
    let deposit = due(&fixture, 0, "2027-02-01", json!({"items": item("deposit")})).await;
    let fee = due(&fixture, 0, "2027-02-02", json!({"items": item("fee")})).await;
    credited(&fixture, 60).await;
    assert_eq!(amounts(&fixture, &[&deposit, &fee]).await, [json!(0), json!(20)]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn of_many_open_invoices_three_are_paid_at_once_and_the_balance_keeps_the_rest() {
    let fixture = InvoiceFixture::new().await;
    let mut open = Vec::new();
    for day in 1..=5 {
        open.push(due(&fixture, 10, &format!("2027-02-0{day}"), json!({})).await);
    }
    credited(&fixture, 50).await;
    let ids: Vec<&String> = open.iter().collect();
    assert_eq!(amounts(&fixture, &ids).await, [json!(0), json!(0), json!(0), json!(10), json!(10)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(20));
    // The next credit goes on.
    credited(&fixture, 1).await;
    assert_eq!(amounts(&fixture, &ids[3..]).await, [json!(0), json!(0)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(1));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn nobody_is_reminded_of_what_their_balance_pays() {
    let fixture = InvoiceFixture::alone().await;
    let reminded = json!({"reminder_days": [1]});
    let small = due(&fixture, 40, "2027-01-10", reminded.clone()).await;
    let large = due(&fixture, 100, "2027-01-10", reminded).await;
    fixture.with_balance(60).await;
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(60), "an operator put it there");
    days(&fixture.app, 90);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    let mut told = Vec::new();
    for id in [&small, &large] {
        let invoice = fixture.invoice(id).await;
        told.push((invoice["amount_due"].as_i64(), invoice["reminders_sent"].as_i64()));
    }
    let (due, sent): (i64, i64) =
        told.iter().fold((0, 0), |sum, one| (sum.0 + one.0.unwrap_or(-1), sum.1 + one.1.unwrap_or(-1)));
    assert_eq!((due, balance(&fixture.app, &fixture.customer).await), (80, json!(0)), "{told:?}");
    assert_eq!(sent, i64::try_from(told.iter().filter(|one| one.0 > Some(0)).count()).unwrap_or(-1), "{told:?}");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_a_set_off_has_paid_goes_back_to_the_balance_when_it_is_refunded() {
    let fixture = InvoiceFixture::new().await;
    let invoice = due(&fixture, 100, "2027-02-01", json!({})).await;
    credited(&fixture, 100).await;
    let payments = fixture.app.get(&format!("/payment-transactions?invoice_id={invoice}")).await;
    let payment = payments.body["data"][0].clone();
    assert_eq!((&payment["method"], &payment["note"]), (&json!("balance"), &json!("Set off")));
    let path = format!("/payment-transactions/{}/refund", payment["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.post(&path, json!({})).await, 200);
    assert_eq!(amounts(&fixture, &[&invoice]).await, [json!(100)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(100));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_a_note_leaves_of_an_invoice_is_paid_by_what_another_note_gives_back() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let locker = json!({"description": "Locker", "unit_amount": 20, "recurrence": "recurring"});
    let id = fixture.subscribed(json!({"items": [locker]})).await;
    let january = fixture.invoice_bodies(&id).await.remove(0);
    let path = format!("/invoices/{}/pay", january["id"].as_str().unwrap_or_default());
    accepted(&app.post(&path, json!({"method": "cash"})).await, 200);
    fixture.clock("2027-01-10T10:00:00Z");
    fixture.acted(&id, "renew-now", Value::Null).await;
    assert_eq!(invoices(app, member).await, [(json!(320), json!(0)), (json!(320), json!(320))]);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
    // 300 are taken off February, which leaves the locker; 21 of 31 days of January are 203.23.
    assert_eq!(invoices(app, member).await, [(json!(320), json!(0)), (json!(320), json!(0))]);
    assert_eq!(balance(app, member).await, json!(183.23));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_credit_on_a_draft_that_is_deleted_is_booked_and_pays_what_is_open() {
    let fixture = InvoiceFixture::new().await;
    let open = due(&fixture, 10, "2027-02-01", json!({})).await;
    let draft = fixture.draft(&[json!(100)]).await;
    let item = json!({"invoice_id": draft, "source_id": "0199a000-0000-7000-8000-0000000000c8",
        "description": "Returned chair", "quantity": 1, "unit_amount": -30});
    made(&fixture.app, "/invoice-items", item).await;
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    assert_eq!(amounts(&fixture, &[&open]).await, [json!(0)]);
    // 36.30 with tax.
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(26.3));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn nothing_becomes_overdue_that_the_balance_pays() {
    let fixture = InvoiceFixture::alone().await;
    let quiet = json!({"reminder_days": []});
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(due(&fixture, 10, "2027-01-10", quiet.clone()).await);
    }
    credited(&fixture, 45).await;
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(15), "three are paid at once");
    fixture.app.clock.set(values::Timestamp::parse("2027-01-12T10:00:00Z").expect("an instant"));
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    let ids: Vec<&String> = open.iter().collect();
    let mut left: Vec<Option<i64>> = amounts(&fixture, &ids).await.iter().map(Value::as_i64).collect();
    left.sort_unstable();
    assert_eq!(left, [Some(0), Some(0), Some(0), Some(0), Some(5)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_subscription_is_past_due_only_with_what_the_balance_does_not_pay() {
    for (held, expected) in [(300, "active"), (299, "past_due")] {
        for is_swept in [false, true] {
            let fixture = SubscriptionFixture::alone(json!({})).await;
            fixture.due_in(14).await;
            let id = fixture.subscribed(json!({})).await;
            let payment = json!({"customer_id": fixture.member, "amount": held, "currency": "EUR", "method": "cash"});
            made(&fixture.app, "/payment-transactions", payment).await;
            fixture.clock("2027-01-16T10:00:00Z");
            if is_swept {
                assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
            }
            assert_eq!(fixture.status(&id).await, expected, "{held} {is_swept}");
            tests::books_add_up(&fixture.app).await;
        }
    }
}
