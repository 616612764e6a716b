//! Index entries of an entity as constants, which its writer and its readers share.

use std::marker::PhantomData;

use super::record::{FurtherEntry, Index, Indexes};
use values::{id::Id, text::digest};

/// One index of the entity `E`: its records by a value of type `V`, such as floors by the id of their location.
pub struct IndexBy<E, V> {
    index: Index,
    name: &'static str,
    written: Written<V>,
    entity: PhantomData<fn() -> E>,
}

/// How a partition names its value.
enum Written<V> {
    /// Not at all: all records are in one.
    Nothing,
    /// By the text of an id.
    Id(fn(&V) -> String),
    /// By the digest of a text.
    Digest(fn(&V) -> String),
}

/// The records of an entity that stand under one value of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPartition<E> {
    /// Index in which the records stand together.
    pub index: Index,
    /// Name and value, such as `location#<id>`; of a text its digest.
    pub partition: String,
    entity: PhantomData<fn() -> E>,
}

impl<E, K> IndexBy<E, Id<K>> {
    /// By ids; `name` says whose they are, such as `location`.
    #[must_use]
    pub const fn new(index: Index, name: &'static str) -> Self {
        Self { index, name, written: Written::Id(id_text::<K>), entity: PhantomData }
    }
}

impl<E, V> IndexBy<E, V> {
    /// By values that are the same when `text` of them is the same. The partition has its digest: a text may be longer
    /// than a key.
    #[must_use]
    pub const fn compared(index: Index, name: &'static str, text: fn(&V) -> String) -> Self {
        Self { index, name, written: Written::Digest(text), entity: PhantomData }
    }

    /// The records under `value`.
    #[must_use]
    pub fn of(&self, value: &V) -> IndexPartition<E> {
        let partition = match self.written {
            Written::Nothing => self.name.to_owned(),
            Written::Id(text) => format!("{}#{}", self.name, text(value)),
            Written::Digest(text) => format!("{}#{}", self.name, digest(&text(value))),
        };
        IndexPartition { index: self.index, partition, entity: PhantomData }
    }

    /// One more place of a record, under `value`, in order of `sort`.
    #[must_use]
    pub fn further(&self, value: &V, sort: String) -> FurtherEntry {
        let IndexPartition { index, partition, .. } = self.of(value);
        FurtherEntry { index, partition, sort }
    }

    /// The records under the value that was asked for, if one was.
    #[must_use]
    pub fn asked(&self, value: Option<&V>) -> Option<IndexPartition<E>> {
        value.map(|value| self.of(value))
    }
}

impl<E> IndexBy<E, ()> {
    /// All records of the entity together, for their order.
    #[must_use]
    pub const fn all(index: Index, name: &'static str) -> Self {
        Self { index, name, written: Written::Nothing, entity: PhantomData }
    }
}

fn id_text<K>(id: &Id<K>) -> String {
    id.to_string()
}

impl Indexes {
    /// With an entry under `value`, in order of creation.
    #[must_use]
    pub fn by<E, V>(self, index: &IndexBy<E, V>, value: &V, id: Id<E>) -> Self {
        self.by_sorted(index, value, id.to_string())
    }

    /// With an entry under `value` if there is one, in order of creation.
    #[must_use]
    pub fn by_any<E, V>(self, index: &IndexBy<E, V>, value: Option<&V>, id: Id<E>) -> Self {
        match value {
            Some(value) => self.by(index, value, id),
            None => self,
        }
    }

    /// With an entry under `value`, in order of `sort`, which ends with the record's id.
    #[must_use]
    pub fn by_sorted<E, V>(self, index: &IndexBy<E, V>, value: &V, sort: String) -> Self {
        let IndexPartition { index, partition, .. } = index.of(value);
        self.sorted(index, partition, sort)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::IndexBy;
    use crate::{Index, Indexes};
    use values::Id;

    #[derive(Debug, PartialEq)]
    struct Room;

    #[test]
    fn writer_and_reader_name_the_same_partition() {
        const BY_NAME: IndexBy<Room, &str> = IndexBy::compared(Index::Second, "name", |name| name.to_lowercase());
        const LONG: &str =
            "a name that is longer than any key of DynamoDB need be, if it is only repeated often enough";
        const ALL: IndexBy<Room, ()> = IndexBy::all(Index::Third, "all");
        let id = Id::new(Uuid::from_u128(7));
        let entries = Indexes::default().by(&BY_NAME, &"Attic", id).by_sorted(&ALL, &(), format!("sort#{id}"));
        let written = |position: usize| entries.0[position].clone().map(|entry| (entry.partition, entry.sort));
        assert_eq!(written(1), Some((BY_NAME.of(&"ATTIC").partition, id.to_string())));
        assert_eq!(written(2), Some(("all".to_owned(), format!("sort#{id}"))));
        assert_ne!(BY_NAME.of(&"ATTIC").partition, BY_NAME.of(&"Cellar").partition);
        assert_eq!(BY_NAME.of(&LONG).partition.len(), BY_NAME.of(&"a").partition.len());
        assert_eq!(BY_NAME.asked(None), None);
    }
}
