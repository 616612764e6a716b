//! A decision that meets another comes back in a turn of the item over which they met (decision 42).

use aws_sdk_dynamodb::types::AttributeValue;
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

#[tokio::test]
async fn nobody_waits_for_the_turns_of_requests_that_have_given_up() {
    let app = warm().await;
    let (path, locations) = unpublished(&app).await;
    app.faults.next("TransactWriteItems", 1, Fault::Cancel(vec!["TransactionConflict", "None"]));
    assert_eq!(app.post(&path, locations.clone()).await.status, 200);
    let (client, table) = app.context.store.client_and_table();
    let turns = app.table_text().await.into_iter().filter(|item| item.contains("#turn#"));
    let turn = turns.map(|item| item.split('"').find(|text| text.contains("#turn#")).expect("a key").to_owned()).next();
    // As a thousand writers would leave it who asked at once.
    let far = AttributeValue::N("9000000000000".to_owned());
    let item = client.update_item().table_name(table).key("pk", AttributeValue::S(turn.expect("a turn")));
    let item = item.key("sk", AttributeValue::S("-".to_owned())).update_expression("SET next_at_ms = :far");
    item.expression_attribute_values(":far", far).send().await.expect("an update");
    app.faults.next("TransactWriteItems", 1, Fault::Cancel(vec!["TransactionConflict", "None"]));
    let another = json!({"location_ids": [location(&app).await]});
    assert_eq!(app.post(&path, another).await.status, 200);
}
