//! How many subscribers a plan takes.

use serde_json::json;
use tests::{SubscriptionFixture, accepted, at_once, successes};

#[tokio::test(flavor = "multi_thread")]
async fn of_64_who_subscribe_at_once_as_many_get_in_as_there_are_seats() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 20})).await;
    let mut members = Vec::new();
    for number in 0..64 {
        members.push(tests::member(&fixture.app, &format!("m{number}@example.com")).await);
    }
    let body = |member: &String| fixture.body(&json!({"customer_id": member}));
    let requests: Vec<_> = members.iter().map(|member| ("POST", "/subscriptions".to_owned(), body(member))).collect();
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!(successes(&answers, 201), 20);
    let refused = answers.iter().find(|answer| answer.status == 409).expect("a refusal");
    assert_eq!(refused.refusal(), "409 capacity_exceeded membership_plan_id max_subscribers");
    let made = answers.iter().filter(|answer| answer.status == 201);
    let mut numbers = Vec::new();
    for answer in made {
        fixture.get(&answer.id()).await;
        let invoices = fixture.invoice_bodies(&answer.id()).await;
        assert_eq!(invoices.len(), 1);
        numbers.push(invoices[0]["number"].as_str().unwrap_or_default().to_owned());
    }
    numbers.sort();
    let expected: Vec<String> = (1..=20).map(|number| format!("INV-{number:06}")).collect();
    assert_eq!(numbers, expected, "without a gap");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_of_one_customer_are_all_made_however_many_are_asked_for_at_once() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let requests: Vec<_> = (0..24).map(|_| ("POST", "/subscriptions".to_owned(), fixture.body(&json!({})))).collect();
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!(successes(&answers, 201), 24);
    for answer in answers {
        fixture.get(&answer.id()).await;
        assert_eq!(fixture.invoices(&answer.id()).await, ["2027-01-01 300"]);
    }
    assert_eq!(fixture.credits().await.len(), 24);
}

#[tokio::test]
async fn a_seat_is_free_at_the_instant_at_which_a_subscription_ends_without_a_sweep() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 1})).await;
    fixture.subscribed(json!({"end_date": "2027-01-31"})).await;
    let second = fixture.body(&json!({"start_date": "2027-02-01"}));
    fixture.clock("2027-01-31T22:59:59Z");
    let refused = fixture.app.post("/subscriptions", second.clone()).await.refusal();
    assert_eq!(refused, "409 capacity_exceeded membership_plan_id max_subscribers");
    fixture.clock("2027-01-31T23:00:00Z");
    accepted(&fixture.app.post("/subscriptions", second).await, 201);
}

#[tokio::test]
async fn a_change_to_a_plan_takes_a_seat_of_it_from_the_request_on() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 1})).await;
    let small = fixture.plan(json!({"name": "Light", "price": 100, "max_subscribers": 1})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": small})).await;
    let other = tests::member(&fixture.app, "bob@example.com").await;
    for plan in [&small, &fixture.plan] {
        let body = fixture.body(&json!({"customer_id": other, "membership_plan_id": plan}));
        let refused = fixture.app.post("/subscriptions", body).await.refusal();
        assert_eq!(refused, "409 capacity_exceeded membership_plan_id max_subscribers");
    }
    fixture.clock("2027-02-01T10:00:00Z");
    fixture.get(&id).await;
    let body = fixture.body(&json!({"customer_id": other, "start_date": "2027-02-01"}));
    accepted(&fixture.app.post("/subscriptions", body).await, 201);
}
