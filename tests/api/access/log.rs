//! One log line a request, of an allow-list of fields; nothing that a client sent stands in it.

use std::collections::BTreeSet;

use local::routes;
use serde_json::{Value, json};
use shared::api::Method;
use testing::{TestApp, TestClient};
use tests::app;

use super::{NOBODY, path_with};

/// Every field of a log line.
const FIELDS: [&str; 18] = [
    "cause",
    "client",
    "code",
    "cold_start",
    "duration_ms",
    "gateway_request_id",
    "level",
    "member",
    "message",
    "method",
    "operation",
    "path",
    "replayed",
    "request_id",
    "status",
    "store_calls",
    "store_units",
    "timestamp",
];

/// The last line of the log.
fn last_line(app: &TestApp) -> Value {
    app.logged().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default()
}

#[tokio::test]
async fn every_request_is_one_line_of_known_fields() {
    let app = app().await;
    for (number, route) in routes().iter().enumerate() {
        let before = app.logged().len();
        let answer = super::call(&app, route, NOBODY).await;
        // Each operation that another one runs has a line, before that of the request. An export of nothing runs none.
        let run = if route.runs_others && route.method == Method::Post { 2 } else { 0 };
        assert_eq!(app.logged().len(), before + run + 1);
        let line = last_line(&app);
        let fields: BTreeSet<&str> = line.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        assert_eq!(fields, BTreeSet::from(FIELDS), "{}", route.id);
        assert_eq!((&line["operation"], &line["path"]), (&json!(route.id), &json!(route.path)));
        assert_eq!((&line["status"], &line["method"]), (&json!(answer.status), &json!(route.method.as_str())));
        assert_eq!(line["request_id"], answer.header("x-request-id"));
        assert_eq!(line["code"].as_str().unwrap_or_default(), answer.code());
        assert_eq!(line["cold_start"], number == 0);
        assert!(line["client"].is_string() && line["store_calls"].is_u64(), "{line}");
    }
}

#[tokio::test]
async fn a_line_names_no_client_that_was_not_verified() {
    let app = app().await;
    let nobody = TestClient { client_id: app.client.client_id.clone(), secret: "cols_wrong".to_owned() };
    assert_eq!(app.as_client(&nobody).get("/merchant").await.status, 401);
    let line = last_line(&app);
    assert_eq!(
        (&line["client"], &line["code"], &line["level"]),
        (&Value::Null, &json!("invalid_token"), &json!("info"))
    );
}

#[tokio::test]
async fn nothing_that_a_client_sent_stands_in_the_log() {
    const CANARY: &str = "canary7f3a";
    let app = app().await;
    let body = json!({"name": CANARY, CANARY: CANARY, "email": format!("{CANARY}@example.org")});
    for route in routes().0 {
        for secret in [&app.client.secret, &format!("cols_{CANARY}")] {
            let client = TestClient { secret: secret.clone(), ..app.client.clone() };
            let app = app.as_client(&client);
            for path in [path_with(&route, NOBODY), path_with(&route, CANARY), format!("{}/{CANARY}", route.path)] {
                let target = format!("{path}?{CANARY}={CANARY}&cursor={CANARY}");
                let headers = [("idempotency-key", CANARY), ("if-match", CANARY), ("user-agent", CANARY)];
                app.send(route.method.as_str(), &target, Some(body.clone()), &headers).await;
            }
        }
    }
    let plan =
        json!({"name": CANARY, "price": 1, "currency": "EUR", "billing_cycle": "monthly", "description": CANARY});
    assert_eq!(app.send("POST", "/plans", Some(plan), &[("idempotency-key", CANARY)]).await.status, 201);
    let settings = json!({"email": format!("{CANARY}@example.org"), "phone": CANARY});
    assert_eq!(app.put("/merchant", settings).await.status, 200);
    let log = app.logged().join("\n");
    for secret in [CANARY, &app.client.secret, &app.client.client_id, "Bearer", "cols_", "colc_"] {
        assert!(!log.contains(secret), "{secret}");
    }
}
