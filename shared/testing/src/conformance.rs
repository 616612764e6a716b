//! Compares every answer that a test gets with what the route table, and so the OpenAPI document, promises.

use std::{fs::OpenOptions, io::Write as _, sync::LazyLock};

use serde_json::{Value, json};

use shared::api::{
    Route, Routes, expand,
    json::{self, Json},
    openapi::reasons,
    reply::JSON,
    schema,
    validate::Validator,
};
use values::{
    ErrorCode,
    error::{Obstacle, Reason, TimeConflict},
};

/// What is wrong with an answer to `method path`; nothing for paths and methods that no route has.
#[must_use]
pub fn faults(routes: &Routes, method: &str, path: &str, (status, media_type): (u16, &str), body: &str) -> Vec<String> {
    let Some(route) = route_of(routes, method, path) else { return Vec::new() };
    let is_success = status == route.shape.status || Some(status) == route.shape.also;
    let promised = if is_success { route.shape.media_type } else { JSON };
    if media_type != promised {
        return vec![format!("{} answers {media_type} instead of {promised}", route.id)];
    }
    if method == "HEAD" || promised != JSON {
        return Vec::new();
    }
    let Ok(parsed) = json::parse(body.as_bytes()) else { return vec![format!("not JSON: {body}")] };
    let mut validator = Validator::default();
    let mut faults = Vec::new();
    if is_success {
        success(&mut validator, route, parsed);
    } else {
        validator.check(&ERROR, &parsed, "");
        let error = serde_json::from_str::<Value>(body).map(|body| body["error"].clone()).unwrap_or_default();
        let known = route.codes().iter().any(|known| known.status() == status && error["code"] == known.as_str());
        if !known {
            faults.push(format!("{} answers {status} {}, which it does not document", route.id, error["code"]));
        }
        faults.extend(unknown_reasons(route, &error));
    }
    faults.extend(
        validator.into_errors().iter().map(|error| format!("{} answers {} {}", route.id, error.field, error.reason)),
    );
    faults
}

/// The reasons of a broken rule that the document does not name for this operation. While they are recorded, each is
/// known.
fn unknown_reasons(route: &Route, error: &Value) -> Vec<String> {
    if error["code"] != ErrorCode::RuleViolation.as_str() {
        return Vec::new();
    }
    let met = error["details"]["errors"].as_array().into_iter().flatten().filter_map(|error| error["reason"].as_str());
    if let Some(file) = RECORD.as_deref() {
        return met.filter_map(|reason| record(file, route.id, reason).err()).collect();
    }
    met.filter(|met| !reasons::of(route).contains(met))
        .map(|reason| {
            format!("{} answers 422 with the reason {reason}, which is not recorded: infra/record/reasons", route.id)
        })
        .collect()
}

/// Where infra/record/reasons wants to know what is answered.
#[expect(clippy::disallowed_methods, reason = "a tool of tests, which have no configuration of their own")]
static RECORD: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("COLONNADE_RECORD_REASONS").ok());

fn record(file: &str, operation: &str, reason: &str) -> Result<(), String> {
    let file = OpenOptions::new().append(true).create(true).open(file);
    file.and_then(|mut file| file.write_all(format!("{operation} {reason}\n").as_bytes()))
        .map_err(|error| error.to_string())
}

/// The route that serves a path; the one with more literal segments wins, as in the router.
fn route_of<'a>(routes: &'a Routes, method: &str, path: &str) -> Option<&'a Route> {
    let method = if method == "HEAD" { "GET" } else { method };
    let given = path.strip_prefix("/v1")?;
    // Compared as they are split: this is asked for every answer of every test, about hundreds of paths.
    let fits = |route: &&Route| {
        let mut given = given.split('/');
        route.path.split('/').all(|wanted| {
            given.next().is_some_and(|given| wanted == given || (wanted.starts_with('{') && !given.is_empty()))
        }) && given.next().is_none()
    };
    let literal = routes.iter().filter(fits).map(|route| route.path).min_by_key(|path| path.matches('{').count())?;
    routes.iter().find(|route| route.path == literal && route.method.as_str() == method)
}

/// Checks `data` by the route's own schema where it stands, and what is around it by the schema of every answer: a copy
/// of both in one schema for each answer would be most of a test's work.
fn success(validator: &mut Validator, route: &Route, parsed: Json) {
    let Json::Object(members) = parsed else { return validator.refuse("", Reason::InvalidType) };
    let (data, envelope): (Vec<_>, Vec<_>) = members.into_iter().partition(|(name, _)| name == "data");
    let schema = &route.shape.data.1;
    let mut record = |data: Json, path: &str| {
        let data = without_expanded(validator, route, data, path);
        validator.check(schema, &data, path);
    };
    match data.into_iter().next() {
        None => validator.refuse("data", Reason::Required),
        Some((_, Json::Array(items))) if route.shape.is_list => {
            for (position, item) in items.into_iter().enumerate() {
                record(item, &format!("data[{position}]"));
            }
        }
        Some(_) if route.shape.is_list => validator.refuse("data", Reason::InvalidType),
        Some((_, data)) => record(data, "data"),
    }
    validator.check(if route.shape.is_list { &LIST_ENVELOPE } else { &ENVELOPE }, &Json::Object(envelope), "");
}

/// A record without what is shown beside its fields, which is checked by itself.
fn without_expanded(validator: &mut Validator, route: &Route, record: Json, path: &str) -> Json {
    let Json::Object(members) = record else { return record };
    if route.expansions.is_empty() {
        return Json::Object(members);
    }
    let (beside, fields) = members.into_iter().partition(|(name, _)| name == expand::FIELD);
    let beside: Vec<_> = beside;
    if let Some((name, beside)) = beside.first() {
        let schema = expand::schema_of_field(&route.shape.data.0, route.expansions);
        validator.check(&schema, beside, &format!("{path}.{name}"));
    }
    Json::Object(fields)
}

/// What stands around `data`.
static ENVELOPE: LazyLock<Value> =
    LazyLock::new(|| json!({"type": "object", "required": ["meta"], "properties": {"meta": meta()}}));

/// What stands around the `data` of a list.
static LIST_ENVELOPE: LazyLock<Value> = LazyLock::new(|| {
    let integer = json!({"type": "integer", "minimum": 0});
    let pagination = json!({"type": "object", "required": ["has_more"], "properties": {
        "has_more": {"type": "boolean"}, "page": integer, "per_page": integer, "total": integer, "total_pages": integer,
        "next_cursor": {"type": "string"}, "total_count": integer}});
    json!({"type": "object", "required": ["pagination", "meta"], "properties": {"pagination": pagination, "meta": meta()}})
});

/// Schema that the body of every refusal must have.
static ERROR: LazyLock<Value> = LazyLock::new(|| {
    let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    let text = json!({"type": "string"});
    let field = json!({"type": "object", "required": ["field", "reason", "message"],
        "properties": {"field": text, "reason": text, "message": text}});
    let details = json!({"type": "object", "required": ["field", "reason", "errors"], "properties": {
        "field": text, "reason": text, "errors": {"type": "array", "items": field},
        "conflicts": {"type": "array", "items": schema::output::<TimeConflict>()},
        "existing_id": {"type": "string", "format": "uuid"},
        "in_use": {"type": "array", "items": schema::output::<Obstacle>()}}});
    json!({"type": "object", "required": ["error", "meta"], "properties": {
        "error": {"type": "object", "required": ["code", "message"], "properties": {
            "code": {"type": "string", "enum": codes}, "message": text, "details": details}},
        "meta": meta()}})
});

fn meta() -> Value {
    json!({"type": "object", "required": ["request_id", "timestamp"], "properties": {
        "request_id": {"type": "string"}, "timestamp": {"type": "string", "format": "date-time"}}})
}
