//! Which option of a product is low is told of each option, however many change with one request.

use serde_json::{Value, json};
use tests::{OutboxFixture, ShopFixture, accepted};

/// The product with two options, of which these are the levels at which stock is low.
fn levels(ids: Option<[&str; 2]>, levels: &[Value; 2]) -> Value {
    let option = |position: usize| {
        let mut option = json!({"title": format!("Option {position}"), "price": 10, "stock_tracked": true,
            "low_stock_level": levels[position]});
        if let Some(ids) = ids {
            option["id"] = json!(ids[position]);
        }
        option
    };
    json!({"options": [option(0), option(1)]})
}

#[tokio::test]
async fn an_option_that_becomes_low_is_told_although_another_is_no_longer_with_the_same_request() {
    let mut outbox = OutboxFixture::new().await;
    let shop = ShopFixture::of(outbox.app.clone()).await;
    let sold = shop.product(levels(None, &[json!(5), Value::Null]), json!({})).await;
    let path = format!("/shop-products/{}", sold.product);
    let options = shop.app.get(&path).await.body["data"]["options"].clone();
    let ids = [0, 1].map(|position| options[position]["id"].as_str().expect("an id"));
    let filter = "type=shop_stock.low";
    assert_eq!(outbox.events(filter).await.len(), 1, "there is nothing of the first from the beginning");
    accepted(&outbox.app.put(&path, levels(Some(ids), &[Value::Null, json!(5)])).await, 200);
    let told = outbox.events(filter).await;
    assert_eq!(told.len(), 2);
    assert_eq!(told[1]["object"]["low_option_ids"], json!([ids[1]]));
    accepted(&outbox.app.put(&path, levels(Some(ids), &[Value::Null, json!(6)])).await, 200);
    assert_eq!(outbox.events(filter).await.len(), 2, "it is low already");
}
