//! The envelope of every stored record, and what a type must tell to be stored in one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use values::calendar_entry::CalendarEntry;
use values::{
    id::{Id, Kind},
    metadata::Metadata,
    time::Timestamp,
    unique_key::UniqueKey,
    visibility::Visibility,
};

/// A kind of record: how it is stored, listed and shown.
pub trait Entity: Kind + Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync {
    /// Fields by which a search by words can be narrowed; none for a kind that has no rows of words, because its lists
    /// stay short or nobody searches them (`docs/decisions/0014-search.md`).
    const WORD_ROWS: &'static [&'static str] = &[];

    /// The states in which so few records of its calendar lists are that they are found by them.
    const RARE_STATE: Option<RareState> = None;

    /// Which of its records people may see who act by a session: none, unless the kind says so.
    const VISIBILITY: Visibility = Visibility::NEVER;

    /// Path of the collection, such as `/plans`; a record lives at `<path>/<id>`.
    const PATH: &'static str;

    /// Wire form, without what [`Record`] has for every kind.
    type View: Serialize + JsonSchema;

    /// The wire form at the instant `now`: states that time drives are derived here and not stored.
    fn view(&self, now: Timestamp) -> Self::View;

    /// Path of a record; another than its collection's when it belongs to another record.
    fn path(&self, id: Id<Self>) -> String {
        format!("{}/{id}", Self::PATH)
    }

    /// The names that it holds and no other live record of the merchant may: taken, exchanged and given back with it.
    fn unique_keys(&self) -> Vec<UniqueKey> {
        Vec::new()
    }

    /// Texts by whose words a live record is found.
    fn names(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The records it belongs to by its own state; `None` when putting it away is an act of its own.
    fn record_set(&self) -> Option<RecordSet> {
        None
    }

    /// The same with what time has done by itself until `now` written into it.
    #[must_use]
    fn settled(self, now: Timestamp) -> Self {
        let _ = now;
        self
    }

    /// After which instant DynamoDB may delete the record, hours or days late; `None` keeps it for ever.
    fn expires_at(&self) -> Option<Timestamp> {
        None
    }

    /// Where else it stands in an index, under other values than the one in [`Self::indexes`]: once under each. For
    /// each of them the record is stored once more.
    fn further_entries(&self) -> Vec<FurtherEntry> {
        Vec::new()
    }

    /// What is counted of it in the calendar lists of its kind.
    fn calendar_entry(&self) -> Option<CalendarEntry> {
        None
    }

    /// What is kept of it once it is archived and no list shows it any more: the same without what people wrote. Its
    /// metadata is dropped then, too. `None` for a kind whose archived records are still shown, or have nothing that
    /// anybody wrote.
    fn put_away(&self) -> Option<Self> {
        None
    }

    /// Entries in the global indexes; none unless the kind is listed by something else than its creation.
    fn indexes(&self, id: Id<Self>) -> Indexes {
        let _ = id;
        Indexes::default()
    }
}

/// Entries of a record in the table's global indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indexes(pub [Option<IndexEntry>; 5]);

/// Where a record stands in one index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// What is shared by the records listed together, such as `location#<id>`.
    pub partition: String,
    /// What they are sorted by. It ends with the record's id, so that it is unique.
    pub sort: String,
}

/// States in which few records of a kind are. Those that are stored in one stand under it in these indexes, too, so
/// that a list by it need not read the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RareState {
    /// Their numbers in [`CalendarEntry`].
    pub states: &'static [u8],
    /// Indexes in which such records stand under their state, too.
    pub indexes: &'static [Index],
}

/// One of several places of a record in the same index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FurtherEntry {
    /// Index in which the record stands once more.
    pub index: Index,
    /// What is shared by the records listed together, such as `resource#<id>`.
    pub partition: String,
    /// What they are sorted by, before what makes it unique.
    pub sort: String,
}

/// One of the table's global indexes. What a kind keeps in it is the kind's own choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The table's index `gsi1`, for lists of a kind's choice.
    First,
    /// The table's index `gsi2`, for lists of a kind's choice.
    Second,
    /// The table's index `gsi3`, for lists of a kind's choice.
    Third,
    /// The table's index `gsi4`, for lists of a kind's choice.
    Fourth,
    /// `gsi5`, which holds keys only: what time will change by itself, by when, of all merchants. The sweep reads it.
    Due,
}

impl Index {
    /// All indexes of the table, in order.
    pub const ALL: [Self; 5] = [Self::First, Self::Second, Self::Third, Self::Fourth, Self::Due];

    /// The index's name in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "gsi1",
            Self::Second => "gsi2",
            Self::Third => "gsi3",
            Self::Fourth => "gsi4",
            Self::Due => "gsi5",
        }
    }

    /// Whether it holds whole records, and not only their keys.
    #[must_use]
    pub const fn is_full(self) -> bool {
        match self {
            Self::First | Self::Second | Self::Third | Self::Fourth => true,
            Self::Due => false,
        }
    }
}

impl Indexes {
    /// With an entry in `index` for `partition`, in order of creation.
    #[must_use]
    pub fn with<K>(self, index: Index, partition: String, id: Id<K>) -> Self {
        self.sorted(index, partition, id.to_string())
    }

    /// With an entry in `index` for `partition`, in order of `sort`.
    #[must_use]
    pub fn sorted(mut self, index: Index, partition: String, sort: String) -> Self {
        let position = match index {
            Index::First => 0,
            Index::Second => 1,
            Index::Third => 2,
            Index::Fourth => 3,
            Index::Due => 4,
        };
        self.0[position] = Some(IndexEntry { partition, sort });
        self
    }
}

impl Indexes {
    /// Due at the instant `at`, when the sweep does what the kind's area has registered; never when there is none. The
    /// store adds the record's key, which decides the shard.
    #[must_use]
    pub fn due(self, at: Option<Timestamp>) -> Self {
        match at {
            Some(at) => self.sorted(Index::Due, DUE.to_owned(), at.to_string()),
            None => self,
        }
    }
}

/// What the partitions of what is due begin with.
pub const DUE: &str = "due";

/// Which of a kind's two sets of records a record is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordSet {
    /// The list the collection's path answers.
    #[default]
    Live,
    /// Put away: archived, or soft-deleted where the interface has a list for it.
    Archived,
}

/// A stored record: what every kind has, and the kind's own body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<E: Entity> {
    /// Identifier of the record, unique in its kind.
    pub id: Id<E>,
    /// Number of the last change, from 1.
    pub version: i64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// API client that changed it last; for the event log.
    pub changed_by: String,
    /// Request that changed it last; for the event log.
    pub request_id: String,
    /// Which list it stands on.
    #[serde(default)]
    pub record_set: RecordSet,
    /// The client's own keys.
    #[serde(default)]
    pub metadata: Metadata,
    /// The kind's own fields.
    pub body: E,
}

/// What every stored record has beside its body.
#[derive(Debug, Deserialize)]
pub struct RecordHeader {
    id: Id<()>,
    version: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
    changed_by: String,
    request_id: String,
    #[serde(default)]
    record_set: RecordSet,
    #[serde(default)]
    metadata: Metadata,
}

impl RecordHeader {
    /// The record that has this body.
    pub fn with<E: Entity>(self, body: E) -> Record<E> {
        let Self { id, version, created_at, updated_at, changed_by, request_id, record_set, metadata } = self;
        Record { id: id.cast(), version, created_at, updated_at, changed_by, request_id, record_set, metadata, body }
    }
}

/// Wire form of a record.
#[derive(Clone, Debug, Serialize)]
pub struct RecordView<V> {
    /// Identifier of the record, a UUID.
    pub id: String,
    /// The kind's own fields.
    #[serde(flatten)]
    pub body: V,
    /// The client's own keys.
    pub metadata: Metadata,
    /// Number of the last change, from 1; the `ETag` is this number in quotes.
    pub version: i64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
}

impl<E: Entity> Record<E> {
    /// The unique names it holds: those of a live record.
    #[must_use]
    pub fn unique_keys(&self) -> Vec<UniqueKey> {
        match self.record_set {
            RecordSet::Live => self.body.unique_keys(),
            RecordSet::Archived => Vec::new(),
        }
    }

    /// What is counted of it in calendar lists: of a live record.
    #[must_use]
    pub fn calendar_entry(&self) -> Option<CalendarEntry> {
        if self.record_set == RecordSet::Live { self.body.calendar_entry() } else { None }
    }

    /// The wire form at the instant `now`.
    #[must_use]
    pub fn view(&self, now: Timestamp) -> RecordView<E::View> {
        RecordView {
            id: self.id.to_string(),
            body: self.body.view(now),
            metadata: self.metadata.clone(),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

impl<V: JsonSchema> JsonSchema for RecordView<V> {
    fn schema_name() -> Cow<'static, str> {
        V::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = V::json_schema(generator);
        let common = json_schema!({
            "id": {"type": "string", "format": "uuid", "description": "Identifier of the record, a UUID that never changes."},
            "metadata": generator.subschema_for::<Metadata>(),
            "version": {"type": "integer", "minimum": 1, "description": "Number of the last change, from 1; the ETag is this number in quotes."},
            "created_at": {"type": "string", "format": "date-time", "description": "When it was made."},
            "updated_at": {"type": "string", "format": "date-time", "description": "When it was changed last."},
        });
        let properties = schema.ensure_object().entry("properties").or_insert_with(|| serde_json::json!({}));
        if let (Some(properties), Some(common)) = (properties.as_object_mut(), common.as_object()) {
            for (name, field) in common {
                properties.insert(name.clone(), field.clone());
            }
        }
        let names: Vec<String> = schema
            .get("properties")
            .and_then(|properties| properties.as_object())
            .map(|map| map.keys().cloned().collect())
            .unwrap_or_default();
        schema.insert("required".into(), names.into());
        schema
    }
}
