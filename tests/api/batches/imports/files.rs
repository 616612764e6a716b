//! Rows in uploaded files, and ten thousand of them.

use serde_json::json;
use tests::{app, total};

use super::{begun, done, imported, plans_csv, summary};
use crate::uploads::completed;

#[tokio::test]
async fn the_rows_of_an_uploaded_file_are_run() {
    let app = app().await;
    let upload = completed(&app, plans_csv(&["A", "B"]).as_bytes()).await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": upload["file_key"]});
    let (_, after) = imported(&app, import).await;
    assert_eq!((summary(&after), &after["file_key"]), (("succeeded", 2, 2, 0), &upload["file_key"]));
    assert_eq!(total(&app, "/plans").await, 2);
}

#[tokio::test]
async fn a_file_that_is_deleted_while_its_rows_wait_ends_the_import() {
    let app = app().await;
    let upload = completed(&app, plans_csv(&["A"]).as_bytes()).await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": upload["file_key"]});
    let path = begun(&app, import).await;
    let id = upload["id"].as_str().unwrap_or_default();
    assert_eq!(app.delete(&format!("/uploads/{id}")).await.status, 200);
    let after = done(&app, &path).await;
    let reason = &after["failure"]["errors"][0]["reason"];
    assert_eq!((summary(&after), reason), (("failed", 0, 0, 0), &json!("file_not_found")));
    let text = completed(&app, b"name\n\xff\n").await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": text["file_key"]});
    assert_eq!(app.post("/imports", import).await.refusal(), "422 rule_violation file_key not_utf8");
}

#[tokio::test]
async fn a_file_above_five_mebibytes_is_refused() {
    let app = app().await;
    let upload = completed(&app, &vec![b'a'; 5 * 1024 * 1024 + 1]).await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": upload["file_key"]});
    assert_eq!(app.post("/imports", import).await.refusal(), "422 rule_violation file_key file_too_large");
}

#[tokio::test]
async fn ten_thousand_rows_are_looked_at_in_steps_of_seconds() {
    let app = app().await;
    let content = format!("name,price,currency,billing_cycle\n{}", "A,1,EUR,monthly\n".repeat(10_000));
    let upload = completed(&app, content.as_bytes()).await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": upload["file_key"], "dry_run": true});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 10_000, 10_000, 0));
    let last = app.get(&format!("{path}/rows?per_page=100&page=100")).await.body;
    assert_eq!((&last["data"][99]["row"], &last["data"][99]["line"]), (&json!(10_000), &json!(10_001)));
}

#[tokio::test]
async fn an_import_is_run_on_the_way_of_a_test_clock_that_is_advanced() {
    let app = app().await.sandbox().await;
    let upload = completed(&app, plans_csv(&["A", "B"]).as_bytes()).await;
    let import = json!({"operation": "create_plan", "format": "csv", "file_key": upload["file_key"]});
    let path = begun(&app, import).await;
    let advanced = app.post("/test-clock", json!({"advance_to": "2026-12-21T09:00:00Z"})).await;
    assert_eq!((advanced.status, &advanced.body["data"]["failed"]), (200, &json!(0)), "{}", advanced.text);
    let after = app.get(&path).await.body["data"].clone();
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 2, 2, 0), 2));
    let made = app.get("/plans").await.body["data"][0]["created_at"].clone();
    assert_eq!(
        (&made, &after["ended_at"]),
        (&json!("2026-11-21T09:00:15.000Z"), &json!("2026-11-21T09:00:15.000Z"))
    );
}

#[tokio::test]
async fn a_request_full_of_quotation_marks_is_kept_like_any_other() {
    let app = app().await;
    let description = "\"\"".repeat(2_000);
    let row = |number: u8| format!("\"P{number}\",\"{description}\",\"1\",\"EUR\",\"monthly\"\n");
    let rows = (0..12).map(row).collect::<Vec<_>>().concat();
    let content = format!("\"name\",\"description\",\"price\",\"currency\",\"billing_cycle\"\n{rows}");
    let import = json!({"operation": "create_plan", "format": "csv", "content": content});
    let (_, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 12, 12, 0));
    assert_eq!(total(&app, "/plans").await, 12);
}
