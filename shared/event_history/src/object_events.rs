//! Which events the records of one kind have, and the table of all kinds.

use std::{fmt, sync::Arc};

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;

use super::{
    image::{Image, image},
    rules::{Done, EventRule, LOCATIONS, changes_only, rule_of},
};
use shared::api::Expansion;
use store::{Entity, Record, StoreError, item::Item, record::RecordView};
use values::{Area, KindName, Scope, Timestamp};

/// How an image of the kind is read.
type Reads = Arc<dyn Fn(Item) -> Result<Image, StoreError> + Send + Sync>;

/// What happens to one kind of record that clients are told.
#[derive(Clone)]
pub struct ObjectEvents {
    /// What the record is called in types, such as `booking`.
    pub object: &'static str,
    /// Kind of the records, as their keys name it.
    pub kind: KindName,
    /// Whose scope `<area>:read` it takes to see what changed.
    pub area: Area,
    /// Further scopes that it takes.
    pub also: Vec<Scope>,
    /// The rules, of which the first that holds names the event.
    pub rules: &'static [EventRule],
    /// Fields that an event does not have: secrets, codes, what people who are no customers said of themselves, and
    /// what is counted apart from the record.
    pub left_out: Vec<&'static str>,
    /// Lists that an event does not have when it would be too large with them.
    pub left_out_when_large: Vec<&'static str>,
    /// Fields that name records which an event shows in short.
    pub names: &'static [Expansion],
    /// Fields whose change alone is no event.
    pub untold_changes: Vec<&'static str>,
    /// What ends what is told of a record, by the end of a type such as `deleted`: events of it have nothing of the
    /// record any more, earlier ones neither. Where there is any, so does everything that takes the record out of its
    /// list. Nothing for most kinds.
    pub emptied_by: Vec<&'static str>,
    /// Whether an event is found by nobody whom the record names: nothing of them stands in it.
    pub names_nobody: bool,
    /// Whether its records are at no location, although they name some.
    pub is_nowhere: bool,
    /// Whether an event says that something happened and nothing of the record.
    pub is_silent: bool,
    /// Whether a record that disappears was deleted for good; otherwise it was put away, which is told by where it came
    /// to.
    pub is_removed: bool,
    /// Name of the schema of `object`.
    pub schema: String,
    /// Names of the fields of that schema.
    pub fields: Vec<String>,
    reads: Reads,
}

impl ObjectEvents {
    /// The events of a kind whose records are told as their own operations show them.
    #[must_use]
    pub fn of<E: Entity>(object: &'static str, area: Area, rules: &'static [EventRule]) -> Self {
        Self::shown_by::<E, RecordView<E::View>>(object, area, rules, Record::view)
    }

    /// The same of a kind that no operation shows by itself.
    #[must_use]
    pub fn shown_by<E: Entity, V: Serialize + JsonSchema + 'static>(
        object: &'static str,
        area: Area,
        rules: &'static [EventRule],
        show: fn(&Record<E>, Timestamp) -> V,
    ) -> Self {
        let schema = SchemaGenerator::default().into_root_schema_for::<V>();
        let properties = schema.get("properties").and_then(serde_json::Value::as_object);
        Self {
            object,
            kind: E::KIND,
            area,
            also: Vec::new(),
            rules,
            left_out: Vec::new(),
            left_out_when_large: Vec::new(),
            names: &[],
            untold_changes: Vec::new(),
            emptied_by: Vec::new(),
            names_nobody: false,
            is_nowhere: false,
            is_silent: false,
            is_removed: false,
            schema: V::schema_name().into_owned(),
            fields: properties.map(|fields| fields.keys().cloned().collect()).unwrap_or_default(),
            reads: Arc::new(move |item| image::<E, V>(item, show)),
        }
    }

    /// The same without these fields.
    #[must_use]
    pub fn leaving_out(mut self, fields: &[&'static str]) -> Self {
        self.left_out.extend_from_slice(fields);
        self
    }

    /// The same without these lists where it would be too large with them: they are read with the record.
    #[must_use]
    pub fn leaving_out_when_large(mut self, lists: &[&'static str]) -> Self {
        self.left_out_when_large.extend_from_slice(lists);
        self
    }

    /// The same, which shows in short what these fields name.
    #[must_use]
    pub fn naming(self, names: &'static [Expansion]) -> Self {
        Self { names, ..self }
    }

    /// The same of records that are at none of the locations that they name.
    #[must_use]
    pub fn at_no_location(self) -> Self {
        Self { is_nowhere: true, ..self }
    }

    /// Whether records of this kind say at which locations they are.
    #[must_use]
    pub fn is_located(&self) -> bool {
        let names_any = LOCATIONS.iter().any(|name| self.fields.iter().any(|field| field == name));
        self.kind == KindName::Location || (names_any && !self.is_nowhere)
    }

    /// The same, to be seen with these scopes besides that of the area.
    #[must_use]
    pub fn also_needing(mut self, scopes: &[Scope]) -> Self {
        self.also.extend_from_slice(scopes);
        self
    }

    /// The same, found by nobody whom the record names: whoever the record is of stands in no field that is told.
    #[must_use]
    pub fn naming_nobody(self) -> Self {
        Self { names_nobody: true, ..self }
    }

    /// The same, where a change of nothing but these fields is no event: what follows from telling would otherwise be
    /// told.
    #[must_use]
    pub fn untold_changes_of(mut self, fields: &[&'static str]) -> Self {
        self.untold_changes.extend_from_slice(fields);
        self
    }

    /// The same of a kind whose records hold a long-running operation: each of its steps writes the record, and none is
    /// told.
    #[must_use]
    pub fn untold_operation(self) -> Self {
        self.leaving_out(&["operation"]).untold_changes_of(&["operation"])
    }

    /// The same, where these events, and everything that takes the record out of its list, empty all events of it until
    /// then: what was said there is taken back.
    #[must_use]
    pub fn emptied_by(mut self, actions: &[&'static str]) -> Self {
        self.emptied_by.extend_from_slice(actions);
        self
    }

    /// Whether this event of the kind empties all events of the record until then.
    #[must_use]
    pub fn empties(&self, event_type: &str) -> bool {
        let action = event_type.strip_prefix(self.object).and_then(|rest| rest.strip_prefix('.'));
        action.is_some_and(|action| self.emptied_by.contains(&action))
    }

    /// The same without anything of the record.
    #[must_use]
    pub fn silent(self) -> Self {
        Self { is_silent: true, ..self }
    }

    /// The same of a kind whose records are deleted for good, and never put away.
    #[must_use]
    pub fn removed_for_good(self) -> Self {
        Self { is_removed: true, ..self }
    }

    /// The type of the event that a change is; none for a change of nothing but what is not told.
    #[must_use]
    pub fn type_of(&self, done: Done<'_>) -> Option<String> {
        if !self.untold_changes.is_empty() && changes_only(done, &self.untold_changes) {
            return None;
        }
        let rule = rule_of(self.rules, done)?;
        Some(format!("{}.{}", self.object, rule.action))
    }

    /// The scopes that seeing what changed takes.
    pub fn scopes(&self) -> impl Iterator<Item = Scope> {
        let own = Scope { area: self.area, access: values::scope::Access::Read };
        std::iter::once(own).chain(self.also.iter().copied())
    }

    /// An image of a record of this kind.
    pub(super) fn read(&self, item: Item) -> Result<Image, StoreError> {
        (self.reads)(item)
    }
}

impl fmt::Debug for ObjectEvents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "events of {}", self.object)
    }
}

/// The events of all kinds.
#[derive(Clone, Debug, Default)]
pub struct Registry(Vec<ObjectEvents>);

impl Registry {
    /// The tables of several areas together.
    #[must_use]
    pub fn merged(areas: impl IntoIterator<Item = Vec<ObjectEvents>>) -> Self {
        Self(areas.into_iter().flatten().collect())
    }

    /// All kinds with events.
    pub fn iter(&self) -> impl Iterator<Item = &ObjectEvents> {
        self.0.iter()
    }

    /// Whether events of objects of this name are emptied when the record is taken back.
    #[must_use]
    pub fn is_ever_emptied(&self, object: &str) -> bool {
        self.0.iter().any(|events| events.object == object && !events.emptied_by.is_empty())
    }

    /// The fields of an object of this name that name what its events show in short.
    #[must_use]
    pub fn names_of(&self, object: &str) -> &'static [Expansion] {
        self.0.iter().find(|events| events.object == object).map_or(&[], |events| events.names)
    }

    /// The events of the kind with this name in keys; none when it tells nothing.
    #[must_use]
    pub fn of_kind(&self, kind: &str) -> Option<&ObjectEvents> {
        self.0.iter().find(|events| events.kind.as_str() == kind)
    }
}
