//! What is asked for: an operation, and an item for each request to it.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use shared::api::{OwnRequest, Route, schema::EXACT_JSON};
use values::{
    ApiError, ShortText,
    error::{FieldError, Reason},
};

/// Most items of a batch.
pub const ITEMS_MAX: usize = 100;
/// Most fields of a body: more than any operation takes.
const FIELDS_MAX: usize = 200;
/// Most parameters of a path: more than any has.
const PARAMETERS_MAX: usize = 5;

/// Requests to one operation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRun {
    /// Operation id of what is run for each item, as this document has it, such as `update_resource`.
    pub operation: ShortText,
    /// A request each, in order.
    #[schemars(length(min = 1, max = ITEMS_MAX))]
    pub items: Vec<BatchItem>,
    /// Whether nothing more is run after an item that was refused.
    #[serde(default)]
    pub stop_on_failure: bool,
    /// Whether nothing is run, and each item is only told whether its form is right: fields, types, lengths.
    #[serde(default)]
    pub dry_run: bool,
}

/// A request to the operation of a batch.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchItem {
    /// Parameters of the operation's path by name, such as `id`.
    #[serde(default)]
    #[schemars(extend("maxProperties" = PARAMETERS_MAX))]
    pub path: BTreeMap<String, ShortText>,
    /// Body of the request, as the operation takes it; left out where it takes none.
    #[serde(default)]
    pub body: Option<RequestBody>,
    /// Versions that the record may have, as the header `If-Match` says it.
    #[serde(default)]
    pub if_match: Option<ShortText>,
    /// The item's own idempotency key; that of the batch with the item's place in it when left out.
    #[serde(default)]
    pub idempotency_key: Option<ShortText>,
}

/// The body of a request as JSON text, to the digit as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestBody(String);

impl RequestBody {
    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for RequestBody {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "RequestBody".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "maxProperties": FIELDS_MAX, "additionalProperties": {}, EXACT_JSON: true})
    }
}

impl BatchRun {
    /// The request of every item. `key` is the idempotency key of the batch.
    ///
    /// # Errors
    /// 400 naming every path parameter that is missing or unknown, as `items[2].path.id`.
    pub fn requests(&self, route: &Arc<Route>, key: Option<&str>) -> Result<Vec<OwnRequest>, ApiError> {
        let faults: Vec<FieldError> =
            self.items.iter().enumerate().flat_map(|(place, item)| item.path_faults(route, place)).collect();
        if !faults.is_empty() {
            return Err(ApiError::validation(faults));
        }
        let request = |(place, item): (usize, &BatchItem)| item.request(route, key.map(|key| format!("{key}/{place}")));
        Ok(self.items.iter().enumerate().map(request).collect())
    }
}

impl BatchItem {
    fn path_faults(&self, route: &Route, place: usize) -> Vec<FieldError> {
        let names = parameters(route.path);
        let field = |name: &str| format!("items[{place}].path.{name}");
        let missing = names.iter().filter(|name| !self.path.contains_key(**name));
        let unknown = self.path.keys().filter(|name| !names.contains(&name.as_str()));
        missing
            .map(|name| FieldError::new(field(name), Reason::Required))
            .chain(unknown.map(|name| FieldError::new(field(name), Reason::UnknownField)))
            .collect()
    }

    fn request(&self, route: &Arc<Route>, key: Option<String>) -> OwnRequest {
        let value = |name: &str| self.path.get(name).map(ToString::to_string).unwrap_or_default();
        OwnRequest {
            route: Arc::clone(route),
            path: parameters(route.path).into_iter().map(|name| (name.to_owned(), value(name))).collect(),
            query: Vec::new(),
            body: self.body.as_ref().map(|body| body.0.clone().into_bytes()),
            if_match: self.if_match.as_ref().map(ToString::to_string),
            idempotency_key: self.idempotency_key.as_ref().map(ToString::to_string).or(key),
        }
    }
}

/// Names in the braces of a path, in order.
pub fn parameters(path: &str) -> Vec<&str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
}
