//! The OpenAPI 3.0.3 document of a set of routes. `docs/openapi.json` is this, of all areas; the gate compares the two.

mod components;
pub mod reasons;
mod refusals;
mod shorten;
mod tag_groups;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use self::components::reference;
use super::{
    call::{IF_MATCH_CHARACTERS_MAX, IF_MATCH_PATTERN},
    expand,
    extract::may_be_left_out,
    reply::JSON,
    route::{Method, Route, Routes},
    schema::TYPE,
};
use values::Area;

/// Version of the interface.
pub const VERSION: &str = "1.0.0";
/// Status of what is carried on after the answer.
const ACCEPTED: u16 = 202;

/// A request that succeeds, and what it was answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// Parameters of path and query, by name.
    pub parameters: Map<String, Value>,
    /// The body, if the operation takes one.
    pub body: Option<Value>,
    /// The answer's body; a text when it is not JSON.
    pub answer: Value,
}

/// An example of each operation, by its id.
pub type Examples = BTreeMap<&'static str, Example>;

/// The OpenAPI document of the routes, with their examples.
#[must_use]
pub fn document(routes: &Routes, examples: &Examples) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    let mut schemas = common_schemas();
    for route in &routes.0 {
        let method = route.method.as_str().to_ascii_lowercase();
        let example = examples.get(route.id);
        paths.entry(route.path).or_default().insert(method, operation(route, routes, example));
        schemas.extend(named_schemas(route));
    }
    for route in routes.iter().filter(|route| !route.expansions.is_empty()) {
        let name = &route.shape.data.0;
        if let Some(schema) = schemas.get_mut(name) {
            schema["properties"][expand::FIELD] = expand::schema_of_field(name, route.expansions);
        }
    }
    let areas: BTreeSet<Area> = routes.iter().map(|route| route.area).collect();
    let tags: Vec<Value> =
        areas.iter().map(|area| json!({"name": area.title(), "description": area.about()})).collect();
    let mut document = json!({
        "openapi": "3.0.3",
        "info": {
            "title": "Colonnade",
            "version": VERSION,
            "description": include_str!("introduction.md"),
            "contact": {"name": "The maintainers of Colonnade"},
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "servers": servers(),
        "security": [{"secret": [], "client": []}],
        "tags": tags,
        "x-tagGroups": tag_groups::of(&areas),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "examples": refusals::examples(routes),
            "headers": headers(),
            "securitySchemes": {
                "secret": {"type": "http", "scheme": "bearer", "description": "The API client's secret."},
                "client": {"type": "apiKey", "in": "header", "name": "X-Client-ID", "description": "The API client's identifier."},
            },
        },
    });
    let bodies = routes.iter().filter_map(|route| Some(route.shape.body.as_ref()?.0.clone())).collect();
    components::name_types(&mut document, &bodies);
    shorten::shorten(&mut document);
    document
}

/// Where the service answers. The base address ends with the version segment.
fn servers() -> Value {
    let variable = |default: &str, description: &str| json!({"default": default, "description": description});
    json!([
        {
            "url": "https://{api_id}.execute-api.{region}.amazonaws.com/{stage}/v1",
            "description": "In AWS: the output `BaseUrl` of the stack.",
            "variables": {
                "api_id": variable("a1b2c3d4e5", "Identifier of the REST API."),
                "region": variable("eu-central-1", "AWS region of the stack."),
                "stage": variable("live", "Stage of the stack."),
            },
        },
        {
            "url": "https://{host}/v1",
            "description": "In AWS, behind a domain of your own.",
            "variables": {"host": variable("api.colonnade.example", "Domain name of the API.")},
        },
        {
            "url": "http://127.0.0.1:{port}/v1",
            "description": "On this machine: `cargo run -p local`.",
            "variables": {"port": variable("3000", "Port on which the local server listens.")},
        },
    ])
}

fn operation(route: &Route, routes: &Routes, example: Option<&Example>) -> Value {
    let scope = if route.runs_others {
        "Needs the scope of the operation that it runs.".to_owned()
    } else {
        format!("Needs the scope `{}`.", route.scope)
    };
    let description = if route.description.is_empty() { scope } else { format!("{} {scope}", route.description) };
    let mut operation = json!({
        "operationId": route.id,
        "summary": route.summary,
        "description": description,
        "tags": [route.area.title()],
        "parameters": parameters(route, example),
        "responses": responses(route, routes, example),
    });
    if let Some((name, schema)) = route.shape.body.as_deref() {
        let mut content = json!({"schema": reference(name)});
        if let Some(body) = example.and_then(|example| example.body.clone()).or_else(|| Some(route.example?())) {
            content["example"] = body;
        }
        operation["requestBody"] =
            json!({"required": !may_be_left_out(schema), "content": {"application/json": content}});
    }
    operation
}

fn parameters(route: &Route, example: Option<&Example>) -> Vec<Value> {
    let mut parameters = Vec::new();
    let mut query = route.query();
    if let Some(names) = query.as_mut().and_then(|query| query.pointer_mut("/properties/expand/items")) {
        names[TYPE] = json!({"name": format!("{}Expansion", route.shape.data.0), "description": ""});
    }
    if let Some(names) = query.as_mut().and_then(|query| query.pointer_mut("/properties/sort")) {
        names[TYPE] = json!({"name": format!("{}SortField", route.shape.data.0), "description": ""});
    }
    for (place, schema) in [("path", route.shape.path.as_deref()), ("query", query.as_ref())] {
        let Some(schema) = schema else { continue };
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let mut field = field.clone();
            let description =
                field.as_object_mut().and_then(|field| field.remove("description")).unwrap_or_else(|| json!(""));
            let required = required.contains(&name.as_str());
            let mut parameter =
                json!({"name": name, "in": place, "required": required, "description": description, "schema": field});
            if parameter["schema"]["type"] == "array" {
                // The values of a list stand between commas.
                parameter["style"] = "form".into();
                parameter["explode"] = false.into();
            }
            if parameter["schema"]["type"] == "object" {
                // The keys of an object stand between brackets behind its name.
                parameter["style"] = "deepObject".into();
                parameter["explode"] = true.into();
            }
            if let Some(value) = example.and_then(|example| example.parameters.get(name)) {
                parameter["example"] = value.clone();
            }
            parameters.push(parameter);
        }
    }
    let header = |name: &str, description: &str, schema: Value| json!({"name": name, "in": "header", "required": false, "description": description, "schema": schema});
    if route.method == Method::Post {
        let text =
            "Repeating a request with the same key within 24 hours repeats its answer and has no further effect.";
        parameters.push(header(
            "Idempotency-Key",
            text,
            json!({"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}),
        ));
    }
    if route.method != Method::Get && route.shape.path.is_some() {
        let text = "Changes the record only in the version of this `ETag`.";
        let schema = json!({"type": "string", "minLength": 1, "maxLength": IF_MATCH_CHARACTERS_MAX, "pattern": IF_MATCH_PATTERN});
        parameters.push(header("If-Match", text, schema));
    }
    parameters
}

fn responses(route: &Route, routes: &Routes, example: Option<&Example>) -> Value {
    let mut responses = Map::new();
    let (name, _) = &*route.shape.data;
    let envelope = match (is_enveloped(route), route.shape.is_list) {
        (false, _) => name.clone(),
        (true, true) => format!("{name}List"),
        (true, false) => format!("{name}Envelope"),
    };
    let media_type = route.shape.media_type.split(';').next().unwrap_or_default();
    let mut headers = json!({"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}});
    for name in refusals::RATE_LIMIT_HEADERS {
        headers[name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
    if route.query().is_some_and(|query| query["properties"]["cursor"].is_object()) && !route.shape.is_list {
        headers["Link"] = json!({"$ref": "#/components/headers/Link"});
    }
    if !route.shape.is_list {
        headers["ETag"] = json!({"$ref": "#/components/headers/ETag"});
    }
    if route.shape.status == 201 {
        headers["Location"] = json!({"$ref": "#/components/headers/Location"});
    }
    let mut success = json!({
        "description": route.summary,
        "headers": headers,
        "content": {media_type: {"schema": reference(&envelope)}},
    });
    if let Some(example) = example {
        success["content"][media_type]["example"] = example.answer.clone();
    }
    let links = links(route, routes);
    if !links.is_empty() {
        success["links"] = Value::Object(links);
    }
    if let Some(also) = route.shape.also {
        let mut there = success.clone();
        if also == ACCEPTED {
            let message =
                "It is too much for one request and carried on after the answer: `operation` says how far it has come.";
            there["description"] = message.into();
            there["headers"]["Location"] = json!({"$ref": "#/components/headers/Location"});
        } else {
            there["description"] = "What was there already.".into();
            if let Some(headers) = there["headers"].as_object_mut() {
                headers.remove("Location");
            }
        }
        if let Some(there) = there.as_object_mut() {
            there.remove("links");
        }
        responses.insert(also.to_string(), there);
    }
    responses.insert(route.shape.status.to_string(), success);
    responses.extend(refusals::responses(route));
    Value::Object(responses)
}

/// Links from a create to the operations on the new record: get, update, delete and its actions.
fn links(route: &Route, routes: &Routes) -> Map<String, Value> {
    if route.shape.status != 201 || route.path.contains('{') {
        return Map::new();
    }
    let below = |other: &&Route| {
        other
            .path
            .strip_prefix(route.path)
            .and_then(|rest| rest.strip_prefix("/{id}"))
            .is_some_and(|rest| !rest.contains('{'))
    };
    let link = |other: &Route| {
        (
            other.id.to_owned(),
            json!({"operationId": other.id, "parameters": {"id": "$response.body#/data/id"}}),
        )
    };
    routes.iter().filter(below).map(link).collect()
}

/// Answers are described without the smallest step of decimal numbers: validators that divide binary fractions take
/// 162.1379 for no multiple of 0.0001. Where a request is refused for it, the step is told.
fn leave_out_fractional_steps(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("multipleOf").and_then(Value::as_f64).is_some_and(|step| step < 1.0) {
                object.remove("multipleOf");
            }
            object.values_mut().for_each(leave_out_fractional_steps);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_fractional_steps),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An answer that is not JSON is described as it is, without an envelope.
fn is_enveloped(route: &Route) -> bool {
    route.shape.media_type == JSON
}

/// Schemas that the operation brings: its body, its data, and the envelope around it.
fn named_schemas(route: &Route) -> Vec<(String, Value)> {
    let (name, data) = &*route.shape.data;
    let mut data = data.clone();
    leave_out_fractional_steps(&mut data);
    let mut schemas = vec![(name.clone(), data)];
    schemas.extend(route.shape.body.as_deref().cloned());
    if !is_enveloped(route) {
        return schemas;
    }
    let (envelope, mut properties) = if route.shape.is_list {
        let data = json!({"type": "array", "items": reference(name), "description": "The records of this page."});
        let mut properties = json!({"data": data});
        properties["pagination"] = reference("Pagination");
        (format!("{name}List"), properties)
    } else {
        (format!("{name}Envelope"), json!({"data": reference(name)}))
    };
    properties["meta"] = reference("Meta");
    let required: Vec<String> =
        properties.as_object().map(|properties| properties.keys().cloned().collect()).unwrap_or_default();
    schemas.push((envelope, json!({"type": "object", "required": required, "properties": properties})));
    schemas
}

fn headers() -> Value {
    json!({
        "X-Request-Id": {"description": "Identifier of the request, as in `meta.request_id`.", "schema": {"type": "string"}},
        "ETag": {"description": "The record's version in quotes, when the answer is one record; of a calendar, its digest.", "schema": {"type": "string"}},
        "Location": {"description": "Path of the record that was made.", "schema": {"type": "string"}},
        "Link": {"description": "Where the file goes on, as `<?query>; rel=\"next\"` (RFC 8288), relative to the request; absent on the last page.", "schema": {"type": "string"}},
        "WWW-Authenticate": {"description": "`Bearer`. API Gateway renames it to `x-amzn-Remapped-WWW-Authenticate`.", "schema": {"type": "string"}},
        "Retry-After": {"description": "Seconds to wait before the request is sent again.", "schema": {"type": "integer"}},
        "RateLimit-Limit": {"description": "Requests that the client may send in a window of ten seconds. Absent where there is no limit.", "schema": {"type": "integer"}},
        "RateLimit-Remaining": {"description": "How many of them are left, as far as the process that answers knows.", "schema": {"type": "integer"}},
        "RateLimit-Reset": {"description": "Seconds until the next window.", "schema": {"type": "integer"}},
    })
}

fn common_schemas() -> BTreeMap<String, Value> {
    let count = |text: &str| json!({"type": "integer", "minimum": 0, "description": text});
    let has_more = json!({"type": "boolean", "description": "Whether records follow this page."});
    let meta = json!({
        "type": "object",
        "description": "Which request was answered, and when.",
        "required": ["request_id", "timestamp"],
        "properties": {
            "request_id": {"type": "string", "description": "Identifier of the request."},
            "timestamp": {"type": "string", "format": "date-time", "description": "When it was handled."},
        },
    });
    let schemas = json!({
        "Meta": meta,
        "Pagination": {
            "description": "Of the scheme that the request chose: only the cursor scheme has `next_cursor`.",
            "oneOf": [reference("PagePagination"), reference("CursorPagination")],
        },
        "PagePagination": {
            "type": "object",
            "description": "Page scheme, the default.",
            "required": ["page", "per_page", "total", "total_pages", "has_more"],
            "properties": {
                "page": count("Number of this page, from 1."),
                "per_page": count("Most records of a page."),
                "total": count("Records on all pages."),
                "total_pages": count("Pages that have records."),
                "has_more": has_more,
            },
            "additionalProperties": false,
        },
        "CursorPagination": {
            "type": "object",
            "description": "Cursor scheme, chosen by `cursor` or `limit`.",
            "required": ["has_more", "next_cursor", "total_count"],
            "properties": {
                "has_more": has_more,
                "next_cursor": {"type": "string", "description": "Send as `cursor`; empty when nothing follows."},
                "total_count": count("Records on all pages."),
            },
            "additionalProperties": false,
        },
    });
    let refusals = refusals::schemas().into_iter().map(|(name, schema)| (name.to_owned(), schema));
    schemas.as_object().cloned().unwrap_or_default().into_iter().chain(refusals).collect()
}
