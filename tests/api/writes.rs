//! What holds for every write: `Idempotency-Key`, `ETag` and `If-Match`, methods and paths, and bodies of every kind.
//! Plans stand for all areas.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::app;
use tokio::task::JoinSet;

const KEY: &str = "idempotency-key";

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 10, "currency": "EUR", "billing_cycle": "monthly"})
}

async fn keyed(app: &TestApp, path: &str, body: Value, key: &str) -> TestResponse {
    app.send("POST", path, Some(body), &[(KEY, key)]).await
}

async fn total(app: &TestApp) -> Value {
    app.get("/plans").await.body["pagination"]["total"].clone()
}

/// The same request from many tasks at once.
async fn together(app: &TestApp, number: usize, request: (&str, &str, Value, Vec<(&str, &str)>)) -> Vec<TestResponse> {
    let (method, path, body, headers) = request;
    let headers: Vec<(String, String)> =
        headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut work = JoinSet::new();
    for _ in 0..number {
        let (app, method, path, body, headers) =
            (app.clone(), method.to_owned(), path.to_owned(), body.clone(), headers.clone());
        work.spawn(async move {
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            app.send(&method, &path, Some(body), &headers).await
        });
    }
    work.join_all().await
}

mod idempotency;

mod versions;

mod protocol;
