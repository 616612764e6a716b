//! A shop: a location with a product, and somebody who orders.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};

use crate::{accepted, app, app_alone, location_with, made, member, uses_credits, with};

/// A service with a location in Amsterdam (21 % tax on top), a category and a member, whose merchant uses credits.
pub struct ShopFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the category that products are in.
    pub category: String,
    /// Identifier of the member who orders.
    pub member: String,
}

/// A product with one option.
#[derive(Clone, Debug)]
pub struct Sold {
    /// Identifier of the product that is sold.
    pub product: String,
    /// Identifier of the product's only option.
    pub option: String,
}

impl ShopFixture {
    /// In a table that other merchants have, too.
    pub async fn new() -> Self {
        Self::of(app().await).await
    }

    /// In a table of its own, for the sweep.
    pub async fn alone() -> Self {
        Self::of(app_alone().await).await
    }

    /// The same fixture in a service that is running already.
    pub async fn of(app: TestApp) -> Self {
        let location = location_with(&app, json!({"name": "Canal House", "tax_rate": 21})).await;
        uses_credits(&app).await;
        let category = made(&app, "/shop-categories", json!({"location_id": location, "name": "Drinks"})).await;
        let member = member(&app, "ann@example.com").await;
        Self { app, location, category, member }
    }

    /// A product for everybody with these fields, and one option with those.
    pub async fn product(&self, fields: Value, option: Value) -> Sold {
        let option = with(json!({"title": "One", "price": 10}), &option);
        let body = json!({"location_id": self.location, "category_id": self.category, "title": "Notebook",
            "visibility": "public", "options": [option]});
        let answer = self.app.post("/shop-products", with(body, &fields)).await;
        accepted(&answer, 201);
        let option = answer.body["data"]["options"][0]["id"].as_str().unwrap_or_default().to_owned();
        Sold { product: answer.id(), option }
    }

    /// A product of which so many are on hand.
    pub async fn stocked(&self, quantity: i64, option: Value) -> Sold {
        let sold = self.product(json!({}), with(json!({"stock_tracked": true}), &option)).await;
        if quantity > 0 {
            accepted(&self.adjusted(&sold, quantity).await, 201);
        }
        sold
    }

    /// A credit package with these grants, for 100.
    pub async fn package(&self, grants: Value) -> Sold {
        self.product(json!({"kind": "credit_package", "title": "Ten credits", "grants": grants}), json!({"price": 100}))
            .await
    }

    /// Counts so many of an option in, or out.
    pub async fn adjusted(&self, sold: &Sold, quantity: i64) -> TestResponse {
        let body = json!({"option_id": sold.option, "quantity": quantity});
        self.app.post(&format!("/shop-products/{}/stock-adjustments", sold.product), body).await
    }

    /// The body of the member's order of these, with these fields too.
    #[must_use]
    pub fn body(&self, items: &[(&Sold, i64)], fields: &Value) -> Value {
        let items: Vec<Value> = items.iter().map(|(sold, quantity)| sold.item(*quantity)).collect();
        let body = json!({"location_id": self.location, "customer_id": self.member, "items": items,
            "payment_source": "invoice"});
        with(body, fields)
    }

    /// Asks for an order of these products, each in its quantity.
    pub async fn order(&self, items: &[(&Sold, i64)], fields: Value) -> TestResponse {
        self.app.post("/shop-orders", self.body(items, &fields)).await
    }

    /// An order of these, which must succeed.
    pub async fn ordered(&self, items: &[(&Sold, i64)], fields: Value) -> TestResponse {
        let answer = self.order(items, fields).await;
        accepted(&answer, 201);
        answer
    }

    /// What an action on an order answers.
    pub async fn act(&self, order: &TestResponse, action: &str, body: Value) -> TestResponse {
        self.app.post(&format!("/shop-orders/{}/{action}", order.id()), body).await
    }

    /// An order that was handed over.
    pub async fn handed_over(&self, items: &[(&Sold, i64)], fields: Value) -> TestResponse {
        let order = self.ordered(items, fields).await;
        accepted(&self.act(&order, "start", json!({})).await, 200);
        let done = self.act(&order, "complete", json!({})).await;
        accepted(&done, 200);
        done
    }

    /// On hand, reserved and available of a product's one option.
    pub async fn stock(&self, sold: &Sold) -> (i64, i64, i64) {
        let stock = self.stock_of(sold).await;
        let number = |field: &str| stock[field].as_i64().unwrap_or(i64::MIN);
        (number("stock_on_hand"), number("stock_reserved"), number("stock_available"))
    }

    /// What the product says of its one option's stock.
    pub async fn stock_of(&self, sold: &Sold) -> Value {
        let product = self.app.get(&format!("/shop-products/{}", sold.product)).await;
        product.body["data"]["stock"][0].clone()
    }

    /// Credits of a customer.
    pub async fn credits(&self, customer: &str) -> Value {
        self.app.get(&format!("/customers/{customer}/balances")).await.body["data"]["credits"]["total"].clone()
    }

    /// Gives credits to a customer.
    pub async fn grant(&self, customer: &str, amount: i64) {
        let body = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
        made(&self.app, "/credit-transactions", body).await;
    }
}

impl Sold {
    /// So many of it as an item of an order.
    #[must_use]
    pub fn item(&self, quantity: i64) -> Value {
        json!({"product_id": self.product, "option_id": self.option, "quantity": quantity})
    }
}

/// The body of a customer's order of a new product of a location, which is paid outside.
pub async fn shop_order(app: &TestApp, location: &str, customer: &str) -> Value {
    let category = made(app, "/shop-categories", json!({"location_id": location, "name": "Drinks"})).await;
    let product = json!({"location_id": location, "category_id": category, "title": "Notebook", "visibility": "public",
        "options": [{"title": "One", "price": 10}]});
    let product = app.post("/shop-products", product).await;
    let option = &product.body["data"]["options"][0]["id"];
    json!({"location_id": location, "customer_id": customer, "payment_source": "external",
        "items": [{"product_id": product.id(), "option_id": option, "quantity": 1}]})
}
