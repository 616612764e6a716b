//! Batches: one operation for many records in one request, each item judged by itself.

mod callers;
mod exports;
mod imports;

use std::time::Duration;

use platform::config::{ClientLimit, TimeLimits};
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{NOBODY, accepted, app, location, made, resource, total};

fn plan(name: &str) -> Value {
    json!({"name": name, "price": 120, "currency": "EUR", "billing_cycle": "monthly"})
}

/// A batch of plans to be created.
fn plans(names: &[&str]) -> Value {
    let items: Vec<Value> = names.iter().map(|name| json!({"body": plan(name)})).collect();
    json!({"operation": "create_plan", "items": items})
}

async fn run(app: &TestApp, batch: Value) -> Value {
    let answer = app.post("/batches", batch).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

async fn run_under(app: &TestApp, key: &str, batch: Value) -> Value {
    let answer = app.send("POST", "/batches", Some(batch), &[("idempotency-key", key)]).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// How many succeeded, failed and were not run.
fn counts(batch: &Value) -> (u64, u64, u64) {
    let count = |name: &str| batch[name].as_u64().unwrap_or(u64::MAX);
    (count("succeeded"), count("failed"), count("not_run"))
}

fn statuses(batch: &Value) -> Vec<&Value> {
    batch["results"].as_array().into_iter().flatten().map(|result| &result["status"]).collect()
}

#[tokio::test]
async fn each_item_is_judged_by_itself_and_answered_as_by_itself() {
    let app = app().await;
    let batch = json!({"operation": "create_plan", "items": [
        {"body": plan("Ten days")}, {"body": {"name": "No price", "price": "much"}}, {"body": plan("Ten days")},
        {"body": plan("Twenty days")}]});
    let done = run(&app, batch).await;
    assert_eq!(
        (counts(&done), statuses(&done)),
        ((2, 2, 0), vec![&json!(201), &json!(400), &json!(409), &json!(201)])
    );
    let alone: TestResponse = app.post("/plans", json!({"name": "No price", "price": "much"})).await;
    assert_eq!(done["results"][1]["error"], alone.body["error"]);
    assert_eq!(done["results"][1]["data"], Value::Null);
    let id = done["results"][3]["data"]["id"].as_str().unwrap_or_default();
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"], done["results"][3]["data"]);
    assert_eq!(total(&app, "/plans").await, 2);
}

#[tokio::test]
async fn a_policy_of_twelve_rooms_is_one_request() {
    let app = app().await;
    let location = location(&app).await;
    let mut items = Vec::new();
    for number in 1..=12 {
        let id = resource(&app, &location, &format!("Room {number}"), "meeting_room", json!({})).await;
        items.push(json!({"path": {"id": id}, "body": {"max_minutes": 240}}));
    }
    let done = run(&app, json!({"operation": "update_resource", "items": items})).await;
    assert_eq!(counts(&done), (12, 0, 0));
    for result in done["results"].as_array().into_iter().flatten() {
        assert_eq!(result["data"]["max_minutes"], json!(240));
    }
}

#[tokio::test]
async fn a_batch_under_a_key_that_is_repeated_creates_nothing_twice() {
    let app = app().await;
    let first = run_under(&app, "plans-of-june", plans(&["A", "B"])).await;
    let again = run_under(&app, "plans-of-june", plans(&["A", "B"])).await;
    assert_eq!(first, again);
    assert_eq!(total(&app, "/plans").await, 2);
    let changed = run_under(&app, "plans-of-june", plans(&["A", "C"])).await;
    assert_eq!(changed["results"][1]["error"]["code"], "idempotency_mismatch");
    let own = json!({"operation": "create_plan", "items": [
        {"body": plan("D"), "idempotency_key": "own"}, {"body": plan("D"), "idempotency_key": "own"}]});
    let done = run(&app, own).await;
    assert_eq!(done["results"][0]["data"], done["results"][1]["data"]);
    assert_eq!(total(&app, "/plans").await, 3);
}

#[tokio::test]
async fn what_there_is_no_time_for_is_not_run_and_a_repeat_goes_on_with_it() {
    let app = app().await;
    let limits = TimeLimits { request: Duration::from_millis(700), ..TimeLimits::default() };
    let late = app.limited(limits).await;
    let stopped = run_under(&late, "late", plans(&["A", "B", "C"])).await;
    assert_eq!((counts(&stopped), statuses(&stopped)), ((0, 0, 3), vec![&Value::Null; 3]));
    assert_eq!(total(&app, "/plans").await, 0);
    assert_eq!(counts(&run_under(&app, "late", plans(&["A", "B", "C"])).await), (3, 0, 0));
}

#[tokio::test]
async fn items_count_for_the_clients_limit_and_above_it_nothing_more_is_run() {
    let app = app().await;
    let limit = ClientLimit { requests_per_second: 1, units_per_second: 100_000 };
    let limited = app.reconfigured(|config| config.client_limit = Some(limit)).await;
    let names: Vec<String> = (0..20).map(|number| format!("Plan {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let done = run_under(&limited, "many", plans(&names)).await;
    let (succeeded, failed, not_run) = counts(&done);
    assert!((1..20).contains(&succeeded) && failed == 0 && succeeded + not_run == 20, "{done}");
    assert_eq!(counts(&run_under(&app, "many", plans(&names)).await), (20, 0, 0));
    assert_eq!(total(&app, "/plans").await, 20);
}

#[tokio::test]
async fn after_a_refusal_nothing_more_is_run_where_the_batch_says_so() {
    let app = app().await;
    let mut batch = plans(&["A", "A", "B"]);
    batch["stop_on_failure"] = json!(true);
    let done = run(&app, batch).await;
    assert_eq!(statuses(&done), [&json!(201), &json!(409), &Value::Null]);
    assert_eq!(total(&app, "/plans").await, 1);
}

#[tokio::test]
async fn a_dry_run_tells_what_is_wrong_with_the_form_and_changes_nothing() {
    let app = app().await;
    let mut batch = plans(&["A", "B"]);
    batch["dry_run"] = json!(true);
    batch["items"][1]["body"]["price"] = json!(-1);
    batch["items"][1]["body"]["colour"] = json!("red");
    let done = run(&app, batch).await;
    assert_eq!(statuses(&done), [&json!(200), &json!(400)]);
    let errors = &done["results"][1]["error"]["details"]["errors"];
    let fields: Vec<&Value> = errors.as_array().into_iter().flatten().map(|error| &error["field"]).collect();
    assert_eq!(fields, [&json!("colour"), &json!("price")]);
    assert_eq!(total(&app, "/plans").await, 0);
}

#[tokio::test]
async fn a_key_that_leaves_no_room_for_an_items_place_is_refused() {
    let app = app().await;
    let key = "k".repeat(253);
    let refused = app.send("POST", "/batches", Some(plans(&["A"])), &[("idempotency-key", &key)]).await;
    assert_eq!(refused.refusal(), "400 validation_error Idempotency-Key too_long");
    assert_eq!(counts(&run_under(&app, &key[..252], plans(&["A"])).await), (1, 0, 0));
}

#[tokio::test]
async fn an_item_says_which_version_it_changes() {
    let app = app().await;
    let id = made(&app, "/plans", plan("A")).await;
    let item = |version: &str| json!({"path": {"id": id}, "body": {"description": "More"}, "if_match": version});
    let done =
        run(&app, json!({"operation": "update_plan", "items": [item("\"7\""), item("\"1\""), item("one")]})).await;
    assert_eq!(statuses(&done), [&json!(412), &json!(200), &json!(400)]);
}

#[tokio::test]
async fn a_batch_that_is_none_is_refused_by_name_and_nothing_of_it_is_run() {
    let app = app().await;
    let many: Vec<String> = (0..101).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let of = |operation: &str, item: Value| json!({"operation": operation, "items": [item]});
    for (batch, refusal) in [
        (json!({"operation": "create_plan", "items": []}), "400 validation_error items out_of_range"),
        (plans(&many), "400 validation_error items too_many"),
        (of("create_moon", json!({})), "422 rule_violation operation not_in_batches"),
        (of("list_plans", json!({})), "422 rule_violation operation not_in_batches"),
        (of("create_api_client", json!({})), "422 rule_violation operation not_in_batches"),
        (of("update_plan", json!({"body": {}})), "400 validation_error items[0].path.id required"),
        (
            of("update_plan", json!({"path": {"id": NOBODY, "x": "1"}})),
            "400 validation_error items[0].path.x unknown_field",
        ),
        (of("create_plan", json!({"body": [1]})), "400 validation_error items[0].body invalid_type"),
        (of("create_plan", json!({"query": {}})), "400 validation_error items[0].query unknown_field"),
    ] {
        let answer = app.post("/batches", batch).await;
        assert_eq!(answer.refusal(), refusal, "{}", answer.text);
    }
    assert_eq!(total(&app, "/plans").await, 0);
}
