//! Orders that nobody pays.

use chrono::Duration;
use serde_json::json;
use tests::{ShopFixture, accepted, books_add_up, sweep};

#[tokio::test]
async fn an_order_that_nobody_pays_ends_after_fifteen_minutes_and_gives_back() {
    let shop = ShopFixture::alone().await;
    let sold = shop.stocked(3, json!({})).await;
    let outside = json!({"payment_source": "external"});
    let (unpaid, paid) =
        (shop.ordered(&[(&sold, 2)], outside.clone()).await, shop.ordered(&[(&sold, 1)], outside).await);
    accepted(&shop.act(&paid, "pay", json!({})).await, 200);
    let path = format!("/shop-orders/{}", unpaid.id());
    shop.app.clock.advance(Duration::minutes(15) - Duration::milliseconds(1));
    assert_eq!(sweep(&shop.app.context).await.done_of("shop_order"), 0);
    assert_eq!(shop.app.get(&path).await.body["data"]["status"], json!("new"));
    shop.app.clock.advance(Duration::milliseconds(1));
    let told = shop.app.get(&path).await;
    let data = &told.body["data"];
    assert_eq!((&data["status"], &data["cancelled_by"]), (&json!("cancelled"), &json!("time")));
    assert_eq!(data["cancelled_at"], unpaid.body["data"]["expires_at"]);
    let new = shop.app.get("/shop-orders?status=new").await;
    assert_eq!(
        (new.body["pagination"]["total"].clone(), new.body["data"][0]["id"].clone()),
        (json!(1), json!(paid.id()))
    );
    let over = shop.app.get("/shop-orders?status=cancelled").await;
    assert_eq!(over.body["data"][0]["id"], json!(unpaid.id()));
    assert_eq!(sweep(&shop.app.context).await.done_of("shop_order"), 1);
    assert_eq!(shop.stock(&sold).await, (3, 1, 2));
    let swept = shop.app.get(&path).await;
    let same = |field: &str| swept.body["data"][field] == data[field];
    assert!(
        ["status", "cancelled_by", "cancelled_at", "payment_status", "expires_at"].into_iter().all(same),
        "{}",
        swept.text
    );
    assert_eq!(sweep(&shop.app.context).await.done_of("shop_order"), 0);
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn an_order_that_has_ended_unpaid_goes_no_further_before_anybody_wrote_it_down() {
    let shop = ShopFixture::alone().await;
    let sold = shop.stocked(1, json!({})).await;
    let order = shop.ordered(&[(&sold, 1)], json!({"payment_source": "external"})).await;
    shop.app.clock.advance(Duration::minutes(16));
    for (action, body) in [("pay", json!({})), ("start", json!({})), ("cancel", json!({"by": "operator"}))] {
        assert_eq!(shop.act(&order, action, body).await.refusal(), "409 invalid_state", "{action}");
    }
    // What the customer says can still be corrected, and nothing is lost by that.
    let path = format!("/shop-orders/{}", order.id());
    accepted(&shop.app.put(&path, json!({"comment": "Too late"})).await, 200);
    assert_eq!(sweep(&shop.app.context).await.done_of("shop_order"), 1);
    assert_eq!(shop.stock(&sold).await, (1, 0, 1));
}
