//! The tax of dues is that of the first day of their period, as the law is when they are charged
//! (`docs/areas/invoices.md`, 22).

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

/// A rate of 20 % at which the fixture's location is taxed.
async fn rate(fixture: &SubscriptionFixture) -> String {
    let values = json!([{"from": "2012-10-01", "percent": 20}]);
    let rate = made(&fixture.app, "/tax-rates", json!({"name": "Standard", "values": values})).await;
    let path = format!("/locations/{}", fixture.location);
    accepted(&fixture.app.put(&path, json!({"tax_rate_id": rate})).await, 200);
    rate
}

/// A law: another rate from a day on.
async fn change(fixture: &SubscriptionFixture, rate: &str, from: &str, percent: i64) {
    let values = json!([{"from": "2012-10-01", "percent": 20}, {"from": from, "percent": percent}]);
    accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), json!({"values": values})).await, 200);
}

#[tokio::test]
async fn a_change_by_law_reaches_the_first_period_that_begins_with_it() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let rate = rate(&fixture).await;
    let id = fixture.subscribed(json!({})).await;
    change(&fixture, &rate, "2027-02-02", 30).await;
    let next = fixture.app.get(&format!("/invoices/upcoming?subscription_id={id}")).await;
    assert_eq!(next.body["data"]["invoices"][0]["total"], 360);
    // What is renewed late is what would have been renewed on time.
    fixture.clock("2027-03-05T11:00:00Z");
    assert_eq!(fixture.get(&id).await["tax_rate"], 30);
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 360", "2027-02-01 360", "2027-03-01 390"]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_plain_rate_that_was_agreed_on_gives_way_to_one_by_date() {
    let fixture = SubscriptionFixture::new(json!({"custom_tax_rate": true, "tax_rate": 10})).await;
    let id = fixture.subscribed(json!({})).await;
    // The plan has its own plain rate, which the location's does not change.
    let rate = rate(&fixture).await;
    fixture.clock("2027-02-01T11:00:00Z");
    assert_eq!(fixture.get(&id).await["tax_rate"], 10);
    let path = format!("/memberships/{}", fixture.plan);
    accepted(&fixture.app.put(&path, json!({"tax_rate_id": rate})).await, 200);
    fixture.clock("2027-03-01T11:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 330", "2027-02-01 330", "2027-03-01 360"]);
    accepted(&fixture.app.put(&path, json!({"tax_rate_id": null})).await, 200);
    fixture.clock("2027-04-01T11:00:00Z");
    // It stays as it was last, until something says otherwise.
    assert_eq!(fixture.get(&id).await["tax_rate"], 20);
}

#[tokio::test]
async fn what_is_credited_within_a_period_is_taxed_as_it_was_charged() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let rate = rate(&fixture).await;
    let dearer = fixture.plan(json!({"name": "Office", "price": 620})).await;
    let id = fixture.subscribed(json!({})).await;
    change(&fixture, &rate, "2027-01-10", 30).await;
    fixture.clock("2027-01-17T11:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": dearer, "timing": "now"})).await;
    let invoices = fixture.invoice_bodies(&id).await;
    let change = invoices.iter().find(|invoice| invoice["total"] != 360).expect("an invoice of the change");
    let told: Vec<Value> = change["items"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|line| json!([line["unit_amount"], line["tax_rate"]]))
        .collect();
    // 15 of 31 days: of 300 charged at 20 %, and of 620 at what holds on the day of the change.
    assert_eq!(json!(told), json!([[-145.16, 20], [300, 30]]));
    assert_eq!(change["total"], 215.81);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn dues_of_a_customer_who_owes_the_tax_are_not_taxed_and_credited_so() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    rate(&fixture).await;
    accepted(&fixture.app.put("/merchant", json!({"address": {"country_code": "NL"}})).await, 200);
    let german =
        json!({"tax_status": "reverse_charge", "tax_id": "DE136695976", "billing_address": {"country_code": "DE"}});
    let path = format!("/members/{}", fixture.member);
    accepted(&fixture.app.put(&path, german).await, 200);
    let id = fixture.subscribed(json!({})).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"]);
    // From now on taxed: what was charged without tax comes back without, what is charged has it.
    accepted(&fixture.app.put(&path, json!({"tax_status": "standard"})).await, 200);
    let dearer = fixture.plan(json!({"name": "Office", "price": 620})).await;
    fixture.clock("2027-01-17T11:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": dearer, "timing": "now"})).await;
    let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await;
    let note = &notes.body["data"][0];
    assert_eq!((&note["total"], &note["tax_lines"][0]["category"]), (&json!(145.16), &json!("AE")));
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-01-17 360"]);
    fixture.clock("2027-02-01T11:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-01-17 360", "2027-02-01 744"]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_preview_shows_what_the_change_then_asks_for() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    rate(&fixture).await;
    let exempt = json!({"tax_status": "exempt", "tax_exemption_reason": "Embassy"});
    accepted(&fixture.app.put(&format!("/members/{}", fixture.member), exempt).await, 200);
    let previewed = fixture.app.post("/subscriptions/preview", fixture.body(&json!({}))).await;
    accepted(&previewed, 200);
    assert_eq!(previewed.body["data"]["periods"][0]["invoice"]["total"], 300);
    let id = fixture.subscribed(json!({})).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"]);
    let next = fixture.app.get(&format!("/invoices/upcoming?subscription_id={id}")).await;
    assert_eq!(next.body["data"]["invoices"][0]["tax_lines"][0]["exemption_reason"], "Embassy");
}
