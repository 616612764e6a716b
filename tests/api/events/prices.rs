//! What tickets cost.

use serde_json::json;
use tests::{EventFixture, accepted, made, with};

use super::called_with;

async fn subscribed(fixture: &EventFixture, fields: serde_json::Value) {
    let plan =
        json!({"location_id": fixture.location, "name": "Flex", "cycle": "monthly", "price": 0, "currency": "EUR"});
    let plan = made(&fixture.app, "/memberships", with(plan, &fields)).await;
    let body = json!({"customer_id": fixture.member, "membership_plan_id": plan, "start_date": "2026-11-21"});
    made(&fixture.app, "/subscriptions", body).await;
}

#[tokio::test]
async fn who_is_no_member_pays_the_price_of_visitors() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"visitor_price": 15})).await;
    let visitor = fixture.registered(&event, 1, json!({})).await;
    assert_eq!(visitor.body["data"]["total_amount"], json!(18.15));
    subscribed(&fixture, json!({})).await;
    let member = fixture.registered(&event, 1, json!({})).await;
    assert_eq!(member.body["data"]["total_amount"], json!(12.1));
    let guest =
        json!({"customer_id": null, "guest": {"name": "G", "email": "g@example.com"}, "payment_source": "external"});
    assert_eq!(fixture.registered(&event, 2, guest).await.body["data"]["total_amount"], json!(36.3));
}

#[tokio::test]
async fn the_best_discount_of_the_plans_applies_to_the_cent() {
    let fixture = EventFixture::new().await;
    subscribed(&fixture, json!({"discount_events": 12.5})).await;
    subscribed(&fixture, json!({"discount_events": 5, "name": "Other"})).await;
    let event = fixture.event(json!({"price": 3.33, "tax_rate": 9, "credit_price": 3})).await;
    let ticket = fixture.registered(&event, 3, json!({})).await;
    let data = &ticket.body["data"];
    // 9.99, of which 12.5 % are 1.25; 9 % of 8.74 are 0.79.
    let told = ["discount_amount", "tax_amount", "total_amount", "credits_total"].map(|name| data[name].clone());
    assert_eq!(told, [json!(1.25), json!(0.79), json!(9.53), json!(9)]);
    let settings = json!({"credit_settings": {"discounts_apply_to_credits": true}});
    accepted(&fixture.app.put("/merchant", settings).await, 200);
    let reduced = fixture.registered(&event, 2, json!({})).await;
    assert_eq!(reduced.body["data"]["credits_total"], json!(6), "begun credits are whole");
}

#[tokio::test]
async fn a_ticket_keeps_the_price_it_was_made_at() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"price": 99, "title": "Other"})).await, 200);
    assert_eq!(fixture.ticket(&ticket).await, ticket.body["data"]);
    let next = fixture.registered(&event, 1, json!({})).await;
    assert_eq!(next.body["data"]["total_amount"], json!(119.79));
}

#[tokio::test]
async fn what_a_plan_pays_for_whole_is_given_away_by_nobody() {
    let fixture = EventFixture::new().await;
    subscribed(&fixture, json!({"discount_events": 100})).await;
    let event = fixture.event(json!({})).await;
    let desk = called_with(&fixture.app, &["events:write"]).await;
    let said = fixture.registration(&event, 1, &json!({"payment_source": "none"}));
    let ticket = desk.post("/event-registrations", said).await;
    accepted(&ticket, 201);
    assert_eq!(ticket.body["data"]["total_amount"], json!(0));
}
