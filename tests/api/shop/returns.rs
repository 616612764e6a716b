//! Returns, item by item.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{NOBODY, ShopFixture, accepted, books_add_up, made};

fn back(order: &TestResponse, item: usize, quantity: i64) -> Value {
    json!({"item_id": order.body["data"]["items"][item]["id"], "quantity": quantity})
}

#[tokio::test]
async fn what_comes_back_is_refunded_in_its_part_and_on_hand_again() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(5, json!({"price": 3.33})).await;
    let other = shop.product(json!({}), json!({})).await;
    let order = shop.handed_over(&[(&sold, 3), (&other, 1)], json!({})).await;
    let first = shop.act(&order, "return", json!({"items": [back(&order, 0, 1)]})).await;
    accepted(&first, 200);
    let data = &first.body["data"];
    assert_eq!((&data["status"], &data["payment_status"]), (&json!("completed"), &json!("partially_refunded")));
    assert_eq!(data["items"][0]["returned_quantity"], json!(1));
    assert_eq!(data["items"][0]["charged"]["invoice_amount"], json!(6.66));
    assert_eq!(shop.stock(&sold).await, (3, 0, 3));
    let broken = json!({"items": [back(&order, 0, 1)], "restock": false});
    accepted(&shop.act(&order, "return", broken).await, 200);
    assert_eq!(shop.stock(&sold).await, (3, 0, 3));
    let rest = json!({"items": [back(&order, 0, 1), back(&order, 1, 1)]});
    let last = shop.act(&order, "return", rest).await;
    let data = &last.body["data"];
    assert_eq!((&data["status"], &data["refunded_total"]), (&json!("returned"), &data["total"]));
    assert_eq!(shop.stock(&sold).await, (4, 0, 4));
    let pending = format!("/invoice-items?customer_id={}&pending=true", shop.member);
    assert_eq!(shop.app.get(&pending).await.body["pagination"]["total"], json!(0));
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn what_was_invoiced_is_credited_and_credits_go_back() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({"credit_price": 3})).await;
    let order = shop.handed_over(&[(&sold, 2)], json!({})).await;
    let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
    let invoice = made(&shop.app, "/invoices", invoice).await;
    accepted(&shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    accepted(&shop.act(&order, "return", json!({"items": [back(&order, 0, 1)]})).await, 200);
    assert_eq!(shop.app.get("/credit-notes").await.body["data"][0]["total"], json!(12.1));
    shop.grant(&shop.member, 6).await;
    let order = shop.handed_over(&[(&sold, 2)], json!({"payment_source": "credits"})).await;
    accepted(&shop.act(&order, "return", json!({"items": [back(&order, 0, 1)]})).await, 200);
    assert_eq!(shop.credits(&shop.member).await, json!(3));
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn no_more_comes_back_than_was_sold() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let order = shop.handed_over(&[(&sold, 2)], json!({})).await;
    accepted(&shop.act(&order, "return", json!({"items": [back(&order, 0, 1)]})).await, 200);
    for (items, refusal) in [
        (json!([]), "400 validation_error items out_of_range"),
        (json!([back(&order, 0, 0)]), "400 validation_error items[0].quantity out_of_range"),
        (json!([back(&order, 0, 2)]), "422 rule_violation items[0].quantity above_quantity_left"),
        (json!([back(&order, 0, 1), back(&order, 0, 1)]), "422 rule_violation items[1].item_id repeated"),
        (
            json!([{"item_id": NOBODY, "quantity": 1}]),
            "422 rule_violation items[0].item_id reference_not_found",
        ),
    ] {
        assert_eq!(shop.act(&order, "return", json!({"items": items})).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn the_order_of_a_product_that_was_archived_goes_on() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(2, json!({})).await;
    let (first, second) = (shop.ordered(&[(&sold, 1)], json!({})).await, shop.ordered(&[(&sold, 1)], json!({})).await);
    accepted(&shop.app.delete(&format!("/shop-products/{}", sold.product)).await, 200);
    accepted(&shop.act(&second, "cancel", json!({})).await, 200);
    for action in ["start", "complete"] {
        accepted(&shop.act(&first, action, json!({})).await, 200);
    }
    accepted(&shop.act(&first, "return", json!({"items": [back(&first, 0, 1)]})).await, 200);
}

#[tokio::test]
async fn what_comes_back_of_an_option_that_is_gone_is_on_hand_nowhere() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(1, json!({})).await;
    let order = shop.handed_over(&[(&sold, 1)], json!({})).await;
    let product = format!("/shop-products/{}", sold.product);
    accepted(&shop.app.put(&product, json!({"options": [{"title": "Two", "price": 5}]})).await, 200);
    let back = json!({"items": [back(&order, 0, 1)], "reason": "Torn"});
    let returned = shop.act(&order, "return", back).await;
    accepted(&returned, 200);
    assert_eq!(returned.body["data"]["return_reason"], json!("Torn"));
    let movements = shop.app.get(&format!("{product}/stock-movements?order=asc")).await;
    let numbers: Vec<_> = movements.body["data"].as_array().into_iter().flatten().map(|one| &one["number"]).collect();
    assert_eq!(numbers, [&json!(1), &json!(2)], "{}", movements.text);
    accepted(&shop.app.put(&product, json!({"featured": true})).await, 200);
    assert_eq!(shop.app.get(&product).await.body["data"]["stock"], json!([]));
    books_add_up(&shop.app).await;
}

fn cents(amount: &Value) -> i64 {
    let text = amount.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{part:0<2}").parse().unwrap_or(i64::MIN)
}

#[tokio::test]
async fn what_a_part_costs_is_what_its_invoice_asks_for() {
    // Of all but the last the part of the tax, rounded alone, is a cent off the tax of the part.
    for (price, quantity, returned) in [(0.03, 2, 1), (0.02, 3, 1), (0.01, 5, 2), (3.33, 3, 1)] {
        let shop = ShopFixture::new().await;
        let sold = shop.product(json!({}), json!({"price": price})).await;
        let other = shop.product(json!({}), json!({"price": 0.12})).await;
        let order = shop.handed_over(&[(&sold, quantity), (&other, 1)], json!({})).await;
        let answer = shop.act(&order, "return", json!({"items": [back(&order, 0, returned)]})).await;
        accepted(&answer, 200);
        let data = &answer.body["data"];
        let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
        let invoice = shop.app.post("/invoices", invoice).await;
        let asked = cents(&invoice.body["data"]["total"]);
        assert_eq!(cents(&data["total"]) - cents(&data["refunded_total"]), asked, "{price} {data}");
        books_add_up(&shop.app).await;
    }
}
