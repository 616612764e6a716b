//! Requests that many tests send.

use serde_json::Value;
use shared::testing::{TestApp, TestResponse};
use tokio::task::JoinSet;

/// Makes something that must succeed, and returns its id.
pub async fn made(app: &TestApp, path: &str, body: Value) -> String {
    let response = app.post(path, body).await;
    let _ = TestApp::made(&response);
    response.id()
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
