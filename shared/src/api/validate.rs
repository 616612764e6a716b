//! Judges a request by its published schema alone, and collects every offending field.
//!
//! The schema that the OpenAPI document publishes is the one that is checked, so the two cannot disagree. The keywords
//! are those that `schema` and the derives produce; a structure test refuses any other in an input schema.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{LazyLock, PoisonError, RwLock},
};

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::{json::Json, schema::EXACT_JSON, wording};
use values::{
    Day, Decimal, Id, TimeZone, Timestamp,
    error::{FieldError, Reason},
    text::{self, EMAIL_PATTERN, is_allowed},
};

/// Most offending fields that one answer names.
const ERRORS_MAX: usize = 50;
/// Most characters of a path that an answer repeats.
const PATH_MAX: usize = 300;
/// What a client's own key must be.
const KEY_RULE: &str =
    "must be a key of at least one character, without control characters and others that are not shown";

/// Checks inputs against a schema and turns them into what serde decodes.
#[derive(Debug, Default)]
pub struct Validator {
    errors: Vec<FieldError>,
}

impl Validator {
    /// Fields refused so far, each with its reason.
    #[must_use]
    pub fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    /// Whether anything was refused.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Notes an offending field.
    pub fn refuse(&mut self, path: &str, reason: Reason) {
        self.refuse_because(path, reason, reason.in_words());
    }

    /// Notes an offending field and what it must be.
    pub fn refuse_because(&mut self, path: &str, reason: Reason, rule: impl Into<Cow<'static, str>>) {
        if self.errors.len() < ERRORS_MAX {
            // A client can send a path of any length; the answer repeats only its beginning.
            let path: String = if path.is_empty() { "body".to_owned() } else { path.chars().take(PATH_MAX).collect() };
            self.errors.push(FieldError::because(path, reason, rule));
        }
    }

    /// Notes a field that its schema refuses.
    fn refuse_by(&mut self, schema: &Value, path: &str, reason: Reason) {
        self.refuse_because(path, reason, wording::rule(schema, reason));
    }

    /// Checks `input` at `path`; the value is meaningful only when nothing was refused.
    pub fn check(&mut self, schema: &Value, input: &Json, path: &str) -> Value {
        if *input == Json::Null && (schema["nullable"] == true || schema["x-nullable"] == true) {
            return Value::Null;
        }
        match (schema["type"].as_str(), input) {
            // The body of another request, which is checked when that is sent: to the digit as it was written.
            (Some("object"), Json::Object(members)) if schema[EXACT_JSON] == true => {
                self.exact(schema, (input, members), path)
            }
            (Some("object"), Json::Object(members)) => self.object(schema, members, path),
            (Some("array"), Json::Array(items)) => self.array(schema, items, path),
            (Some("string"), Json::String(text)) => self.string(schema, text, path),
            (Some("integer"), Json::Number(text)) => self.integer(schema, text, path),
            (Some("number"), Json::Number(text)) => self.number(schema, text, path),
            (Some("boolean"), Json::Bool(value)) => Value::Bool(*value),
            // A value of any form. Only answers have some.
            (None, _) if schema.as_object().is_some_and(Map::is_empty) => Value::Null,
            _ => {
                self.refuse_by(schema, path, Reason::InvalidType);
                Value::Null
            }
        }
    }

    fn exact(&mut self, schema: &Value, (input, members): (&Json, &[(String, Json)]), path: &str) -> Value {
        if members.len() > limit(schema, "maxProperties") {
            self.refuse_by(schema, path, Reason::TooMany);
        }
        Value::String(input.to_string())
    }

    fn object(&mut self, schema: &Value, members: &[(String, Json)], path: &str) -> Value {
        let mut object = Map::new();
        let known = schema["properties"].as_object();
        if members.len() > limit(schema, "maxProperties") {
            self.refuse_by(schema, path, Reason::TooMany);
            return Value::Null;
        }
        for (name, member) in members {
            let path = join(path, name);
            let value = match (known.and_then(|known| known.get(name)), &schema["additionalProperties"]) {
                (Some(schema), _) => self.check(schema, member, &path),
                (None, Value::Object(_)) => {
                    if name.chars().count() > limit(schema, "x-maxKeyLength") {
                        let most = &schema["x-maxKeyLength"];
                        self.refuse_because(&path, Reason::TooLong, format!("is a key of more than {most} characters"));
                    } else if name.is_empty() || !text::is_line(name) {
                        self.refuse_because(&path, Reason::InvalidFormat, KEY_RULE);
                    }
                    self.check(&schema["additionalProperties"], member, &path)
                }
                (None, _) => {
                    self.refuse(&path, Reason::UnknownField);
                    continue;
                }
            };
            object.insert(name.clone(), value);
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.iter().any(|(member, _)| member == name) {
                self.refuse(&join(path, name), Reason::Required);
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, schema: &Value, items: &[Json], path: &str) -> Value {
        if items.len() > limit(schema, "maxItems") {
            self.refuse_by(schema, path, Reason::TooMany);
            return Value::Null;
        }
        if items.len() < least(schema, "minItems") {
            self.refuse_by(schema, path, Reason::OutOfRange);
        }
        let mut values: Vec<Value> = Vec::with_capacity(items.len());
        for (position, item) in items.iter().enumerate() {
            let path = format!("{path}[{position}]");
            let value = self.check(&schema["items"], item, &path);
            if schema["uniqueItems"] == true && values.contains(&value) {
                self.refuse(&path, Reason::Repeated);
            }
            values.push(value);
        }
        Value::Array(values)
    }

    fn string(&mut self, schema: &Value, text: &str, path: &str) -> Value {
        let length = text.chars().count();
        let allowed = schema["enum"].as_array();
        if allowed.is_some_and(|allowed| !allowed.iter().any(|value| value == text)) {
            self.refuse_by(schema, path, Reason::InvalidValue);
        } else if length > limit(schema, "maxLength") {
            self.refuse_by(schema, path, Reason::TooLong);
        } else if length < least(schema, "minLength") {
            self.refuse_by(schema, path, Reason::InvalidValue);
        } else if !schema["format"].as_str().is_none_or(|format| has_format(format, text))
            || !schema["pattern"].as_str().is_none_or(|pattern| has_pattern(pattern, text) && is_allowed(pattern, text))
        {
            self.refuse_by(schema, path, Reason::InvalidFormat);
        }
        // Identifiers are the same in any case, so that a list does not name one twice.
        Value::String(if schema["format"] == "uuid" { text.to_ascii_lowercase() } else { text.to_owned() })
    }

    fn integer(&mut self, schema: &Value, text: &str, path: &str) -> Value {
        let number = Decimal::parse(text);
        if number.is_some_and(|number| !number.is_whole()) {
            self.refuse_by(schema, path, Reason::InvalidType);
            return Value::Null;
        }
        let within = number.and_then(|number| Some((number, number.integer()?)));
        let Some((number, integer)) = within else {
            // Beyond 64 bits it is still an integer, only too large or too small.
            self.refuse_because(path, Reason::OutOfRange, wording::within_64_bits(schema));
            return Value::Null;
        };
        self.bounds(schema, number, path);
        Value::from(integer)
    }

    fn number(&mut self, schema: &Value, text: &str, path: &str) -> Value {
        let Some(number) = Decimal::parse(text) else {
            self.refuse_because(path, Reason::OutOfRange, wording::DIGITS_RULE);
            return Value::Null;
        };
        self.bounds(schema, number, path);
        // A number of format `decimal` is handed over as its text, from which serde reads it exactly.
        Value::String(number.to_string())
    }

    fn bounds(&mut self, schema: &Value, number: Decimal, path: &str) {
        let bound = |name: &str| Decimal::parse(&schema.get(name)?.to_string());
        if bound("minimum").is_some_and(|least| number < least) || bound("maximum").is_some_and(|most| most < number) {
            self.refuse_by(schema, path, Reason::OutOfRange);
        } else if bound("multipleOf").is_some_and(|step| !step.divides(number)) {
            self.refuse_by(schema, path, Reason::InvalidValue);
        }
    }
}

/// Path of a member: `address.city`.
fn join(path: &str, name: &str) -> String {
    // A key of any length can be sent; the answer repeats only its beginning.
    let name: String = name.chars().take(100).collect();
    if path.is_empty() { name } else { format!("{path}.{name}") }
}

fn limit(schema: &Value, keyword: &str) -> usize {
    schema[keyword].as_u64().and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
}

fn least(schema: &Value, keyword: &str) -> usize {
    schema[keyword].as_u64().and_then(|limit| usize::try_from(limit).ok()).unwrap_or(0)
}

/// Whether `text` is written as `format` asks. Formats of numbers are bounds of their own and not looked at here.
fn has_format(format: &str, text: &str) -> bool {
    match format {
        "uuid" => Id::<()>::parse(text).is_some(),
        "date-time" => Timestamp::parse(text).is_some(),
        "date" => Day::parse(text).is_some(),
        "iana-time-zone" => TimeZone::parse(text).is_some(),
        "email" => has_pattern(EMAIL_PATTERN, text) && is_allowed(EMAIL_PATTERN, text),
        _ => true,
    }
}

/// Whether `text` matches `pattern`, which is compiled at its first use in this process: patterns are constants of
/// ours, and the structure tests compile each of them.
fn has_pattern(pattern: &str, text: &str) -> bool {
    static COMPILED: LazyLock<RwLock<HashMap<String, Option<Regex>>>> = LazyLock::new(RwLock::default);
    let matches = |compiled: &Option<Regex>| compiled.as_ref().is_some_and(|regex| regex.is_match(text));
    let known = COMPILED.read().unwrap_or_else(PoisonError::into_inner).get(pattern).map(matches);
    known.unwrap_or_else(|| {
        let mut patterns = COMPILED.write().unwrap_or_else(PoisonError::into_inner);
        matches(patterns.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).ok()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Validator;
    use crate::api::json::parse;

    fn check(schema: &Value, body: &str) -> Vec<String> {
        let mut validator = Validator::default();
        validator.check(schema, &parse(body.as_bytes()).expect("JSON"), "");
        validator.into_errors().iter().map(|error| format!("{} {}", error.field, error.reason)).collect()
    }

    #[test]
    fn every_offending_field_is_named_with_path_and_reason() {
        let schema = json!({"type": "object", "additionalProperties": false, "required": ["name", "items"], "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 3},
            "kind": {"type": "string", "enum": ["a"]},
            "items": {"type": "array", "maxItems": 2, "items": {"type": "object", "additionalProperties": false, "properties": {
                "quantity": {"type": "integer", "minimum": 1, "maximum": 9}}}},
        }});
        for (body, expected) in [
            (r#"{"name":"abc","items":[]}"#, &[][..]),
            (
                r#"{"items":[{"quantity":1.0},{"quantity":0}]}"#,
                &["items[1].quantity out_of_range", "name required"],
            ),
            (
                r#"{"name":"abcd","items":[1],"kind":"b","x":1}"#,
                &["name too_long", "items[0] invalid_type", "kind invalid_value", "x unknown_field"],
            ),
            (r#"{"name":null,"items":{}}"#, &["name invalid_type", "items invalid_type"]),
            (r#"{"name":"a","items":[{},{},{}]}"#, &["items too_many"]),
            (
                r#"{"name":"","items":[{"quantity":1.5},{"quantity":1e40}]}"#,
                &["name invalid_value", "items[0].quantity invalid_type", "items[1].quantity out_of_range"],
            ),
            ("[]", &["body invalid_type"]),
        ] {
            assert_eq!(check(&schema, body), expected, "{body}");
        }
    }

    #[test]
    fn formats_and_steps_are_checked() {
        let string = |format: &str| json!({"type": "string", "format": format});
        for (schema, body, ok) in [
            (string("uuid"), r#""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#, true),
            (string("uuid"), r#""{6ba7b810-9dad-11d1-80b4-00c04fd430c8}""#, false),
            (string("email"), r#""ann@example.com""#, true),
            (string("email"), r#""ann@@example.com""#, false),
            (string("email"), r#""ann@example..com""#, false),
            (string("email"), r#""ann@example.com-""#, false),
            (string("email"), r#""ann@-example.com""#, false),
            (string("email"), r#""ann@ex-ample.co.uk""#, true),
            (string("email"), r#""ann @example.com""#, false),
            (string("email"), "\"ann\u{a0}@example.com\"", false),
            (string("email"), r#""""#, false),
            (string("iana-time-zone"), r#""Europe/Paris""#, true),
            (string("iana-time-zone"), r#""Europe/Nowhere""#, false),
            (json!({"type": "number", "multipleOf": 0.0001, "minimum": 0, "maximum": 100}), "21.1234", true),
            (json!({"type": "number", "multipleOf": 0.0001, "minimum": 0, "maximum": 100}), "21.12345", false),
            (json!({"type": "number", "multipleOf": 0.0001, "minimum": 0, "maximum": 100}), "100.0001", false),
        ] {
            assert_eq!(check(&schema, body).is_empty(), ok, "{schema} {body}");
        }
    }
}
