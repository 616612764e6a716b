//! Shortens the document: parameters and answers that many operations share move into `components` and are referred to.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Parts that at least this many operations share are moved.
const ALIKE_MIN: usize = 3;

/// Shortens a document in place. It means the same as before.
pub fn shorten(document: &mut Value) {
    move_out(document, "parameters", |parameter| parameter["name"].as_str().map(str::to_owned));
    move_out(document, "responses", |response| response["description"].as_str().and_then(one_code));
}

/// The code of an answer that has only one.
fn one_code(description: &str) -> Option<String> {
    let code = description.strip_prefix('`')?.strip_suffix('`')?;
    (!code.contains('`')).then(|| code.to_owned())
}

/// Moves parts of a section (`parameters` or `responses`) that many operations share to the section of that name in
/// `components`.
fn move_out(document: &mut Value, section: &str, name: impl Fn(&Value) -> Option<String>) {
    let mut alike: BTreeMap<(String, String), usize> = BTreeMap::new();
    each(document, section, |value| {
        if let Some(name) = name(value) {
            *alike.entry((name, value.to_string())).or_default() += 1;
        }
    });
    let mut common: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for ((name, text), count) in alike {
        let best = common.entry(name).or_default();
        if count >= ALIKE_MIN && count > best.0 {
            *best = (count, text);
        }
    }
    let mut moved = Map::new();
    each(document, section, |value| {
        let Some(name) = name(value) else { return };
        let text = value.to_string();
        if common.get(&name).is_some_and(|(_, most)| *most == text) {
            let reference = json!({"$ref": format!("#/components/{section}/{name}")});
            moved.insert(name, std::mem::replace(value, reference));
        }
    });
    document["components"][section] = Value::Object(moved);
}

/// Every parameter, or every response, of every operation.
fn each(document: &mut Value, section: &str, mut act: impl FnMut(&mut Value)) {
    let operations = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in operations.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        match &mut operation[section] {
            Value::Array(items) => items.iter_mut().for_each(&mut act),
            Value::Object(members) => members.values_mut().for_each(&mut act),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
