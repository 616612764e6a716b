//! Stock: movements, reservations, what is delivered later, and what is low.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{NOBODY, ShopFixture, accepted};

#[tokio::test]
async fn the_sum_of_the_movements_is_what_is_on_hand() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(10, json!({})).await;
    accepted(&shop.adjusted(&sold, -3).await, 201);
    let order = shop.handed_over(&[(&sold, 4)], json!({})).await;
    let item = order.body["data"]["items"][0]["id"].clone();
    let back = json!({"items": [{"item_id": item, "quantity": 1}], "reason": "Torn"});
    accepted(&shop.act(&order, "return", back).await, 200);
    let path = format!("/shop-products/{}/stock-movements", sold.product);
    let list = shop.app.get(&path).await;
    let of = |field: &str| -> Vec<Value> {
        list.body["data"].as_array().into_iter().flatten().map(|one| one[field].clone()).collect()
    };
    assert_eq!(of("quantity"), [json!(1), json!(-4), json!(-3), json!(10)]);
    assert_eq!(of("on_hand_after"), [json!(4), json!(3), json!(7), json!(10)]);
    assert_eq!(of("number"), [json!(4), json!(3), json!(2), json!(1)]);
    assert_eq!(of("type"), [json!("return"), json!("sale"), json!("adjustment"), json!("adjustment")]);
    assert_eq!(of("order_id"), [json!(order.id()), json!(order.id()), Value::Null, Value::Null]);
    assert_eq!(shop.stock(&sold).await, (4, 0, 4));
    let sales = shop.app.get(&format!("{path}?type=sale&option_id={}", sold.option)).await;
    assert_eq!(sales.body["pagination"]["total"], json!(1));
    assert_eq!(shop.app.get(&format!("/shop-products/{NOBODY}/stock-movements")).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn an_order_keeps_what_it_needs_until_it_is_handed_over_or_cancelled() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(5, json!({})).await;
    let first = shop.ordered(&[(&sold, 2)], json!({})).await;
    let second = shop.ordered(&[(&sold, 3)], json!({})).await;
    assert_eq!(shop.stock(&sold).await, (5, 5, 0));
    let refused = shop.order(&[(&sold, 1)], json!({})).await;
    assert_eq!(refused.refusal(), "409 out_of_stock items[0].quantity out_of_stock");
    accepted(&shop.act(&first, "cancel", json!({})).await, 200);
    assert_eq!(shop.stock(&sold).await, (5, 3, 2));
    accepted(&shop.act(&second, "start", json!({})).await, 200);
    accepted(&shop.act(&second, "complete", json!({})).await, 200);
    assert_eq!(shop.stock(&sold).await, (2, 0, 2));
}

#[tokio::test]
async fn an_order_keeps_all_of_its_items_or_none() {
    let shop = ShopFixture::new().await;
    let (many, few) = (shop.stocked(9, json!({})).await, shop.stocked(1, json!({})).await);
    let refused = shop.order(&[(&many, 2), (&few, 2)], json!({})).await;
    assert_eq!(refused.refusal(), "409 out_of_stock items[1].quantity out_of_stock");
    assert_eq!((shop.stock(&many).await, shop.stock(&few).await), ((9, 0, 9), (1, 0, 1)));
    let list = shop.app.get("/shop-orders").await;
    assert_eq!(list.body["pagination"]["total"], json!(0));
}

#[tokio::test]
async fn what_an_order_keeps_is_not_counted_out() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(5, json!({})).await;
    shop.ordered(&[(&sold, 3)], json!({})).await;
    assert_eq!(shop.adjusted(&sold, -3).await.refusal(), "409 out_of_stock quantity out_of_stock");
    accepted(&shop.adjusted(&sold, -2).await, 201);
    assert_eq!(shop.stock(&sold).await, (3, 3, 0));
}

#[tokio::test]
async fn adjustments_that_are_not_valid_are_refused() {
    let shop = ShopFixture::new().await;
    let (counted, free) = (shop.stocked(0, json!({})).await, shop.product(json!({}), json!({})).await);
    let path = |product: &str| format!("/shop-products/{product}/stock-adjustments");
    for (product, option, quantity, refusal) in [
        (&counted.product, counted.option.as_str(), 0, "422 rule_violation quantity nothing_moves"),
        (&counted.product, NOBODY, 1, "422 rule_violation option_id reference_not_found"),
        (&free.product, free.option.as_str(), 1, "422 rule_violation option_id not_tracked"),
        (&counted.product, counted.option.as_str(), 1_000_001, "400 validation_error quantity out_of_range"),
    ] {
        let body = json!({"option_id": option, "quantity": quantity});
        assert_eq!(shop.app.post(&path(product), body).await.refusal(), refusal);
    }
    accepted(&shop.adjusted(&counted, 1_000_000).await, 201);
    assert_eq!(shop.adjusted(&counted, 1).await.refusal(), "422 rule_violation quantity out_of_range");
    let nobodys = json!({"option_id": counted.option, "quantity": 1});
    assert_eq!(shop.app.post(&path(NOBODY), nobodys).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn what_may_be_delivered_later_is_ordered_when_none_is_left() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(1, json!({"allow_backorder": true})).await;
    let order = shop.handed_over(&[(&sold, 3)], json!({})).await;
    assert_eq!(order.body["data"]["status"], json!("completed"));
    assert_eq!(shop.stock(&sold).await, (-2, 0, -2));
    shop.ordered(&[(&sold, 1)], json!({})).await;
    assert_eq!(shop.stock(&sold).await, (-2, 1, -3));
    accepted(&shop.adjusted(&sold, 5).await, 201);
    assert_eq!(shop.stock(&sold).await, (3, 1, 2));
}

#[tokio::test]
async fn what_others_took_by_backorder_is_not_handed_over_twice() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(2, json!({})).await;
    let waiting = shop.ordered(&[(&sold, 2)], json!({})).await;
    let later = json!({"options": [{"id": sold.option, "title": "One", "price": 10, "stock_tracked": true,
        "allow_backorder": true}]});
    accepted(&shop.app.put(&format!("/shop-products/{}", sold.product), later).await, 200);
    shop.handed_over(&[(&sold, 1)], json!({})).await;
    accepted(&shop.act(&waiting, "start", json!({})).await, 200);
    let refused = shop.act(&waiting, "complete", json!({})).await;
    assert_eq!(refused.refusal(), "409 out_of_stock items[0].quantity out_of_stock");
    accepted(&shop.adjusted(&sold, 1).await, 201);
    accepted(&shop.act(&waiting, "complete", json!({})).await, 200);
    assert_eq!(shop.stock(&sold).await, (0, 0, 0));
}

#[tokio::test]
async fn stock_that_becomes_low_is_told_once_for_each_time() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(10, json!({"low_stock_level": 5})).await;
    let since = async || shop.stock_of(&sold).await["low_stock_since"].clone();
    assert_eq!(since().await, Value::Null);
    shop.ordered(&[(&sold, 4)], json!({})).await;
    assert_eq!(since().await, Value::Null);
    let last = shop.ordered(&[(&sold, 1)], json!({})).await;
    let first = since().await;
    assert!(first.is_string(), "{first}");
    shop.app.clock.advance(Duration::minutes(1));
    shop.ordered(&[(&sold, 1)], json!({})).await;
    assert_eq!(since().await, first, "it is low already");
    accepted(&shop.act(&last, "cancel", json!({})).await, 200);
    assert_eq!(since().await, first, "5 are still few");
    accepted(&shop.adjusted(&sold, 1).await, 201);
    assert_eq!(since().await, Value::Null);
    shop.ordered(&[(&sold, 1)], json!({})).await;
    let again = since().await;
    assert!(again.is_string() && again != first, "{again} {first}");
}

#[tokio::test]
async fn a_level_that_changes_judges_what_is_there() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(10, json!({})).await;
    let path = format!("/shop-products/{}", sold.product);
    let at = |level: Value| {
        json!({"options": [{"id": sold.option, "title": "One", "price": 10, "stock_tracked": true,
        "low_stock_level": level}]})
    };
    let raised = shop.app.put(&path, at(json!(10))).await;
    assert!(raised.body["data"]["stock"][0]["low_stock_since"].is_string(), "{}", raised.text);
    let gone = shop.app.put(&path, at(Value::Null)).await;
    assert_eq!(gone.body["data"]["stock"][0]["low_stock_since"], Value::Null);
}

#[tokio::test]
async fn what_came_back_above_the_most_is_counted_out() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(1_000_000, json!({})).await;
    let order = shop.handed_over(&[(&sold, 5)], json!({})).await;
    accepted(&shop.adjusted(&sold, 5).await, 201);
    let back = json!({"items": [{"item_id": order.body["data"]["items"][0]["id"], "quantity": 5}]});
    accepted(&shop.act(&order, "return", back).await, 200);
    assert_eq!(shop.stock(&sold).await, (1_000_005, 0, 1_000_005));
    assert_eq!(shop.adjusted(&sold, 1).await.refusal(), "422 rule_violation quantity out_of_range");
    accepted(&shop.adjusted(&sold, -1).await, 201);
}
