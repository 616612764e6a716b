//! With what orders are paid, and by whom.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{ShopFixture, accepted, books_add_up, company, made, with};

#[tokio::test]
async fn credits_are_taken_at_once_and_go_back_with_the_order() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({"credit_price": 4})).await;
    let credits = json!({"payment_source": "credits"});
    let refused = shop.order(&[(&sold, 1)], credits.clone()).await;
    assert_eq!(refused.refusal(), "402 insufficient_balance payment_source insufficient_balance");
    shop.grant(&shop.member, 10).await;
    let order = shop.ordered(&[(&sold, 2)], credits).await;
    let data = &order.body["data"];
    assert_eq!((&data["payment_status"], &data["credits_total"]), (&json!("paid"), &json!(8)));
    assert_eq!(data["items"][0]["charged"]["credits_applied"][0]["amount"], json!(8));
    assert_eq!(shop.credits(&shop.member).await, json!(2));
    let back = shop.act(&order, "cancel", json!({})).await;
    assert_eq!(back.body["data"]["payment_status"], json!("refunded"));
    assert_eq!(shop.credits(&shop.member).await, json!(10));
    let list = shop.app.get(&format!("/credit-transactions?customer_id={}", shop.member)).await;
    assert_eq!(list.body["data"][0]["source"], json!({"type": "order", "id": data["items"][0]["id"]}));
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn credits_pay_only_for_what_has_a_price_in_them() {
    let shop = ShopFixture::new().await;
    shop.grant(&shop.member, 10).await;
    let credits = json!({"payment_source": "credits"});
    let priced = shop.product(json!({}), json!({"credit_price": 4})).await;
    let unpriced = shop.product(json!({}), json!({})).await;
    let refused = shop.order(&[(&priced, 1), (&unpriced, 1)], credits.clone()).await;
    assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
    let free = shop.product(json!({}), json!({"price": 0})).await;
    shop.ordered(&[(&priced, 1), (&free, 1)], credits.clone()).await;
    accepted(&shop.app.put("/merchant", json!({"credit_settings": {"enabled": false}})).await, 200);
    let refused = shop.order(&[(&priced, 1)], credits).await;
    assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
}

#[tokio::test]
async fn an_order_on_the_invoice_waits_for_it_and_is_credited_when_it_was_issued() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let waiting = shop.ordered(&[(&sold, 1)], json!({})).await;
    accepted(&shop.act(&waiting, "cancel", json!({})).await, 200);
    let pending = format!("/invoice-items?customer_id={}&pending=true", shop.member);
    assert_eq!(shop.app.get(&pending).await.body["pagination"]["total"], json!(0));
    let order = shop.ordered(&[(&sold, 2)], json!({})).await;
    let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
    let invoice = made(&shop.app, "/invoices", invoice).await;
    accepted(&shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    let cancelled = shop.act(&order, "cancel", json!({"by": "operator"})).await;
    accepted(&cancelled, 200);
    assert_eq!(cancelled.body["data"]["refunded_total"], json!(24.2));
    let notes = shop.app.get("/credit-notes").await;
    assert_eq!(notes.body["data"][0]["total"], json!(24.2));
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn the_company_of_a_member_pays_what_it_allows() {
    let shop = ShopFixture::new().await;
    let employer = company(&shop.app, &shop.location).await;
    let place = json!({"member_id": shop.member, "role": "manager"});
    accepted(&shop.app.post(&format!("/companies/{employer}/members"), place).await, 201);
    let goods = shop.product(json!({}), json!({"credit_price": 4})).await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let payer = async |items: &[(&tests::Sold, i64)], source: &str| {
        shop.ordered(items, json!({"payment_source": source})).await.body["data"]["payer_id"].clone()
    };
    assert_eq!(payer(&[(&goods, 1)], "invoice").await, json!(shop.member));
    let allowed = json!({"pay_with_invoice": {"shop": true}});
    accepted(&shop.app.put(&format!("/companies/{employer}"), allowed).await, 200);
    assert_eq!(payer(&[(&goods, 1)], "invoice").await, json!(employer));
    assert_eq!(payer(&[(&goods, 1), (&package, 1)], "invoice").await, json!(shop.member));
    assert_eq!(payer(&[(&goods, 1)], "external").await, json!(shop.member));
    shop.grant(&employer, 10).await;
    assert_eq!(payer(&[(&goods, 1)], "credits").await, json!(employer));
    assert_eq!(shop.credits(&employer).await, json!(6));
}

#[tokio::test]
async fn what_was_paid_outside_is_told_within_fifteen_minutes() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(2, json!({})).await;
    let outside = json!({"payment_source": "external"});
    let order = shop.ordered(&[(&sold, 1)], outside.clone()).await;
    let data = &order.body["data"];
    assert_eq!((&data["payment_status"], &data["paid_at"]), (&json!("unpaid"), &Value::Null));
    assert!(data["expires_at"].is_string(), "{}", order.text);
    assert_eq!(shop.act(&order, "start", json!({})).await.refusal(), "409 invalid_state");
    let reference = json!({"payment_reference": "pi_1"});
    let paid = shop.act(&order, "pay", reference.clone()).await;
    accepted(&paid, 200);
    assert_eq!(
        (&paid.body["data"]["payment_status"], &paid.body["data"]["expires_at"]),
        (&json!("paid"), &Value::Null)
    );
    let again = shop.act(&order, "pay", reference).await;
    assert_eq!(again.body["data"], paid.body["data"]);
    assert_eq!(shop.act(&order, "pay", json!({"payment_reference": "pi_2"})).await.refusal(), "409 invalid_state");
    let late = shop.ordered(&[(&sold, 1)], outside).await;
    shop.app.clock.advance(Duration::minutes(15));
    assert_eq!(shop.act(&late, "pay", json!({})).await.refusal(), "409 invalid_state");
    let invoiced = shop.product(json!({}), json!({})).await;
    let invoiced = shop.ordered(&[(&invoiced, 1)], json!({})).await;
    assert_eq!(shop.act(&invoiced, "pay", json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn what_costs_nothing_is_paid() {
    let shop = ShopFixture::new().await;
    let free = shop.product(json!({}), json!({"price": 0})).await;
    for source in ["credits", "invoice", "external"] {
        let order = shop.ordered(&[(&free, 1)], json!({"payment_source": source})).await;
        assert_eq!(order.body["data"]["payment_status"], json!("paid"), "{source}");
        assert_eq!(shop.act(&order, "pay", json!({})).await.refusal(), "409 invalid_state", "{source}");
        accepted(&shop.act(&order, "cancel", json!({})).await, 200);
    }
}

#[tokio::test]
async fn ten_items_of_any_payment_fit_one_order() {
    let shop = ShopFixture::new().await;
    shop.grant(&shop.member, 100).await;
    let mut all = Vec::new();
    for number in 0..11 {
        let category = json!({"location_id": shop.location, "name": format!("Kind {number}")});
        let category = made(&shop.app, "/shop-categories", category).await;
        let option = json!({"credit_price": 1, "stock_tracked": true, "low_stock_level": 5});
        let sold = shop.product(json!({"category_id": category}), option).await;
        accepted(&shop.adjusted(&sold, 6).await, 201);
        all.push(sold);
    }
    let many: Vec<_> = all.iter().map(|sold| (sold, 1)).collect();
    assert_eq!(shop.order(&many, json!({})).await.refusal(), "400 validation_error items too_many");
    for source in ["credits", "invoice", "external"] {
        let fields = with(json!({"payment_source": source}), &json!({}));
        let order = shop.ordered(&many[..10], fields).await;
        if source == "external" {
            accepted(&shop.act(&order, "pay", json!({})).await, 200);
        }
        if source == "invoice" {
            let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
            let invoice = made(&shop.app, "/invoices", invoice).await;
            accepted(&shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
        }
        accepted(&shop.act(&order, "start", json!({})).await, 200);
        let done = shop.act(&order, "complete", json!({})).await;
        accepted(&done, 200);
        let items = done.body["data"]["items"].as_array().into_iter().flatten();
        let back: Vec<_> = items.map(|item| json!({"item_id": item["id"], "quantity": 1})).collect();
        let returned = shop.act(&order, "return", json!({"items": back})).await;
        accepted(&returned, 200);
        assert_eq!(returned.body["data"]["status"], json!("returned"));
    }
    assert_eq!(shop.credits(&shop.member).await, json!(100));
    books_add_up(&shop.app).await;
}
