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
