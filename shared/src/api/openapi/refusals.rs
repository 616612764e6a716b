//! What the document says of refusals: their schemas, and an answer of every code as the service words it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{components::reference, reasons};
use crate::api::{
    reply::{Meta, error_answer},
    route::{Route, Routes},
    schema,
};
use values::{
    ApiError, ErrorCode, Timestamp,
    error::{FieldError, Obstacle, Reason, TimeConflict},
};

/// Instant and identifiers that the examples name.
const NOW: &str = "2026-11-21T09:00:00.000Z";
const RESOURCE: &str = "01990000-0000-7000-8000-000000000001";
const BOOKING: &str = "01990000-0000-7000-8000-000000000002";

/// The schemas of `ApiError` and its parts.
pub fn schemas() -> [(&'static str, Value); 8] {
    let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    let field = json!({"type": "string", "description": "Path of the offending field."});
    let reasons: Vec<&str> = Reason::ALL.iter().map(|reason| reason.as_str()).chain(reasons::all()).collect();
    let reason = json!({"type": "string", "x-extensible-enum": reasons, "description":
        "What is wrong with it, for programs. A new version may know more of them; each operation's 422 names its own."});
    let message = json!({"type": "string", "description": "What the field must be, with its bounds and allowed values; for people."});
    let list =
        |name: &str, description: &str| json!({"type": "array", "description": description, "items": reference(name)});
    let closed = |required: &[&str], properties: Value| json!({"type": "object", "required": required, "properties": properties});
    let details = json!({
        "field": field, "reason": reason,
        "errors": list("FieldError", "Every offending field; the first one is also in `field` and `reason`."),
        "conflicts": list("TimeConflict", "Intervals in the way, of a `booking_conflict`."),
        "existing_id": {"type": "string", "format": "uuid", "description":
            "The record that has the value, of an `already_exists`, where the client may read it."},
        "in_use": list("Obstacle", "The first few of what stands in the way, of an `in_use`."),
    });
    let error = json!({
        "code": reference("ErrorCode"),
        "message": {"type": "string", "description": "A sentence for people; it may change."},
        "details": reference("ErrorDetails"),
    });
    let request_id = json!({"type": "string", "description": "Identifier of the request."});
    let timestamp = json!({"type": "string", "format": "date-time", "description": "When it was handled."});
    let mut meta = closed(&["request_id"], json!({"request_id": request_id, "timestamp": timestamp}));
    meta["description"] = "Answers that the gateway makes by itself have no `timestamp`.".into();
    [
        (
            "ApiError",
            closed(&["error", "meta"], json!({"error": reference("ErrorBody"), "meta": reference("ErrorMeta")})),
        ),
        ("ErrorBody", closed(&["code", "message"], error)),
        ("ErrorCode", json!({"type": "string", "enum": codes})),
        ("ErrorDetails", closed(&["field", "reason", "errors"], details)),
        ("ErrorMeta", meta),
        (
            "FieldError",
            closed(&["field", "reason", "message"], json!({"field": field, "reason": reason, "message": message})),
        ),
        ("Obstacle", schema::output::<Obstacle>()),
        ("TimeConflict", schema::output::<TimeConflict>()),
    ]
}

/// The refusals of an operation, by status.
pub fn responses(route: &Route) -> Map<String, Value> {
    let mut by_status: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in route.codes() {
        by_status.entry(code.status()).or_default().push(code.as_str());
    }
    let answer = |(status, codes): (u16, Vec<&str>)| {
        let of_rules = if status == ErrorCode::RuleViolation.status() { reasons::of(route) } else { Vec::new() };
        (status.to_string(), response(status, &codes, &of_rules))
    };
    by_status.into_iter().map(answer).collect()
}

/// What a client is told of its limit.
pub const RATE_LIMIT_HEADERS: [&str; 3] = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

fn response(status: u16, codes: &[&str], of_rules: &[&str]) -> Value {
    let header = |name: &str| json!({"$ref": format!("#/components/headers/{name}")});
    let example = |code: &&str| ((*code).to_owned(), json!({"$ref": format!("#/components/examples/{code}")}));
    let examples: Map<String, Value> = codes.iter().map(example).collect();
    let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    let mut response = json!({
        "description": codes.join(", "),
        "headers": {"X-Request-Id": header("X-Request-Id")},
        "content": {"application/json": {"schema": reference("ApiError"), "examples": examples}},
    });
    if !of_rules.is_empty() {
        let words: Vec<String> = of_rules.iter().map(|reason| format!("`{reason}`")).collect();
        response["description"] = format!("{}, with the reasons {}", codes.join(", "), words.join(", ")).into();
        response["x-reasons"] = json!(of_rules);
    }
    if status == 429 || status == 503 {
        response["headers"]["Retry-After"] = header("Retry-After");
    }
    if status == 429 {
        for name in RATE_LIMIT_HEADERS {
            response["headers"][name] = header(name);
        }
    }
    if status == 401 {
        response["headers"]["WWW-Authenticate"] = header("WWW-Authenticate");
    }
    response
}

/// An answer of every code that an operation has, by the code.
pub fn examples(routes: &Routes) -> Map<String, Value> {
    let codes = routes.iter().flat_map(Route::codes);
    codes.map(|code| (code.as_str().to_owned(), json!({"value": example(code)}))).collect()
}

/// What the service answers with this code.
fn example(code: ErrorCode) -> Value {
    let meta = Meta {
        request_id: "req_01990000-0000-7000-8000-0000000000aa".to_owned(),
        timestamp: Timestamp::parse(NOW).unwrap_or(Timestamp::EPOCH),
    };
    serde_json::from_str(&error_answer(&error(code), &meta).body).unwrap_or_default()
}

/// One of the errors with this code, worded as where it comes from.
fn error(code: ErrorCode) -> ApiError {
    let of = |message: &'static str| ApiError::new(code, message);
    match code {
        ErrorCode::ValidationError => ApiError::validation(vec![
            FieldError::new("start_time", Reason::Required),
            FieldError::because("attendees", Reason::OutOfRange, "must be between 1 and 100000"),
        ]),
        ErrorCode::InvalidToken => of("the client id or the secret is missing or not valid"),
        ErrorCode::InsufficientBalance => of("the credits do not suffice"),
        ErrorCode::Forbidden => of("the client lacks the scope bookings:write"),
        ErrorCode::NotFound => ApiError::not_found(),
        ErrorCode::MethodNotAllowed => of("the path does not take this method"),
        ErrorCode::BookingConflict => ApiError::booking_conflict(TimeConflict::new(
            RESOURCE,
            "2026-11-23T09:00:00.000Z",
            "2026-11-23T11:00:00.000Z",
        )),
        ErrorCode::InvalidState => of("an inactive plan cannot be published"),
        ErrorCode::AlreadyExists => ApiError::already_exists("name"),
        ErrorCode::InUse => ApiError::in_use(
            "it has bookings that have not ended",
            vec![Obstacle {
                kind: "booking".to_owned(),
                id: BOOKING.to_owned(),
                start_time: "2026-11-23T09:00:00.000Z".to_owned(),
                end_time: "2026-11-23T11:00:00.000Z".to_owned(),
            }],
        ),
        ErrorCode::CapacityExceeded => of("the benefit's quota is used up"),
        ErrorCode::OutOfStock => of("there are not enough of it"),
        ErrorCode::VersionConflict => of("the record was changed at the same moment; read it again"),
        ErrorCode::IdempotencyInProgress => of("a request with the same idempotency key is running"),
        ErrorCode::QuoteStale => of("the quote no longer holds"),
        ErrorCode::VersionMismatch => of("the record is in another version than If-Match names"),
        ErrorCode::PayloadTooLarge => of("the body is larger than 256 KB"),
        ErrorCode::UnsupportedMediaType => of("the body must be application/json"),
        ErrorCode::RuleViolation => ApiError::reference_not_found("customer_id"),
        ErrorCode::IdempotencyMismatch => of("the idempotency key was used with another request"),
        ErrorCode::RateLimited => of("too many requests"),
        ErrorCode::InternalError => ApiError::internal(""),
        ErrorCode::ServiceUnavailable => ApiError::unavailable(""),
    }
}
