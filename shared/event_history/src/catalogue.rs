//! The types of events that there are, as they were recorded from the areas' tables: what lists and webhooks of events
//! accept, without knowing the areas. `cargo run -p local -- events --record` writes the file, and a test compares it
//! with the tables.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};

use values::{Access, Area, Scope, Scopes};

/// One type of event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogueEntry {
    /// Its name, such as `booking.created`.
    pub r#type: String,
    /// What it is about, such as `booking`.
    pub object_type: String,
    /// Name of the area whose scope `<area>:read` it takes to see the object.
    pub area: String,
    /// Further scopes that seeing the object takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// What its events show in short in `expanded`, with the scope that seeing each takes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// Whether its records say at which locations they are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub located: bool,
    /// Name of the object's schema.
    pub schema: String,
    /// What happened, as a sentence for people.
    pub about: String,
}

impl CatalogueEntry {
    /// The scopes that it takes to see the object.
    pub fn scopes(&self) -> impl Iterator<Item = Scope> {
        let area = Area::ALL.iter().find(|area| area.name() == self.area);
        let own = area.map(|&area| Scope { area, access: Access::Read });
        own.into_iter().chain(self.also.iter().filter_map(|name| Scope::parse(name)))
    }
}

/// All types of events, in order of object and name.
#[must_use]
pub fn catalogue() -> &'static [CatalogueEntry] {
    static CATALOGUE: LazyLock<Vec<CatalogueEntry>> =
        LazyLock::new(|| serde_json::from_str(include_str!("types.json")).unwrap_or_default());
    &CATALOGUE
}

/// Whether a client with these scopes may see objects of a type: it has the scope `<area>:read` of their area, and what
/// they take besides. What is in no catalogue is seen by nobody.
#[must_use]
pub fn can_see(scopes: &Scopes, object_type: &str) -> bool {
    let Some(entry) = catalogue().iter().find(|entry| entry.object_type == object_type) else { return false };
    let area = Area::ALL.iter().find(|area| area.name() == entry.area);
    area.is_some_and(|&area| scopes.allow(Scope { area, access: Access::Read }))
        && entry.also.iter().all(|name| Scope::parse(name).is_some_and(|scope| scopes.allow(scope)))
}

/// A type of event that there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct EventType(String);

/// A type of object that events are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ObjectType(String);

impl EventType {
    /// Name of the type, such as `booking.created`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ObjectType {
    /// Name of the type of object, such as `booking`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Names of objects, each once.
fn object_types() -> Vec<&'static str> {
    let mut names: Vec<&str> = catalogue().iter().map(|entry| entry.object_type.as_str()).collect();
    names.dedup();
    names
}

impl<'de> Deserialize<'de> for EventType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let is_known = catalogue().iter().any(|entry| entry.r#type == name);
        if is_known { Ok(Self(name)) } else { Err(de::Error::custom("no such type of event")) }
    }
}

impl<'de> Deserialize<'de> for ObjectType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let is_known = object_types().contains(&name.as_str());
        if is_known { Ok(Self(name)) } else { Err(de::Error::custom("no such type of object")) }
    }
}

impl JsonSchema for EventType {
    fn schema_name() -> Cow<'static, str> {
        "EventType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = catalogue().iter().map(|entry| entry.r#type.as_str()).collect();
        json_schema!({"type": "string", "enum": names, "description": "What happened. More types may come."})
    }
}

impl JsonSchema for ObjectType {
    fn schema_name() -> Cow<'static, str> {
        "EventObjectType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known = format!("What events are about. More may come. The schema of an event's `object`: {}.", schemas());
        json_schema!({"type": "string", "enum": object_types(), "description": known})
    }
}

/// The name of each type of object with that of its schema, as a sentence has them.
fn schemas() -> String {
    let mut named: Vec<String> =
        catalogue().iter().map(|entry| format!("`{}` `{}`", entry.object_type, entry.schema)).collect();
    named.dedup();
    named.join(", ")
}
