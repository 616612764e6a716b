//! Gateway events, also those that no gateway sends: the function answers each with our envelope and never panics.

mod random;

use serde_json::{Map, Value, json};
use shared::lambda::Function;
use testing::{Fault, TestApp};
use tests::{app, routes};

/// A GET of `path` as a REST API sends it (payload 1.0).
fn rest(app: &TestApp, path: &str) -> Value {
    json!({
        "resource": "/{proxy+}", "path": path, "httpMethod": "GET",
        "headers": {"Authorization": format!("Bearer {}", app.client.secret), "X-Client-ID": app.client.client_id},
        "multiValueHeaders": {"Authorization": [format!("Bearer {}", app.client.secret)],
            "X-Client-ID": [app.client.client_id]},
        "queryStringParameters": null, "multiValueQueryStringParameters": null, "pathParameters": null,
        "stageVariables": null, "requestContext": {"requestId": "gw-1", "stage": "live", "httpMethod": "GET"},
        "body": null, "isBase64Encoded": false,
    })
}

/// The same as an HTTP API sends it (payload 2.0).
fn http(app: &TestApp, path: &str, query: &str) -> Value {
    json!({
        "version": "2.0", "routeKey": "$default", "rawPath": path, "rawQueryString": query,
        "headers": {"authorization": format!("Bearer {}", app.client.secret), "x-client-id": app.client.client_id},
        "requestContext": {"requestId": "gw-1", "stage": "$default", "http": {"method": "GET", "path": path}},
        "isBase64Encoded": false,
    })
}

/// Status and code of the answer, which must be one a gateway takes, in our envelope.
async fn outcome(app: &TestApp, event: &Value) -> String {
    let answer = app.event(event).await;
    let status = answer["statusCode"].as_u64().expect("a status");
    assert!((200..500).contains(&status), "{status} for {event}: {answer}");
    assert!(answer["headers"].is_object() && answer["isBase64Encoded"] == false, "{answer}");
    let text = answer["body"].as_str().expect("a body");
    if event["httpMethod"] == "HEAD" || event["requestContext"]["http"]["method"] == "HEAD" {
        return status.to_string();
    }
    let body: Value = serde_json::from_str(text).expect("JSON");
    let request_id = body["meta"]["request_id"].as_str().unwrap_or_default();
    assert!(request_id.starts_with("req_") && body["meta"]["timestamp"].is_string(), "{body}");
    if let Some(code) = body["error"]["code"].as_str() {
        return format!("{status} {code}");
    }
    assert!(body["data"].is_object() || body["data"].is_array(), "{body}");
    status.to_string()
}

#[tokio::test]
async fn a_process_warms_up_by_a_request_of_nobody_that_no_log_names() {
    let app = app().await;
    let function = Function::new(routes(), app.context.clone());
    let _ = app.faults.seen();
    function.warm_up().await;
    let seen: Vec<String> = app.faults.seen().into_iter().map(|seen| seen.operation).collect();
    assert_eq!(seen, ["GetItem"]);
    assert_eq!(app.logged(), Vec::<String>::new());
    let answer = function.handle(&rest(&app, "/v1/plans"), "first").await;
    assert_eq!(answer["statusCode"], 200);
    let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
    assert_eq!(line["cold_start"], true, "the first request is still the first");
}

#[tokio::test]
async fn what_cannot_be_reached_while_warming_up_stops_no_process() {
    let app = app().await;
    let function = Function::new(routes(), app.context.clone());
    app.faults.next("GetItem", 9, Fault::DropBefore);
    function.warm_up().await;
    app.faults.clear();
    assert_eq!(function.handle(&rest(&app, "/v1/plans"), "first").await["statusCode"], 200);
}

#[tokio::test]
async fn both_shapes_of_event_are_answered() {
    let app = app().await;
    assert_eq!(outcome(&app, &rest(&app, "/v1/plans")).await, "200");
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", "")).await, "200");
    assert!(app.event(&http(&app, "/v1/plans", "")).await["cookies"].is_array());
    let mut staged = http(&app, "/dev/v1/plans", "");
    staged["requestContext"]["stage"] = json!("dev");
    assert_eq!(outcome(&app, &staged).await, "200", "a named stage stands in front of the path");
    staged["rawPath"] = json!("/developer/v1/plans");
    assert_eq!(outcome(&app, &staged).await, "404 not_found");
}

#[tokio::test]
async fn what_is_no_gateway_event_is_refused() {
    let app = app().await;
    for event in [
        json!({}),
        json!([]),
        json!(null),
        json!(1),
        json!("GET /v1/plans"),
        json!({"version": "2.0"}),
        json!({"httpMethod": "GET"}),
        json!({"path": "/v1/plans"}),
        json!({"httpMethod": 1, "path": []}),
        json!({"rawPath": "/v1/plans"}),
        json!({"version": "2.0", "rawPath": null, "requestContext": {"http": {"method": "GET"}}}),
        json!({"Records": [{"eventSource": "aws:sqs"}]}),
        json!({"source": "aws.events", "detail-type": "Scheduled Event"}),
    ] {
        assert_eq!(outcome(&app, &event).await, "400 validation_error", "{event}");
    }
}

#[tokio::test]
async fn a_part_that_is_missing_or_of_another_kind_is_no_panic() {
    let app = app().await;
    let odd = [
        json!(null),
        json!(1),
        json!("x"),
        json!([]),
        json!({}),
        json!([1]),
        json!({"a": 1}),
        json!(true),
        json!([null]),
    ];
    for event in [rest(&app, "/v1/plans"), http(&app, "/v1/plans", "page=1")] {
        let fields: Vec<String> = event.as_object().expect("fields").keys().cloned().collect();
        for field in fields {
            let mut without = event.clone();
            without.as_object_mut().expect("fields").remove(&field);
            outcome(&app, &without).await;
            for value in &odd {
                let mut changed = event.clone();
                changed[&field] = value.clone();
                outcome(&app, &changed).await;
            }
        }
    }
    let mut without = rest(&app, "/v1/plans");
    without.as_object_mut().expect("fields").remove("requestContext");
    assert_eq!(outcome(&app, &without).await, "200", "a REST event is readable without its context");
    without["multiValueHeaders"] = json!(null);
    assert_eq!(outcome(&app, &without).await, "200", "headers with one value are enough");
    without["headers"] = json!(null);
    assert_eq!(outcome(&app, &without).await, "401 invalid_token");
}

#[tokio::test]
async fn a_body_that_is_not_the_base64_it_claims_is_malformed() {
    let app = app().await;
    for (body, encoded, expected) in [
        (json!("{\"name\":1}"), true, "400 validation_error"),
        (json!("e30="), true, "400 validation_error"),
        (json!("e30"), true, "400 validation_error"),
        (json!("////"), true, "400 validation_error"),
        (json!(null), true, "400 validation_error"),
        (json!(null), false, "400 validation_error"),
        (json!({"name": "x"}), false, "400 validation_error"),
    ] {
        for mut event in [rest(&app, "/v1/plans"), http(&app, "/v1/plans", "")] {
            event["httpMethod"] = json!("POST");
            event["requestContext"]["http"]["method"] = json!("POST");
            event["multiValueHeaders"]["content-type"] = json!(["application/json"]);
            event["headers"]["content-type"] = json!("application/json");
            event["body"] = body.clone();
            event["isBase64Encoded"] = json!(encoded);
            if event["version"] == "2.0" {
                event.as_object_mut().expect("fields").remove("httpMethod");
                event.as_object_mut().expect("fields").remove("multiValueHeaders");
            }
            assert_eq!(outcome(&app, &event).await, expected, "{body} {encoded}");
        }
    }
}

#[tokio::test]
async fn hostile_queries_are_refused_as_parameters() {
    let app = app().await;
    for query in [
        " ",
        "\"",
        "<",
        ">",
        "page=1 ",
        "a b=c d",
        "page=\"1\"",
        "<script>",
        "{|}",
        "\\^`",
        "%zz=1",
        "%",
        "&&&=",
        "é=ü",
        "\u{0}",
        "page=1#fragment",
        "page=1?page=2",
        "page=1\r\nx-client-id: 2",
        "page=1;page=2",
        "page=%00",
        "page=%ff",
    ] {
        let found = outcome(&app, &http(&app, "/v1/plans", query)).await;
        let harmless = query.is_empty();
        assert!(found == "400 validation_error" || harmless, "{query:?}: {found}");
    }
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", "page=1&&per_page=2&")).await, "200");
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", "page=1&page=1")).await, "400 validation_error");
    let mut event = http(&app, "/v1/plans", "page=1&page=1");
    event["queryStringParameters"] = json!({"page": "1,1"});
    assert_eq!(outcome(&app, &event).await, "400 validation_error", "the joined form is not looked at");
    let mut event = rest(&app, "/v1/plans");
    event["queryStringParameters"] = json!({"page": "1"});
    event["multiValueQueryStringParameters"] = json!({"page": ["1", "1"]});
    assert_eq!(outcome(&app, &event).await, "400 validation_error");
    event["multiValueQueryStringParameters"] = json!({"page": ["1"], "order": ["asc"]});
    assert_eq!(outcome(&app, &event).await, "200");
    for odd in [
        json!({"page": null}),
        json!({"page": [null]}),
        json!({"page": [1]}),
        json!({"page": {}}),
        json!([["page", "1"]]),
    ] {
        event["multiValueQueryStringParameters"] = odd;
        outcome(&app, &event).await;
    }
}

#[tokio::test]
async fn long_queries_and_headers_are_no_failure() {
    let app = app().await;
    let many: Map<String, Value> = (0..5_000).map(|number| (format!("p{number}"), json!(["v"]))).collect();
    let mut event = rest(&app, "/v1/plans");
    event["multiValueQueryStringParameters"] = many.into();
    assert_eq!(outcome(&app, &event).await, "400 validation_error");
    let many: Vec<String> = (0..5_000).map(|number| format!("p{number}=v")).collect();
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", &many.join("&"))).await, "400 validation_error");
    let long = "v".repeat(8 * 1_024);
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", &format!("currency={long}"))).await, "400 validation_error");
    assert_eq!(outcome(&app, &http(&app, "/v1/plans", &format!("{long}=1"))).await, "400 validation_error");
    outcome(&app, &http(&app, "/v1/plans", &"v".repeat(100_000))).await;
    assert_eq!(outcome(&app, &http(&app, &format!("/v1/plans/{}", "a".repeat(70_000)), "")).await, "404 not_found");
    let mut event = http(&app, "/v1/plans", "");
    event["headers"]["x-long"] = json!("h".repeat(100_000));
    assert_eq!(outcome(&app, &event).await, "200");
}

#[tokio::test]
async fn hostile_paths_lead_nowhere() {
    let app = app().await;
    for path in [
        "",
        "/",
        "v1/plans/../..",
        "/v1/../v1/plans",
        "/v1/plans/../../admin",
        "/v1/plans/..",
        "/v1/plans/%2e%2e/x",
        "/v1/plans?page=1",
        "/v1/plans#x",
        "/v1/plans%",
        "/v1/plans/%2F",
        "//v1/plans",
        "/v1//plans",
        "/V1/plans",
        "/v2/plans",
        "@evil.com/v1/plans",
        "http://evil.com/v1/plans",
        "/v1/plans\r\nHost: evil",
        "/v1/plans\0",
        "/v1/plans ",
        "*",
        "/v1/plänë",
    ] {
        for event in [rest(&app, path), http(&app, path, "")] {
            let found = outcome(&app, &event).await;
            assert!(found == "404 not_found" || found == "400 validation_error", "{path:?}: {found}");
        }
    }
}

#[tokio::test]
async fn hostile_headers_are_refused_where_they_matter_and_ignored_elsewhere() {
    let app = app().await;
    for (name, value, expected) in [
        ("host", json!("not a host\"<>"), "200"),
        ("host", json!(null), "200"),
        ("x-other", json!("a\r\nb"), "200"),
        ("x-other", json!(["a"]), "200"),
        ("bad name", json!("x"), "200"),
        ("", json!("x"), "200"),
        ("x-request-id", json!("forged\nline"), "200"),
        ("x-forwarded-host", json!("evil.com"), "200"),
        ("authorization", json!(null), "401 invalid_token"),
        ("authorization", json!("Bearer \u{0}"), "401 invalid_token"),
        ("authorization", json!("Bearer é"), "401 invalid_token"),
        ("authorization", json!(1), "401 invalid_token"),
        ("x-client-id", json!("\r\n"), "401 invalid_token"),
        ("x-client-id", json!(""), "401 invalid_token"),
    ] {
        let mut event = http(&app, "/v1/plans", "");
        event["headers"][name] = value.clone();
        assert_eq!(outcome(&app, &event).await, expected, "{name}: {value}");
    }
    for line in app.logged() {
        assert!(!line.contains("forged") && !line.contains(&app.client.secret), "{line}");
    }
}

#[tokio::test]
async fn any_method_is_answered() {
    let app = app().await;
    for method in ["get", "Get", "FOO", "", " ", "GET POST", "\u{0}", "é", "CONNECT", "TRACE", &"M".repeat(10_000)] {
        for mut event in [rest(&app, "/v1/plans"), http(&app, "/v1/plans", "")] {
            if event["version"] == "2.0" {
                event["requestContext"]["http"]["method"] = json!(method);
            } else {
                event["httpMethod"] = json!(method);
            }
            assert_eq!(outcome(&app, &event).await, "405 method_not_allowed", "{method:?}");
        }
    }
}
