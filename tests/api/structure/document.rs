//! The committed OpenAPI document.

use serde_json::Value;

use super::{in_repository, read};

#[test]
fn the_committed_document_is_the_one_of_the_routes() {
    let committed = read(&in_repository("docs/openapi.json"));
    assert!(
        committed == local::docs::document(),
        "docs/openapi.json is not of these routes: cargo run -p local -- openapi > docs/openapi.json"
    );
}

#[test]
fn every_operation_is_in_the_document_once() {
    let document: Value = serde_json::from_str(&local::docs::document()).expect("JSON");
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
    let document: Value = serde_json::from_str(&local::docs::document()).expect("JSON");
    check(&document, &document);
}
