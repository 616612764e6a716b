//! The query parameters of every list whose records can be looked up, which are taken out of a request before the list
//! is asked.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    asked_of_list::AskedOfList,
    by_ids,
    extract::{RawInput, take_parameter},
    json::Json,
    schema,
    sorting::{ALWAYS, PARAMETER as SORT, SORTED_MAX, Sorting},
    validate::Validator,
};
use values::{
    Timestamp,
    error::Reason,
    metadata::{KEY_CHARACTERS_MAX, VALUE_CHARACTERS_MAX},
};

/// Name of the query parameter for what has changed.
const UPDATED_SINCE: &str = "updated_since";
/// What the names of query parameters begin with that ask for something in the metadata.
pub const METADATA: &str = "metadata";
/// Most keys by which one request filters.
const KEYS_MAX: usize = 3;

/// For the schema of the instant.
#[derive(Deserialize, JsonSchema)]
struct Since {
    /// Only records that were made or changed at this instant or later, of those that are still listed. What was put
    /// away is told by events.
    #[expect(dead_code, reason = "only its schema is used")]
    updated_since: Option<Timestamp>,
}

/// What the parameters may hold, by their names.
#[must_use]
pub fn schemas(sorted_by: &'static [&'static str]) -> Vec<(&'static str, Value)> {
    vec![(UPDATED_SINCE, since_schema()), (METADATA, metadata_schema()), (SORT, sort_schema(sorted_by))]
}

fn since_schema() -> Value {
    schema::input::<Since>()["properties"][UPDATED_SINCE].take()
}

fn metadata_schema() -> Value {
    let description = "Only records with these values under these keys of their metadata, such as \
                       `metadata.customer_number=4711`; `metadata[customer_number]=4711` is the same. Keys that end \
                       with `_id` are found however long the list is.";
    json!({"type": "object", "maxProperties": KEYS_MAX, "additionalProperties": value_schema(), "description": description})
}

fn value_schema() -> Value {
    json!({"type": "string", "maxLength": VALUE_CHARACTERS_MAX})
}

fn sort_schema(sorted_by: &[&str]) -> Value {
    let names: Vec<&str> = sorted_by.iter().copied().chain([ALWAYS]).collect();
    let description = format!(
        "In the order of this field instead, `order=asc` unless the request says otherwise; without case and accents, \
         and records without a value last. At most {SORTED_MAX} records are put into order: others are refused with \
         422 `too_many_to_read`.",
    );
    json!({"type": "string", "enum": names, "description": description})
}

/// Takes out of a request what it asks of a list that takes it. Only by themselves are records asked for by ids.
/// `sorted_by` are the fields by which it can be sorted; none where it takes nothing of this.
pub fn take(
    sorted_by: Option<&'static [&'static str]>,
    input: &mut RawInput,
    validator: &mut Validator,
) -> AskedOfList {
    let Some(sorted_by) = sorted_by else { return AskedOfList::default() };
    let ids = by_ids::take(input, validator);
    let since = take_parameter(input, UPDATED_SINCE, since_schema, validator);
    let updated_since = since.and_then(|since| Timestamp::parse(since.as_str()?));
    let metadata = take_metadata(input, validator).into();
    let sorting = take_sorting(sorted_by, input, validator);
    AskedOfList { ids, updated_since, metadata, sorting }
}

fn take_sorting(
    sorted_by: &'static [&'static str],
    input: &mut RawInput,
    validator: &mut Validator,
) -> Option<Sorting> {
    let asked = take_parameter(input, SORT, || sort_schema(sorted_by), validator)?;
    Sorting::of(sorted_by, asked.as_str()?)
}

fn take_metadata(input: &mut RawInput, validator: &mut Validator) -> Vec<(String, String)> {
    let (given, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut input.query).into_iter().partition(|(name, _)| key_of(name).is_some());
    input.query = others;
    let mut taken: Vec<(String, String)> = Vec::new();
    for (name, value) in given {
        let Some(key) = key_of(&name) else { continue };
        if key.is_empty() || key.chars().count() > KEY_CHARACTERS_MAX {
            validator.refuse(&name, Reason::UnknownParameter);
        } else if taken.iter().any(|(known, _)| known == key) {
            validator.refuse(&name, Reason::Repeated);
        } else if taken.len() == KEYS_MAX {
            validator.refuse_because(&name, Reason::TooMany, "is more than the three keys of a request");
        } else {
            validator.check(&value_schema(), &Json::String(value.clone()), &name);
            taken.push((key.to_owned(), value));
        }
    }
    taken
}

/// The key that a parameter of this name asks for: `metadata.key` or `metadata[key]`.
fn key_of(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(METADATA)?;
    rest.strip_prefix('.').or_else(|| rest.strip_prefix('[')?.strip_suffix(']'))
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn a_key_of_metadata_is_named_behind_a_dot_or_between_brackets() {
        for (name, key) in [
            ("metadata.erp_id", Some("erp_id")),
            ("metadata[erp_id]", Some("erp_id")),
            ("metadata.a.b", Some("a.b")),
            ("metadata[erp_id", None),
            ("metadata", None),
            ("metadatum.x", None),
        ] {
            assert_eq!(key_of(name), key, "{name}");
        }
    }
}
