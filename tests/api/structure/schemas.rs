//! Schemas of inputs: what they tell is all that is checked before an operation runs, so each must set bounds.

use serde_json::{Value, json};
use shared::api::{Route, json::parse, schema::EXACT_JSON, validate::Validator};

use super::none_of;

/// Keywords that the validator knows, and those that only describe.
const KEYWORDS: [&str; 21] = [
    "additionalProperties",
    "description",
    "enum",
    "example",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "properties",
    "required",
    "type",
    "uniqueItems",
    // Says of a secret that no answer shows it.
    "writeOnly",
];

/// The interface gives `page` no upper bound.
const UNBOUNDED: &str = ".page";

/// Every schema of every input, with the place it is at.
fn inputs() -> Vec<(String, Value)> {
    let of = |route: &Route| {
        let body = route.shape.body.as_deref().map(|(_, body)| body.clone());
        let whole = [("path", route.shape.path.as_deref().cloned()), ("query", route.query()), ("body", body)];
        let named = |(place, schema): (&str, Option<Value>)| Some((format!("{} {place}", route.id), schema?));
        whole.into_iter().filter_map(named).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for (place, schema) in local::routes().iter().flat_map(of) {
        collect(place, schema, &mut all);
    }
    all
}

fn collect(place: String, schema: Value, all: &mut Vec<(String, Value)>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        collect(format!("{place}.{name}"), field.clone(), all);
    }
    for (keyword, mark) in [("items", "[]"), ("additionalProperties", "{}")] {
        // The body of another request, which its own operation checks.
        if schema[keyword].is_object() && schema[EXACT_JSON] != true {
            collect(format!("{place}{mark}"), schema[keyword].clone(), all);
        }
    }
    all.push((place, schema));
}

fn faults(judge: impl Fn(&str, &Value) -> Option<&'static str>) -> Vec<String> {
    inputs().iter().filter_map(|(place, schema)| Some(format!("{place}: {}", judge(place, schema)?))).collect()
}

fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind
}

#[test]
fn examples_are_there_and_fit_their_schema() {
    let mut faults = Vec::new();
    for route in local::routes().0 {
        let Some((_, schema)) = route.shape.body.as_deref() else { continue };
        let Some(example) = route.example else {
            faults.push(format!("{}: its body has no example", route.id));
            continue;
        };
        let mut validator = Validator::default();
        validator.check(schema, &parse(example().to_string().as_bytes()).expect("JSON"), "");
        let told = validator.into_errors();
        faults.extend(told.iter().map(|error| format!("{}: example {} {}", route.id, error.field, error.reason)));
    }
    none_of(&faults);
}

#[test]
fn every_object_is_closed_or_a_bounded_map() {
    none_of(&faults(|_, schema| {
        let is_closed = schema["additionalProperties"] == false || schema["maxProperties"].is_u64();
        (is(schema, "object") && !is_closed).then_some("it takes unknown fields")
    }));
}

#[test]
fn every_string_array_and_number_is_bounded() {
    none_of(&faults(|_, schema| {
        let bounded = ["maxLength", "enum", "format"].iter().any(|keyword| !schema[keyword].is_null());
        (is(schema, "string") && !bounded).then_some("a string without maxLength, enum or format")
    }));
    none_of(&faults(|_, schema| {
        (is(schema, "array") && !schema["maxItems"].is_u64()).then_some("an array without maxItems")
    }));
    none_of(&faults(|place, schema| {
        let is_number = is(schema, "integer") || is(schema, "number");
        let bounded = schema["minimum"].is_number() && schema["maximum"].is_number();
        (is_number && !bounded && !place.ends_with(UNBOUNDED)).then_some("a number without bounds")
    }));
}

#[test]
fn every_pattern_compiles() {
    none_of(&faults(|_, schema| {
        let pattern = schema["pattern"].as_str()?;
        regex_lite::Regex::new(pattern).is_err().then_some("its pattern does not compile")
    }));
}

#[test]
fn no_keyword_is_published_that_is_not_checked() {
    none_of(&faults(|_, schema| {
        let known = |name: &String| KEYWORDS.contains(&name.as_str()) || name.starts_with("x-");
        let all = schema.as_object().is_some_and(|schema| schema.keys().all(known));
        (!all).then_some("it has a keyword that the validator does not know")
    }));
    none_of(&faults(|_, schema| {
        let kinds = ["object", "array", "string", "integer", "number", "boolean"];
        let known = kinds.iter().any(|kind| is(schema, kind)) || *schema == json!({"properties": {}});
        (!known).then_some("it has no type")
    }));
}
