//! What of an answer people see who do not run the place.

use serde_json::Value;
use work::auth::Caller;

use super::reply::{Answer, JSON};

/// Fields that are only for those who run the place, wherever they stand in an answer: empty for everybody else.
pub const EMPTIED_FIELDS: [&str; 3] = ["metadata", "internal_note", "network_group"];
/// The same of fields that are null.
pub const NULL_FIELDS: [&str; 6] =
    ["assignee_id", "decided_by", "low_stock_level", "low_stock_since", "shared_code", "subscriber_count"];

/// The answer as the caller sees it; one that a customer was given before, as customers see it.
#[must_use]
pub fn shown_to(caller: &Caller, hidden: &[&str], answer: Answer) -> Answer {
    let is_customers = answer.to_customer || caller.sees_as_customer();
    if !is_customers || answer.media_type.is_some_and(|media_type| media_type != JSON) {
        return answer;
    }
    // What cannot be read as JSON has no fields.
    let Ok(mut body) = serde_json::from_str(&answer.body) else { return answer };
    empty_fields(&mut body, hidden);
    Answer { body: body.to_string(), ..answer }
}

fn empty_fields(value: &mut Value, hidden: &[&str]) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    name if NULL_FIELDS.contains(&name) => *value = Value::Null,
                    name if EMPTIED_FIELDS.contains(&name) || hidden.contains(&name) => empty(value),
                    _ => empty_fields(value, hidden),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| empty_fields(value, hidden)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The least that a field of this type may be.
fn empty(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.clear(),
        Value::Array(values) => values.clear(),
        Value::String(text) => text.clear(),
        Value::Null | Value::Bool(_) | Value::Number(_) => *value = Value::Null,
    }
}
