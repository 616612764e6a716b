//! Credit packages.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, ShopFixture, accepted, books_add_up, made};

async fn balances(shop: &ShopFixture) -> Value {
    shop.app.get(&format!("/customers/{}/balances", shop.member)).await.body["data"].clone()
}

fn all_of(order: &TestResponse, quantity: i64) -> Value {
    json!({"items": [{"item_id": order.body["data"]["items"][0]["id"], "quantity": quantity}]})
}

#[tokio::test]
async fn a_package_is_granted_when_its_order_is_paid() {
    let shop = ShopFixture::new().await;
    let grants = json!([{"type": "credits", "amount": 10, "duration_days": 90}, {"type": "day_passes", "amount": 2}]);
    let package = shop.package(grants).await;
    let order = shop.ordered(&[(&package, 2)], json!({"payment_source": "external"})).await;
    assert_eq!(shop.credits(&shop.member).await, json!(0));
    accepted(&shop.act(&order, "pay", json!({"payment_reference": "pi_1"})).await, 200);
    let told = balances(&shop).await;
    assert_eq!((&told["credits"]["total"], &told["day_passes"]["total"]), (&json!(20), &json!(4)));
    assert_eq!(told["credits"]["expiring"][0]["amount"], json!(20));
    shop.app.clock.advance(Duration::days(90));
    let told = balances(&shop).await;
    assert_eq!((&told["credits"]["total"], &told["day_passes"]["total"]), (&json!(0), &json!(4)));
    let back = shop.act(&order, "cancel", json!({})).await;
    assert_eq!(back.refusal(), "409 invalid_state", "what has expired does not come back");
}

#[tokio::test]
async fn a_package_of_which_something_was_used_does_not_come_back() {
    let shop = ShopFixture::new().await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let order = shop.handed_over(&[(&package, 1)], json!({})).await;
    assert_eq!(shop.credits(&shop.member).await, json!(10));
    let charge = json!({"customer_id": shop.member, "type": "admin_charge", "amount": 1});
    let spent = made(&shop.app, "/credit-transactions", charge).await;
    assert_eq!(shop.act(&order, "return", all_of(&order, 1)).await.refusal(), "409 invalid_state");
    assert_eq!(shop.credits(&shop.member).await, json!(9));
    accepted(&shop.app.post(&format!("/credit-transactions/{spent}/reverse"), json!({})).await, 200);
    let back = shop.act(&order, "return", all_of(&order, 1)).await;
    accepted(&back, 200);
    let data = &back.body["data"];
    assert_eq!((&data["status"], &data["payment_status"]), (&json!("returned"), &json!("refunded")));
    assert_eq!(shop.credits(&shop.member).await, json!(0));
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn of_several_packages_the_untouched_ones_come_back() {
    let shop = ShopFixture::new().await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let order = shop.handed_over(&[(&package, 3)], json!({})).await;
    let charge = json!({"customer_id": shop.member, "type": "admin_charge", "amount": 5});
    made(&shop.app, "/credit-transactions", charge).await;
    assert_eq!(shop.act(&order, "return", all_of(&order, 3)).await.refusal(), "409 invalid_state");
    let back = shop.act(&order, "return", all_of(&order, 2)).await;
    accepted(&back, 200);
    assert_eq!(back.body["data"]["refunded_total"], json!(242));
    assert_eq!(shop.credits(&shop.member).await, json!(5));
    assert_eq!(shop.act(&order, "return", all_of(&order, 1)).await.refusal(), "409 invalid_state");
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn what_an_invoiced_package_is_worth_is_owed_until_it_is_used() {
    let shop = ShopFixture::new().await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    let order = shop.ordered(&[(&package, 1)], json!({})).await;
    let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
    let invoice = made(&shop.app, "/invoices", invoice).await;
    let issued = shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await;
    assert_eq!(issued.body["data"]["total"], order.body["data"]["total"]);
    let owed = async || {
        let balance = shop.app.get("/ledger/trial-balance").await;
        let accounts = balance.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
        let found = accounts.into_iter().find(|account| account["account"] == json!("credit_liability"));
        found.map_or(json!(0), |account| account["balance"].clone())
    };
    let before = owed().await;
    let charge = json!({"customer_id": shop.member, "type": "admin_charge", "amount": 4});
    made(&shop.app, "/credit-transactions", charge).await;
    let after = owed().await;
    assert_ne!(before, after, "four tenths of it are earned");
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn a_package_pays_for_a_booking_and_is_refused_for_return() {
    let room = RoomFixture::new().await;
    tests::uses_credits(&room.app).await;
    let rates = json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 2}]});
    accepted(&room.app.put(&format!("/resources/{}", room.room), rates).await, 200);
    let category = made(&room.app, "/shop-categories", json!({"location_id": room.location, "name": "Credits"})).await;
    let package = room
        .app
        .post(
            "/shop-products",
            json!({"location_id": room.location, "category_id": category,
        "title": "Ten credits", "kind": "credit_package", "visibility": "public",
        "grants": [{"type": "credits", "amount": 10}], "options": [{"title": "One", "price": 100}]}),
        )
        .await;
    let item =
        json!({"product_id": package.id(), "option_id": package.body["data"]["options"][0]["id"], "quantity": 1});
    let order = room
        .app
        .post(
            "/shop-orders",
            json!({"location_id": room.location, "customer_id": room.member,
        "items": [item], "payment_source": "invoice"}),
        )
        .await;
    accepted(&order, 201);
    let booked = room.book_with("10:00", "11:00", json!({"payment_source": "credits"})).await;
    accepted(&booked, 201);
    let cancel = format!("/shop-orders/{}/cancel", order.id());
    assert_eq!(room.app.post(&cancel, json!({"by": "operator"})).await.refusal(), "409 invalid_state");
    accepted(&room.app.post(&format!("/bookings/{}/cancel", booked.id()), json!({"by": "operator"})).await, 200);
    accepted(&room.app.post(&cancel, json!({"by": "operator"})).await, 200);
    books_add_up(&room.app).await;
}

/// An order of two packages of ten credits each in one bucket, the dear one for 100 and the cheap one for 10, on an
/// issued invoice, of which ten credits are spent.
async fn half_spent(shop: &ShopFixture) -> TestResponse {
    let grants = json!([{"type": "credits", "amount": 10, "duration_days": 90}]);
    let dear = shop.package(grants.clone()).await;
    let cheap = json!({"kind": "credit_package", "title": "Ten more", "grants": grants});
    let cheap = shop.product(cheap, json!({"price": 10})).await;
    let order = shop.handed_over(&[(&dear, 1), (&cheap, 1)], json!({})).await;
    issued(shop).await;
    let charge = json!({"customer_id": shop.member, "type": "admin_charge", "amount": 10});
    made(&shop.app, "/credit-transactions", charge).await;
    order
}

async fn issued(shop: &ShopFixture) -> String {
    let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
    let invoice = made(&shop.app, "/invoices", invoice).await;
    accepted(&shop.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    invoice
}

/// What accounts have, each on its own side.
async fn standing(shop: &ShopFixture, names: [&str; 2]) -> [Value; 2] {
    let balance = shop.app.get("/ledger/trial-balance").await.body["data"].clone();
    let accounts = balance["accounts"].as_array().cloned().unwrap_or_default();
    names.map(|name| {
        let found = accounts.iter().find(|account| account["account"] == json!(name));
        found.map_or(json!(0), |account| account["balance"].clone())
    })
}

#[tokio::test]
async fn packages_of_different_prices_leave_nothing_owed_when_one_is_spent_and_the_other_returned() {
    for (position, earned) in [(0, json!(10)), (1, json!(100))] {
        let shop = ShopFixture::new().await;
        let order = half_spent(&shop).await;
        let item = json!({"item_id": order.body["data"]["items"][position]["id"], "quantity": 1});
        accepted(&shop.act(&order, "return", json!({"items": [item]})).await, 200);
        assert_eq!(shop.credits(&shop.member).await, json!(0));
        assert_eq!(standing(&shop, ["credit_liability", "revenue"]).await, [json!(0), earned], "item {position}");
        books_add_up(&shop.app).await;
    }
}

#[tokio::test]
async fn who_voids_the_invoice_of_a_package_gives_its_credits_away() {
    let shop = ShopFixture::new().await;
    let package = shop.package(json!([{"type": "credits", "amount": 10}])).await;
    shop.ordered(&[(&package, 1)], json!({})).await;
    let invoice = issued(&shop).await;
    accepted(&shop.app.post(&format!("/invoices/{invoice}/void"), json!({})).await, 200);
    let accounts = ["credit_liability", "revenue"];
    assert_eq!(standing(&shop, accounts).await, [json!(100), json!(-100)]);
    let charge = json!({"customer_id": shop.member, "type": "admin_charge", "amount": 10});
    made(&shop.app, "/credit-transactions", charge).await;
    assert_eq!(standing(&shop, accounts).await, [json!(0), json!(0)]);
    books_add_up(&shop.app).await;
}

#[tokio::test]
async fn packages_that_could_not_be_granted_are_not_ordered() {
    let shop = ShopFixture::new().await;
    let text = "\u{5b57}".repeat(96);
    let grants: Vec<Value> = (1..=5).map(|amount| json!({"type": "credits", "amount": amount})).collect();
    let mut items = Vec::new();
    for _ in 0..10 {
        let fields = json!({"kind": "credit_package", "title": text, "grants": grants});
        let sku = "\u{5b57}".repeat(60);
        items.push((shop.product(fields, json!({"title": text, "price": 10, "sku": sku})).await, 1));
    }
    let items: Vec<_> = items.iter().map(|(sold, quantity)| (sold, *quantity)).collect();
    let long = "\u{5b57}".repeat(4_000);
    let fields = json!({"payment_source": "external", "comment": long, "pickup": {"note": long}});
    let refused = shop.order(&items, fields.clone()).await;
    assert_eq!(refused.refusal(), "422 rule_violation body record_too_large");
    let short = json!({"payment_source": "external"});
    let order = shop.ordered(&items, short).await;
    accepted(&shop.act(&order, "pay", json!({"payment_reference": "pi_1"})).await, 200);
    books_add_up(&shop.app).await;
}
