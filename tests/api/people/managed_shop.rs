//! The shop of a location, time that is held there and what is assigned, by those who run it.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{RoomFixture, ShopFixture, accepted, made, with};

use super::{
    app,
    managed_places::{managers, own_id},
};

/// How many records a list shows, and says that there are.
async fn counted(app: &TestApp, path: &str) -> (usize, Value) {
    let listed = app.get(path).await;
    (listed.body["data"].as_array().map_or(0, Vec::len), listed.body["pagination"]["total"].clone())
}

/// What is answered to who asks for a customer by a record that names them.
async fn named(app: &TestApp, (kind, id): (&str, &str), customer: &str) -> u16 {
    app.get(&format!("/customers/{customer}?named_by_type={kind}&named_by={id}")).await.status
}

#[tokio::test]
async fn a_manager_sells_at_their_location_alone_and_orders_for_themselves_anywhere() {
    let shop = ShopFixture::of(app().await).await;
    let (mia, max) = managers(&shop.app, &shop.location).await;
    let sold = shop.stocked(5, json!({})).await;
    let body = shop.body(&[(&sold, 1)], &json!({"payment_source": "external"}));
    accepted(&mia.post("/shop-orders/preview", body.clone()).await, 200);
    let order = mia.post("/shop-orders", body.clone()).await;
    accepted(&order, 201);
    for path in ["/shop-orders/preview", "/shop-orders"] {
        assert_eq!(max.post(path, body.clone()).await.refusal(), "403 forbidden", "{path}");
    }
    let own = max.post("/shop-orders", with(body, &json!({"customer_id": own_id(&max).await}))).await;
    accepted(&own, 201);
    let path = format!("/shop-orders/{}", order.id());
    for step in ["pay", "start", "complete"] {
        accepted(&mia.post(&format!("{path}/{step}"), json!({})).await, 200);
    }
    let back = json!({"items": [{"item_id": order.body["data"]["items"][0]["id"], "quantity": 1}]});
    assert_eq!(max.post(&format!("{path}/return"), back.clone()).await.refusal(), "404 not_found");
    accepted(&mia.post(&format!("{path}/return"), back).await, 200);
}

#[tokio::test]
async fn a_manager_counts_the_stock_of_their_location_alone() {
    let shop = ShopFixture::of(app().await).await;
    let (mia, max) = managers(&shop.app, &shop.location).await;
    let sold = shop.stocked(5, json!({})).await;
    let hidden = shop.product(json!({"title": "Prototype", "is_active": false}), json!({})).await;
    let product = format!("/shop-products/{}", sold.product);
    let adjusted = json!({"option_id": sold.option, "quantity": 2});
    accepted(&mia.post(&format!("{product}/stock-adjustments"), adjusted.clone()).await, 201);
    assert_eq!(counted(&mia, &format!("{product}/stock-movements")).await.0, 2);
    assert_eq!(max.post(&format!("{product}/stock-adjustments"), adjusted).await.refusal(), "404 not_found");
    assert_eq!(max.get(&format!("{product}/stock-movements")).await.refusal(), "404 not_found");
    let here = format!("/shop-products?location_id={}", shop.location);
    assert_eq!(counted(&mia, &here).await.0, 2);
    assert_eq!(counted(&mia, &format!("{here}&is_active=false")).await.0, 1);
    assert_eq!(counted(&max, &here).await.0, 1);
    let hidden = format!("/shop-products/{}", hidden.product);
    assert_eq!((mia.get(&hidden).await.status, max.get(&hidden).await.status), (200, 404));
    assert_eq!(max.get(&product).await.status, 200);
    assert_eq!(counted(&mia, &format!("/shop-categories?location_id={}&is_active=true", shop.location)).await.0, 1);
}

#[tokio::test]
async fn a_manager_sees_and_releases_what_is_held_at_their_location_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let body = json!({"resource_id": fixture.room, "customer_id": fixture.member,
        "start_time": "2026-12-01T10:00:00Z", "end_time": "2026-12-01T11:00:00Z"});
    let hold = made(&fixture.app, "/booking-holds", body.clone()).await;
    assert_eq!(counted(&mia, "/booking-holds").await, (1, json!(1)));
    assert_eq!(counted(&max, "/booking-holds").await, (0, json!(0)));
    let foreign = format!("/booking-holds?location_id={}", fixture.location);
    assert_eq!(max.get(&foreign).await.refusal(), "403 forbidden");
    assert_eq!(counted(&fixture.app, &foreign).await.0, 1);
    let path = format!("/booking-holds/{hold}");
    assert_eq!((mia.get(&path).await.status, max.get(&path).await.status), (200, 404));
    assert_eq!(named(&mia, ("booking_hold", &hold), &fixture.member).await, 200);
    assert_eq!(named(&max, ("booking_hold", &hold), &fixture.member).await, 404);
    assert_eq!(max.send("DELETE", &path, None, &[]).await.refusal(), "404 not_found");
    assert_eq!(mia.send("DELETE", &path, None, &[]).await.status, 200);
    // What they hold for themselves elsewhere is theirs as a customer's.
    let own = made(&max, "/booking-holds", with(body, &json!({"customer_id": own_id(&max).await}))).await;
    let own = format!("/booking-holds/{own}");
    assert_eq!(max.get(&own).await.status, 200);
    assert_eq!(max.send("DELETE", &own, None, &[]).await.status, 200);
}

#[tokio::test]
async fn a_manager_sees_what_is_assigned_at_their_location_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let office = fixture.resource("Office", json!({"type": "office"})).await;
    let body =
        json!({"resource_id": office, "customer_id": fixture.member, "start_date": "2026-12-01", "entire": true});
    let assignment = made(&fixture.app, "/resource-assignments", body.clone()).await;
    assert_eq!(counted(&mia, "/resource-assignments").await, (1, json!(1)));
    assert_eq!(counted(&max, "/resource-assignments").await, (0, json!(0)));
    let by = format!("/resource-assignments?customer_id={}", fixture.member);
    assert_eq!((counted(&mia, &by).await.0, counted(&max, &by).await.0), (1, 0));
    let path = format!("/resource-assignments/{assignment}");
    assert_eq!((mia.get(&path).await.status, max.get(&path).await.status), (200, 404));
    assert_eq!(named(&mia, ("resource_assignment", &assignment), &fixture.member).await, 200);
    assert_eq!(named(&max, ("resource_assignment", &assignment), &fixture.member).await, 404);
    assert_eq!(mia.post("/resource-assignments", body).await.refusal(), "403 forbidden");
}
