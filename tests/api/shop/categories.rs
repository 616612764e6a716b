//! Categories of products.

use serde_json::json;
use tests::{NOBODY, ShopFixture, accepted, location, made};

#[tokio::test]
async fn a_category_with_products_is_deleted_only_when_they_move() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let path = format!("/shop-categories/{}", shop.category);
    assert_eq!(shop.app.delete(&path).await.refusal(), "409 in_use");
    let elsewhere = location(&shop.app).await;
    let other = made(&shop.app, "/shop-categories", json!({"location_id": elsewhere, "name": "Books"})).await;
    for (target, refusal) in [
        (shop.category.as_str(), "422 rule_violation move_to same_category"),
        (other.as_str(), "422 rule_violation move_to other_location"),
        (NOBODY, "422 rule_violation move_to reference_not_found"),
    ] {
        assert_eq!(shop.app.delete(&format!("{path}?move_to={target}")).await.refusal(), refusal);
    }
    let here = json!({"location_id": shop.location, "name": "Paper", "position": 3});
    let target = made(&shop.app, "/shop-categories", here).await;
    accepted(&shop.app.delete(&format!("{path}?move_to={target}")).await, 200);
    let product = shop.app.get(&format!("/shop-products/{}", sold.product)).await;
    assert_eq!(product.body["data"]["category_id"], json!(target));
    assert_eq!(shop.app.get(&path).await.refusal(), "404 not_found");
    assert_eq!(shop.app.delete(&format!("/shop-categories/{target}")).await.refusal(), "409 in_use");
    accepted(&shop.app.delete(&format!("/shop-products/{}", sold.product)).await, 200);
    accepted(&shop.app.delete(&format!("/shop-categories/{target}")).await, 200);
}

#[tokio::test]
async fn products_of_an_inactive_category_are_not_for_sale() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let path = format!("/shop-categories/{}", shop.category);
    accepted(&shop.app.put(&path, json!({"is_active": false})).await, 200);
    let refused = shop.order(&[(&sold, 1)], json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[0].product_id not_for_sale");
    accepted(&shop.app.put(&path, json!({"is_active": true})).await, 200);
    shop.ordered(&[(&sold, 1)], json!({})).await;
}

#[tokio::test]
async fn a_location_is_archived_after_its_categories_products_and_open_orders() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let order = shop.ordered(&[(&sold, 1)], json!({"payment_source": "external"})).await;
    let path = format!("/locations/{}", shop.location);
    accepted(&shop.app.delete(&format!("/shop-products/{}", sold.product)).await, 200);
    accepted(&shop.app.delete(&format!("/shop-categories/{}", shop.category)).await, 200);
    assert_eq!(shop.app.delete(&path).await.refusal(), "409 in_use");
    accepted(&shop.act(&order, "cancel", json!({})).await, 200);
    accepted(&shop.app.delete(&path).await, 200);
}
