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
