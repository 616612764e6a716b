//! Charges that are scheduled.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, member, sweep, with_books};

use super::{Refused, balances, credits, day, grant};

async fn schedule(app: &TestApp, customer: &str, amount: i64, at: String) -> Value {
    let body = json!({"customer_id": customer, "type": "admin_charge", "amount": amount, "scheduled_for": at});
    TestApp::made(&app.post("/credit-transactions", body).await)
}

async fn shown(app: &TestApp, transaction: &Value) -> Value {
    let path = format!("/credit-transactions/{}", transaction["id"].as_str().unwrap_or_default());
    app.get(&path).await.body["data"].clone()
}

#[tokio::test]
async fn a_scheduled_charge_shows_as_reserved_and_posts_at_its_instant() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, None).await;
        let waiting = schedule(app, &ann, 3, day(app, 7)).await;
        assert_eq!((&waiting["status"], &waiting["balance_after"]), (&json!("scheduled"), &json!(null)));
        let before = balances(app, &ann).await;
        assert_eq!((&before["credits"]["total"], &before["credits"]["scheduled"]), (&json!(5), &json!(3)));
        let at = day(app, 7);
        tests::days(app, 9);
        sweep(&app.context).await;
        let posted = shown(app, &waiting).await;
        assert_eq!((&posted["status"], &posted["posted_at"]), (&json!("posted"), &json!(at)));
        assert_eq!((&posted["balance_after"], &posted["buckets"][0]["amount"]), (&json!(2), &json!(3)));
        let after = balances(app, &ann).await;
        assert_eq!((&after["credits"]["total"], &after["credits"]["scheduled"]), (&json!(2), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn a_scheduled_charge_that_the_wallet_cannot_pay_becomes_void() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, Some(day(app, 3))).await;
        let waiting = schedule(app, &ann, 3, day(app, 7)).await;
        tests::days(app, 9);
        assert_eq!(credits(app, &ann).await, 0);
        assert_eq!(shown(app, &waiting).await["status"], "void");
    })
    .await;
}

#[tokio::test]
async fn a_scheduled_charge_that_is_reversed_becomes_void_and_is_reserved_no_longer() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, None).await;
        let waiting = schedule(app, &ann, 3, day(app, 7)).await;
        let path = format!("/credit-transactions/{}/reverse", waiting["id"].as_str().unwrap_or_default());
        let reversed = app.post(&path, json!({})).await;
        accepted(&reversed, 200);
        assert_eq!(reversed.body["data"]["status"], "void");
        assert_eq!(reversed.body["data"], shown(app, &waiting).await);
        assert_eq!(app.post(&path, json!({})).await.told(), "409 invalid_state");
        tests::days(app, 9);
        assert_eq!(credits(app, &ann).await, 5);
    })
    .await;
}

#[tokio::test]
async fn a_wallet_holds_twenty_scheduled_charges() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 40, None).await;
        for _ in 0..20 {
            schedule(app, &ann, 1, day(app, 7)).await;
        }
        let one_more = json!({"customer_id": ann, "type": "admin_charge", "amount": 1, "scheduled_for": day(app, 7)});
        assert_eq!(app.post("/credit-transactions", one_more).await.told(), "409 capacity_exceeded");
        tests::days(app, 7);
        assert_eq!(credits(app, &ann).await, 20);
    })
    .await;
}
