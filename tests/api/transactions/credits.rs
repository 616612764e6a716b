//! Granting, charging and reversing.

use serde_json::json;
use testing::TestApp;
use tests::{accepted, company, location, made, member, total, with_books};

use super::{Refused, balances, charge, credits, day, grant, parts};

#[tokio::test]
async fn a_charge_takes_what_expires_first_and_what_is_permanent_last() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, None).await;
        grant(app, &ann, 5, Some(day(app, 30))).await;
        grant(app, &ann, 5, Some(day(app, 10))).await;
        let charged = TestApp::made(&charge(app, &ann, 12).await);
        let expected = [(5, json!(day(app, 10))), (5, json!(day(app, 30))), (2, json!(null))];
        assert_eq!(parts(&charged), expected);
        assert_eq!((&charged["direction"], &charged["balance_after"]), (&json!("out"), &json!(3)));
        assert_eq!(charge(app, &ann, 4).await.told(), "402 insufficient_balance");
        assert_eq!(credits(app, &ann).await, 3);
    })
    .await;
}

#[tokio::test]
async fn balances_show_what_expires_and_what_does_not() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, None).await;
        grant(app, &ann, 3, Some(day(app, 10))).await;
        let passes = json!({"customer_id": ann, "type": "purchase_allocation", "amount": 2});
        made(app, "/day-pass-transactions", passes).await;
        let shown = balances(app, &ann).await;
        assert_eq!((&shown["credits"]["total"], &shown["credits"]["permanent"]), (&json!(8), &json!(5)));
        assert_eq!(shown["credits"]["expiring"][0]["amount"], 3);
        assert_eq!(shown["day_passes"]["total"], 2);
        assert_eq!(shown["money"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_grant_is_reversed_only_while_nothing_of_it_was_used() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let (first, second) = (grant(app, &ann, 5, Some(day(app, 9))).await, grant(app, &ann, 5, None).await);
        accepted(&charge(app, &ann, 1).await, 201);
        let reverse = async |id: &serde_json::Value| {
            let path = format!("/credit-transactions/{}/reverse", id.as_str().unwrap_or_default());
            app.post(&path, json!({"reason": "A mistake."})).await
        };
        assert_eq!(reverse(&first["id"]).await.told(), "409 invalid_state");
        let reversed = reverse(&second["id"]).await;
        accepted(&reversed, 200);
        assert_eq!(reversed.body["data"]["status"], "reversed");
        let other = reversed.body["data"]["reversed_by_id"].as_str().unwrap_or_default().to_owned();
        let other = app.get(&format!("/credit-transactions/{other}")).await.body["data"].clone();
        assert_eq!((&other["reverses_id"], &other["amount"]), (&second["id"], &json!(5)));
        assert_eq!(reverse(&second["id"]).await.told(), "409 invalid_state");
        assert_eq!(reverse(&other["id"]).await.told(), "409 invalid_state");
        assert_eq!(credits(app, &ann).await, 4);
    })
    .await;
}

#[tokio::test]
async fn a_charge_that_is_reversed_goes_back_to_its_buckets_and_comes_back_where_they_expired() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, Some(day(app, 10))).await;
        grant(app, &ann, 5, None).await;
        let charged = TestApp::made(&charge(app, &ann, 7).await);
        tests::days(app, 11);
        let path = format!("/credit-transactions/{}/reverse", charged["id"].as_str().unwrap_or_default());
        accepted(&app.post(&path, json!({})).await, 200);
        let shown = balances(app, &ann).await;
        assert_eq!((&shown["credits"]["total"], &shown["credits"]["permanent"]), (&json!(10), &json!(5)));
        assert_eq!(shown["credits"]["expiring"][0]["expires_at"], json!(day(app, 30)));
    })
    .await;
}

#[tokio::test]
async fn what_was_posted_is_never_changed_and_never_deleted() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let granted = grant(app, &ann, 5, None).await;
        let path = format!("/credit-transactions/{}", granted["id"].as_str().unwrap_or_default());
        for method in ["PUT", "DELETE"] {
            assert_eq!(app.send(method, &path, None, &[]).await.status, 405);
        }
        accepted(&charge(app, &ann, 5).await, 201);
        assert_eq!(app.get(&path).await.body["data"], granted);
    })
    .await;
}

#[tokio::test]
async fn credits_of_a_location_pay_elsewhere_only_where_the_merchant_lets_them() {
    with_books(async |app| {
        let (ann, here, there) = (member(app, "ann@example.com").await, location(app).await, location(app).await);
        let granted = json!({"customer_id": ann, "type": "admin_allocation", "amount": 5, "location_id": there});
        made(app, "/credit-transactions", granted).await;
        let at = |place: &str| json!({"customer_id": ann, "type": "admin_charge", "amount": 1, "location_id": place});
        let refused = app.post("/credit-transactions", at(&here)).await;
        assert_eq!(refused.told(), "402 insufficient_balance");
        accepted(&app.post("/credit-transactions", at(&there)).await, 201);
        app.put("/merchant", json!({"credit_settings": {"cross_location": true}})).await;
        accepted(&app.post("/credit-transactions", at(&here)).await, 201);
    })
    .await;
}

#[tokio::test]
async fn lists_are_narrowed_by_customer_location_type_status_and_time() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let blue = company(app, &place).await;
        grant(app, &ann, 5, None).await;
        accepted(&charge(app, &ann, 2).await, 201);
        tests::days(app, 1);
        let here = json!({"customer_id": blue, "type": "refund", "amount": 5, "location_id": place});
        made(app, "/credit-transactions", here).await;
        let (ago, now) = (day(app, -2), day(app, 0));
        for (query, count) in [
            (format!("customer_id={ann}"), 2),
            (format!("customer_id={ann}&type=admin_charge"), 1),
            (format!("customer_id={ann}&location_id={place}"), 0),
            (format!("location_id={place}"), 1),
            ("type=refund".to_owned(), 1),
            ("status=posted".to_owned(), 3),
            ("status=scheduled".to_owned(), 0),
            (format!("from={now}"), 1),
            (format!("from={ago}&to={now}"), 2),
            (format!("customer_id={ann}&to={now}"), 2),
        ] {
            assert_eq!(total(app, &format!("/credit-transactions?{query}")).await, count, "{query}");
        }
        let refused = app.get(&format!("/credit-transactions?from={now}&to={ago}")).await;
        assert_eq!((refused.told(), refused.named()), ("422 rule_violation".to_owned(), vec!["to".to_owned()]));
    })
    .await;
}

#[tokio::test]
async fn a_wallet_holds_fifty_buckets_and_joins_those_that_expire_closest() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        for number in 0..52_i64 {
            grant(app, &ann, 10, Some(day(app, 1 + number * number))).await;
        }
        let shown = balances(app, &ann).await;
        assert_eq!(shown["credits"]["total"], 520);
        assert_eq!(shown["credits"]["expiring"].as_array().map(Vec::len), Some(50));
        let charged = TestApp::made(&charge(app, &ann, 520).await);
        assert_eq!(parts(&charged).len(), 50);
        let path = format!("/credit-transactions/{}/reverse", charged["id"].as_str().unwrap_or_default());
        accepted(&app.post(&path, json!({})).await, 200);
        assert_eq!(credits(app, &ann).await, 520);
    })
    .await;
}

#[tokio::test]
async fn a_wallet_that_is_full_of_buckets_that_cannot_be_joined_takes_no_other() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let at = async |place: &str| {
            let body = json!({"customer_id": ann, "type": "admin_allocation", "amount": 1, "location_id": place});
            app.post("/credit-transactions", body).await
        };
        for _ in 0..50 {
            let place = location(app).await;
            accepted(&at(&place).await, 201);
        }
        let place = location(app).await;
        assert_eq!(at(&place).await.told(), "409 capacity_exceeded");
        assert_eq!(credits(app, &ann).await, 50);
    })
    .await;
}
