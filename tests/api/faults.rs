//! What the service answers when DynamoDB fails: the truth, soon, and nothing half-written (`docs/RELIABILITY.md`).

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    config::TimeLimits,
    domain::{Record, RecordSet},
    store::{List, Paging, Scheme, Transaction},
    testing::{Fault, TestApp, TestResponse},
};
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

mod lost {
    use super::*;

    /// Each fault after which the write has happened and its answer is lost.
    fn after() -> [Fault; 4] {
        [
            Fault::DropAfter,
            Fault::FailAfter(500, "InternalServerError"),
            Fault::FailAfter(503, "ServiceUnavailable"),
            Fault::FailAfter(502, ""),
        ]
    }

    #[tokio::test]
    async fn a_put_whose_answer_was_lost_is_a_success() {
        for fault in after() {
            let app = warm().await;
            app.faults.next("PutItem", 1, fault.clone());
            let created = app.post("/plans", unnamed()).await;
            assert_eq!(created.status, 201, "{fault:?}: {}", created.text);
            assert_eq!(operations(&app), ["PutItem", "PutItem"]);
            app.faults.next("PutItem", 2, fault.clone());
            let changed = app.put(&format!("/plans/{}", created.id()), json!({"tagline": "new"})).await;
            assert_eq!((changed.status, &changed.body["data"]["version"]), (200, &json!(2)), "{fault:?}");
            assert_eq!(total(&app).await, 1);
        }
    }

    #[tokio::test]
    async fn a_transaction_whose_answer_was_lost_is_a_success_under_the_same_token() {
        for fault in after() {
            let app = warm().await;
            app.faults.next("TransactWriteItems", 2, fault.clone());
            let created = app.post("/plans", flex("Flex")).await;
            assert_eq!(created.status, 201, "{fault:?}: {}", created.text);
            let tokens: Vec<String> = app.faults.seen().into_iter().map(|seen| seen.token).collect();
            assert_eq!(tokens.len(), 3);
            assert!(!tokens[0].is_empty() && tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
            assert_eq!(total(&app).await, 1);
        }
    }

    #[tokio::test]
    async fn a_request_that_never_arrived_is_sent_again() {
        for operation in ["PutItem", "TransactWriteItems"] {
            let app = warm().await;
            app.faults.next(operation, 3, Fault::DropBefore);
            let body = if operation == "PutItem" { unnamed() } else { flex("Flex") };
            assert_eq!(app.post("/plans", body).await.status, 201);
            assert_eq!(total(&app).await, 1);
        }
    }

    #[tokio::test]
    async fn when_every_answer_is_lost_the_client_hears_so_and_its_key_finds_the_effect() {
        let app = warm().await;
        app.faults.next("TransactWriteItems", 100, Fault::DropAfter);
        unavailable(&app.post("/plans", flex("Unkeyed")).await);
        assert_eq!(operations(&app).len(), 5, "the SDK's attempts and no more");
        assert_eq!(total(&app).await, 1, "it happened");
        drop(app.faults.seen());
        app.faults.next("TransactWriteItems", 100, Fault::DropAfter);
        let keyed = app.send("POST", "/plans", Some(flex("Keyed")), &[("idempotency-key", "k1")]).await;
        assert_eq!(keyed.status, 201, "the stored answer proves it: {}", keyed.text);
        app.faults.clear();
        let again = app.send("POST", "/plans", Some(flex("Keyed")), &[("idempotency-key", "k1")]).await;
        assert_eq!(again.text, keyed.text);
        assert_eq!(total(&app).await, 2);
    }

    #[tokio::test]
    async fn a_change_whose_answer_was_lost_does_not_refuse_itself() {
        let app = warm().await;
        let id = app.post("/plans", flex("Flex")).await.id();
        app.faults.next("TransactWriteItems", 4, Fault::DropAfter);
        let renamed = app.put(&format!("/plans/{id}"), json!({"name": "Other"})).await;
        assert_eq!((renamed.status, &renamed.body["data"]["version"]), (200, &json!(2)));
    }

    #[tokio::test]
    async fn a_record_that_was_put_away_with_a_lost_answer_is_counted_once() {
        let app = warm().await;
        let records = app.stored_all((0..30).map(|number| Note { text: number.to_string() }).collect()).await;
        for (before, fault) in records.iter().zip(after().into_iter().cycle()).take(8) {
            app.faults.next("TransactWriteItems", 2, fault);
            put_away(&app, before).await.expect("archived");
        }
        assert_eq!(counts(&app).await, (22, 8));
    }
}

async fn put_away(app: &TestApp, before: &Record<Note>) -> Result<(), shared::ApiError> {
    let after = Record { record_set: RecordSet::Archived, version: before.version + 1, ..before.clone() };
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(before, &after);
    app.context.store.commit(transaction).await
}

async fn counts(app: &TestApp) -> (u64, u64) {
    let paging = Paging { scheme: Scheme::Page(2), size: 1, order: None };
    let (store, tenant, now) = (&app.context.store, app.tenant(), app.context.clock.now().millis());
    let live = store.page::<Note>(&tenant, &List::live(), &paging, now).await.expect("a page");
    let archived = store.page::<Note>(&tenant, &List::archived(), &paging, now).await.expect("a page");
    (live.total, archived.total)
}

mod contention {
    use super::*;

    #[tokio::test]
    async fn a_transaction_that_meets_another_is_tried_again() {
        for reasons in [
            vec!["TransactionConflict", "None"],
            vec!["None", "ThrottlingError"],
            vec!["ProvisionedThroughputExceeded", "TransactionConflict"],
        ] {
            let app = warm().await;
            app.faults.next("TransactWriteItems", 4, Fault::Cancel(reasons.clone()));
            assert_eq!(app.post("/plans", flex("Flex")).await.status, 201, "{reasons:?}");
            let tokens: Vec<String> = app.faults.seen().into_iter().map(|seen| seen.token).collect();
            assert_eq!(tokens.len(), 5);
            assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
        }
    }

    #[tokio::test]
    async fn contention_that_does_not_end_is_unavailable_and_never_a_conflict() {
        let app = warm().await;
        tokio::time::pause();
        app.faults.next("TransactWriteItems", u32::MAX, Fault::Cancel(vec!["TransactionConflict", "None"]));
        unavailable(&app.post("/plans", flex("Flex")).await);
        assert_eq!(operations(&app).len(), 16);
        tokio::time::resume();
        assert_eq!(total(&app).await, 0);
    }

    #[tokio::test]
    async fn a_single_put_waits_for_a_transaction_that_holds_its_item() {
        let app = warm().await;
        app.faults.next("PutItem", 4, Fault::Fail(400, "TransactionConflictException"));
        assert_eq!(app.post("/plans", unnamed()).await.status, 201);
        tokio::time::pause();
        app.faults.next("PutItem", u32::MAX, Fault::Fail(400, "TransactionConflictException"));
        unavailable(&app.post("/plans", unnamed()).await);
        tokio::time::resume();
        assert_eq!(total(&app).await, 1);
    }

    #[tokio::test]
    async fn a_transaction_still_in_progress_is_waited_for() {
        let app = warm().await;
        app.faults.next("TransactWriteItems", 2, Fault::Fail(400, "TransactionInProgressException"));
        assert_eq!(app.post("/plans", flex("Flex")).await.status, 201);
        let tokens: Vec<String> = app.faults.seen().into_iter().map(|seen| seen.token).collect();
        assert!(tokens.len() == 3 && tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
    }

    #[tokio::test]
    async fn a_refused_condition_among_conflicts_is_the_answer() {
        let app = warm().await;
        let reasons = vec!["TransactionConflict", "ConditionalCheckFailed"];
        app.faults.next("TransactWriteItems", 1, Fault::Cancel(reasons));
        assert_eq!(app.post("/plans", flex("Flex")).await.refusal(), "409 already_exists name already_exists");
    }

    #[tokio::test]
    async fn a_request_that_cannot_be_right_is_our_fault_and_not_repeated() {
        for reasons in [
            vec!["ConditionalCheckFailed", "ValidationError"],
            vec!["None", "ItemCollectionSizeLimitExceeded"],
            vec!["DuplicateItem", "None"],
        ] {
            let app = warm().await;
            app.faults.next("TransactWriteItems", 1, Fault::Cancel(reasons));
            assert_eq!(app.post("/plans", flex("Flex")).await.refusal(), "500 internal_error");
            assert_eq!(operations(&app).len(), 1);
        }
        for code in [
            "ValidationException",
            "IdempotentParameterMismatchException",
            "AccessDeniedException",
            "ResourceNotFoundException",
        ] {
            let app = warm().await;
            app.faults.next("TransactWriteItems", 1, Fault::Fail(400, code));
            let answer = app.post("/plans", flex("Flex")).await;
            assert_eq!(answer.refusal(), "500 internal_error", "{code}");
            assert!(!answer.text.contains(code));
            assert_eq!(operations(&app).len(), 1, "{code}");
            assert!(app.logged().iter().any(|line| line.contains(code)), "the cause is in the log");
        }
    }
}

mod outage {
    use super::*;

    /// Everything an operation can ask of the store, by the request that makes it ask.
    async fn requests(app: &TestApp, id: &str) -> Vec<TestResponse> {
        vec![
            app.get(&format!("/plans/{id}")).await,
            app.get("/plans").await,
            app.get("/plans?page=2&per_page=1").await,
            app.get("/plans?is_active=true").await,
            app.post("/plans", flex("Other")).await,
            app.post("/plans", unnamed()).await,
            app.put(&format!("/plans/{id}"), json!({"tagline": "x"})).await,
            app.delete(&format!("/plans/{id}")).await,
        ]
    }

    /// Requests while every call fails; the runtime's clock is paused, so that waiting takes no time.
    async fn during(fault: Fault) {
        let app = warm().await;
        let id = app.post("/plans", flex("Flex")).await.id();
        let limited = app.limited(TimeLimits::default()).await;
        tokio::time::pause();
        app.faults.next("*", u32::MAX, fault.clone());
        let begun = Instant::now();
        let answers = requests(&limited, &id).await;
        let each = begun.elapsed() / u32::try_from(answers.len()).expect("few");
        assert!(each <= Duration::from_millis(8_500), "{fault:?}: {each:?} a request");
        answers.iter().for_each(unavailable);
        tokio::time::resume();
        app.faults.clear();
        assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["version"], 1);
        assert_eq!(app.put(&format!("/plans/{id}"), json!({"tagline": "x"})).await.status, 200, "it works at once");
    }

    #[tokio::test]
    async fn throttling_is_unavailable_in_the_end() {
        for (status, code) in THROTTLED {
            during(Fault::Fail(status, code)).await;
        }
    }

    #[tokio::test]
    async fn faults_of_dynamodb_are_unavailable_in_the_end() {
        for (status, code) in
            [(500, "InternalServerError"), (503, "ServiceUnavailable"), (500, ""), (502, ""), (503, ""), (504, "")]
        {
            during(Fault::Fail(status, code)).await;
        }
    }

    #[tokio::test]
    async fn a_connection_that_breaks_is_unavailable_in_the_end() {
        during(Fault::DropBefore).await;
    }

    #[tokio::test]
    async fn silence_is_unavailable_before_the_gateway_gives_up() {
        during(Fault::Hang).await;
    }

    #[tokio::test]
    async fn throttling_that_passes_is_not_noticed() {
        for (status, code) in THROTTLED {
            let app = warm().await;
            app.faults.next("*", 3, Fault::Fail(status, code));
            let created = app.post("/plans", flex("Flex")).await;
            assert_eq!(created.status, 201, "{code} {:?}", app.logged().last());
        }
    }

    #[tokio::test]
    async fn credentials_that_cannot_be_checked_are_not_called_wrong() {
        let app = app().await;
        app.faults.next("*", u32::MAX, Fault::Fail(400, "ThrottlingException"));
        unavailable(&app.get("/plans").await);
    }
}

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
