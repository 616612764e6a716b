//! Some records of a list, asked for by their ids: one batch read instead of a get for each
//! (`docs/decisions/0063-expand-and-ids.md`).

use std::sync::Arc;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    extract::{RawInput, take_parameter},
    validate::Validator,
};
use values::error::Reason;

/// Name of the query parameter.
pub const PARAMETER: &str = "ids";
/// Most ids of a request: as many as a page has records.
pub const IDS_MAX: u32 = 100;

/// What the parameter may hold.
#[must_use]
pub fn schema() -> Value {
    let description = "The records with these ids instead of the list, comma-separated: in this order, each once, \
                       without those that are not there or not for the caller to see, and all on one page. Only \
                       `expand` goes with it.";
    json!({"type": "array", "items": {"type": "string", "format": "uuid"}, "minItems": 1, "maxItems": IDS_MAX,
        "description": description})
}

/// Takes the ids out of a request; none where a list is asked for as a whole.
pub fn take(input: &mut RawInput, validator: &mut Validator) -> Option<Arc<[Uuid]>> {
    let ids = take_parameter(input, PARAMETER, schema, validator)?;
    for (name, _) in &input.query {
        validator.refuse_because(name, Reason::InvalidValue, "cannot be given together with ids");
    }
    let parsed = |id: &Value| Uuid::parse_str(id.as_str()?).ok();
    Some(ids.as_array().into_iter().flatten().filter_map(parsed).collect())
}
