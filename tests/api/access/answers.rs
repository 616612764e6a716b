//! Security headers on every answer, whatever it is.

use local::routes;
use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::app;

use super::{NOBODY, call};

/// Headers of a request, each a name and a value.
type Headers<'a> = &'a [(&'a str, &'a str)];

const SECURITY: [(&str, &str); 7] = [
    ("content-type", "application/json"),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("strict-transport-security", "max-age=63072000; includeSubDomains"),
    ("content-security-policy", "frame-ancestors 'none'"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
];

fn check(answer: &testing::TestResponse, what: &str) {
    // An export has another content type, and no body in an envelope.
    let is_export = answer.status == 200 && answer.header("content-type") != "application/json";
    for (name, value) in SECURITY.into_iter().filter(|(name, _)| !is_export || *name != "content-type") {
        assert_eq!(answer.header(name), value, "{name} of {what}");
    }
    for name in ["server", "x-powered-by", "access-control-allow-origin"] {
        assert!(!answer.headers.contains_key(name), "{name} of {what}");
    }
    assert!(is_export || answer.header("x-request-id") == answer.body["meta"]["request_id"], "{what}");
    assert!(answer.header("x-request-id").starts_with("req_"), "{what}");
}

#[tokio::test]
async fn every_operation_answers_with_security_headers() {
    let app = app().await;
    let nobody = app.as_client(&TestClient::default());
    for route in routes().0 {
        check(&call(&app, &route, NOBODY).await, route.id);
        check(&call(&nobody, &route, NOBODY).await, route.id);
    }
}

#[tokio::test]
async fn every_refusal_has_the_error_form_and_security_headers() {
    let app = app().await;
    let large = json!({"name": "x".repeat(257 * 1024)});
    let plain: Headers = &[("content-type", "text/plain")];
    let cases: [(&str, &str, Option<Value>, Headers, &str); 8] = [
        ("GET", "/nothing", None, &[], "404 not_found"),
        ("GET", "/", None, &[], "404 not_found"),
        ("GET", "/plans/", None, &[], "404 not_found"),
        ("DELETE", "/plans", None, &[], "405 method_not_allowed"),
        ("PATCH", "/merchant", Some(json!({})), &[], "405 method_not_allowed"),
        ("POST", "/plans", Some(large), &[], "413 payload_too_large"),
        ("POST", "/plans", None, plain, "415 unsupported_media_type"),
        ("GET", "/plans?page=0", None, &[], "400 validation_error page out_of_range"),
    ];
    for (method, path, body, headers, refusal) in cases {
        let answer = app.send(method, path, body, headers).await;
        assert_eq!(answer.refusal(), refusal, "{method} {path}");
        assert!(answer.body["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
        check(&answer, path);
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let app = app().await;
    for (path, allow) in [("/plans", "GET, POST, HEAD"), ("/merchant", "GET, PUT, HEAD")] {
        assert_eq!(app.send("PATCH", path, None, &[]).await.header("allow"), allow, "{path}");
    }
}

#[tokio::test]
async fn a_request_id_of_the_client_is_not_taken_over() {
    let app: TestApp = app().await;
    let answer = app.send("GET", "/merchant", None, &[("x-request-id", "req_mine")]).await;
    assert_ne!(answer.header("x-request-id"), "req_mine");
}
