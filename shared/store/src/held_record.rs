//! A record of any kind, read without knowing its type: for what concerns all that is held about somebody, such as an
//! export, whichever area a record belongs to. It is never written as a whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Entity;
use values::{Id, Kind, KindName, Timestamp, listed_fields::FOREIGN_IDS};

/// The fields of a record as they are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HeldRecord(Map<String, Value>);

impl HeldRecord {
    /// The text at a path such as `cancellation.comment`; empty when there is none.
    #[must_use]
    pub fn text(&self, path: &str) -> &str {
        let mut steps = path.split('.');
        let first = steps.next().and_then(|name| self.0.get(name));
        let found = steps.fold(first, |value, name| value?.get(name));
        found.and_then(Value::as_str).unwrap_or_default()
    }

    /// At which places of a list there is an object with something in its text of this name.
    #[must_use]
    pub fn listed(&self, list: &str, text: &str) -> Vec<usize> {
        let objects = self.0.get(list).and_then(Value::as_array).into_iter().flatten();
        let written = |object: &Value| object.get(text).and_then(Value::as_str).is_some_and(|text| !text.is_empty());
        objects.enumerate().filter(|(_, object)| written(object)).map(|(position, _)| position).collect()
    }

    /// How long it is when it is written as JSON, about as it is stored.
    #[must_use]
    pub fn bytes(&self) -> usize {
        Value::Object(self.0.clone()).to_string().len()
    }

    /// The same with nothing in these fields.
    #[must_use]
    pub fn without(mut self, fields: &[&str]) -> Self {
        for field in fields {
            if let Some(value) = self.0.get_mut(*field) {
                *value = Value::Null;
            }
        }
        self
    }

    /// Whether there is anything in the list of a field.
    #[must_use]
    pub fn has_list(&self, field: &str) -> bool {
        self.0.get(field).and_then(Value::as_array).is_some_and(|list| !list.is_empty())
    }
}

impl HeldRecord {
    /// The ids in a list of them, such as `additional_resource_ids`.
    pub fn ids<E: Kind>(&self, field: &str) -> impl Iterator<Item = Id<E>> {
        let listed = self.0.get(field).and_then(Value::as_array).into_iter().flatten();
        listed.filter_map(|id| Id::parse(id.as_str()?))
    }
}

impl Kind for HeldRecord {
    const KIND: KindName = KindName::HeldRecord;
}

impl Entity for HeldRecord {
    const PATH: &'static str = "/members";
    type View = HeldRecordView;

    fn view(&self, _now: Timestamp) -> HeldRecordView {
        let mut fields = self.0.clone();
        // Made of the metadata, which stands beside the fields.
        fields.remove(FOREIGN_IDS);
        HeldRecordView { fields }
    }
}

/// A record as it is stored, whatever its kind.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HeldRecord")]
pub struct HeldRecordView {
    /// Its fields. Names and forms are those of the store and may differ from those of the kind's own operations.
    #[schemars(extend("additionalProperties" = {}, "maxProperties" = 200))]
    fields: Map<String, Value>,
}
