//! What an order costs: to the cent as its preview said, at the terms of its moment.

use serde_json::{Value, json};
use tests::{ShopFixture, accepted, made, with};

/// The fields that a preview and an order share.
fn priced(data: &Value) -> Value {
    let fields = [
        "location_id",
        "customer_id",
        "payer_id",
        "currency",
        "subtotal",
        "discount_total",
        "tax_total",
        "total",
        "credits_total",
        "payment_source",
    ];
    let mut priced: Value = fields.iter().map(|field| ((*field).to_owned(), data[*field].clone())).collect();
    let items = data["items"].as_array().into_iter().flatten().cloned().map(|mut item| {
        // Each has ids of its own, and of what it is charged with only the order has taken something.
        item["id"] = Value::Null;
        item
    });
    priced["items"] = items.collect();
    priced
}

async fn subscribed(shop: &ShopFixture, discounts: Value) {
    let plan = json!({"location_id": shop.location, "name": "Flex", "cycle": "monthly", "price": 0, "currency": "EUR"});
    let plan = made(&shop.app, "/memberships", with(plan, &discounts)).await;
    let body = json!({"customer_id": shop.member, "membership_plan_id": plan, "start_date": "2026-11-21"});
    made(&shop.app, "/subscriptions", body).await;
}

#[tokio::test]
async fn a_preview_is_the_order_to_the_cent() {
    let shop = ShopFixture::new().await;
    subscribed(&shop, json!({"discount_shop": 12.5, "discount_credit_packages": 50})).await;
    let coffee = shop.stocked(9, json!({"price": 3.33, "tax_rate": 9})).await;
    let notebook = shop.product(json!({}), json!({"price": 12.35, "credit_price": 3})).await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let items = [(&coffee, 3), (&notebook, 1), (&package, 1)];
    for source in ["invoice", "external"] {
        let body = shop.body(&items, &json!({"payment_source": source}));
        let preview = shop.app.post("/shop-orders/preview", body).await;
        accepted(&preview, 200);
        let order = shop.ordered(&items, json!({"payment_source": source})).await;
        assert_eq!(priced(&preview.body["data"]), priced(&order.body["data"]));
        let data = &order.body["data"];
        // 9.99 + 12.35 + 100; 12.5 % are 1.25 and 1.54, 50 % are 50; 9 % of 8.74 are 0.79, 21 % of 60.81 are 12.77.
        let told = ["subtotal", "discount_total", "tax_total", "total"].map(|field| data[field].clone());
        assert_eq!(told, [json!(122.34), json!(52.79), json!(13.56), json!(83.11)]);
    }
    assert_eq!(shop.stock(&coffee).await, (9, 6, 3), "a preview keeps nothing");
}

#[tokio::test]
async fn an_order_keeps_the_prices_it_was_made_at() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({"sku": "NB"})).await;
    let order = shop.ordered(&[(&sold, 2)], json!({})).await;
    let options = json!([{"id": sold.option, "title": "Other", "price": 99, "tax_rate": 0}]);
    let path = format!("/shop-products/{}", sold.product);
    accepted(&shop.app.put(&path, json!({"title": "Block", "options": options})).await, 200);
    let now = shop.app.get(&format!("/shop-orders/{}", order.id())).await;
    assert_eq!(now.body["data"], order.body["data"]);
    assert_eq!(now.body["data"]["total"], json!(24.2));
    assert_eq!(now.body["data"]["items"][0]["title"], json!("Notebook, One"));
}

#[tokio::test]
async fn the_invoice_asks_for_what_the_order_said() {
    let shop = ShopFixture::new().await;
    let coffee = shop.product(json!({"title": "Coffee"}), json!({"price": 3.33, "tax_rate": 9})).await;
    let notebook = shop.product(json!({}), json!({"price": 12.35})).await;
    let order = shop.ordered(&[(&coffee, 3), (&notebook, 2)], json!({})).await;
    let items = shop.app.get(&format!("/invoice-items?customer_id={}&pending=true", shop.member)).await;
    let told: Vec<Value> = items.body["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| json!([item["kind"], item["description"], item["unit_amount"], item["tax_rate"]]))
        .collect();
    assert_eq!(
        told,
        [json!(["order", "Notebook, One × 2", 24.7, 21]), json!(["order", "Coffee, One × 3", 9.99, 9])]
    );
    let invoice = made(&shop.app, "/invoices", json!({"customer_id": shop.member, "location_id": shop.location})).await;
    let issued = shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await;
    assert_eq!(issued.body["data"]["total"], order.body["data"]["total"], "{}", issued.text);
}

#[tokio::test]
async fn prices_include_tax_where_the_location_says_so() {
    let shop = ShopFixture::new().await;
    let inclusive = json!({"tax_inclusive": true});
    accepted(&shop.app.put(&format!("/locations/{}", shop.location), inclusive).await, 200);
    let sold = shop.product(json!({}), json!({"price": 12.1})).await;
    let order = shop.ordered(&[(&sold, 1)], json!({})).await;
    let data = &order.body["data"];
    assert_eq!((&data["total"], &data["tax_total"]), (&json!(12.1), &json!(2.1)));
    assert_eq!(data["items"][0]["net_amount"], json!(10));
    assert_eq!(data["items"][0]["charged"]["invoice_amount"], json!(12.1));
}

#[tokio::test]
async fn discounts_reduce_credits_where_the_merchant_says_so() {
    let shop = ShopFixture::new().await;
    subscribed(&shop, json!({"discount_shop": 50})).await;
    let sold = shop.product(json!({}), json!({"credit_price": 3})).await;
    let credits = json!({"payment_source": "credits"});
    shop.grant(&shop.member, 20).await;
    let full = shop.ordered(&[(&sold, 3)], credits.clone()).await;
    assert_eq!(full.body["data"]["credits_total"], json!(9));
    let settings = json!({"credit_settings": {"discounts_apply_to_credits": true}});
    accepted(&shop.app.put("/merchant", settings).await, 200);
    let reduced = shop.ordered(&[(&sold, 3)], credits).await;
    assert_eq!(reduced.body["data"]["credits_total"], json!(5), "begun credits are whole");
    assert_eq!(shop.credits(&shop.member).await, json!(6));
}
