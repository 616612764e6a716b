//! Typed input of operations: path, query and body. All of them are checked before the request is refused, so that the
//! refusal names every offending field.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{
    asked_of_list::AskedOfList,
    json::{self as exact, Json, JsonFault},
    paging::{self, PagingQuery},
    schema,
    validate::Validator,
};
use store::Paging;
use values::{ApiError, ErrorCode, Id, Kind, error::Reason};

/// A request before its input is typed.
#[derive(Clone, Debug, Default)]
pub struct RawInput {
    /// Path parameters by name, percent-decoded, in order.
    pub path: Vec<(String, String)>,
    /// Query parameters, in order, percent-decoded.
    pub query: Vec<(String, String)>,
    /// The value of the header `Content-Type`, if it was sent.
    pub content_type: Option<String>,
    /// Whether the method is one whose body is looked at.
    pub takes_body: bool,
    /// Body; `None` when the gateway sent one that cannot be read.
    pub body: Option<Vec<u8>>,
    /// What is asked of a list besides what it takes itself.
    pub asked: AskedOfList,
}

/// Where an input comes from. An operation has at most one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// The parameters in the path, such as `{id}`.
    Path,
    /// The parameters behind the `?` of the path.
    Query,
    /// The JSON body of the request.
    Body,
}

/// A typed part of a request.
pub trait Extract: Sized + Send {
    /// Where it comes from.
    const SOURCE: InputSource;

    /// What it may hold.
    fn schema() -> Value;

    /// Name of its type.
    #[must_use]
    fn type_name() -> String {
        String::new()
    }

    /// Reads it. What is wrong is added to `validator`, and then the result is `None`.
    ///
    /// # Errors
    /// Only for refusals that are no field's: 413 and 415.
    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError>;
}

/// The id in a path such as `/plans/{id}`.
pub struct PathId<K>(pub Id<K>);

/// Several parameters of a path.
#[derive(Debug)]
pub struct Path<T>(pub T);

/// Query parameters of an operation that is no list.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// Filters of a list, and the page that is asked for.
#[derive(Debug)]
pub struct Listing<F> {
    /// What narrows the list, from query parameters.
    pub filter: F,
    /// Page or cursor, its size and the order.
    pub paging: Paging,
}

/// The request's JSON body, typed by its schema.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// A list without filters.
#[derive(Debug, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoFilter {}

impl<K: Kind> Extract for PathId<K> {
    const SOURCE: InputSource = InputSource::Path;

    fn schema() -> Value {
        let uuid = json!({"type": "string", "format": "uuid", "description": "Identifier of the record."});
        json!({"type": "object", "required": ["id"], "properties": {"id": uuid}, "additionalProperties": false})
    }

    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError> {
        let values = parameters(&input.path, schema, validator);
        Ok(values.get("id").and_then(Value::as_str).and_then(Id::parse).map(Self))
    }
}

impl<T: DeserializeOwned + JsonSchema + Send> Extract for Path<T> {
    const SOURCE: InputSource = InputSource::Path;

    fn schema() -> Value {
        schema::input::<T>()
    }

    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError> {
        let values = parameters(&input.path, schema, validator);
        Ok(decode(values, validator).map(Self))
    }
}

impl<T: DeserializeOwned + JsonSchema + Send> Extract for Query<T> {
    const SOURCE: InputSource = InputSource::Query;

    fn schema() -> Value {
        schema::input::<T>()
    }

    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError> {
        let values = parameters(&input.query, schema, validator);
        Ok(decode(values, validator).map(Self))
    }
}

impl<F: DeserializeOwned + JsonSchema + Send> Extract for Listing<F> {
    const SOURCE: InputSource = InputSource::Query;

    fn schema() -> Value {
        let mut schema = schema::input::<F>();
        let paging = schema::input::<PagingQuery>();
        if schema["properties"].is_null() {
            schema["properties"] = json!({});
        }
        if let (Some(filters), Some(paging)) = (schema["properties"].as_object_mut(), paging["properties"].as_object())
        {
            filters.extend(paging.clone());
        }
        schema
    }

    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError> {
        let mut filters = parameters(&input.query, schema, validator);
        let mut paging = Map::new();
        for name in paging::PARAMETERS {
            paging.extend(filters.remove(name).map(|value| (name.to_owned(), value)));
        }
        let (filter, paging) = (decode(filters, validator), decode(paging, validator));
        Ok(filter.zip(paging).and_then(|(filter, paging): (F, PagingQuery)| {
            Some(Self { filter, paging: paging.into_paging(validator)? })
        }))
    }
}

/// Largest body, in bytes.
const BODY_BYTES_MAX: usize = 256 * 1024;

impl<T: DeserializeOwned + JsonSchema + Send> Extract for Body<T> {
    const SOURCE: InputSource = InputSource::Body;

    fn schema() -> Value {
        schema::input::<T>()
    }

    fn type_name() -> String {
        T::schema_name().into_owned()
    }

    fn extract(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Self>, ApiError> {
        Ok(body(input, schema, validator)?.and_then(|value| decode(value, validator)).map(Self))
    }
}

/// Refuses a body where the operation takes none; no body and `{}` are accepted.
pub fn no_body(input: &RawInput, validator: &mut Validator) -> Result<(), ApiError> {
    if input.body.as_ref().is_some_and(Vec::is_empty) {
        return Ok(());
    }
    body(input, &json!({"type": "object", "properties": {}, "additionalProperties": false}), validator).map(drop)
}

/// Refuses query parameters where the operation takes none.
pub fn no_query(input: &RawInput, validator: &mut Validator) {
    drop(parameters(&input.query, &json!({"properties": {}}), validator));
}

fn body(input: &RawInput, schema: &Value, validator: &mut Validator) -> Result<Option<Map<String, Value>>, ApiError> {
    if input.body.as_ref().is_some_and(|body| body.len() > BODY_BYTES_MAX) {
        return Err(ApiError::new(ErrorCode::PayloadTooLarge, "the body is larger than 256 KB"));
    }
    if input.body.as_ref().is_some_and(Vec::is_empty) && may_be_left_out(schema) {
        return Ok(Some(Map::new()));
    }
    if !input.content_type.as_deref().is_some_and(is_json) {
        return Err(ApiError::new(ErrorCode::UnsupportedMediaType, "the body must be application/json"));
    }
    match input.body.as_deref().map(exact::parse) {
        Some(Ok(json)) => match validator.check(schema, &json, "") {
            Value::Object(object) => Ok(Some(object)),
            _ => Ok(None),
        },
        Some(Err(JsonFault::Repeated(name))) => {
            validator.refuse(&name, Reason::Repeated);
            Ok(None)
        }
        Some(Err(JsonFault::Malformed)) | None => {
            validator.refuse("body", Reason::MalformedJson);
            Ok(None)
        }
    }
}

/// Whether a request may come without a body: when no field of the body is required, an empty body means `{}`.
#[must_use]
pub fn may_be_left_out(body: &Value) -> bool {
    body["required"].as_array().is_none_or(Vec::is_empty)
}

/// `application/json` in any case, with no charset or UTF-8.
fn is_json(content_type: &str) -> bool {
    let mut parts = content_type.split(';').map(|part| part.trim().to_ascii_lowercase());
    parts.next().as_deref() == Some("application/json")
        && parts.all(|part| matches!(part.as_str(), "" | "charset=utf-8" | "charset=\"utf-8\""))
}

/// Checks path or query parameters, which are all strings on the wire, against the schema's types.
fn parameters(given: &[(String, String)], schema: &Value, validator: &mut Validator) -> Map<String, Value> {
    let mut values = Map::new();
    for (name, text) in given {
        let Some(field) = schema["properties"].get(name) else {
            validator.refuse(name, Reason::UnknownParameter);
            continue;
        };
        if values.contains_key(name) {
            validator.refuse(name, Reason::Repeated);
            continue;
        }
        let value = validator.check(field, &typed(field, text), name);
        values.insert(name.clone(), value);
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !values.contains_key(name) {
            validator.refuse(name, Reason::Required);
        }
    }
    values
}

/// The text of a parameter as a JSON value of the type that its schema asks for; as a string where it is not of that
/// type. The values of a list stand between commas.
fn typed(field: &Value, text: &str) -> Json {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match field["type"].as_str() {
        Some("integer" | "number") if plain_number => Json::Number(text.to_owned()),
        Some("boolean") if text == "true" => Json::Bool(true),
        Some("boolean") if text == "false" => Json::Bool(false),
        Some("array") => Json::Array(text.split(',').map(|item| typed(&field["items"], item)).collect()),
        _ => Json::String(text.to_owned()),
    }
}

/// Takes one parameter out of a query that is judged apart from the others, by its own schema; none where it was not
/// given.
pub fn take_parameter(
    input: &mut RawInput,
    name: &str,
    schema: impl FnOnce() -> Value,
    validator: &mut Validator,
) -> Option<Value> {
    let is_it = |(given, _): &(String, String)| given == name;
    if !input.query.iter().any(is_it) {
        return None;
    }
    let (given, others): (Vec<_>, Vec<_>) = std::mem::take(&mut input.query).into_iter().partition(is_it);
    input.query = others;
    parameters(&given, &json!({"properties": {name: schema()}}), validator).remove(name)
}

/// Decodes what the schema accepted. When the type refuses it all the same, the type has a rule that its schema does
/// not state.
fn decode<T: DeserializeOwned>(values: Map<String, Value>, validator: &mut Validator) -> Option<T> {
    if validator.has_errors() {
        return None;
    }
    serde_json::from_value(Value::Object(values)).map_err(|_| validator.refuse("body", Reason::InvalidValue)).ok()
}
