//! A client's own keys and values on a record, and how an update changes them.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::text::{TEXT_PATTERN, digest};
use crate::ApiError;

/// What a key ends with whose value is the record's id in another system.
pub const ID_SUFFIX: &str = "_id";

/// Most keys of a record.
const KEYS_MAX: usize = 50;
/// Most keys that an update names: all that a record has to be removed, and as many to be set.
const PATCH_KEYS_MAX: usize = 2 * KEYS_MAX;
/// Longest key, in characters.
pub const KEY_CHARACTERS_MAX: usize = 40;
/// Longest value, in characters.
pub const VALUE_CHARACTERS_MAX: usize = 500;

/// A client's own keys and values: at most 50, keys of 40 and values of 500 characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metadata(BTreeMap<String, String>);

/// What an update changes of a client's own keys: a key with a value is set, one with null is removed, and one that is
/// not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MetadataPatch(BTreeMap<String, Option<String>>);

impl Metadata {
    /// Keys and values, in order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// What the record is known by in other systems: a mark for each key that ends with [`ID_SUFFIX`].
    pub fn foreign_ids(&self) -> impl Iterator<Item = String> {
        self.iter().filter(|(key, _)| is_foreign_id(key)).map(|(key, value)| foreign_id(key, value))
    }

    /// How long all of it is, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.iter().map(|(key, value)| key.len() + value.len()).sum()
    }
}

/// Whether records are listed by the values of this key, and so found however many there are.
#[must_use]
pub fn is_foreign_id(key: &str) -> bool {
    key.ends_with(ID_SUFFIX)
}

/// The mark of a key and its value: always as long, and nothing that a client wrote.
#[must_use]
pub fn foreign_id(key: &str, value: &str) -> String {
    digest(&format!("{} {key} {value}", key.len()))
}

impl MetadataPatch {
    /// The keys of a record after the update. Only they tell whether there are too many.
    ///
    /// # Errors
    /// 422 `too_many` on `metadata`.
    pub fn applied_to(&self, current: &Metadata) -> Result<Metadata, ApiError> {
        let mut keys = current.0.clone();
        for (key, value) in &self.0 {
            match value {
                Some(value) => drop(keys.insert(key.clone(), value.clone())),
                None => drop(keys.remove(key)),
            }
        }
        if keys.len() > KEYS_MAX {
            let message = format!("a record has at most {KEYS_MAX} keys, and would have {}", keys.len());
            return Err(ApiError::rule("metadata", "too_many", message));
        }
        Ok(Metadata(keys))
    }
}

impl JsonSchema for Metadata {
    fn schema_name() -> Cow<'static, str> {
        "Metadata".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "Your own keys and their values, which the service stores and shows but does not read.",
            "maxProperties": KEYS_MAX,
            "x-maxKeyLength": KEY_CHARACTERS_MAX,
            "additionalProperties": {"type": "string", "maxLength": VALUE_CHARACTERS_MAX, "pattern": TEXT_PATTERN},
        })
    }
}

impl JsonSchema for MetadataPatch {
    fn schema_name() -> Cow<'static, str> {
        "MetadataPatch".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "Your own keys: one with a value is set, one that is null is removed, and one that is left out stays. \
                Together with those that stay there are at most 50.",
            "maxProperties": PATCH_KEYS_MAX,
            "x-maxKeyLength": KEY_CHARACTERS_MAX,
            "additionalProperties": {
                "type": "string",
                "maxLength": VALUE_CHARACTERS_MAX,
                "pattern": TEXT_PATTERN,
                "x-nullable": true,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{KEYS_MAX, Metadata, MetadataPatch};

    fn applied(current: &Value, patch: &Value) -> Option<Value> {
        let current: Metadata = serde_json::from_value(current.clone()).expect("metadata");
        let patch: MetadataPatch = serde_json::from_value(patch.clone()).expect("a patch");
        patch.applied_to(&current).ok().map(|keys| json!(keys))
    }

    fn keys(letter: char, count: usize) -> serde_json::Map<String, Value> {
        (0..count).map(|number| (format!("{letter}{number}"), json!("x"))).collect()
    }

    #[test]
    fn a_key_is_set_removed_or_stays() {
        let before = json!({"a": "1", "b": "2"});
        for (patch, after) in [
            (json!({}), json!({"a": "1", "b": "2"})),
            (json!({"a": "3", "c": "4"}), json!({"a": "3", "b": "2", "c": "4"})),
            (json!({"a": null, "d": null}), json!({"b": "2"})),
            (json!({"a": ""}), json!({"a": "", "b": "2"})),
        ] {
            assert_eq!(applied(&before, &patch), Some(after), "{patch}");
        }
    }

    #[test]
    fn the_limit_is_that_of_the_result() {
        let full = Value::Object(keys('a', KEYS_MAX));
        assert_eq!(applied(&full, &json!({"b": "x"})), None);
        assert_eq!(applied(&full, &json!({"a0": "y"})).map(|keys| keys["a0"].clone()), Some(json!("y")));
        let mut exchange = keys('b', KEYS_MAX);
        exchange.extend(keys('a', KEYS_MAX).into_iter().map(|(key, _)| (key, Value::Null)));
        assert_eq!(applied(&full, &Value::Object(exchange)), Some(Value::Object(keys('b', KEYS_MAX))));
    }
}
