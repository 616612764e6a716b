//! Bodies of creates and updates: both come from the writable fields of the kind.

use std::{borrow::Cow, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned},
};
use serde_json::{Map, Value, json};

use super::{
    schema::{self, CREATE_ONLY, READ_ONLY},
    wording::{article, spelled},
};
use store::{Entity, Writable, merge};
use values::{ApiError, Metadata, MetadataPatch};

/// The body of a create: the writable fields, and the client's own keys.
#[derive(Debug)]
pub struct New<E: Writable> {
    /// The fields, with their defaults where they were left out.
    pub fields: E::Fields,
    /// The client's own keys, if it sent any.
    pub metadata: Option<Metadata>,
    /// The fields that the request has.
    given: Map<String, Value>,
}

/// The body of an update: any of the writable fields. What is left out stays as it is, inside objects too; an array
/// replaces the array that was there.
#[derive(Debug)]
pub struct Patch<E> {
    given: Map<String, Value>,
    metadata: Option<MetadataPatch>,
    kind: PhantomData<fn() -> E>,
}

impl<E: Writable> New<E> {
    /// Whether the request has this field.
    #[must_use]
    pub fn gives(&self, field: &str) -> bool {
        self.given.contains_key(field)
    }

    /// The fields, with those of `defaults` where the request has none. An object is taken whole.
    ///
    /// # Errors
    /// 500 when the fields do not survive their own stored form.
    pub fn over(&self, defaults: &E::Fields) -> Result<E::Fields, ApiError> {
        merge::replaced(defaults, &self.given)
    }
}

impl<E> Clone for Patch<E> {
    fn clone(&self) -> Self {
        Self { given: self.given.clone(), metadata: self.metadata.clone(), kind: PhantomData }
    }
}

impl<E: Entity> Patch<E> {
    /// Whether the request has this field.
    #[must_use]
    pub fn gives(&self, field: &str) -> bool {
        self.given.contains_key(field)
    }

    /// What the request gives for this field.
    #[must_use]
    pub fn given(&self, field: &str) -> Option<&Value> {
        self.given.get(field)
    }

    /// The client's own keys after the update; none when they stay as they are.
    ///
    /// # Errors
    /// 422 `too_many` on `metadata`.
    pub fn metadata_over(&self, current: &Metadata) -> Result<Option<Metadata>, ApiError> {
        let keys = self.metadata.as_ref().map(|keys| keys.applied_to(current)).transpose()?;
        Ok(keys.filter(|keys| keys != current))
    }

    /// `current` with the given fields replaced.
    ///
    /// # Errors
    /// 422 `incomplete` when an object that was not there before is given without what it needs.
    pub fn applied_to(&self, current: &E) -> Result<E, ApiError> {
        merge::merged(current, &self.given)
    }
}

impl<'de, E: Writable> Deserialize<'de> for New<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (given, metadata) = split(deserializer)?;
        let fields = serde_json::from_value(Value::Object(given.clone())).map_err(de::Error::custom)?;
        Ok(Self { fields, metadata, given })
    }
}

impl<'de, E> Deserialize<'de> for Patch<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (given, metadata) = split(deserializer)?;
        Ok(Self { given, metadata, kind: PhantomData })
    }
}

/// The fields as they were given, and apart from them what is given of the client's own keys.
type Given<M> = (Map<String, Value>, Option<M>);

fn split<'de, D: Deserializer<'de>, M: DeserializeOwned>(deserializer: D) -> Result<Given<M>, D::Error> {
    let mut given = Map::deserialize(deserializer)?;
    let metadata = given.remove("metadata").map(serde_json::from_value).transpose().map_err(de::Error::custom)?;
    Ok((given, metadata))
}

impl<E: Writable> JsonSchema for New<E> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Create", noun::<E>()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        body::<E, Metadata>(generator, &format!("A new {}.", words(&noun::<E>())))
    }
}

impl<E: Writable> JsonSchema for Patch<E> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Patch", noun::<E>()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let words = words(&noun::<E>());
        let article = article(&words);
        let text = format!("What may change of {article} {words}; a field that is left out stays as it is.");
        let mut schema = body::<E, MetadataPatch>(generator, &text);
        if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            fields.retain(|_, field| field.get(CREATE_ONLY).is_none());
            fields.values_mut().for_each(nothing_required);
        }
        schema.remove("required");
        schema
    }
}

/// The kind's name in the API's document: `PlanFields` are those of `Plan`.
fn noun<E: Writable>() -> String {
    let name = E::Fields::schema_name();
    name.strip_suffix("Fields").unwrap_or(&name).to_owned()
}

/// `MembershipPlan` in words: `membership plan`; `ApiClient`: `API client`.
fn words(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        let word = if letter.is_uppercase() { None } else { words.last_mut() };
        match word {
            Some(word) => word.push(letter),
            None => words.push(letter.to_lowercase().collect()),
        }
    }
    words.iter().map(|word| spelled(word)).collect::<Vec<_>>().join(" ")
}

/// The fields and the client's own keys, and nothing else. An optional field may be null.
fn body<E: Writable, M: JsonSchema>(generator: &mut SchemaGenerator, text: &str) -> Schema {
    let mut schema = E::Fields::json_schema(generator);
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.insert("metadata".to_owned(), generator.subschema_for::<M>().to_value());
    }
    // What is below the fields changes as well, so it must stand here and not be referred to.
    schema.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(|value| {
        schema::inline(value, generator.definitions());
    });
    without_read_only(schema.ensure_object());
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.values_mut().for_each(nullable_in_input);
    }
    schema.insert("description".to_owned(), text.into());
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

/// Drops what the service sets, at any depth.
fn without_read_only(schema: &mut Map<String, Value>) {
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.retain(|_, field| field.get(READ_ONLY).is_none());
        fields.values_mut().filter_map(Value::as_object_mut).for_each(without_read_only);
    }
    let choices = schema.get_mut("anyOf").and_then(Value::as_array_mut);
    choices.into_iter().flatten().filter_map(Value::as_object_mut).for_each(without_read_only);
}

/// Keeps what may be null in an answer null in a request, at any depth.
fn nullable_in_input(schema: &mut Value) {
    let is_null = |choice: &Value| *choice == "null" || choice["type"] == "null";
    let choices = [schema.get("type"), schema.get("anyOf")];
    if choices.into_iter().flatten().filter_map(Value::as_array).flatten().any(is_null) {
        schema["x-nullable"] = true.into();
    }
    nested(schema, nullable_in_input);
}

/// Requires nothing of an object, at any depth; the elements of an array are given whole.
fn nothing_required(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("required");
    }
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.values_mut().for_each(nothing_required);
    }
    for keyword in ["anyOf", "allOf"] {
        schema.get_mut(keyword).and_then(Value::as_array_mut).into_iter().flatten().for_each(nothing_required);
    }
}

fn nested(schema: &mut Value, change: fn(&mut Value)) {
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.values_mut().for_each(change);
    }
    if let Some(items) = schema.get_mut("items") {
        change(items);
    }
    for keyword in ["anyOf", "allOf", "oneOf"] {
        schema.get_mut(keyword).and_then(Value::as_array_mut).into_iter().flatten().for_each(change);
    }
}
