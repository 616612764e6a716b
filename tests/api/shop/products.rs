//! Products and their options.

use serde_json::{Value, json};
use tests::{NOBODY, ShopFixture, accepted, location, made, with};

fn option(fields: &Value) -> Value {
    json!([with(json!({"title": "One", "price": 10}), fields)])
}

#[tokio::test]
async fn an_option_that_keeps_its_id_keeps_its_stock() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(5, json!({})).await;
    let path = format!("/shop-products/{}", sold.product);
    let both = json!({"options": [{"title": "Two", "price": 20, "stock_tracked": true},
        {"id": sold.option, "title": "One", "price": 12.5, "stock_tracked": true}]});
    let changed = shop.app.put(&path, both).await;
    accepted(&changed, 200);
    let data = &changed.body["data"];
    assert_eq!((&data["options"][1]["id"], &data["options"][1]["price"]), (&json!(sold.option), &json!(12.5)));
    let stocks = data["stock"].as_array().into_iter().flatten();
    let mut told: Vec<_> = stocks.map(|stock| (stock["option_id"].clone(), stock["stock_on_hand"].clone())).collect();
    told.sort_by_key(|(_, count)| count.as_i64());
    assert_eq!(told, [(data["options"][0]["id"].clone(), json!(0)), (json!(sold.option), json!(5))]);
}

#[tokio::test]
async fn an_option_goes_once_nothing_of_it_is_left() {
    let shop = ShopFixture::new().await;
    let sold = shop.stocked(2, json!({})).await;
    let path = format!("/shop-products/{}", sold.product);
    let other = json!({"options": [{"title": "Two", "price": 20}]});
    assert_eq!(shop.app.put(&path, other.clone()).await.refusal(), "409 in_use options in_use");
    shop.handed_over(&[(&sold, 2)], json!({})).await;
    accepted(&shop.app.put(&path, other).await, 200);
    let refused = shop.order(&[(&sold, 1)], json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[0].option_id reference_not_found");
}

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let shop = ShopFixture::new().await;
    let elsewhere = location(&shop.app).await;
    let other = made(&shop.app, "/shop-categories", json!({"location_id": elsewhere, "name": "Books"})).await;
    let package = json!({"kind": "credit_package", "grants": [{"type": "credits", "amount": 10}]});
    let of_package = |fields: Value| with(package.clone(), &json!({"options": option(&fields)}));
    for (fields, refusal) in [
        (json!({"options": []}), "400 validation_error options out_of_range"),
        (
            json!({"options": option(&json!({"price": -1}))}),
            "400 validation_error options[0].price out_of_range",
        ),
        (
            json!({"options": option(&json!({"stock_on_hand": 5}))}),
            "400 validation_error options[0].stock_on_hand unknown_field",
        ),
        (
            json!({"options": option(&json!({"price": 1.234}))}),
            "422 rule_violation options[0].price too_many_decimals",
        ),
        (
            json!({"options": option(&json!({"id": NOBODY}))}),
            "422 rule_violation options[0].id reference_not_found",
        ),
        (
            json!({"options": option(&json!({"credit_price": 0}))}),
            "422 rule_violation options[0].credit_price free_in_credits",
        ),
        (json!({"options": option(&json!({"price": 0, "credit_price": 0}))}), "201 "),
        (json!({"category_id": other}), "422 rule_violation category_id other_location"),
        (json!({"category_id": NOBODY}), "422 rule_violation category_id reference_not_found"),
        (json!({"location_id": NOBODY}), "422 rule_violation location_id reference_not_found"),
        (
            json!({"grants": [{"type": "credits", "amount": 1}]}),
            "422 rule_violation grants only_for_credit_packages",
        ),
        (json!({"kind": "credit_package"}), "422 rule_violation grants required_for_credit_package"),
        (
            of_package(json!({"stock_tracked": true})),
            "422 rule_violation options[0].stock_tracked only_for_goods",
        ),
        (of_package(json!({"credit_price": 5})), "422 rule_violation options[0].credit_price only_for_goods"),
        (
            with(package.clone(), &json!({"grants": [{"type": "credits", "amount": 1, "duration_days": 31}]})),
            "422 rule_violation grants[0].duration_days unknown_duration",
        ),
    ] {
        let body = json!({"location_id": shop.location, "category_id": shop.category, "title": "Notebook",
            "options": option(&json!({}))});
        assert_eq!(shop.app.post("/shop-products", with(body, &fields)).await.refusal(), refusal, "{fields}");
    }
}

#[tokio::test]
async fn the_currency_of_a_location_with_products_stays() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let path = format!("/locations/{}", shop.location);
    let refused = shop.app.put(&path, json!({"currency": "USD"})).await;
    assert_eq!(refused.status, 409, "{}", refused.text);
    accepted(&shop.app.delete(&format!("/shop-products/{}", sold.product)).await, 200);
    accepted(&shop.app.put(&path, json!({"currency": "USD"})).await, 200);
}

#[tokio::test]
async fn products_are_listed_by_what_is_asked_for() {
    let shop = ShopFixture::new().await;
    let plain = shop.stocked(3, json!({})).await;
    let featured = shop.product(json!({"featured": true, "visibility": "members"}), json!({})).await;
    let listed = async |query: String| {
        let list = shop.app.get(&format!("/shop-products?{query}")).await;
        list.body["data"].as_array().into_iter().flatten().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    let (location, category) = (&shop.location, &shop.category);
    let both = [json!(featured.product), json!(plain.product)];
    assert_eq!(listed(format!("location_id={location}")).await, both);
    assert_eq!(listed(format!("category_id={category}&location_id={location}")).await, both);
    assert_eq!(listed("featured=true".to_owned()).await, [json!(featured.product)]);
    assert_eq!(listed("visibility=public&kind=goods&is_active=true".to_owned()).await, [json!(plain.product)]);
    assert_eq!(listed("kind=credit_package".to_owned()).await, Vec::<Value>::new());
    let list = shop.app.get("/shop-products?visibility=public").await;
    assert_eq!(list.body["data"][0]["stock"][0]["stock_on_hand"], json!(3));
}
