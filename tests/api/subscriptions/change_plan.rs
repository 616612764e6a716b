//! Another plan, another quantity: what was shown is what is charged.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

use super::{balance, given_back};

/// What is charged at once, as the preview shows it and as it is invoiced afterwards.
async fn previewed_and_changed(fixture: &SubscriptionFixture, id: &str, body: Value) -> (Value, Value) {
    let before = fixture.invoice_bodies(id).await.len();
    let preview = fixture.acted(id, "change-plan-preview", body.clone()).await;
    assert_eq!(fixture.invoice_bodies(id).await.len(), before, "a preview makes nothing");
    let changed = fixture.acted(id, "change-plan", body).await;
    let invoices = fixture.invoice_bodies(id).await;
    if invoices.len() > before {
        let newest = invoices.iter().max_by_key(|invoice| invoice["number"].as_str()).expect("an invoice");
        assert_eq!(preview["invoice"]["total"], newest["total"], "quote is charge");
        let amounts = |invoice: &Value, field: &str| -> Vec<Value> {
            invoice[field].as_array().expect("lines").iter().map(|line| line["unit_amount"].clone()).collect()
        };
        assert_eq!(amounts(&preview["invoice"], "lines"), amounts(newest, "items"));
    }
    (preview, changed)
}

#[tokio::test]
async fn an_upgrade_credits_unused_days_and_charges_the_remaining_ones_at_once() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"start_date": "2027-01-01"})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620, "expiring_credits": 41})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    let (preview, changed) = previewed_and_changed(&fixture, &id, json!({"membership_plan_id": better})).await;
    // 16 of 31 days: 320 for the new plan, 154.84 back.
    assert_eq!((&preview["direction"], &preview["invoice"]["total"]), (&json!("upgrade"), &json!(165.16)));
    assert_eq!((&changed["membership_plan_id"], &changed["price"]), (&json!(better), &json!(620)));
    // 31 credits more, for 16 of 31 days.
    assert_eq!(fixture.credits().await[1], "2027-01-16 subscription_allocation 16 26");
    fixture.clock("2027-02-01T10:00:00Z");
    fixture.get(&id).await;
    assert!(fixture.invoices(&id).await.contains(&"2027-02-01 620".to_owned()));
}

#[tokio::test]
async fn a_downgrade_begins_with_the_next_period() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let smaller = fixture.plan(json!({"name": "Light", "price": 100, "expiring_credits": 2})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    let (preview, changed) = previewed_and_changed(&fixture, &id, json!({"membership_plan_id": smaller})).await;
    assert_eq!((&preview["direction"], &preview["invoice"]), (&json!("downgrade"), &Value::Null));
    assert_eq!((&changed["price"], &changed["scheduled_change"]["price"]), (&json!(300), &json!(100)));
    assert_eq!(changed["scheduled_change"]["effective_date"], "2027-02-01");
    fixture.clock("2027-02-01T10:00:00Z");
    let shown = fixture.get(&id).await;
    assert_eq!((&shown["membership_plan_id"], &shown["scheduled_change"]), (&json!(smaller), &Value::Null));
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 100"]);
}

#[tokio::test]
async fn what_a_downgrade_at_once_credits_is_noted_at_once_and_pays_what_comes() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let first = fixture.invoice_bodies(&id).await.remove(0);
    let path = format!("/invoices/{}/pay", first["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
    let smaller = fixture.plan(json!({"name": "Light", "price": 99.2, "expiring_credits": 2})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    let now = json!({"membership_plan_id": smaller, "timing": "now"});
    let preview = fixture.acted(&id, "change-plan-preview", now.clone()).await;
    fixture.acted(&id, "change-plan", now).await;
    // 16 of 31 days: 51.20 against 154.84.
    assert_eq!((&preview["invoice"]["subtotal"], &preview["invoice"]["total"]), (&json!(-103.64), &json!(-103.64)));
    let note = json!({"invoice_id": first["id"], "invoice_number": first["number"], "total": 154.84,
        "pre_payment_amount": 0, "credit_amount": 154.84});
    assert_eq!(preview["invoice"]["credit_notes"], json!([note]));
    assert_eq!(given_back(&fixture).await, 15_484);
    let balance_is = async |amount: Value| {
        assert_eq!(balance(&fixture).await, json!([{"currency": "EUR", "amount": amount}]));
    };
    // The balance has paid the remaining days: 154.84 - 51.20.
    balance_is(json!(103.64)).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-01-16 51.2"]);
    fixture.clock("2027-02-01T10:00:00Z");
    fixture.get(&id).await;
    balance_is(json!(4.44)).await;
    fixture.clock("2027-03-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(balance(&fixture).await, json!([]));
    let march = fixture.invoice_bodies(&id).await.into_iter().find(|invoice| invoice["period_start"] == "2027-03-01");
    assert_eq!(march.map(|march| march["amount_due"].clone()), Some(json!(94.76)));
}

#[tokio::test]
async fn another_cycle_begins_its_periods_on_the_day_of_the_change() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let yearly =
        fixture.plan(json!({"name": "Yearly", "cycle": "yearly", "price": 3650, "expiring_credits": 100})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    let (_, changed) = previewed_and_changed(&fixture, &id, json!({"membership_plan_id": yearly})).await;
    assert_eq!(changed["current_period_start"], "2027-01-15T23:00:00.000Z");
    assert_eq!(changed["current_period_end"], "2028-01-15T23:00:00.000Z");
    let expected = [
        "2026-12-31 subscription_allocation 10 10",
        "2027-01-16 subscription_expiration 10 0",
        "2027-01-16 subscription_allocation 100 100",
    ];
    assert_eq!(fixture.credits().await, expected);
    fixture.clock("2028-01-16T10:00:00Z");
    fixture.get(&id).await;
    let invoices = fixture.invoices(&id).await;
    assert_eq!((invoices.len(), invoices[2].as_str()), (3, "2028-01-16 3650"));
}

#[tokio::test]
async fn a_raised_quantity_is_charged_at_once_and_a_lower_one_waits() {
    let fixture = SubscriptionFixture::new(json!({"price": 310})).await;
    let id = fixture.subscribed(json!({"quantity": 2})).await;
    let path = format!("/subscriptions/{id}");
    fixture.clock("2027-01-22T10:00:00Z");
    let raised = fixture.app.put(&path, json!({"quantity": 3})).await;
    assert_eq!((raised.status, &raised.body["data"]["quantity"]), (200, &json!(3)));
    // One more for 10 of 31 days.
    assert!(
        fixture.invoices(&id).await.contains(&"2027-01-22 100".to_owned()),
        "{:?}",
        fixture.invoices(&id).await
    );
    let lowered = fixture.app.put(&path, json!({"quantity": 1, "metadata": {"desk": "7"}})).await;
    assert_eq!(
        (&lowered.body["data"]["quantity"], &lowered.body["data"]["metadata"]["desk"]),
        (&json!(3), &json!("7"))
    );
    assert_eq!(lowered.body["data"]["scheduled_change"]["quantity"], 1);
    let again = fixture.app.put(&path, json!({"quantity": 1})).await;
    assert_eq!(again.body["data"]["version"], lowered.body["data"]["version"], "said twice, it changes nothing");
    fixture.clock("2027-02-01T10:00:00Z");
    assert_eq!(fixture.get(&id).await["quantity"], 1);
    assert!(fixture.invoices(&id).await.contains(&"2027-02-01 310".to_owned()));
}

#[tokio::test]
async fn a_change_names_a_plan_of_the_same_location() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let elsewhere = tests::location(&fixture.app).await;
    let other = json!({"location_id": elsewhere, "name": "Else", "cycle": "monthly", "price": 1, "currency": "EUR"});
    let other = tests::made(&fixture.app, "/memberships", other).await;
    let refused = fixture.act(&id, "change-plan", json!({"membership_plan_id": other})).await.refusal();
    assert_eq!(refused, "422 rule_violation membership_plan_id other_location");
    let yearly = fixture.plan(json!({"cycle": "yearly"})).await;
    let full = json!({"membership_plan_id": yearly, "proration": "full_credit", "timing": "now"});
    let refused = fixture.act(&id, "change-plan", full).await.refusal();
    assert_eq!(refused, "422 rule_violation proration full_credit_needs_same_cycle");
}

#[tokio::test]
async fn before_it_is_charged_the_plan_is_replaced() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"start_date": "2027-02-01"})).await;
    let weekly = fixture.plan(json!({"name": "Weekly", "cycle": "weekly", "price": 70})).await;
    accepted(&fixture.act(&id, "change-plan", json!({"membership_plan_id": weekly})).await, 200);
    fixture.clock("2027-02-08T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-02-01 70", "2027-02-08 70"]);
}
