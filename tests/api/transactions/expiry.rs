//! What expires: once, by whoever comes first, late as on time.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, member, sweep, with_books};

use super::{Refused, charge, credits, day, grant};

/// Transactions of a type, oldest first.
async fn of_type(app: &TestApp, customer: &str, kind: &str) -> Vec<Value> {
    let list =
        app.get(&format!("/credit-transactions?customer_id={customer}&type={kind}&order=asc&per_page=100")).await;
    accepted(&list, 200);
    list.body["data"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_bucket_expires_once_with_a_transaction_dated_at_its_expiry() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let expires = day(app, 10);
        grant(app, &ann, 5, Some(expires.clone())).await;
        grant(app, &ann, 2, None).await;
        tests::days(app, 40);
        for _ in 0..3 {
            assert_eq!(credits(app, &ann).await, 2);
        }
        sweep(&app.context).await;
        let expired = of_type(app, &ann, "expiration").await;
        assert_eq!(expired.len(), 1);
        assert_eq!((&expired[0]["amount"], &expired[0]["posted_at"]), (&json!(5), &json!(expires)));
        assert_eq!((&expired[0]["balance_after"], &expired[0]["direction"]), (&json!(2), &json!("out")));
    })
    .await;
}

#[tokio::test]
async fn the_sweep_posts_expiry_when_nobody_reads() {
    let app = tests::app_alone().await;
    tests::uses_credits(&app).await;
    let ann = member(&app, "ann@example.com").await;
    grant(&app, &ann, 5, Some(day(&app, 1))).await;
    assert_eq!(sweep(&app.context).await.done_of("wallet"), 0);
    tests::days(&app, 1);
    assert_eq!(sweep(&app.context).await.done_of("wallet"), 1);
    assert_eq!(sweep(&app.context).await.done_of("wallet"), 0);
    assert_eq!(of_type(&app, &ann, "expiration").await.len(), 1);
    tests::books_add_up(&app).await;
}

#[tokio::test]
async fn expiry_is_posted_once_by_sweep_and_reads_at_the_same_moment() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        for number in 1..=12 {
            grant(app, &ann, 1, Some(day(app, number))).await;
        }
        tests::days(app, 20);
        let path = format!("/customers/{ann}/balances");
        let (context, reads) = (app.context.clone(), tests::sixteen(app, "GET", &path, None));
        let (swept, reads) = tokio::join!(sweep(&context), reads);
        assert_eq!((tests::having(&reads, 200), swept.failed()), (16, 0));
        assert_eq!(of_type(app, &ann, "expiration").await.len(), 12);
    })
    .await;
}

#[tokio::test]
async fn late_expiry_gives_the_same_postings_as_expiry_on_time() {
    with_books(async |app| {
        let (late, on_time) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        for customer in [&late, &on_time] {
            for number in 1..=50 {
                grant(app, customer, number, Some(day(app, number))).await;
            }
        }
        for _ in 0..51 {
            tests::days(app, 1);
            credits(app, &on_time).await;
        }
        assert_eq!(charge(app, &late, 1).await.told(), "402 insufficient_balance");
        assert_eq!(credits(app, &late).await, 0);
        let told = |transaction: &Value| {
            let field = |name: &str| transaction[name].to_string();
            [field("amount"), field("posted_at"), field("balance_after"), field("type")]
        };
        let (late, on_time) = (of_type(app, &late, "expiration").await, of_type(app, &on_time, "expiration").await);
        assert_eq!(late.len(), 50);
        assert_eq!(late.iter().map(told).collect::<Vec<_>>(), on_time.iter().map(told).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn what_has_expired_pays_nothing() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 5, Some(day(app, 1))).await;
        grant(app, &ann, 1, None).await;
        tests::days(app, 1);
        assert_eq!(charge(app, &ann, 2).await.told(), "402 insufficient_balance");
        accepted(&charge(app, &ann, 1).await, 201);
        assert_eq!(of_type(app, &ann, "expiration").await.len(), 1);
    })
    .await;
}
