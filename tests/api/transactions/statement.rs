//! A customer's statement.

use serde_json::json;
use tests::{NOBODY, accepted, location, made, member, with_books};

use super::{Refused, day};

#[tokio::test]
async fn a_statement_tells_what_changed_what_is_owed() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let pay = |amount: i64| json!({"customer_id": ann, "amount": amount, "currency": "EUR", "method": "cash"});
        made(app, "/payment-transactions", pay(10)).await;
        tests::days(app, 1);
        let from = day(app, 0);
        let items = json!([{"description": "Desk", "quantity": 1, "unit_amount": 50, "tax_rate": 0}]);
        let draft = json!({"customer_id": ann, "location_id": place, "items": items, "apply_balance": false});
        let invoice = made(app, "/invoices", draft).await;
        accepted(&app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
        tests::days(app, 1);
        made(app, "/payment-transactions", pay(15)).await;
        tests::days(app, 1);
        let to = day(app, 0);
        made(app, "/payment-transactions", pay(99)).await;
        let statement = app.get(&format!("/customers/{ann}/statement?from={from}&to={to}")).await;
        accepted(&statement, 200);
        let data = &statement.body["data"];
        assert_eq!((&data["opening_balance"], &data["closing_balance"]), (&json!(-10), &json!(25)));
        let told = |index: usize| {
            let line = &data["lines"][index];
            (line["document_type"].clone(), line["amount"].clone(), line["balance"].clone())
        };
        assert_eq!(told(0), (json!("invoice"), json!(50), json!(40)));
        assert_eq!(told(1), (json!("payment"), json!(-15), json!(25)));
        assert_eq!(data["lines"].as_array().map(Vec::len), Some(2));
        let other = app.get(&format!("/customers/{ann}/statement?from={from}&to={to}&currency=GBP")).await;
        assert_eq!(other.body["data"]["closing_balance"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_statement_and_balances_are_those_of_a_customer_also_of_one_who_has_gone() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let range = format!("from={}&to={}", day(app, 0), day(app, 1));
        for path in [format!("/customers/{NOBODY}/balances"), format!("/customers/{NOBODY}/statement?{range}")] {
            assert_eq!(app.get(&path).await.told(), "404 not_found", "{path}");
        }
        accepted(&app.delete(&format!("/members/{ann}")).await, 200);
        for path in [format!("/customers/{ann}/balances"), format!("/customers/{ann}/statement?{range}")] {
            accepted(&app.get(&path).await, 200);
        }
        let turned = format!("/customers/{ann}/statement?from={}&to={}", day(app, 1), day(app, 0));
        assert_eq!(app.get(&turned).await.named(), ["to"]);
    })
    .await;
}
