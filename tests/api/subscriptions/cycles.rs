//! Periods: five cycles, months of four lengths, anchors, clocks that change, trials.

use serde_json::{Value, json};
use tests::SubscriptionFixture;

/// First instants of the periods that a subscription is in at these instants.
async fn periods(fixture: &SubscriptionFixture, id: &str, instants: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for instant in instants {
        fixture.clock(instant);
        let shown = fixture.get(id).await;
        let text = |field: &str| shown[field].as_str().unwrap_or_default().trim_end_matches(":00.000Z").to_owned();
        found.push((text("current_period_start"), text("current_period_end")));
    }
    found
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
}

#[tokio::test]
async fn a_month_that_begins_on_the_31st_ends_with_short_months_and_returns_to_the_31st() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"start_date": "2027-01-31"})).await;
    let found = periods(&fixture, &id, &["2027-02-05T00:00:00Z", "2027-03-05T00:00:00Z", "2027-04-05T00:00:00Z"]).await;
    // Local midnight: clocks are set forward on 28 March.
    let expected = [
        ("2027-01-30T23:00", "2027-02-27T23:00"),
        ("2027-02-27T23:00", "2027-03-30T22:00"),
        ("2027-03-30T22:00", "2027-04-29T22:00"),
    ];
    assert_eq!(found, owned(&expected));
    let totals = ["2027-01-31 300", "2027-02-28 300", "2027-03-31 300"];
    assert_eq!(fixture.invoices(&id).await, totals);
}

#[tokio::test]
async fn every_cycle_has_periods_that_follow_each_other() {
    for (cycle, first, second) in [
        ("daily", ("2027-03-27T23:00", "2027-03-28T22:00"), ("2027-03-28T22:00", "2027-03-29T22:00")),
        ("weekly", ("2027-03-27T23:00", "2027-04-03T22:00"), ("2027-04-03T22:00", "2027-04-10T22:00")),
        ("quarterly", ("2027-03-27T23:00", "2027-06-27T22:00"), ("2027-06-27T22:00", "2027-09-27T22:00")),
        ("yearly", ("2027-03-27T23:00", "2028-03-27T22:00"), ("2028-03-27T22:00", "2029-03-27T22:00")),
    ] {
        let fixture = SubscriptionFixture::new(json!({"cycle": cycle})).await;
        fixture.clock("2027-03-28T10:00:00Z");
        let id = fixture.subscribed(json!({"start_date": "2027-03-28"})).await;
        let later = format!("{}:00Z", second.0);
        assert_eq!(periods(&fixture, &id, &["2027-03-28T10:00:00Z", &later]).await, owned(&[first, second]), "{cycle}");
    }
}

#[tokio::test]
async fn an_anchor_makes_the_first_period_a_part_that_costs_its_days() {
    let fixture = SubscriptionFixture::new(json!({"setup_fee": 50, "deposit_amount": 200})).await;
    fixture.clock("2027-06-16T10:00:00Z");
    let fields = json!({"start_date": "2027-06-16", "anchor": {"day_of_month": 1}});
    let preview = fixture.app.post("/subscriptions/preview", fixture.body(&fields)).await;
    let id = fixture.subscribed(fields).await;
    let first = fixture.invoice_bodies(&id).await.remove(0);
    let lines: Vec<(&Value, &Value)> =
        first["items"].as_array().expect("items").iter().map(|item| (&item["kind"], &item["unit_amount"])).collect();
    // 15 of 30 days.
    let expected =
        [(&json!("subscription"), &json!(150)), (&json!("fee"), &json!(50)), (&json!("deposit"), &json!(200))];
    assert_eq!(lines, expected);
    assert_eq!(preview.body["data"]["periods"][0]["invoice"]["total"], first["total"]);
    assert_eq!(preview.body["data"]["periods"][0]["end_date"], "2027-06-30");
    assert_eq!(fixture.credits().await, ["2027-06-15 subscription_allocation 5 5"]);
    fixture.clock("2027-07-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-06-16 400", "2027-07-01 300"]);
    let expired_and_granted = [
        "2027-06-15 subscription_allocation 5 5",
        "2027-06-30 subscription_expiration 5 0",
        "2027-06-30 subscription_allocation 10 10",
    ];
    assert_eq!(fixture.credits().await, expired_and_granted);
}

#[tokio::test]
async fn a_trial_charges_and_grants_nothing_and_gives_benefits() {
    let fixture = SubscriptionFixture::new(json!({"trial_days": 14})).await;
    let id = fixture.subscribed(json!({})).await;
    let shown = fixture.get(&id).await;
    assert_eq!((&shown["status"], &shown["trial_end_date"]), (&json!("active"), &json!("2027-01-14")));
    assert_eq!(fixture.invoices(&id).await, Vec::<String>::new());
    assert_eq!(fixture.credits().await, Vec::<String>::new());
    fixture.clock("2027-01-15T00:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-15 300"]);
}

#[tokio::test]
async fn an_anchor_needs_a_cycle_of_months() {
    let fixture = SubscriptionFixture::new(json!({"cycle": "weekly"})).await;
    let body = fixture.body(&json!({"anchor": {"day_of_month": 1}}));
    let refused = fixture.app.post("/subscriptions", body).await.refusal();
    assert_eq!(refused, "422 rule_violation anchor anchor_needs_months");
}
