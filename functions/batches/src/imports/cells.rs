//! What a cell of a file is in JSON: a text, unless the field that it is for is something else. Pure.

use serde_json::Value;
use shared::api::json::{self, Json};

/// What separates the values of a list in a cell.
const LIST_SEPARATOR: char = ';';

/// The schema of what stands at a path, such as `address.city`, and the path in parts; none when nothing does. What an
/// object takes under any name has one part, dots and all.
#[must_use]
pub fn find_field<'a>(schema: &'a Value, path: &str) -> Option<(&'a Value, Vec<String>)> {
    let (mut schema, mut parts, mut rest) = (schema, Vec::new(), path);
    while !rest.is_empty() {
        if schema["additionalProperties"].is_object() {
            parts.push(rest.to_owned());
            return Some((&schema["additionalProperties"], parts));
        }
        let (part, after) = rest.split_once('.').unwrap_or((rest, ""));
        schema = schema["properties"].get(part)?;
        parts.push(part.to_owned());
        rest = after;
    }
    (!parts.is_empty()).then_some((schema, parts))
}

/// A cell as a value of this schema. What cannot be one stays a text, which the operation refuses with the field's name.
#[must_use]
pub fn typed(schema: &Value, cell: &str) -> Json {
    let text = || Json::String(cell.to_owned());
    let parsed = |wanted: fn(&Json) -> bool| json::parse(cell.as_bytes()).ok().filter(wanted).unwrap_or_else(text);
    let is_text = schema["type"] == "string";
    if cell == "null" && !is_text && (schema["nullable"] == true || schema["x-nullable"] == true) {
        return Json::Null;
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => parsed(|value| matches!(value, Json::Number(_))),
        Some("boolean") => truth(cell).map_or_else(text, Json::Bool),
        Some("object") => parsed(|value| matches!(value, Json::Object(_))),
        Some("array") if cell.starts_with('[') || schema["items"]["type"] == "object" => {
            parsed(|value| matches!(value, Json::Array(_)))
        }
        Some("array") => {
            let items = cell.split(LIST_SEPARATOR).map(str::trim).filter(|item| !item.is_empty());
            Json::Array(items.map(|item| typed(&schema["items"], item)).collect())
        }
        Some(_) | None => text(),
    }
}

fn truth(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Puts members into an object: of objects that both have the members are put together, and else what stood there is
/// replaced.
pub fn put_all(object: &mut Vec<(String, Json)>, members: Vec<(String, Json)>) {
    for (name, value) in members {
        match (object.iter_mut().find(|(known, _)| *known == name), value) {
            (Some((_, Json::Object(there))), Json::Object(members)) => put_all(there, members),
            (Some((_, there)), value) => *there = value,
            (None, value) => object.push((name, value)),
        }
    }
}

/// Puts a value into an object, under objects that are made where they are missing; what stood there is replaced.
pub fn put(object: &mut Vec<(String, Json)>, path: &[String], value: Json) {
    let Some((name, below)) = path.split_first() else { return };
    let place = object.iter().position(|(known, _)| known == name);
    let at = place.unwrap_or(object.len());
    if place.is_none() {
        object.push((name.clone(), Json::Null));
    }
    if below.is_empty() {
        object[at].1 = value;
        return;
    }
    if !matches!(object[at].1, Json::Object(_)) {
        object[at].1 = Json::Object(Vec::new());
    }
    if let Json::Object(members) = &mut object[at].1 {
        put(members, below, value);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{find_field, put, typed};
    use shared::api::json::Json;

    #[test]
    fn a_cell_is_what_its_field_is() {
        for (schema, cell, expected) in [
            (json!({"type": "string"}), "1.50", "\"1.50\""),
            (json!({"type": "number"}), "1.50", "1.50"),
            (json!({"type": "number"}), "1,50", "\"1,50\""),
            (json!({"type": "integer"}), "-3", "-3"),
            (json!({"type": "integer"}), "many", "\"many\""),
            (json!({"type": "integer", "nullable": true}), "null", "null"),
            (json!({"type": "string", "nullable": true}), "null", "\"null\""),
            (json!({"type": "boolean"}), "Yes", "true"),
            (json!({"type": "boolean"}), "0", "false"),
            (json!({"type": "boolean"}), "maybe", "\"maybe\""),
            (json!({"type": "array", "items": {"type": "string"}}), "a; b ;", "[\"a\",\"b\"]"),
            (json!({"type": "array", "items": {"type": "integer"}}), "1;2", "[1,2]"),
            (json!({"type": "array", "items": {"type": "string"}}), "[\"a;b\"]", "[\"a;b\"]"),
            (json!({"type": "array", "items": {"type": "object"}}), "[{\"a\":1}]", "[{\"a\":1}]"),
            (json!({"type": "object"}), "{\"a\":1}", "{\"a\":1}"),
            (json!({"type": "object"}), "[1]", "\"[1]\""),
        ] {
            assert_eq!(typed(&schema, cell).to_string(), expected, "{schema} {cell}");
        }
    }

    #[test]
    fn a_path_leads_through_objects_and_ends_where_any_name_is_taken() {
        let schema = json!({"properties": {
            "address": {"properties": {"city": {"type": "string"}}},
            "metadata": {"additionalProperties": {"type": "string"}}}});
        let parts = |path: &str| find_field(&schema, path).map(|(_, parts)| parts.join("/"));
        assert_eq!(parts("address.city").as_deref(), Some("address/city"));
        assert_eq!(parts("metadata.crm.id").as_deref(), Some("metadata/crm.id"));
        assert_eq!((parts("city"), parts("address.town"), parts("")), (None, None, None));
    }

    #[test]
    fn values_are_put_beside_what_is_there_or_in_its_place() {
        let path = |parts: &[&str]| parts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut object = Vec::new();
        for (parts, value) in [(&["a", "b"][..], "1"), (&["a", "c"], "2"), (&["d"], "3"), (&["a", "b"], "4")] {
            put(&mut object, &path(parts), Json::Number(value.to_owned()));
        }
        assert_eq!(Json::Object(object).to_string(), "{\"a\":{\"b\":4,\"c\":2},\"d\":3}");
    }
}
