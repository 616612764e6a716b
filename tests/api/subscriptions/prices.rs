//! Changes of a price that are for renewals.

use serde_json::json;
use tests::{SubscriptionFixture, accepted, made};

#[tokio::test]
async fn a_price_change_for_renewals_reaches_the_first_renewal_after_it() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let plan = json!({"name": "Desk", "price": 100, "currency": "EUR", "billing_cycle": "monthly"});
    let plan = made(&fixture.app, "/plans", plan).await;
    let linked = fixture.plan(json!({"plan_id": plan, "name": "Desk", "price": 100, "inherits": ["price"]})).await;
    let id = fixture.subscribed(json!({"membership_plan_id": linked})).await;
    for (price, from, whom) in [
        (110, "2027-02-15T00:00:00Z", "renewals"),
        (500, "2027-03-15T00:00:00Z", "new"),
        (120, "2027-04-01T00:00:00+02:00", "renewals"),
    ] {
        let change = json!({"price": price, "effective_from": from, "apply_to": whom});
        accepted(&fixture.app.post(&format!("/plans/{plan}/price-change"), change).await, 200);
    }
    fixture.clock("2027-05-20T10:00:00Z");
    // What changes the plan afterwards drops none of what has begun.
    accepted(&fixture.app.put(&format!("/plans/{plan}"), json!({"name": "Desk 2"})).await, 200);
    accepted(&fixture.app.put(&format!("/memberships/{linked}"), json!({"name": "Desk 3"})).await, 200);
    let change = json!({"price": 130, "effective_from": "2027-06-10T00:00:00Z", "apply_to": "renewals"});
    accepted(&fixture.app.post(&format!("/plans/{plan}/price-change"), change).await, 200);
    let shown = fixture.get(&id).await;
    assert_eq!(shown["price"], 120);
    let expected = ["2027-01-01 100", "2027-02-01 100", "2027-03-01 110", "2027-04-01 120", "2027-05-01 120"];
    assert_eq!(fixture.invoices(&id).await, expected);
    let later = fixture.subscribed(json!({"membership_plan_id": linked, "start_date": "2027-05-20"})).await;
    assert_eq!(fixture.get(&later).await["price"], 120);
    fixture.clock("2027-07-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await[5..], ["2027-06-01 120", "2027-07-01 130"]);
}
