//! The committed OpenAPI document.

use serde_json::Value;
use testing::conformance;

use super::{in_repository, none_of, read};

/// The committed document. One test says that it is the one of the routes; the others read it.
fn committed() -> Value {
    serde_json::from_str(&read(&in_repository("docs/openapi.json"))).expect("JSON")
}

#[tokio::test]
async fn the_committed_document_is_the_one_of_the_routes() {
    let committed = read(&in_repository("docs/openapi.json"));
    let published = local::docs::build_published().await.expect("every example succeeds");
    assert!(
        committed == published,
        "docs/openapi.json is not of these routes: cargo run -p local -- openapi > docs/openapi.json\n{}",
        first_difference(&committed, &published)
    );
}

/// Where two documents differ first: the number of the line, how it begins, and what each has there.
fn first_difference(committed: &str, published: &str) -> String {
    let mut lines = committed.lines().zip(published.lines()).zip(1..);
    let Some(((one, other), number)) = lines.find(|((one, other), _)| one != other) else {
        return "one is the beginning of the other".to_owned();
    };
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let part = |line: &str, begin: usize| line.chars().skip(begin).take(200).collect::<String>();
    let begin = same.saturating_sub(40);
    let (start, one, other) = (part(one, 0), part(one, begin), part(other, begin));
    format!("line {number}: {start}\ncommitted: {one}\nof the routes: {other}")
}

#[test]
fn every_operation_is_in_the_document_once() {
    let document = committed();
    let operations = |path: &Value| path.as_object().map_or(0, serde_json::Map::len);
    let count: usize = document["paths"].as_object().expect("paths").values().map(operations).sum();
    let routes = local::routes().0;
    assert_eq!(count, routes.len());
    for route in routes {
        let operation = &document["paths"][route.path][route.method.as_str().to_ascii_lowercase()];
        assert_eq!(operation["operationId"], route.id);
    }
}

#[test]
fn no_reference_leads_nowhere() {
    fn check(value: &Value, document: &Value) {
        if let Some(target) = value["$ref"].as_str() {
            assert!(document.pointer(target.trim_start_matches('#')).is_some(), "{target}");
        }
        value.as_object().into_iter().flat_map(serde_json::Map::values).for_each(|value| check(value, document));
        value.as_array().into_iter().flatten().for_each(|value| check(value, document));
    }
    let document = committed();
    check(&document, &document);
}

/// Every schema of the document that is no component of its own, with its place.
fn inline_schemas(document: &Value) -> Vec<(String, Value)> {
    fn collect(place: &str, value: &Value, all: &mut Vec<(String, Value)>) {
        for (key, value) in value.as_object().into_iter().flatten().filter(|(key, _)| !key.starts_with("example")) {
            let place = format!("{place}/{key}");
            let is_component = place.starts_with("/components/schemas/") && place.matches('/').count() == 3;
            if value.is_object() && !is_component {
                all.push((place.clone(), value.clone()));
            }
            collect(&place, value, all);
        }
        for (position, value) in value.as_array().into_iter().flatten().enumerate() {
            let place = format!("{place}/{position}");
            all.push((place.clone(), value.clone()));
            collect(&place, value, all);
        }
    }
    let mut all = Vec::new();
    collect("", document, &mut all);
    all
}

#[test]
fn every_object_and_list_of_values_has_a_name() {
    let document = committed();
    let is_unnamed = |schema: &Value| schema["properties"].is_object() || schema["enum"].is_array();
    let unnamed: Vec<String> = inline_schemas(&document)
        .into_iter()
        .filter(|(_, schema)| is_unnamed(schema))
        .map(|(place, _)| place)
        .collect();
    none_of(&unnamed);
}

#[test]
fn what_may_be_null_has_a_type_and_null_among_its_values() {
    // In OpenAPI 3.0 `nullable` says something only beside a type, and a list of values is taken literally.
    let document = committed();
    let mut faults = Vec::new();
    find_null_without_type(&document["components"]["schemas"], "", &mut faults);
    none_of(&faults);
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let kind = &schemas["WaitlistEntry"]["properties"]["resource_type"];
    assert_eq!(kind["allOf"][0]["$ref"], "#/components/schemas/NullableResourceType");
    let values = |name: &str| schemas[name]["enum"].as_array().cloned().unwrap_or_default();
    let with_null = [values("ResourceType"), vec![Value::Null]].concat();
    assert_eq!(values("NullableResourceType"), with_null);
}

fn find_null_without_type(schema: &Value, place: &str, faults: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            let is_null = object.get("nullable").is_some_and(|flag| *flag == true);
            let values = object.get("enum").and_then(Value::as_array);
            let has_null = values.is_none_or(|values| values.contains(&Value::Null));
            if is_null && (!object.contains_key("type") || !has_null) {
                faults.push(place.to_owned());
            }
            object.iter().for_each(|(name, value)| find_null_without_type(value, &format!("{place}/{name}"), faults));
        }
        Value::Array(items) => items.iter().for_each(|item| find_null_without_type(item, place, faults)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn two_types_of_one_name_are_told_apart() {
    let document = committed();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    // The document numbers what has the same name; a type is given another one by `#[schemars(rename)]`.
    let doubtful = |name: &&String| name.ends_with(|last: char| last.is_ascii_digit()) || name.ends_with("View");
    let doubtful: Vec<String> = schemas.keys().filter(doubtful).cloned().collect();
    none_of(&doubtful);
}

#[test]
fn every_operation_shows_a_real_answer_and_every_refusal_one_of_its_code() {
    let document = committed();
    let mut faults = Vec::new();
    for route in local::routes().iter() {
        let operation = &document["paths"][route.path][route.method.as_str().to_ascii_lowercase()];
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let response = response["$ref"]
                .as_str()
                .map_or(response, |target| document.pointer(target.trim_start_matches('#')).expect("a component"));
            let content = response["content"].as_object().expect("content").values().next().expect("a media type");
            let codes = response["description"].as_str().unwrap_or_default();
            let shows = |code: &String| codes.contains(&format!("`{code}`"));
            let is_shown = content["examples"].as_object().is_some_and(|all| !all.is_empty() && all.keys().all(shows));
            if content["example"].is_null() && !is_shown {
                faults.push(format!("{} {status}", route.id));
            }
        }
    }
    none_of(&faults);
    for (code, example) in document["components"]["examples"].as_object().expect("examples") {
        assert_eq!(example["value"]["error"]["code"], code.as_str());
    }
}

#[test]
fn every_example_of_an_answer_fits_what_its_route_promises() {
    let document = committed();
    let routes = local::routes();
    let mut faults = Vec::new();
    for route in routes.iter() {
        let operation = &document["paths"][route.path][route.method.as_str().to_ascii_lowercase()];
        let media_type = route.shape.media_type;
        let plain = media_type.split(';').next().unwrap_or_default();
        let example = &operation["responses"][route.shape.status.to_string()]["content"][plain]["example"];
        let path = format!("/v1{}", route.path);
        let answer = (route.shape.status, media_type);
        faults.extend(conformance::faults(&routes, route.method.as_str(), &path, answer, &example.to_string()));
    }
    none_of(&faults);
}

#[test]
fn initialisms_are_written_in_capitals() {
    fn check(value: &Value, faults: &mut Vec<String>) {
        for (key, value) in value.as_object().into_iter().flatten() {
            if let (true, Some(text)) = (matches!(key.as_str(), "description" | "summary"), value.as_str()) {
                // What stands in quotation marks of code is written as the code has it.
                let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
                let words = prose.split(|letter: char| !letter.is_alphanumeric() && letter != '.' && letter != '/');
                let small = ["api", "csv", "http", "ics", "iso", "pdf", "url", "utc", "uuid", "vat"];
                faults.extend(
                    words
                        .filter(|word| {
                            small.contains(&word.to_lowercase().as_str()) && !word.chars().all(char::is_uppercase)
                        })
                        .map(|word| format!("{word}: {text}")),
                );
            }
            check(value, faults);
        }
        value.as_array().into_iter().flatten().for_each(|value| check(value, faults));
    }
    let mut faults = Vec::new();
    check(&committed(), &mut faults);
    none_of(&faults);
    let schemas = &committed()["components"]["schemas"];
    assert_eq!(schemas["ApiClientCreate"]["description"], "A new API client.");
}
