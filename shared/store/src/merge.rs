//! Merges given fields into a record's body, in the form in which both are stored.

use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::item::{self, Item};
use values::ApiError;

/// `current` with the given fields replaced, inside objects too; an array replaces the array that was there. Exact
/// numbers are given as their text, as the validator hands them over.
///
/// # Errors
/// 422 `incomplete` when an object that was not there before is given without what it needs; 500 when the body does not
/// survive its own stored form.
pub fn merged<T: Serialize + DeserializeOwned>(current: &T, given: &Map<String, Value>) -> Result<T, ApiError> {
    let mut item = encoded(current)?;
    for (name, value) in encoded(given)? {
        put(&mut item, name, value);
    }
    decoded(item)
}

/// `current` with the given fields in place of its own; an object replaces the object that was there.
///
/// # Errors
/// As [`merged`].
pub fn replaced<T: Serialize + DeserializeOwned>(current: &T, given: &Map<String, Value>) -> Result<T, ApiError> {
    let mut item = encoded(current)?;
    item.extend(encoded(given)?);
    decoded(item)
}

fn encoded<T: Serialize>(value: &T) -> Result<Item, ApiError> {
    let internal = |error| ApiError::internal(format!("{} does not encode: {error}", std::any::type_name::<T>()));
    item::attributes(value).map_err(internal)
}

fn decoded<T: DeserializeOwned>(item: Item) -> Result<T, ApiError> {
    serde_dynamo::from_item(item).map_err(|error| {
        let field = given_object(&error.to_string());
        ApiError::rule(field, "incomplete", "an object that was not there before needs all of its required fields")
    })
}

fn put(item: &mut Item, name: String, value: AttributeValue) {
    match (item.entry(name), value) {
        (Entry::Occupied(mut there), AttributeValue::M(given)) if there.get().is_m() => {
            if let AttributeValue::M(there) = there.get_mut() {
                for (name, value) in given {
                    put(there, name, value);
                }
            }
        }
        (Entry::Occupied(mut there), value) => drop(there.insert(value)),
        (Entry::Vacant(missing), value) => drop(missing.insert(value)),
    }
}

/// The field that serde names in its error.
fn given_object(error: &str) -> String {
    error.split('`').nth(1).unwrap_or("body").to_owned()
}
