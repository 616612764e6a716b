//! Bodies of every kind against `POST /plans`: refused as documented or stored as sent, and never answered 500.

mod characters;
mod fields;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::app;

const LIMIT: usize = 256 * 1024;

async fn send(app: &TestApp, content_types: &[&str], body: &[u8]) -> TestResponse {
    let mut headers = vec![
        ("authorization".to_owned(), format!("Bearer {}", app.client.secret)),
        ("x-client-id".to_owned(), app.client.client_id.clone()),
    ];
    headers.extend(content_types.iter().map(|value| ("content-type".to_owned(), (*value).to_owned())));
    app.raw("POST", "/plans", &headers, body).await
}

async fn text(app: &TestApp, body: &str) -> String {
    send(app, &["application/json"], body.as_bytes()).await.refusal()
}

fn plan() -> Value {
    json!({"name": "Flex", "price": 10, "currency": "EUR", "billing_cycle": "monthly"})
}

/// The plan with one field as this JSON text.
fn with(field: &str, value: &str) -> String {
    let mut others = plan();
    if let Some(others) = others.as_object_mut() {
        others.remove(field);
    }
    let others = others.to_string();
    format!("{{\"{field}\":{value},{}", &others[1..])
}

#[tokio::test]
async fn what_is_not_one_json_object_is_refused() {
    let app = app().await;
    let deep = format!("{{\"name\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let wide = format!("[{}1]", "1,".repeat(100_000));
    for body in [
        "",
        " ",
        "\n\t",
        "{",
        "}",
        "{\"name\":\"Flex\",}",
        "{} {}",
        "{}x",
        "{}//",
        "/* */{}",
        "{'name':'Flex'}",
        "{name:1}",
        "{\"name\":NaN}",
        "{\"name\":Infinity}",
        "{\"price\":-Infinity}",
        "{\"price\":+1}",
        "{\"price\":01}",
        "{\"price\":.5}",
        "{\"price\":1.}",
        "{\"price\":1e}",
        "{\"price\":0x1}",
        "\u{feff}{}",
        "{\"name\":\"\\ud800\"}",
        "{\"name\":\"\\x41\"}",
        "{\"name\":\"a\nb\"}",
        "{\"name\":\"a\0b\"}",
        "{\"name\"}",
        "{\"name\":tru}",
        &deep,
    ] {
        assert_eq!(text(&app, body).await, "400 validation_error body malformed_json", "{body:.60}");
    }
    for bytes in
        [&b"{\"name\":\"\xff\"}"[..], b"{\"name\":\"\xc0\xaf\"}", b"{\"name\":\"\xe2\x82\"}", b"\xff\xfe{\0}\0"]
    {
        let answer = send(&app, &["application/json"], bytes).await;
        assert_eq!(answer.refusal(), "400 validation_error body malformed_json", "{bytes:?}");
    }
    for body in ["[]", "null", "\"x\"", "1", "true", "[{}]", &wide] {
        assert_eq!(text(&app, body).await, "400 validation_error body invalid_type", "{body:.60}");
    }
    for (body, field) in [
        (r#"{"name":"a","name":"b"}"#, "name"),
        (r#"{"name":"a","n\u0061me":"b"}"#, "name"),
        (r#"{"metadata":{"a":"1","a":"2"}}"#, "a"),
        (r#"{"features":[{"b":1,"b":2}]}"#, "b"),
    ] {
        assert_eq!(text(&app, body).await, format!("400 validation_error {field} repeated"), "{body}");
    }
}

#[tokio::test]
async fn a_body_over_256_kb_is_refused_before_it_is_read() {
    let app = app().await;
    let sized = |size: usize| {
        let body = plan().to_string();
        format!("{}{body}", " ".repeat(size - body.len()))
    };
    assert_eq!(text(&app, &sized(LIMIT + 1)).await, "413 payload_too_large");
    assert_eq!(text(&app, &"x".repeat(6 * 1024 * 1024)).await, "413 payload_too_large");
    assert_eq!(text(&app, &sized(LIMIT)).await, "201 ");
    assert_eq!(text(&app, &sized(LIMIT - 1)).await, "409 already_exists name already_exists");
    let key = format!("{{\"{}\":1}}", "k".repeat(200 * 1024));
    let answer = send(&app, &["application/json"], key.as_bytes()).await;
    assert_eq!((answer.status, answer.text.len() < 5_000), (400, true), "a long key is not repeated whole");
}

#[tokio::test]
async fn only_json_in_utf_8_is_taken() {
    let app = app().await;
    let body = plan().to_string();
    for content_type in [
        "text/plain",
        "application/xml",
        "application/json; charset=utf-16",
        "application/json; charset=latin1",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "json",
        "",
        "application/json, text/plain",
        "application/vnd.api+json",
    ] {
        let answer = send(&app, &[content_type], body.as_bytes()).await;
        assert_eq!(answer.refusal(), "415 unsupported_media_type", "{content_type}");
    }
    for content_types in [&[][..], &["application/json", "application/json"]] {
        assert_eq!(send(&app, content_types, body.as_bytes()).await.refusal(), "415 unsupported_media_type");
    }
    for (number, content_type) in [
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
    ]
    .iter()
    .enumerate()
    {
        let mut body = plan();
        body["name"] = json!(format!("Plan {number}"));
        assert_eq!(send(&app, &[content_type], body.to_string().as_bytes()).await.status, 201, "{content_type}");
    }
    let headers = [("content-encoding", "gzip")];
    assert_eq!(app.send("POST", "/plans", Some(plan()), &headers).await.refusal(), "415 unsupported_media_type");
}

#[tokio::test]
async fn a_record_over_48_kb_is_refused() {
    let app = app().await;
    let mut body = plan();
    body["features"] = (0..100).map(|_| "é".repeat(200)).collect();
    body["metadata"] = (0..50)
        .map(|number| (format!("key{number}"), json!("é".repeat(500))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert_eq!(app.post("/plans", body.clone()).await.refusal(), "422 rule_violation body record_too_large");
    body["metadata"] = json!({});
    let created = app.post("/plans", body.clone()).await;
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!(created.body["data"]["features"], body["features"]);
}

#[tokio::test]
async fn a_body_that_an_operation_does_not_take_must_be_empty() {
    let app = app().await;
    let id = app.post("/plans", plan()).await.id();
    let headers = [("content-type", "text/plain")];
    // The body of a GET or a DELETE is ignored.
    assert_eq!(app.send("GET", &format!("/plans/{id}"), Some(json!([1])), &headers).await.status, 200);
    assert_eq!(app.send("DELETE", &format!("/plans/{id}"), Some(json!([1])), &headers).await.status, 200);
}
