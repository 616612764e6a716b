//! Turns API Gateway events into HTTP requests, and answers into the form that the gateway expects.
//!
//! `lambda_http` has an adapter of its own, but it panics on a raw space or quote in the query, on a malformed Host and
//! on bad base64, and it resolves `..` after the gateway has routed (`docs/decisions/0002-event-adapter.md`). This one
//! reads the few fields that are needed and cannot fail in the middle.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Uri};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::api::incoming::Invocation;

/// The two payload formats of API Gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadFormat {
    /// REST API, payload 1.0.
    Rest,
    /// HTTP API, payload 2.0.
    Http,
}

impl PayloadFormat {
    /// The format of an event.
    #[must_use]
    pub fn of(event: &Value) -> Self {
        if event["version"] == "2.0" || event["rawPath"].is_string() { Self::Http } else { Self::Rest }
    }
}

/// Characters that a path may not contain unencoded. The gateway delivers paths decoded, so `%` is one of them.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^')
    .add(b'|')
    .add(b'[')
    .add(b']');
/// Characters that an encoded query may not contain unencoded.
const RAW_QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^')
    .add(b'|');

/// The request of an event; `None` when the event is not from a gateway.
pub fn request(event: &Value, format: PayloadFormat, invocation: &Invocation) -> Option<Request<Vec<u8>>> {
    let context = &event["requestContext"];
    let (method, path, query) = match format {
        PayloadFormat::Rest => (event["httpMethod"].as_str()?, event["path"].as_str()?.to_owned(), rest_query(event)),
        PayloadFormat::Http => {
            let path = without_stage(event["rawPath"].as_str()?, context["stage"].as_str());
            let query =
                utf8_percent_encode(event["rawQueryString"].as_str().unwrap_or_default(), RAW_QUERY).to_string();
            (context["http"]["method"].as_str()?, path, query)
        }
    };
    let (body, bad_body) = body(event);
    let mut request = Request::new(body);
    // A method that does not exist has no route: the router answers 405 or 404.
    *request.method_mut() = http::Method::from_bytes(method.as_bytes()).unwrap_or(http::Method::CONNECT);
    *request.uri_mut() = uri(&path, &query)?;
    *request.headers_mut() = headers(event);
    request.extensions_mut().insert(Invocation {
        gateway_request_id: context["requestId"].as_str().unwrap_or_default().to_owned(),
        bad_body,
        address: match format {
            PayloadFormat::Rest => &context["identity"]["sourceIp"],
            PayloadFormat::Http => &context["http"]["sourceIp"],
        }
        .as_str()
        .unwrap_or_default()
        .to_owned(),
        ..invocation.clone()
    });
    Some(request)
}

/// An HTTP API with a named stage puts the stage in front of the path.
fn without_stage(path: &str, stage: Option<&str>) -> String {
    let rest = stage.and_then(|stage| path.strip_prefix('/')?.strip_prefix(stage));
    rest.filter(|rest| rest.starts_with('/')).unwrap_or(path).to_owned()
}

fn uri(path: &str, query: &str) -> Option<Uri> {
    let path = utf8_percent_encode(path, PATH).to_string();
    let path = if path.starts_with('/') { path } else { format!("/{path}") };
    let target = if query.is_empty() { path } else { format!("{path}?{query}") };
    // Longer than a URI can be: it is no path of ours either.
    Uri::builder().path_and_query(target).build().ok().or_else(|| Some(Uri::from_static("/")))
}

/// A REST API delivers the query decoded, as lists of values by name.
fn rest_query(event: &Value) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let multiple = event["multiValueQueryStringParameters"].as_object();
    for (name, values) in multiple.into_iter().flatten() {
        for value in values.as_array().into_iter().flatten().filter_map(Value::as_str) {
            query.append_pair(name, value);
        }
    }
    if multiple.is_none() {
        for (name, value) in event["queryStringParameters"].as_object().into_iter().flatten() {
            query.append_pair(name, value.as_str().unwrap_or_default());
        }
    }
    query.finish()
}

fn headers(event: &Value) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let multiple = event["multiValueHeaders"].as_object();
    for (name, values) in multiple.into_iter().flatten() {
        for value in values.as_array().into_iter().flatten() {
            append(&mut headers, name, value);
        }
    }
    if multiple.is_none() {
        for (name, value) in event["headers"].as_object().into_iter().flatten() {
            append(&mut headers, name, value);
        }
    }
    headers
}

fn append(headers: &mut HeaderMap, name: &str, value: &Value) {
    let (Ok(name), Some(text)) = (HeaderName::from_bytes(name.as_bytes()), value.as_str()) else { return };
    // A header that is not text must not look as if it were absent: its bytes are passed on as they are, and are
    // refused later.
    let bytes: Vec<u8> =
        text.bytes().map(|byte| if byte.is_ascii_control() && byte != b'\t' { 0xff } else { byte }).collect();
    if let Ok(value) = HeaderValue::from_bytes(&bytes) {
        headers.append(name, value);
    }
}

/// The body, and whether it is base64 that cannot be read.
fn body(event: &Value) -> (Vec<u8>, bool) {
    let text = event["body"].as_str().unwrap_or_default();
    if event["isBase64Encoded"] != true {
        return (text.as_bytes().to_vec(), false);
    }
    STANDARD.decode(text).map_or_else(|_| (Vec::new(), true), |bytes| (bytes, false))
}

/// The answer as the gateway takes it.
pub fn answer(status: u16, headers: &HeaderMap, body: &str, format: PayloadFormat) -> Value {
    let headers: Map<String, Value> = headers
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), Value::from(value.to_str().ok()?))))
        .collect();
    let mut answer = json!({"statusCode": status, "headers": headers, "body": body, "isBase64Encoded": false});
    if format == PayloadFormat::Http {
        answer["cookies"] = json!([]);
    }
    answer
}
