//! A decision that meets another comes back in a turn of the item over which they met (decision 42).

use tests::location;

use super::*;

/// A plan that nothing was published of, and a location.
async fn unpublished(app: &TestApp) -> (String, Value) {
    let location = location(app).await;
    let plan = app.post("/plans", flex("Flex")).await;
    drop(app.faults.seen());
    (format!("/plans/{}/publish", plan.id()), json!({"location_ids": [location]}))
}

#[tokio::test]
async fn a_decision_that_met_another_takes_a_turn_and_is_made_anew() {
    let app = warm().await;
    let (path, locations) = unpublished(&app).await;
    app.faults.next("TransactWriteItems", 1, Fault::Cancel(vec!["TransactionConflict", "None"]));
    assert_eq!(app.post(&path, locations).await.status, 200);
    let writes: Vec<String> = operations(&app)
        .into_iter()
        .filter(|operation| operation.ends_with("Items") || operation == "UpdateItem")
        .collect();
    assert_eq!(writes, ["TransactWriteItems", "UpdateItem", "TransactWriteItems"]);
}

#[tokio::test]
async fn a_decision_that_meets_others_again_takes_another_turn() {
    let app = warm().await;
    let (path, locations) = unpublished(&app).await;
    app.faults.next("TransactWriteItems", 3, Fault::Cancel(vec!["TransactionConflict", "None"]));
    assert_eq!(app.post(&path, locations).await.status, 200);
    let turns: Vec<_> = app.faults.seen().into_iter().filter(|seen| seen.operation == "UpdateItem").collect();
    // The first is free at once. The others come after it, or when it is long over, which a second update finds out.
    assert!((3..=5).contains(&turns.len()), "{turns:?}");
}

#[tokio::test]
async fn a_decision_that_gets_no_turn_is_made_anew_all_the_same() {
    let app = warm().await;
    let (path, locations) = unpublished(&app).await;
    app.faults.next("TransactWriteItems", 2, Fault::Cancel(vec!["TransactionConflict", "None"]));
    app.faults.next("UpdateItem", u32::MAX, Fault::Fail(400, "ValidationException"));
    assert_eq!(app.post(&path, locations).await.status, 200);
    let transactions = operations(&app).into_iter().filter(|operation| operation == "TransactWriteItems");
    assert_eq!(transactions.count(), 3);
}
