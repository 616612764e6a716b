//! Transfers between customers.

use serde_json::json;
use tests::{accepted, location, member, total, with_books};

use super::{Refused, balances, credits, day, grant};

#[tokio::test]
async fn a_transfer_moves_what_expires_first_and_keeps_its_expiry() {
    with_books(async |app| {
        let (ann, bob) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        grant(app, &ann, 5, None).await;
        grant(app, &ann, 3, Some(day(app, 10))).await;
        let body = json!({"from_customer_id": ann, "to_customer_id": bob, "amount": 4, "reason": "A present."});
        let moved = app.post("/credit-transactions/transfer", body).await;
        accepted(&moved, 200);
        let (from, to) = (&moved.body["data"]["from"], &moved.body["data"]["to"]);
        assert_eq!((&from["direction"], &from["balance_after"]), (&json!("out"), &json!(4)));
        assert_eq!((&to["direction"], &to["balance_after"]), (&json!("in"), &json!(4)));
        assert_eq!((&from["source"]["id"], &to["source"]["id"]), (&json!(bob), &json!(ann)));
        let shown = balances(app, &bob).await;
        assert_eq!(
            (&shown["credits"]["permanent"], &shown["credits"]["expiring"][0]["amount"]),
            (&json!(1), &json!(3))
        );
        let reverse = format!("/credit-transactions/{}/reverse", from["id"].as_str().unwrap_or_default());
        assert_eq!(app.post(&reverse, json!({})).await.told(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn a_transfer_that_is_refused_changes_neither_wallet() {
    with_books(async |app| {
        let (ann, bob) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        let place = location(app).await;
        let here = json!({"customer_id": ann, "type": "admin_allocation", "amount": 3, "location_id": place});
        accepted(&app.post("/credit-transactions", here).await, 201);
        let transfer = |from: &str, to: &str, amount: i64| {
            let body = json!({"from_customer_id": from, "to_customer_id": to, "amount": amount});
            app.post("/credit-transactions/transfer", body)
        };
        assert_eq!(transfer(&ann, &bob, 4).await.told(), "402 insufficient_balance");
        let same = transfer(&ann, &ann, 1).await;
        assert_eq!((same.told(), same.named()), ("422 rule_violation".to_owned(), vec!["to_customer_id".to_owned()]));
        accepted(&app.post(&format!("/members/{bob}/block"), json!({})).await, 200);
        let blocked = transfer(&ann, &bob, 1).await;
        assert_eq!(blocked.body["error"]["details"]["reason"], "customer_blocked");
        assert_eq!((credits(app, &ann).await, credits(app, &bob).await), (3, 0));
        assert_eq!(total(app, "/credit-transactions").await, 1);
    })
    .await;
}

#[tokio::test]
async fn transfers_in_circles_at_the_same_moment_lose_nothing() {
    with_books(async |app| {
        let mut people = Vec::new();
        for name in ["ann", "bob", "eve"] {
            let id = member(app, &format!("{name}@example.com")).await;
            grant(app, &id, 10, None).await;
            people.push(id);
        }
        let requests = (0..12).map(|number: usize| {
            let (from, to) = (&people[number % 3], &people[(number + 1) % 3]);
            let body = json!({"from_customer_id": from, "to_customer_id": to, "amount": 1});
            ("POST", "/credit-transactions/transfer".to_owned(), body)
        });
        let answers = tests::at_once(app, requests).await;
        assert_eq!(tests::having(&answers, 200), 12);
        for id in &people {
            assert_eq!(credits(app, id).await, 10);
        }
    })
    .await;
}
