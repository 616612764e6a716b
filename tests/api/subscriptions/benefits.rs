//! Benefits for members, network members and subscribers.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, location_with, made};

const FOR_MEMBERS: &str = "422 rule_violation benefit_id for_members";
const FOR_SUBSCRIBERS: &str = "422 rule_violation benefit_id for_subscribers";

async fn benefit(fixture: &SubscriptionFixture, visibility: &str) -> String {
    let body = json!({"location_id": fixture.location, "title": "Notion", "visibility": visibility,
        "allowance": {"kind": "unlimited"}});
    made(&fixture.app, "/benefits", body).await
}

async fn apply(fixture: &SubscriptionFixture, benefit: &str) -> String {
    let body = json!({"benefit_id": benefit, "customer_id": fixture.member});
    let answer = fixture.app.post("/benefit-applications", body).await;
    if answer.status == 201 { String::new() } else { answer.refusal() }
}

async fn name(fixture: &SubscriptionFixture, plan: &str, benefits: Value) {
    let body = json!({"exclusive_benefit_ids": benefits});
    accepted(&fixture.app.put(&format!("/memberships/{plan}"), body).await, 200);
}

#[tokio::test]
async fn a_benefit_for_members_is_for_whoever_subscribes_at_the_location_today() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (members, public) = (benefit(&fixture, "members").await, benefit(&fixture, "public").await);
    assert_eq!(apply(&fixture, &public).await, "");
    assert_eq!(apply(&fixture, &members).await, FOR_MEMBERS);
    fixture.subscribed(json!({"start_date": "2027-01-02", "end_date": "2027-01-10"})).await;
    for (now, refusal) in
        [("2027-01-01T22:59:00Z", FOR_MEMBERS), ("2027-01-01T23:00:00Z", ""), ("2027-01-10T23:00:00Z", FOR_MEMBERS)]
    {
        fixture.clock(now);
        assert_eq!(apply(&fixture, &members).await, refusal, "{now}");
    }
}

#[tokio::test]
async fn a_benefit_for_the_network_is_for_members_of_each_of_its_locations() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let network = benefit(&fixture, "network_members").await;
    let other = location_with(&fixture.app, json!({"network_group": "Harbour"})).await;
    let plan = json!({"location_id": other, "name": "Dock", "cycle": "monthly", "price": 100, "currency": "EUR"});
    let plan = made(&fixture.app, "/memberships", plan).await;
    fixture.subscribed(json!({"membership_plan_id": plan})).await;
    assert_eq!(apply(&fixture, &network).await, FOR_MEMBERS);
    let path = format!("/locations/{}", fixture.location);
    accepted(&fixture.app.put(&path, json!({"network_group": "Harbour"})).await, 200);
    assert_eq!(apply(&fixture, &network).await, "");
}

#[tokio::test]
async fn a_benefit_that_plans_name_is_for_their_subscribers() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (named, exclusive) = (benefit(&fixture, "public").await, benefit(&fixture, "exclusive_members").await);
    let other = fixture.plan(json!({"name": "Other"})).await;
    name(&fixture, &fixture.plan, json!([named])).await;
    fixture.subscribed(json!({"membership_plan_id": other})).await;
    assert_eq!(apply(&fixture, &named).await, FOR_SUBSCRIBERS, "of another plan");
    let id = fixture.subscribed(json!({})).await;
    assert_eq!(apply(&fixture, &named).await, "");
    assert_eq!(apply(&fixture, &exclusive).await, FOR_SUBSCRIBERS, "no plan names it");
    name(&fixture, &fixture.plan, json!([exclusive])).await;
    assert_eq!([apply(&fixture, &named).await, apply(&fixture, &exclusive).await], ["", ""]);
    accepted(&fixture.app.delete(&format!("/memberships/{}", fixture.plan)).await, 200);
    assert_eq!(apply(&fixture, &exclusive).await, FOR_SUBSCRIBERS, "an inactive plan names nothing");
    accepted(&fixture.app.post(&format!("/memberships/{}/restore", fixture.plan), json!({})).await, 200);
    fixture.acted(&id, "pause", json!({"from": "2027-02-01", "until": "2027-03-01"})).await;
    fixture.clock("2027-02-10T12:00:00Z");
    assert_eq!(apply(&fixture, &exclusive).await, FOR_SUBSCRIBERS, "paused");
}
