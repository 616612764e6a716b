//! Stored counts of a whole list, with which an exact total and any page cost the same for a million records as for a
//! hundred.
//!
//! A list is sorted by ids that grow with time, so new records come only at its end, the *tail*. Readers divide the
//! older part of the tail into segments of 200 records and store how many records lie in each. Creating a record
//! therefore writes nothing extra. Only a record that leaves or re-enters a stored segment (archived, restored) changes
//! the segment's count, in its own transaction. `docs/decisions/0003-list-counts.md` has the alternatives and their
//! cost.
//!
//! The head item holds one row per chunk of 50 segments, a chunk item one row per segment. The numbers are those of
//! [`platform::config::ListCountSizes`].

mod changes;
mod counted;
mod page;
mod pieces;
mod position;
mod start;
mod tail;

use serde::{Deserialize, Serialize};

pub use self::counted::Counted;
use crate::{
    Store,
    error::StoreError,
    expression::Expression,
    item,
    key::Key,
    transaction::{Action, Transaction},
    write::Write,
};
use values::ApiError;

/// Counts of one list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCounts {
    /// Changes of this item; the condition of every change.
    #[serde(default)]
    moves: u64,
    /// Chunks: ranges of records with how many each has, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<Span>,
}

/// A range of records: from the end of the range before it up to and including an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Span {
    through: String,
    count: u64,
}

/// Segments of one chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Chunk {
    #[serde(default)]
    segments: Vec<Span>,
}

impl ListCounts {
    /// Records in its chunks.
    fn closed(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// A chunk, and the end of the one before it.
    fn chunk(&self, number: usize) -> (Option<&str>, &Span) {
        let previous = number.checked_sub(1).map(|previous| self.chunks[previous].through.as_str());
        (previous, &self.chunks[number])
    }

    fn closed_through(&self) -> Option<&str> {
        self.chunks.last().map(|chunk| chunk.through.as_str())
    }
}

/// Where the head of a list's counts is.
pub(super) fn head_key(partition: &str) -> Key {
    Key { partition: format!("{partition}#counts"), sort: "head".to_owned() }
}

fn chunk_key(partition: &str, number: usize) -> Key {
    Key { partition: format!("{partition}#counts"), sort: format!("chunk#{number:06}") }
}

impl Store {
    pub(super) async fn list_counts(&self, partition: &str) -> Result<ListCounts, StoreError> {
        self.get_item(&head_key(partition)).await?.map_or_else(|| Ok(ListCounts::default()), decode)
    }

    /// How many records the head of a list's counts has.
    pub(super) fn counted_in(head: Option<item::Item>) -> Result<u64, StoreError> {
        head.map_or(Ok(0), |head| Ok(decode::<ListCounts>(head)?.closed()))
    }

    /// Forgets the counts of a list; whoever is about to add to them does not.
    pub(super) fn forget_counts(transaction: &mut Transaction, partition: &str) {
        let update =
            Expression::new("REMOVE #chunks ADD #moves :one").name("#chunks", "chunks").name("#moves", "moves");
        let write = Write::Update { key: head_key(partition), update: update.number(":one", 1), condition: None };
        transaction.actions.push(Action { write, refusal: counts_changed() });
    }

    /// The segments of a chunk. Since the head was read, more may have been added to it, also by this request: not
    /// these.
    async fn read_segments(
        &self,
        partition: &str,
        counts: &ListCounts,
        number: usize,
    ) -> Result<Vec<Span>, StoreError> {
        let mut segments = self.read_chunk(partition, number).await?.segments;
        segments.retain(|segment| segment.through <= counts.chunks[number].through);
        Ok(segments)
    }

    async fn read_chunk(&self, partition: &str, number: usize) -> Result<Chunk, StoreError> {
        self.get_item(&chunk_key(partition, number)).await?.map_or_else(|| Ok(Chunk::default()), decode)
    }
}

/// No client gets this answer: the store reads the counts again and repeats the transaction.
fn counts_changed() -> ApiError {
    ApiError::internal("the counts of a list changed")
}

fn decode<T: serde::de::DeserializeOwned>(item: item::Item) -> Result<T, StoreError> {
    serde_dynamo::from_item(item).map_err(|error| StoreError::Internal(format!("stored counts do not decode: {error}")))
}
