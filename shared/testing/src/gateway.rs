//! HTTP requests as the event that a REST API makes of them, quirks included: path and query arrive decoded.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

/// The event of a request. `target` is path and query as they stand in the request line.
#[must_use]
pub fn rest_event(method: &str, target: &str, headers: &[(String, String)], body: &[u8]) -> Value {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut parameters: Map<String, Value> = Map::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        append(&mut parameters, &name, &value);
    }
    let mut multiple: Map<String, Value> = Map::new();
    for (name, value) in headers {
        append(&mut multiple, name, value);
    }
    let text = std::str::from_utf8(body);
    json!({
        "resource": "/{proxy+}",
        "path": percent_decode_str(path).decode_utf8_lossy(),
        "httpMethod": method,
        "multiValueHeaders": multiple,
        "multiValueQueryStringParameters": if parameters.is_empty() { Value::Null } else { parameters.into() },
        "requestContext": {"stage": "local", "requestId": "local", "path": path, "httpMethod": method,
            "identity": {"sourceIp": "127.0.0.1"}},
        "body": text.map_or_else(|_| STANDARD.encode(body), str::to_owned),
        "isBase64Encoded": text.is_err(),
    })
}

fn append(map: &mut Map<String, Value>, name: &str, value: &str) {
    let values = map.entry(name).or_insert_with(|| json!([]));
    if let Some(values) = values.as_array_mut() {
        values.push(value.into());
    }
}
