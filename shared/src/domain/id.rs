//! Typed identifiers: a UUID on the wire and in the store, a kind in the type.

use std::{borrow::Cow, cmp::Ordering, fmt, hash::Hash, hash::Hasher, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use uuid::Uuid;

/// What an identifier identifies. Entities are kinds; so are the few markers that are not stored.
pub trait Kind: 'static {
    /// The kind's name in keys, `Debug` output and messages, such as `membership_plan`.
    const KIND: &'static str;
}

/// For checking an identifier's form alone.
impl Kind for () {
    const KIND: &'static str = "record";
}

/// Identifier of a `K`: UUID version 7, so that identifiers sort by creation.
pub struct Id<K> {
    uuid: Uuid,
    kind: PhantomData<fn() -> K>,
}

impl<K> Id<K> {
    /// The identifier with this UUID.
    #[must_use]
    pub const fn new(uuid: Uuid) -> Self {
        Self { uuid, kind: PhantomData }
    }

    /// The plain UUID.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }

    /// The same UUID as an identifier of another kind, for `customer_id`, which is a member's or a company's.
    #[must_use]
    pub const fn cast<Other>(self) -> Id<Other> {
        Id::new(self.uuid)
    }

    /// Reads the hyphenated form in any case; braces, URNs and bare hex are refused.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 36 {
            return None;
        }
        Uuid::try_parse(text).ok().map(Self::new)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uuid.as_hyphenated(), formatter)
    }
}

impl<K: Kind> fmt::Debug for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", K::KIND, self.uuid)
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Id<K> {}

impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}

impl<K> Eq for Id<K> {}

impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}

impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}

impl<K> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.uuid.as_hyphenated())
    }
}

impl<'de, K> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not a hyphenated UUID"))
    }
}

impl<K> JsonSchema for Id<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uuid"})
    }
}
