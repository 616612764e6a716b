//! Requests that many tests send.

use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use tokio::task::JoinSet;

/// An id that nobody has.
pub const NOBODY: &str = "0199a000-0000-7000-8000-00000000dead";

/// The answer must have this status.
///
/// # Panics
/// When it has another.
#[track_caller]
pub fn accepted(answer: &TestResponse, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text);
}

/// Makes something that must succeed, and returns its id.
pub async fn made(app: &TestApp, path: &str, body: Value) -> String {
    let response = app.post(path, body).await;
    let _ = TestApp::made(&response);
    response.id()
}

/// Gives up every invoice of a customer that is not paid, so that none is open.
pub async fn write_off_invoices(app: &TestApp, customer: &str) {
    let issued = app.get(&format!("/invoices?customer_id={customer}&status=issued")).await;
    for invoice in issued.body["data"].as_array().into_iter().flatten() {
        let path = format!("/invoices/{}/mark-uncollectible", invoice["id"].as_str().unwrap_or_default());
        accepted(&app.post(&path, json!({})).await, 200);
    }
}

/// The same body with these fields instead.
#[must_use]
pub fn with(mut body: Value, fields: &Value) -> Value {
    for (field, value) in fields.as_object().into_iter().flatten() {
        body[field] = value.clone();
    }
    body
}

/// The same body without a field.
#[must_use]
pub fn without(mut body: Value, field: &str) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.remove(field);
    }
    body
}

/// The answers to 16 requests sent at the same moment.
pub async fn sixteen(app: &TestApp, method: &'static str, path: &str, body: Option<Value>) -> Vec<TestResponse> {
    let mut running = JoinSet::new();
    for _ in 0..16 {
        let (app, path, body) = (app.clone(), path.to_owned(), body.clone());
        running.spawn(async move { app.send(method, &path, body, &[]).await });
    }
    running.join_all().await
}

/// How many answers have this status.
#[must_use]
pub fn having(answers: &[TestResponse], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

/// Answers to requests that were sent at once.
pub async fn at_once(app: &TestApp, requests: impl IntoIterator<Item = (&str, String, Value)>) -> Vec<TestResponse> {
    let mut running = JoinSet::new();
    for (method, path, body) in requests {
        let (app, method) = (app.clone(), method.to_owned());
        running.spawn(async move { app.send(&method, &path, (!body.is_null()).then_some(body), &[]).await });
    }
    running.join_all().await
}

/// How many answers have this status; all others must be 409.
///
/// # Panics
/// When one is neither.
#[must_use]
pub fn successes(answers: &[TestResponse], status: u16) -> usize {
    let other = answers.iter().find(|answer| answer.status != status && answer.status != 409);
    assert!(other.is_none(), "{}", other.map_or("", |answer| &answer.text));
    having(answers, status)
}

/// How many records a list has.
pub async fn total(app: &TestApp, path: &str) -> u64 {
    let list = app.get(path).await;
    accepted(&list, 200);
    list.body["pagination"]["total"].as_u64().unwrap_or_default()
}

/// The only record of a list, which must have one.
///
/// # Panics
/// When it has none or several.
pub async fn only(app: &TestApp, path: &str) -> Value {
    let list = app.get(path).await;
    assert_eq!(list.body["pagination"]["total"], 1, "{path} {}", list.text);
    list.body["data"][0].clone()
}

/// Lets days go by.
pub fn days(app: &TestApp, days: i64) {
    app.clock.advance(chrono::Duration::days(days));
}

/// Size of an answer's body as Lambda hands it on: as a string in another JSON.
#[must_use]
pub fn event_bytes(answer: &TestResponse) -> usize {
    Value::String(answer.text.clone()).to_string().len()
}

/// The record of a request that was too much for itself, after the queue has carried it out.
///
/// # Panics
/// When it was not accepted.
pub async fn carried_out(app: &TestApp, answer: &TestResponse) -> Value {
    assert_eq!(answer.status, 202, "{}", answer.text);
    let path = answer.header("location").to_owned();
    crate::hastened(&app.context).await;
    let shown = app.get(path.strip_prefix("/v1").unwrap_or(&path)).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    shown.body["data"].clone()
}

/// A client of the same merchant that has these scopes alone, and its id.
pub async fn narrow(app: &TestApp, scopes: &[&str]) -> (TestApp, String) {
    let client = TestApp::made(&app.post("/api-clients", json!({"name": "Narrow", "scopes": scopes})).await);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    (app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") }), text("id"))
}
