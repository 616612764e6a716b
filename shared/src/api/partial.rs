//! Part of a nested object: what a PUT merges into the object as it is.

use std::{borrow::Cow, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{json, schema, validate::Validator};
use crate::error::ApiError;

/// Some keys of a `T`, at any depth. Every key of `T` must be optional (`#[serde(default)]`), so that the schema of `T`
/// is also the schema of a part of it. A given array replaces the present one.
#[derive(Debug)]
pub struct Partial<T> {
    given: Map<String, Value>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Serialize + DeserializeOwned + JsonSchema> Partial<T> {
    /// `current` with the given keys replaced.
    ///
    /// # Errors
    /// 500 when the type does not survive its own wire form.
    pub fn applied_to(self, current: &T) -> Result<T, ApiError> {
        let broken = |error: serde_json::Error| ApiError::internal(format!("{}: {error}", T::schema_name()));
        let text = serde_json::to_string(current).map_err(broken)?;
        let current = json::parse(text.as_bytes())
            .map_err(|fault| ApiError::internal(format!("{}: {fault:?}", T::schema_name())))?;
        // The validator hands exact numbers over as their text, so the stored value must be brought into the same form
        // before both are merged.
        let mut merged = Validator::default().check(&schema::input::<T>(), &current, "");
        merge(&mut merged, Value::Object(self.given));
        serde_json::from_value(merged).map_err(broken)
    }
}

fn merge(current: &mut Value, given: Value) {
    match (current, given) {
        (Value::Object(current), Value::Object(given)) => {
            for (name, value) in given {
                merge(current.entry(name).or_insert(Value::Null), value);
            }
        }
        (current, given) => *current = given,
    }
}

impl<'de, T> Deserialize<'de> for Partial<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { given: Map::deserialize(deserializer)?, kind: PhantomData })
    }
}

impl<T: JsonSchema> JsonSchema for Partial<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Partial{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Partial;
    use crate::domain::booking_policy::BookingPolicy;

    #[test]
    fn only_the_given_keys_change_at_any_depth() {
        let merged = |current: &BookingPolicy, given: Value| {
            let partial: Partial<BookingPolicy> = serde_json::from_value(given).expect("an object");
            partial.applied_to(current).expect("a policy")
        };
        let first = merged(
            &BookingPolicy::default(),
            json!({"min_minutes": 30, "cancellation_policy": {"no_show_fee_percent": "12.5", "free_minutes": 60}}),
        );
        let second = merged(&first, json!({"min_minutes": null, "cancellation_policy": {"free_minutes": 90}}));
        let shown = serde_json::to_value(&second).expect("JSON");
        assert_eq!(shown["min_minutes"], Value::Null);
        assert_eq!(shown["cancellation_policy"]["free_minutes"], 90);
        assert_eq!(shown["cancellation_policy"]["no_show_fee_percent"].to_string(), "12.5");
    }
}
