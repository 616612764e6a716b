//! What subscriptions take off the price of bookings.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, resource, with};

use super::{booked_as_quoted, hundred, room_with, wish};

async fn hour(fixture: &SubscriptionFixture, resource: &str, day: &str) -> Value {
    let (outcome, total) =
        booked_as_quoted(fixture, resource, &format!("{day}T10:00:00Z"), &format!("{day}T11:00:00Z")).await;
    assert_eq!(outcome, "confirmed");
    total
}

#[tokio::test]
async fn each_kind_of_resource_has_its_discount_and_the_quote_is_what_is_charged() {
    let discounts = json!({"discount_rooms": 20, "discount_desks": 35.5, "discount_equipment": 100});
    let fixture = SubscriptionFixture::new(discounts).await;
    let mut all = Vec::new();
    for (kind, total) in [
        ("meeting_room", json!(80)),
        ("studio", json!(80)),
        ("hot_desk", json!(64.5)),
        ("equipment", json!(0)),
        ("parking", json!(100)),
        ("office", json!(100)),
    ] {
        all.push((resource(&fixture.app, &fixture.location, kind, kind, hundred()).await, kind, total));
    }
    for (id, kind, _) in &all {
        assert_eq!(hour(&fixture, id, "2027-01-05").await, json!(100), "{kind}");
    }
    fixture.subscribed(json!({})).await;
    for (id, kind, total) in &all {
        assert_eq!(hour(&fixture, id, "2027-01-06").await, *total, "{kind}");
    }
    let [(room, ..), _, (desk, ..), ..] = all.as_slice() else { panic!("a room and a desk") };
    let beside = with(
        wish(&fixture, room, "2027-01-07T10:00:00Z", "2027-01-07T11:00:00Z"),
        &json!({"additional_resource_ids": [desk]}),
    );
    let both = fixture.app.post("/bookings", beside).await;
    assert_eq!(both.body["data"]["total_amount"], json!(144.5), "{}", both.text);
}

#[tokio::test]
async fn of_several_subscriptions_the_best_discount_applies_and_not_the_sum() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 20, "discount_desks": 50})).await;
    let room = room_with(&fixture, hundred()).await;
    let desk = resource(&fixture.app, &fixture.location, "Desk", "hot_desk", hundred()).await;
    let other = fixture.plan(json!({"name": "Other", "discount_rooms": 30, "discount_desks": 10})).await;
    fixture.subscribed(json!({})).await;
    fixture.subscribed(json!({"membership_plan_id": other, "end_date": "2027-01-10"})).await;
    assert_eq!(hour(&fixture, &room, "2027-01-05").await, json!(70));
    assert_eq!(hour(&fixture, &desk, "2027-01-05").await, json!(50));
    assert_eq!(hour(&fixture, &room, "2027-01-11").await, json!(80), "the other one has ended");
    let quote = wish(&fixture, &room, "2027-01-06T10:00:00Z", "2027-01-06T11:00:00Z");
    let quote = fixture.app.post("/bookings/quote", quote).await;
    let lines = quote.body["data"]["price_breakdown"]["discount_lines"].clone();
    assert_eq!(lines, json!([{"description": "Other", "percent": 30, "amount": 30}]));
}

#[tokio::test]
async fn a_discount_is_as_it_was_agreed_on_and_holds_at_the_plans_location_alone() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 20})).await;
    let room = room_with(&fixture, hundred()).await;
    fixture.subscribed(json!({})).await;
    let later = json!({"discount_rooms": 90});
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), later).await, 200);
    assert_eq!(hour(&fixture, &room, "2027-01-05").await, json!(80));
    let elsewhere = tests::location(&fixture.app).await;
    let far = resource(&fixture.app, &elsewhere, "Far", "meeting_room", hundred()).await;
    assert_eq!(hour(&fixture, &far, "2027-01-05").await, json!(100));
}

#[tokio::test]
async fn a_quote_from_before_a_subscription_is_stale_after_it() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 20})).await;
    let room = room_with(&fixture, hundred()).await;
    let wish = wish(&fixture, &room, "2027-01-05T10:00:00Z", "2027-01-05T11:00:00Z");
    let quote = fixture.app.post("/bookings/quote", wish.clone()).await.id();
    fixture.subscribed(json!({})).await;
    let by_quote = with(wish, &json!({"quote_id": quote}));
    assert_eq!(fixture.app.post("/bookings", by_quote).await.refusal(), "409 quote_stale quote_id quote_stale");
}
