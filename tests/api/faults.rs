//! What the service answers when DynamoDB fails: the truth, soon, and nothing half-written (`docs/RELIABILITY.md`).

use std::time::Duration;

use platform::config::TimeLimits;
use serde_json::{Value, json};
use store::{List, Paging, Record, RecordSet, Scheme, Transaction};
use testing::{Fault, TestApp, TestResponse};
use tests::app;
use tokio::time::Instant;

use crate::lists::Note;

/// Throttling, as DynamoDB says it, with its status.
const THROTTLED: [(u16, &str); 4] = [
    (400, "ProvisionedThroughputExceededException"),
    (400, "ThrottlingException"),
    (400, "RequestLimitExceeded"),
    (400, "LimitExceededException"),
];

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 10, "currency": "EUR", "billing_cycle": "monthly"})
}

/// An inactive plan holds no name, so that creating one is a single conditional put.
fn unnamed() -> Value {
    json!({"name": "Flex", "price": 10, "currency": "EUR", "billing_cycle": "monthly", "is_active": false})
}

/// The service with its credential verified, so that the next call is the operation's own.
async fn warm() -> TestApp {
    let app = app().await;
    app.get("/plans").await;
    drop(app.faults.seen());
    app
}

async fn total(app: &TestApp) -> Value {
    app.faults.clear();
    app.get("/plans").await.body["pagination"]["total"].clone()
}

fn operations(app: &TestApp) -> Vec<String> {
    app.faults.seen().into_iter().map(|seen| seen.operation).collect()
}

fn unavailable(answer: &TestResponse) {
    assert_eq!(answer.refusal(), "503 service_unavailable", "{}", answer.text);
    assert_eq!(answer.header("retry-after"), "1");
    assert!(!answer.text.contains("dynamodb") && !answer.text.contains("injected"), "{}", answer.text);
}

mod lost;

async fn put_away(app: &TestApp, before: &Record<Note>) -> Result<(), values::ApiError> {
    let after = Record { record_set: RecordSet::Archived, version: before.version + 1, ..before.clone() };
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(before, &after);
    app.context.store.commit(transaction).await
}

async fn counts(app: &TestApp) -> (u64, u64) {
    let paging = Paging { scheme: Scheme::Page(2), size: 1, order: None };
    let (store, tenant, now) = (&app.context.store, app.tenant(), app.context.clock.now().millis());
    let live = store.page::<Note>(&tenant, List::live(), &paging, now).await.expect("a page");
    let archived = store.page::<Note>(&tenant, List::archived(), &paging, now).await.expect("a page");
    (live.total, archived.total)
}

mod contention;
mod turns;

mod outage;

#[tokio::test]
async fn under_random_faults_nothing_acknowledged_is_lost_and_nothing_is_there_twice() {
    let app = warm().await;
    let chances = vec![
        (200, Fault::Fail(400, "ThrottlingException")),
        (50, Fault::DropBefore),
        (50, Fault::DropAfter),
        (50, Fault::Cancel(vec!["TransactionConflict", "None", "None"])),
    ];
    app.faults.random("TransactWriteItems", 11, chances);
    let mut acknowledged = 0;
    for number in 0..60 {
        let key = format!("k{number}");
        let body = flex(&format!("Plan {number}"));
        let mut answer = app.send("POST", "/plans", Some(body.clone()), &[("idempotency-key", &key)]).await;
        while answer.status == 503 {
            answer = app.send("POST", "/plans", Some(body.clone()), &[("idempotency-key", &key)]).await;
        }
        assert_eq!(answer.status, 201, "{}", answer.text);
        acknowledged += 1;
    }
    assert_eq!(total(&app).await, acknowledged);
}
