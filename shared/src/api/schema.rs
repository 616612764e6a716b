//! Schemas of inputs and answers, derived from the types and brought into the form of OpenAPI 3.0.3.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

/// Marks a field that the service sets, at any depth: neither a create nor a patch takes it.
pub(super) const READ_ONLY: &str = "readOnly";
/// Marks a field that a create takes and a patch does not.
pub(super) const CREATE_ONLY: &str = "x-create-only";
/// Marks the schema of a type that has a name, with that name and the type's description: `components` in the OpenAPI
/// document. The validator does not look at it.
pub const TYPE: &str = "x-type";
/// Marks an object of any form that its type takes as JSON text.
pub const EXACT_JSON: &str = "x-exact-json";

/// Schema of what a request may hold. An `Option` may be left out but is not null; [`Nullable`] may be null.
#[must_use]
pub fn input<T: JsonSchema>() -> Value {
    let mut schema = generate::<T>(SchemaSettings::openapi3().for_deserialize());
    tidy(&mut schema, true);
    schema
}

/// Schema of an answer's data.
#[must_use]
pub fn output<T: JsonSchema>() -> Value {
    let mut schema = generate::<T>(SchemaSettings::openapi3().for_serialize());
    tidy(&mut schema, false);
    schema
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let mut transforms = Vec::new();
    let settings = settings.with(|settings| {
        settings.meta_schema = None;
        // They pass by what is referred to, so they come after it stands in its places.
        std::mem::swap(&mut settings.transforms, &mut transforms);
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let definitions = schema.remove("components").map(|mut components| components["schemas"].take());
    if let (Some(Value::Object(definitions)), Some(object)) = (definitions, schema.as_object_mut()) {
        object.values_mut().for_each(|value| inline(value, &definitions));
    }
    for transform in &mut transforms {
        transform.transform(&mut schema);
    }
    schema.to_value()
}

/// Replaces every reference by what it refers to, marked with the name that it had. Each place has its own copy,
/// because a patch requires less of it than a create.
pub fn inline(schema: &mut Value, definitions: &Map<String, Value>) {
    match schema {
        Value::Object(object) => {
            let name = object.remove("$ref").and_then(|target| Some(target.as_str()?.rsplit_once('/')?.1.to_owned()));
            let definition = name.as_ref().and_then(|name| definitions.get(name)).and_then(Value::as_object);
            for (keyword, value) in definition.into_iter().flatten().filter(|(keyword, _)| *keyword != "description") {
                object.entry(keyword.clone()).or_insert_with(|| value.clone());
            }
            if let (Some(name), Some(definition)) = (name, definition) {
                let description = definition.get("description").cloned().unwrap_or_else(|| "".into());
                object.insert(TYPE.to_owned(), json!({"name": name, "description": description}));
            }
            object.values_mut().for_each(|value| inline(value, definitions));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| inline(item, definitions)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Brings a schema and all below it into the form that is published and checked.
fn tidy(schema: &mut Value, is_input: bool) {
    match schema {
        Value::Object(object) => {
            merge_choices(object);
            merge_described_enum(object);
            unmark_simple(object);
            let nullable = object.remove("x-nullable").is_some_and(|flag| flag == true)
                || (!is_input && object.get("nullable").is_some_and(|flag| flag == true));
            object.remove("nullable");
            object.remove("title");
            object.remove("default");
            object.remove(CREATE_ONLY);
            object.remove(READ_ONLY);
            if nullable {
                object.insert("nullable".to_owned(), true.into());
            }
            if let Some(Value::Array(values)) = object.get_mut("enum") {
                values.retain(|value| nullable || !value.is_null());
            }
            for (keyword, value) in object {
                match (keyword.as_str(), value) {
                    (TYPE, _) => {}
                    // Its keys are names of fields, which may be called `default` or `title`.
                    ("properties", Value::Object(fields)) => {
                        fields.values_mut().for_each(|field| tidy(field, is_input));
                    }
                    (_, value) => tidy(value, is_input),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| tidy(item, is_input)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An optional or described type comes as a list of one choice, or of two when the other is null.
fn merge_choices(object: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = object.remove("anyOf").or_else(|| object.remove("allOf")) else { return };
    for choice in choices {
        if choice["enum"] == json!([null]) {
            object.insert("nullable".to_owned(), true.into());
        } else if let Value::Object(choice) = choice {
            for (keyword, value) in choice {
                object.entry(keyword).or_insert(value);
            }
        }
    }
}

/// Only objects and lists of values are known by their name; of all others the description is what is worth telling.
fn unmark_simple(object: &mut Map<String, Value>) {
    if ["properties", "additionalProperties", "enum"].iter().any(|keyword| object.contains_key(*keyword)) {
        return;
    }
    if let Some(mut mark) = object.remove(TYPE).filter(|mark| mark["description"] != "") {
        object.entry("description").or_insert_with(|| mark["description"].take());
    }
}

/// An enum whose variants have descriptions comes as `oneOf` of single values: they become one `enum`.
fn merge_described_enum(object: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("oneOf") else { return };
    let mut values = Vec::new();
    let mut text = Vec::new();
    for choice in choices {
        let Some(allowed) = choice["enum"].as_array() else { return };
        values.extend(allowed.iter().cloned());
        if let (Some(description), [value]) = (choice["description"].as_str(), allowed.as_slice()) {
            text.push(format!("`{}`: {description}", value.as_str().unwrap_or_default()));
        }
    }
    object.remove("oneOf");
    object.insert("type".to_owned(), "string".into());
    object.insert("enum".to_owned(), values.into());
    // What the values mean belongs to the type, whose description the mark has.
    let described = match object.get_mut(TYPE) {
        Some(mark) => &mut mark["description"],
        None => object.entry("description").or_insert_with(|| "".into()),
    };
    let description = [described.as_str().unwrap_or_default().to_owned(), text.join(" ")];
    *described = description.join(" ").trim().into();
}

/// A field of a patch: absent (it stays as it is), null (it is cleared) or set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Nullable<T> {
    /// The field was left out and stays as it is.
    #[default]
    Absent,
    /// The field is null, which clears it.
    Null,
    /// The field has a value, which replaces the stored one.
    Set(T),
}

impl<T> Nullable<T> {
    /// Writes the change into `field`; nothing when it was left out.
    pub fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }

    /// The value of a create, where left out and null are the same.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Absent | Self::Null => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// Writes a field that a request gave into `field`; nothing when it was left out.
pub fn set<T>(field: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *field = value;
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    /// serde calls this only when the field is present; when it is absent, `#[serde(default)]` gives
    /// [`Nullable::Absent`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Nullable{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<T>();
        schema.insert("x-nullable".to_owned(), true.into());
        schema
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::{input, output};

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Hours {
        default: bool,
        title: Option<bool>,
        nullable: bool,
    }

    #[test]
    fn a_field_may_be_called_like_a_keyword() {
        for schema in [input::<Hours>(), output::<Hours>()] {
            let fields: Vec<&String> = schema["properties"].as_object().expect("fields").keys().collect();
            assert_eq!(fields, ["default", "nullable", "title"]);
        }
    }
}
