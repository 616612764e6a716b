//! What was committed to: a fee is of that, and whoever goes to a plan before it begins agrees on all of it.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

fn committed() -> Value {
    json!({"minimum_commitment": true, "commitment_cycles": 6})
}

async fn fee(fixture: &SubscriptionFixture, id: &str) -> Option<Value> {
    fixture.acted(id, "cancel", json!({"timing": "now"})).await;
    let invoices = fixture.invoice_bodies(id).await;
    let lines = invoices.iter().flat_map(|invoice| invoice["items"].as_array().cloned().unwrap_or_default());
    let named = lines.filter(|line| line["description"].as_str().is_some_and(|text| text.starts_with("Early")));
    named.map(|line| line["unit_amount"].clone()).next()
}

#[tokio::test]
async fn going_to_a_cheaper_plan_makes_the_early_termination_fee_no_smaller() {
    for price in [0, 10, 3000] {
        let fixture = SubscriptionFixture::new(committed()).await;
        let id = fixture.subscribed(json!({})).await;
        let other = fixture.plan(json!({"name": "Other", "price": price})).await;
        fixture.acted(&id, "change-plan", json!({"membership_plan_id": other, "timing": "now"})).await;
        assert_eq!(fee(&fixture, &id).await, Some(json!(1500)), "{price}");
    }
}

#[tokio::test]
async fn a_reduction_that_waits_makes_the_early_termination_fee_no_smaller() {
    let fixture = SubscriptionFixture::new(committed()).await;
    let id = fixture.subscribed(json!({"quantity": 2})).await;
    let put = async |quantity: u32| {
        let put = fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await;
        accepted(&put, 200);
    };
    put(1).await;
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(fixture.get(&id).await["quantity"], 1);
    assert_eq!(fee(&fixture, &id).await, Some(json!(2400)));
}

#[tokio::test]
async fn with_another_cycle_as_much_is_committed_to() {
    let fixture = SubscriptionFixture::new(committed()).await;
    let id = fixture.subscribed(json!({})).await;
    let free = fixture.plan(json!({"name": "Free", "price": 0, "cycle": "quarterly"})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": free, "timing": "now"})).await;
    // One quarter of two is left: three months of 300.
    assert_eq!(fee(&fixture, &id).await, Some(json!(900)));
}

#[tokio::test]
async fn whoever_changes_the_plan_before_it_begins_agrees_on_all_of_the_new_one() {
    let all = json!({"name": "Office", "price": 500, "setup_fee": 20, "deposit_amount": 30, "notice_days": 30,
        "minimum_commitment": true, "commitment_cycles": 12});
    for (fields, setup_fee) in [(json!({}), 20), (json!({"setup_fee": 5}), 5)] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let office = fixture.plan(all.clone()).await;
        let id = fixture.subscribed(tests::with(json!({"start_date": "2027-02-01"}), &fields)).await;
        let changed = fixture.acted(&id, "change-plan", json!({"membership_plan_id": office})).await;
        assert_eq!((&changed["setup_fee"], &changed["notice_days"]), (&json!(setup_fee), &json!(30)));
        assert_eq!(changed["commitment_ends_at"], "2028-02-01");
        assert_eq!(changed["deposit"], json!({"amount": 30, "kept_amount": 0, "status": "pending"}));
        fixture.clock("2027-02-01T10:00:00Z");
        fixture.get(&id).await;
        assert_eq!(fixture.invoices(&id).await, [format!("2027-02-01 {}", 530 + setup_fee)]);
        assert_eq!(fee(&fixture, &id).await, Some(json!(5500)));
    }
}
