//! Creating: what it rests on, and what of it is a snapshot.

use serde_json::json;
use tests::{NOBODY, SubscriptionFixture, accepted, company, made, member};

#[tokio::test]
async fn a_subscription_keeps_the_terms_under_which_it_was_made() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 20})).await;
    let id = fixture.subscribed(json!({"quantity": 2})).await;
    let change = json!({"price": 400, "expiring_credits": 99, "discount_rooms": 0, "name": "Flex plus"});
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), change).await, 200);
    fixture.clock("2027-02-01T10:00:00Z");
    let shown = fixture.get(&id).await;
    assert_eq!((&shown["price"], &shown["credits_per_cycle"]), (&json!(300), &json!(10)));
    assert_eq!(shown["discounts"]["rooms"], 20);
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 600", "2027-02-01 600"]);
}

#[tokio::test]
async fn a_subscription_rests_on_what_is_there_and_active() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let inactive = fixture.plan(json!({"is_active": false})).await;
    let blocked = member(&fixture.app, "bob@example.com").await;
    accepted(&fixture.app.post(&format!("/members/{blocked}/block"), json!({})).await, 200);
    for (fields, refusal) in [
        (json!({"customer_id": NOBODY}), "422 rule_violation customer_id reference_not_found"),
        (json!({"customer_id": blocked}), "422 rule_violation customer_id customer_blocked"),
        (json!({"membership_plan_id": NOBODY}), "422 rule_violation membership_plan_id reference_not_found"),
        (
            json!({"membership_plan_id": inactive}),
            "422 rule_violation membership_plan_id membership_plan_inactive",
        ),
        (json!({"start_date": "2028-02-01"}), "422 rule_violation start_date out_of_range"),
        (json!({"end_date": "2026-12-31"}), "422 rule_violation end_date end_before_start"),
        (json!({"anchor": {"day_of_month": 29}}), "400 validation_error anchor.day_of_month out_of_range"),
        (json!({"quantity": 0}), "400 validation_error quantity out_of_range"),
        (json!({"setup_fee": 1.005}), "422 rule_violation setup_fee too_many_decimals"),
    ] {
        for path in ["/subscriptions", "/subscriptions/preview"] {
            assert_eq!(fixture.app.post(path, fixture.body(&fields)).await.refusal(), refusal, "{path}");
        }
    }
    assert_eq!(tests::total(&fixture.app, "/subscriptions").await, 0);
}

#[tokio::test]
async fn an_inactive_plan_of_the_catalogue_stops_new_subscriptions_and_no_others() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let plan = json!({"name": "Desk", "price": 100, "currency": "EUR", "billing_cycle": "monthly"});
    let plan = made(&fixture.app, "/plans", plan).await;
    let linked = fixture.plan(json!({"plan_id": plan, "name": "Desk", "price": 100, "inherits": ["price"]})).await;
    let id = fixture.subscribed(json!({"membership_plan_id": linked})).await;
    accepted(&fixture.app.delete(&format!("/plans/{plan}")).await, 200);
    let body = fixture.body(&json!({"membership_plan_id": linked}));
    let refused = fixture.app.post("/subscriptions", body).await.refusal();
    assert_eq!(refused, "422 rule_violation membership_plan_id plan_inactive");
    fixture.clock("2027-02-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await.len(), 2);
}

#[tokio::test]
async fn a_subscription_to_come_is_scheduled_until_its_first_local_day() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let company = company(&fixture.app, &fixture.location).await;
    let id = fixture.subscribed(json!({"customer_id": company, "start_date": "2027-02-01"})).await;
    fixture.clock("2027-01-31T22:59:59Z");
    assert_eq!(fixture.status(&id).await, "scheduled");
    assert_eq!(fixture.invoices(&id).await, Vec::<String>::new());
    fixture.clock("2027-01-31T23:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await, ["2027-02-01 300"]);
}

#[tokio::test]
async fn an_end_that_was_agreed_on_cuts_the_last_period() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"end_date": "2027-02-14"})).await;
    fixture.clock("2027-02-14T22:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    fixture.clock("2027-02-14T23:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    // 14 of 28 days.
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 150"]);
    assert_eq!(fixture.credits().await.last().map(String::as_str), Some("2027-02-14 subscription_expiration 5 0"));
}

#[tokio::test]
async fn creating_again_under_the_same_key_makes_one() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let key = [("idempotency-key", "one")];
    let first = fixture.app.send("POST", "/subscriptions", Some(fixture.body(&json!({}))), &key).await;
    let again = fixture.app.send("POST", "/subscriptions", Some(fixture.body(&json!({}))), &key).await;
    assert_eq!((first.status, &first.text), (201, &again.text));
    assert_eq!(tests::total(&fixture.app, "/subscriptions").await, 1);
    assert_eq!(fixture.invoices(&first.id()).await, ["2027-01-01 300"]);
}
