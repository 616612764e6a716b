//! Which records of the stream the consumer is handed: those of kinds that have events. Lambda applies the filter of
//! `template.yaml`, which a test compares with these patterns; everywhere else `consume` applies them, so that what is
//! missing in AWS is missing in tests too.

use std::collections::BTreeSet;

use event_history::Registry;
use serde_json::{Value, json};

/// The patterns of the stream's filter; a record of the stream passes by any of them. Counters, names, days of
/// calendars and answers have no kind, and what the consumer writes itself has no events, so neither wakes the
/// function.
pub fn patterns(registry: &Registry) -> [Value; 2] {
    let kinds: BTreeSet<&str> = registry.iter().map(|events| events.kind.as_str()).collect();
    let is_told = json!({"kind": {"S": kinds}});
    [json!({"dynamodb": {"NewImage": is_told}}), json!({"dynamodb": {"OldImage": is_told}, "eventName": ["REMOVE"]})]
}

/// Lambda's patterns, as far as they are used here: an object names fields that all match, a list the values of which
/// one is there.
pub fn matches(pattern: &Value, value: &Value) -> bool {
    match pattern {
        Value::Object(fields) => fields.iter().all(|(name, inner)| matches(inner, &value[name])),
        Value::Array(values) => values.contains(value),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
