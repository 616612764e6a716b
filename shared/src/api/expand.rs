//! What records name, shown beside them where a request asks for it by `expand`
//! (`docs/decisions/0063-expand-and-ids.md`).
//!
//! A route says which fields of its answer can be expanded. What they name is read in batches after the operation has
//! answered, as far as the caller may see it by itself.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::{BoxFuture, try_join_all};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};
use uuid::Uuid;

#[cfg(feature = "document")]
use super::schema::{self, TYPE};
use super::{
    extract::{RawInput, take_parameter},
    reply::Answer,
    validate::Validator,
};
use values::{ApiError, Scope};
use work::{UnitOfWork, auth::Standpoint};

/// Name of the query parameter.
pub const PARAMETER: &str = "expand";
/// Name of the field beside those of the record.
pub const FIELD: &str = "expanded";
/// Most of an answer, in bytes as Lambda counts them.
const ANSWER_BYTES_MAX: usize = 5_000_000;
/// What the names of fields end with that name a record.
const ID_SUFFIX: &str = "_id";

/// A kind of what records name.
pub trait Expandable: 'static {
    /// How it is shown: in short, with nothing that those do not see who see it by itself.
    type View: Serialize + JsonSchema + Send;

    /// The scope that it takes to read it by itself.
    const SCOPE: Scope;

    /// Those of the named that are there and that the caller sees, in one call for a hundred.
    fn find(
        work: &UnitOfWork,
        named: &[Named],
    ) -> impl Future<Output = Result<Vec<(Uuid, Self::View)>, ApiError>> + Send;
}

/// What a record of the answer names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Identifier of what is named.
    pub id: Uuid,
    /// Whether the caller, who runs some locations, is told of it by a record at one of theirs.
    pub is_told: bool,
}

/// What was found of what is named, by its id.
pub type Found = HashMap<Uuid, Box<RawValue>>;

/// Finds what is named, whatever it is.
type Find = for<'a> fn(&'a UnitOfWork, Vec<Named>) -> BoxFuture<'a, Result<Found, ApiError>>;

/// A field of an answer that can be expanded.
#[derive(Clone, Copy)]
pub struct Expansion {
    /// The field, such as `customer_id`.
    pub field: &'static str,
    /// The scope that it takes.
    pub scope: Scope,
    /// Whether records at a location tell those who run it whom the field names.
    pub is_telling: bool,
    /// What kind of record it names: those of the same kind are read together.
    pub kind: fn() -> &'static str,
    find: Find,
    #[cfg(feature = "document")]
    schema: fn() -> Value,
}

impl Expansion {
    /// The field, which names a `T`.
    #[must_use]
    pub const fn of<T: Expandable>(field: &'static str) -> Self {
        Self {
            field,
            scope: T::SCOPE,
            is_telling: false,
            kind: std::any::type_name::<T>,
            find: |work, named| Box::pin(find::<T>(work, named)),
            #[cfg(feature = "document")]
            schema: schema_of::<T>,
        }
    }

    /// The same, which tells those who run the location of a record whom it names, as `get_customer` does by the record
    /// (`docs/areas/members.md`, 31).
    #[must_use]
    pub const fn telling(mut self) -> Self {
        self.is_telling = true;
        self
    }

    /// By which name a request asks for it, and under which it is shown: `customer` of `customer_id`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.field.strip_suffix(ID_SUFFIX).unwrap_or(self.field)
    }

    /// Those of these records that are there and that the caller sees, in short, by their ids.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(&self, work: &UnitOfWork, named: Vec<Named>) -> Result<Found, ApiError> {
        (self.find)(work, named).await
    }

    /// What this field of these records names, each once.
    fn named(&self, work: &UnitOfWork, records: &[Fields<'_>]) -> Vec<Named> {
        let mut named: BTreeMap<Uuid, bool> = BTreeMap::new();
        for record in records {
            if let Some(id) = record.id(self.field) {
                *named.entry(id).or_default() |= self.is_telling && record.is_at_theirs(work);
            }
        }
        let of = |(id, is_told)| Named { id, is_told };
        named.into_iter().map(of).collect()
    }
}

async fn find<T: Expandable>(work: &UnitOfWork, named: Vec<Named>) -> Result<Found, ApiError> {
    if named.is_empty() {
        return Ok(Found::new());
    }
    let found = T::find(work, &named).await?;
    found.into_iter().map(|(id, view)| Ok((id, raw(&view)?))).collect()
}

/// What the parameter may hold.
#[must_use]
pub fn schema(expansions: &[Expansion]) -> Value {
    let names: Vec<&str> = expansions.iter().map(Expansion::name).collect();
    let description = "What the records name that is shown beside them, comma-separated, under the same names in \
                       `expanded`; it takes the scope that reading each takes.";
    json!({"type": "array", "items": {"type": "string", "enum": names}, "minItems": 1, "maxItems": names.len(),
        "uniqueItems": true, "description": description})
}

/// What the field beside those of the record may have, for the document: `record` is the name of its type.
#[cfg(feature = "document")]
#[must_use]
pub fn schema_of_field(record: &str, expansions: &[Expansion]) -> Value {
    let properties: serde_json::Map<String, Value> = expansions
        .iter()
        .map(|expansion| {
            let mut schema = (expansion.schema)();
            let text = "null where it is gone, not for the caller to see, or there is none.";
            schema["description"] = format!("What `{}` names; {text}", expansion.field).into();
            (expansion.name().to_owned(), schema)
        })
        .collect();
    let description = "What the record names, as far as the request asks for it by `expand`; absent without that.";
    json!({"type": "object", "properties": properties, "description": description,
        TYPE: {"name": format!("{record}Expanded"), "description": "What the record names, in short."}})
}

#[cfg(feature = "document")]
fn schema_of<T: Expandable>() -> Value {
    let mut schema = schema::output::<T::View>();
    schema[TYPE] = json!({"name": T::View::schema_name(), "description": schema["description"]});
    schema["nullable"] = true.into();
    schema
}

/// Takes out of a request what it asks to have expanded.
pub fn take(
    expansions: &'static [Expansion],
    input: &mut RawInput,
    validator: &mut Validator,
) -> Vec<&'static Expansion> {
    if expansions.is_empty() {
        return Vec::new();
    }
    let asked = take_parameter(input, PARAMETER, || schema(expansions), validator).unwrap_or_default();
    let is_asked = |expansion: &&Expansion| {
        asked.as_array().is_some_and(|names| names.iter().any(|name| name == expansion.name()))
    };
    expansions.iter().filter(is_asked).collect()
}

/// The answer of an operation, as it was written.
#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    data: &'a RawValue,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pagination: Option<&'a RawValue>,
    #[serde(borrow)]
    meta: &'a RawValue,
}

/// The fields of a record, as they were written.
#[derive(Deserialize)]
struct Fields<'a>(#[serde(borrow)] HashMap<String, &'a RawValue>);

impl Fields<'_> {
    fn id(&self, field: &str) -> Option<Uuid> {
        let text: Option<String> = serde_json::from_str(self.0.get(field)?.get()).ok()?;
        Uuid::parse_str(&text?).ok()
    }

    /// Whether the record is at a location that the caller runs, who runs some.
    fn is_at_theirs(&self, work: &UnitOfWork) -> bool {
        let Some(Standpoint::Manager(member)) = work.caller.standpoint() else { return false };
        self.id("location_id").is_some_and(|location| member.runs(&location.to_string()))
    }
}

/// The answer with what was asked for beside each of its records: null where the field is, where what it names is gone,
/// and where the caller does not see it.
///
/// # Errors
/// 422 `too_many_to_read` when the answer would be too large; 503 when the store cannot be read.
pub async fn expanded(work: &UnitOfWork, asked: &[&Expansion], answer: Answer) -> Result<Answer, ApiError> {
    let envelope: Envelope<'_> = read(&answer.body)?;
    let is_list = envelope.data.get().starts_with('[');
    let texts: Vec<&RawValue> = if is_list { read(envelope.data.get())? } else { vec![envelope.data] };
    let records = texts.iter().map(|text| read(text.get())).collect::<Result<Vec<Fields<'_>>, _>>()?;
    let readings = asked.iter().map(|expansion| expansion.read(work, expansion.named(work, &records)));
    let found = try_join_all(readings).await?;
    let mut shown = Vec::with_capacity(texts.len());
    for (text, record) in texts.iter().zip(&records) {
        let beside = |(expansion, found): (&&Expansion, &'_ Found)| {
            (expansion.name(), record.id(expansion.field).and_then(|id| found.get(&id).cloned()))
        };
        let beside: BTreeMap<&str, Option<Box<RawValue>>> = asked.iter().zip(&found).map(beside).collect();
        shown.push(with_field(text, &raw(&beside)?)?);
    }
    let data = match shown.pop() {
        Some(record) if !is_list => record,
        last => raw(&shown.into_iter().chain(last).collect::<Vec<_>>())?,
    };
    let body = raw(&Envelope { data: &data, ..envelope })?;
    if event_bytes(body.get()) > ANSWER_BYTES_MAX {
        let message = "the answer would be larger than 5 MB; ask for fewer records";
        return Err(ApiError::rule(PARAMETER, "too_many_to_read", message));
    }
    Ok(Answer { body: body.get().to_owned(), ..answer })
}

/// How long an answer is in a string of JSON, in which Lambda hands it over.
fn event_bytes(body: &str) -> usize {
    body.len() + body.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

/// A record with what is shown beside its fields. These stay as they were written, to the digit.
fn with_field(record: &RawValue, beside: &RawValue) -> Result<Box<RawValue>, ApiError> {
    let fields = record.get().strip_suffix('}').unwrap_or_default();
    RawValue::from_string(format!("{fields},\"{FIELD}\":{beside}}}")).map_err(|error| internal(&error))
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|error| internal(&error))
}

fn raw(value: &impl Serialize) -> Result<Box<RawValue>, ApiError> {
    serde_json::value::to_raw_value(value).map_err(|error| internal(&error))
}

fn internal(error: &serde_json::Error) -> ApiError {
    ApiError::internal(format!("an answer is not expanded: {error}"))
}
