//! Imports that are stopped, that die anywhere, and that are run again.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{Fault, TestApp, TestClient};
use tests::{OutboxFixture, accepted, app, app_alone, hastened, hastened_step, made, sweep, total, with};

use super::{begun, done, imported, plans_csv, plans_import, rows, summary};

/// Names of so many plans.
fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("Plan {number}")).collect()
}

/// An import of so many plans.
fn many(count: usize) -> Value {
    let names = names(count);
    plans_import(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

#[tokio::test]
async fn rows_of_an_import_that_dies_at_every_write_are_each_run_once() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let app = app_alone().await;
        let path = begun(&app, many(45)).await;
        let mut deaths = 0;
        let after = loop {
            app.faults.after("TransactWriteItems", deaths % 7, fault.clone());
            hastened_step(&app.context).await;
            app.faults.clear();
            deaths += 1;
            app.clock.advance(Duration::seconds(15));
            sweep(&app.context).await;
            let after = app.get(&path).await.body["data"].clone();
            if !after["ended_at"].is_null() {
                break after;
            }
            assert!(deaths < 200, "{after}");
        };
        assert_eq!(summary(&after), ("succeeded", 45, 45, 0), "{fault:?}");
        assert_eq!(total(&app, "/plans").await, 45, "{fault:?}");
        let rows = rows(&app, &path).await;
        assert!((1..).zip(&rows).all(|(number, row)| row["row"] == json!(number)), "{rows:?}");
    }
}

#[tokio::test]
async fn what_the_queue_lost_the_sweep_runs_and_what_comes_twice_runs_nothing_twice() {
    let app = app_alone().await;
    let path = begun(&app, many(3)).await;
    let message = app.due_queue.take(usize::MAX).expect("a message");
    app.due_queue.done(&message);
    assert!(!hastened_step(&app.context).await);
    app.clock.advance(Duration::seconds(15));
    assert_eq!(sweep(&app.context).await.done_of("import"), 1);
    app.due_queue.put(&[message.clone(), message], 0);
    assert_eq!(summary(&done(&app, &path).await), ("succeeded", 3, 3, 0));
    assert_eq!((rows(&app, &path).await.len(), total(&app, "/plans").await), (3, 3));
}

#[tokio::test]
async fn a_cancelled_import_runs_nothing_more_and_a_repetition_runs_the_rest() {
    let app = app().await;
    let path = begun(&app, many(3)).await;
    let cancelled = app.post(&format!("{path}/cancel"), json!({})).await;
    accepted(&cancelled, 200);
    assert_eq!(cancelled.body["data"]["status"], "cancelled");
    let cancelled = done(&app, &path).await;
    assert_eq!((summary(&cancelled), total(&app, "/plans").await), (("cancelled", 0, 0, 0), 0));
    let repeated = app.post(&format!("{path}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    let again = format!("/imports/{}", repeated.body["data"]["id"].as_str().unwrap_or_default());
    let after = done(&app, &again).await;
    assert_eq!((summary(&after), &after["repeats_id"]), (("succeeded", 3, 3, 0), &cancelled["id"]));
}

#[tokio::test]
async fn a_repetition_runs_those_rows_that_were_refused_under_their_own_numbers() {
    let app = app().await;
    let plan = json!({"name": "Plan 2", "price": 1, "currency": "EUR", "billing_cycle": "monthly"});
    let taken = made(&app, "/plans", plan).await;
    let (path, after) = imported(&app, many(4)).await;
    assert_eq!(summary(&after), ("succeeded", 4, 3, 1));
    accepted(&app.put(&format!("/plans/{taken}"), json!({"name": "Before"})).await, 200);
    let repeated = app.post(&format!("{path}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    assert_eq!(repeated.body["data"]["rows_total"], 1);
    hastened(&app.context).await;
    let again = format!("/imports/{}", repeated.body["data"]["id"].as_str().unwrap_or_default());
    let told = rows(&app, &again).await;
    assert_eq!(
        (told.len(), &told[0]["row"], &told[0]["line"], &told[0]["status"]),
        (1, &json!(2), &json!(3), &json!(201))
    );
    assert_eq!(total(&app, "/plans").await, 5);
    assert_eq!(
        app.post(&format!("{again}/repeat"), json!({})).await.refusal(),
        "409 invalid_state status nothing_left"
    );
}

#[tokio::test]
async fn an_import_that_stops_at_a_refusal_says_which_and_runs_nothing_after_it() {
    let app = app().await;
    let content = format!("{}C,much,EUR,monthly\nD,1,EUR,monthly\n", plans_csv(&["A", "B"]));
    let stopping = json!({"content": content, "stop_on_failure": true});
    let (path, after) = imported(&app, with(plans_import(&[]), &stopping)).await;
    assert_eq!(summary(&after), ("failed", 3, 2, 1));
    assert!(after["failure"]["message"].as_str().is_some_and(|message| message.contains("row 3")), "{after}");
    assert_eq!((rows(&app, &path).await.len(), total(&app, "/plans").await), (3, 2));
}

#[tokio::test]
async fn rows_are_listed_by_page_and_cursor_in_both_directions_and_the_refused_ones_alone() {
    let app = app().await;
    let bad: Vec<String> = (0..7).map(|number| format!("Bad {number},much,EUR,monthly\n")).collect();
    let good = names(130);
    let content = format!("{}{}", plans_csv(&good.iter().map(String::as_str).collect::<Vec<_>>()), bad.concat());
    let (path, after) = imported(&app, with(plans_import(&[]), &json!({"content": content}))).await;
    assert_eq!(summary(&after), ("succeeded", 137, 130, 7));
    let numbers = |answer: &Value| -> Vec<u64> {
        answer["data"].as_array().into_iter().flatten().filter_map(|row| row["row"].as_u64()).collect()
    };
    let get = async |query: &str| app.get(&format!("{path}/rows?{query}")).await.body;
    let page = get("page=3&per_page=50").await;
    assert_eq!((numbers(&page), &page["pagination"]["total"]), ((101..=137).collect(), &json!(137)));
    let page = get("failed=true&per_page=3&page=2&order=desc").await;
    assert_eq!((numbers(&page), &page["pagination"]["total_pages"]), (vec![134, 133, 132], &json!(3)));
    let (mut seen, mut query) = (Vec::new(), "limit=60".to_owned());
    loop {
        let page = get(&query).await;
        seen.extend(numbers(&page));
        match page["pagination"]["next_cursor"].as_str().filter(|cursor| !cursor.is_empty()) {
            Some(cursor) => query = format!("limit=60&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen, (1..=137).collect::<Vec<u64>>());
    let first = get("limit=60").await;
    let cursor = first["pagination"]["next_cursor"].as_str().unwrap_or_default();
    let other = app.get(&format!("{path}/rows?limit=60&failed=true&cursor={cursor}")).await;
    assert_eq!(other.refusal(), "400 validation_error cursor invalid_value");
}

#[tokio::test]
async fn an_import_is_told_when_it_begins_and_when_it_ends() {
    let mut outbox = OutboxFixture::new().await;
    let path = begun(&outbox.app, many(45)).await;
    done(&outbox.app, &path).await;
    outbox.consume().await;
    let told = outbox.types("object_type=import").await;
    assert_eq!(told, ["import.created", "import.updated", "import.completed"]);
}

#[tokio::test]
async fn rows_that_are_refused_again_and_again_are_repeated_as_often() {
    let app = app().await;
    let content = format!("{}B,much,EUR,monthly\n", plans_csv(&["A"]));
    let (mut path, _) = imported(&app, with(plans_import(&[]), &json!({"content": content}))).await;
    for number in 0..60 {
        let repeated = app.post(&format!("{path}/repeat"), json!({})).await;
        accepted(&repeated, 201);
        path = format!("/imports/{}", repeated.id());
        assert_eq!(summary(&done(&app, &path).await), ("succeeded", 1, 0, 1), "{number}");
    }
    assert_eq!(rows(&app, &path).await[0]["row"], 2);
}

#[tokio::test]
async fn a_repetition_waits_for_the_last_step_of_what_was_cancelled() {
    let app = app().await;
    let path = begun(&app, many(25)).await;
    app.faults.after("TransactWriteItems", 21, Fault::DropBefore);
    hastened_step(&app.context).await;
    app.faults.clear();
    accepted(&app.post(&format!("{path}/cancel"), json!({})).await, 200);
    let early = app.post(&format!("{path}/repeat"), json!({})).await;
    assert_eq!(early.refusal(), "409 invalid_state status not_ended");
    app.clock.advance(Duration::seconds(15));
    let repeated = app.post(&format!("{path}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    assert_eq!(done(&app, &format!("/imports/{}", repeated.id())).await["failed"], 0);
    assert_eq!(total(&app, "/plans").await, 25);
}

#[tokio::test]
async fn what_a_row_has_made_is_made_once_whoever_repeats_it() {
    let app = app().await;
    // A step that dies before it says what became of its rows.
    let path = begun(&app, many(5)).await;
    app.faults.after("TransactWriteItems", 5, Fault::DropBefore);
    hastened_step(&app.context).await;
    app.faults.clear();
    assert_eq!(total(&app, "/plans").await, 5);
    accepted(&app.post(&format!("{path}/cancel"), json!({})).await, 200);
    app.clock.advance(Duration::seconds(15));
    let client = TestApp::made(
        &app.post("/api-clients", json!({"name": "B", "scopes": ["plans:write", "merchant:write"]})).await,
    );
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    let other = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    let repeated = other.post(&format!("{path}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    let after = done(&app, &format!("/imports/{}", repeated.id())).await;
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 5, 5, 0), 5));
    // The first may be repeated again: its rows answer what they have made.
    let repeated = app.post(&format!("{path}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    let after = done(&app, &format!("/imports/{}", repeated.id())).await;
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 5, 5, 0), 5));
}

#[tokio::test]
async fn rows_with_every_field_wrong_are_told_and_stop_no_other() {
    let app = app().await;
    let long = "€".repeat(300);
    let bad = format!("{long},much,{long},{long},{long},{long}\n");
    let lines: Vec<String> = (0..60)
        .map(|number| if number % 10 == 0 { format!("P{number},1,EUR,monthly,,\n") } else { bad.clone() })
        .collect();
    let content =
        format!("name,price,currency,billing_cycle,description,metadata.{}\n{}", "ä".repeat(100), lines.concat());
    let (path, after) = imported(&app, with(plans_import(&[]), &json!({"content": content}))).await;
    assert_eq!(summary(&after), ("succeeded", 60, 6, 54), "{after}");
    let errors = rows(&app, &path).await[1]["error"]["errors"].as_array().cloned().unwrap_or_default();
    assert!((1..=5).contains(&errors.len()), "{errors:?}");
}

#[tokio::test]
async fn rows_of_a_request_may_be_as_long_as_it_takes() {
    let app = app().await;
    let description = "x".repeat(2_000);
    let lines: Vec<String> = (0..115).map(|number| format!("P{number},1,EUR,monthly,{description}\n")).collect();
    let content = format!("name,price,currency,billing_cycle,description\n{}", lines.concat());
    assert!(content.len() > 230_000);
    let (_, after) = imported(&app, with(plans_import(&[]), &json!({"content": content}))).await;
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 115, 115, 0), 115));
}

#[tokio::test]
async fn a_row_that_cannot_be_answered_is_tried_five_times_and_keeps_no_other_back() {
    let app = app().await;
    let fault = || Fault::Fail(500, "InternalServerError");
    let path = begun(&app, many(3)).await;
    let message = app.due_queue.waiting()[0].message.clone();
    let transactions = || app.faults.seen().iter().filter(|seen| seen.operation == "TransactWriteItems").count();
    let mut attempts = 0;
    for step in 0..4 {
        let before = transactions();
        app.faults.after("TransactWriteItems", 0, fault());
        assert!(hastened_step(&app.context).await, "{step}");
        app.faults.clear();
        attempts = transactions() - before;
        assert_eq!(summary(&app.get(&path).await.body["data"].clone()).1, 0, "{step}");
        app.due_queue.put(std::slice::from_ref(&message), 0);
    }
    app.faults.after_for("TransactWriteItems", 0, u32::try_from(attempts).expect("a few"), fault());
    hastened_step(&app.context).await;
    app.faults.clear();
    let after = done(&app, &path).await;
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 3, 2, 1), 2), "{attempts}");
    assert_eq!(rows(&app, &path).await[0]["status"], 503);
}
