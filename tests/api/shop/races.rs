//! Many at once.

use serde_json::{Value, json};
use tests::{ShopFixture, at_once, having, member, sixteen, successes};

#[tokio::test(flavor = "multi_thread")]
async fn the_last_forty_pieces_go_to_forty_of_sixty_four_buyers() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(40, json!({"low_stock_level": 20})).await;
    let mut orders = Vec::new();
    for number in 0..64 {
        let buyer = member(&shop.app, &format!("b{number}@example.com")).await;
        let body = shop.body(&[(&sold, 1)], &json!({"customer_id": buyer, "payment_source": "external"}));
        orders.push(("POST", "/shop-orders".to_owned(), body));
    }
    let answers = at_once(&shop.app, orders).await;
    assert_eq!(successes(&answers, 201), 40);
    let others = answers.iter().filter(|answer| answer.status == 409);
    assert!(others.clone().all(|answer| answer.code() == "out_of_stock"));
    assert_eq!(shop.stock(&sold).await, (40, 40, 0));
    let mut numbers: Vec<i64> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_i64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_ends_once() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(3, json!({"credit_price": 2})).await;
    shop.grant(&shop.member, 10).await;
    let order = shop.ordered(&[(&sold, 3)], json!({"payment_source": "credits"})).await;
    let path = format!("/shop-orders/{}/cancel", order.id());
    let answers = sixteen(&shop.app, "POST", &path, Some(json!({}))).await;
    assert_eq!(successes(&answers, 200), 1);
    assert_eq!((shop.stock(&sold).await, shop.credits(&shop.member).await), ((3, 0, 3), json!(10)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_is_granted_once_and_returned_once() {
    let shop = ShopFixture::new().await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let order = shop.ordered(&[(&package, 1)], json!({"payment_source": "external"})).await;
    let path = format!("/shop-orders/{}/pay", order.id());
    let answers = sixteen(&shop.app, "POST", &path, Some(json!({"payment_reference": "pi_1"}))).await;
    assert_eq!(having(&answers, 200), 16);
    assert_eq!(shop.credits(&shop.member).await, json!(10));
    for action in ["start", "complete"] {
        shop.act(&order, action, json!({})).await;
    }
    let back = json!({"items": [{"item_id": order.body["data"]["items"][0]["id"], "quantity": 1}]});
    let path = format!("/shop-orders/{}/return", order.id());
    let answers = sixteen(&shop.app, "POST", &path, Some(back)).await;
    assert_eq!(successes(&answers, 200), 1);
    assert_eq!(shop.credits(&shop.member).await, json!(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn adjustments_at_once_all_count() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(0, json!({})).await;
    let path = format!("/shop-products/{}/stock-adjustments", sold.product);
    let body: Value = json!({"option_id": sold.option, "quantity": 2});
    let answers = sixteen(&shop.app, "POST", &path, Some(body)).await;
    assert_eq!(having(&answers, 201), 16);
    assert_eq!(shop.stock(&sold).await, (32, 0, 32));
}
