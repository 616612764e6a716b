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
//! [`crate::config::ListCountSizes`].

use std::collections::{BTreeMap, btree_map::Entry};

use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};

use super::{
    Store,
    error::StoreError,
    expression::Expression,
    item,
    key::Key,
    list::{List, Order},
    merged_start::Stretch,
    moves::Move,
    transaction::{Action, Transaction},
    write::Write,
};
use crate::{domain::Entity, error::ApiError, tenant::Tenant};

/// Counts of one list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCounts {
    /// Changes of this item; the condition of every change.
    #[serde(default)]
    moves: u64,
    /// Chunks, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chunks: Vec<Span>,
    /// Records after the last chunk; counted when read, never stored.
    #[serde(skip)]
    tail: u64,
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

/// Where a page begins: after a sort key, and then so many rows later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Exclusive start; the list's beginning when there is none.
    pub after: Option<String>,
    /// Rows to pass over from there.
    pub skip: u64,
}

impl ListCounts {
    /// Records in the whole list.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.tail + self.chunks.iter().map(|chunk| chunk.count).sum::<u64>()
    }

    fn closed_through(&self) -> Option<&str> {
        self.chunks.last().map(|chunk| chunk.through.as_str())
    }

    /// The list as stretches in `order`: its chunks and its tail.
    pub(super) fn stretches(&self, order: Order) -> Vec<Stretch> {
        let mut stretches = stretches(&self.chunks, order, None);
        for (stretch, chunk) in stretches.iter_mut().zip(in_order(self.chunks.len(), order)) {
            stretch.chunk = Some(chunk);
        }
        let tail = Stretch { end: None, count: self.tail, chunk: None };
        match order {
            Order::Ascending => stretches.push(tail),
            Order::Descending => {
                let end = self.closed_through().map(after);
                stretches.insert(0, Stretch { end, ..tail });
            }
        }
        stretches
    }
}

/// Spans as stretches in `order`; `before` is the end of the span before the first.
fn stretches(spans: &[Span], order: Order, before: Option<&str>) -> Vec<Stretch> {
    let end = |position: usize| match (order, position.checked_sub(1)) {
        (Order::Ascending, _) => Some(spans[position].through.clone()),
        (Order::Descending, Some(previous)) => Some(after(&spans[previous].through)),
        (Order::Descending, None) => before.map(after),
    };
    let stretch = |position: usize| Stretch { end: end(position), count: spans[position].count, chunk: None };
    in_order(spans.len(), order).map(stretch).collect()
}

/// The exclusive start from which what lies up to a sort key is read backwards. Sort keys end with a UUID, so `~` sorts just after one.
fn after(through: &str) -> String {
    format!("{through}~")
}

/// The numbers below `length`, in `order`.
fn in_order(length: usize, order: Order) -> impl Iterator<Item = usize> {
    (0..length).map(move |number| match order {
        Order::Ascending => number,
        Order::Descending => length - 1 - number,
    })
}

/// The range that contains row number `offset`, when ranges are read in `order`, and how many of its rows come before
/// that row.
fn find_span(spans: &[Span], order: Order, mut offset: u64) -> Option<(usize, u64)> {
    for position in in_order(spans.len(), order) {
        if offset < spans[position].count {
            return Some((position, offset));
        }
        offset -= spans[position].count;
    }
    None
}

/// The exclusive start of span `position` read in `order`.
fn span_start(spans: &[Span], order: Order, position: usize, before: Option<&str>) -> Option<String> {
    match order {
        Order::Descending => Some(after(&spans[position].through)),
        Order::Ascending => match position.checked_sub(1) {
            Some(previous) => Some(spans[previous].through.clone()),
            None => before.map(str::to_owned),
        },
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
    /// The exact total of a list, and its counts when they are kept.
    pub(super) async fn total<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        now_ms: i64,
    ) -> Result<(u64, Option<ListCounts>), StoreError> {
        if !list.is_whole() {
            return Ok((self.count_rest(tenant, list, Order::Ascending, None).await?, None));
        }
        let list_counts = self.list_counts(&list.partition(tenant)).await?;
        self.with_tail(tenant, list, list_counts, now_ms)
            .await
            .map(|list_counts| (list_counts.total(), Some(list_counts)))
    }

    /// The counts of a whole list, with its tail counted now. Records of the tail that are old enough are put into
    /// segments on the way.
    pub(super) async fn with_tail<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        mut list_counts: ListCounts,
        now_ms: i64,
    ) -> Result<ListCounts, StoreError> {
        let mut after = list_counts.closed_through().map(str::to_owned);
        let mut closed: Vec<Span> = Vec::new();
        let mut settled = true;
        let sizes = self.list_count_sizes;
        loop {
            let step = if closed.len() < sizes.closed_at_once_max && settled { sizes.segment_rows } else { 2_000 };
            let (count, last) = self.count_step(tenant, list, after, step).await?;
            list_counts.tail += count;
            let Some(last) = last else { break };
            settled = settled
                && step == sizes.segment_rows
                && made_at_ms(&last).is_some_and(|at| at + sizes.settled_after_ms <= now_ms);
            if settled {
                closed.push(Span { through: last.clone(), count });
            }
            after = Some(last);
        }
        if !closed.is_empty() {
            self.close(tenant, &list.partition(tenant), &list_counts, closed).await;
        }
        Ok(list_counts)
    }

    /// Where row number `offset` of a list is.
    pub(super) async fn locate(
        &self,
        partition: &str,
        list_counts: &ListCounts,
        order: Order,
        offset: u64,
    ) -> Result<Position, StoreError> {
        let closed = list_counts.total() - list_counts.tail;
        let offset = match order {
            Order::Descending if offset < list_counts.tail => return Ok(Position { after: None, skip: offset }),
            Order::Descending => offset - list_counts.tail,
            Order::Ascending if offset >= closed => {
                return Ok(Position { after: list_counts.closed_through().map(str::to_owned), skip: offset - closed });
            }
            Order::Ascending => offset,
        };
        let lost = || StoreError::Internal(format!("the counts of {partition} do not add up"));
        let (number, offset) = find_span(&list_counts.chunks, order, offset).ok_or_else(lost)?;
        let before = number.checked_sub(1).map(|previous| list_counts.chunks[previous].through.as_str());
        let mut segments = self.chunk(partition, number).await?.segments;
        // Since the head was read, more segments may have been added to the chunk, also by this request.
        segments.retain(|segment| segment.through <= list_counts.chunks[number].through);
        // Since the head was read, a count in the chunk may have changed; then the search goes on from the nearest
        // known row.
        let Some((position, skip)) = find_span(&segments, order, offset) else {
            return Ok(Position { after: span_start(&list_counts.chunks, order, number, before), skip: offset });
        };
        Ok(Position { after: span_start(&segments, order, position, before), skip })
    }

    /// The stretches of a chunk's segments in `order`; the chunk itself when its segments no longer add up to what the head said.
    pub(super) async fn stretches_of_chunk(
        &self,
        partition: &str,
        list_counts: &ListCounts,
        order: Order,
        number: usize,
    ) -> Result<Vec<Stretch>, StoreError> {
        let chunk = &list_counts.chunks[number];
        let before = number.checked_sub(1).map(|previous| list_counts.chunks[previous].through.as_str());
        let mut segments = self.chunk(partition, number).await?.segments;
        segments.retain(|segment| segment.through <= chunk.through);
        if segments.iter().map(|segment| segment.count).sum::<u64>() != chunk.count {
            return Ok(stretches(std::slice::from_ref(chunk), order, before));
        }
        Ok(stretches(&segments, order, before))
    }

    /// What the transaction of `moves` must change in the counts of their lists: one action per item, whatever moves.
    pub(super) async fn list_count_changes(&self, moves: &[Move]) -> Result<Vec<Action>, StoreError> {
        let mut lists: BTreeMap<&str, Vec<&Move>> = BTreeMap::new();
        for change in moves {
            lists.entry(&change.key.partition).or_default().push(change);
        }
        let changes = lists.into_iter().map(|(partition, moves)| self.changes_of(partition, moves));
        Ok(try_join_all(changes).await?.into_iter().flatten().collect())
    }

    /// The same of one list.
    async fn changes_of(&self, partition: &str, moves: Vec<&Move>) -> Result<Vec<Action>, StoreError> {
        let list_counts = self.list_counts(partition).await?;
        let changes = self.segment_changes(partition, &list_counts, &moves).await?;
        let in_tail =
            moves.iter().any(|Move { key, .. }| list_counts.closed_through().is_none_or(|end| *key.sort > *end));
        let mut actions = vec![change_head(partition, &list_counts, in_tail, &changes)];
        actions.extend(changes.iter().map(|(number, segments)| change_chunk(partition, *number, segments)));
        Ok(actions)
    }

    /// How many records enter or leave stored segments, by chunk and segment.
    async fn segment_changes(
        &self,
        partition: &str,
        list_counts: &ListCounts,
        moves: &[&Move],
    ) -> Result<BTreeMap<usize, BTreeMap<usize, i64>>, StoreError> {
        let covering = |spans: &[Span], sort: &str| spans.iter().position(|span| *sort <= *span.through);
        let mut changes: BTreeMap<usize, BTreeMap<usize, i64>> = BTreeMap::new();
        let mut read: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        for Move { key, change } in moves {
            let Some(number) = covering(&list_counts.chunks, &key.sort) else { continue };
            let segments = match read.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.chunk(partition, number).await?.segments),
            };
            let position = covering(segments, &key.sort);
            let position = position.ok_or_else(|| StoreError::Internal(format!("{} is in no segment", key.sort)))?;
            *changes.entry(number).or_default().entry(position).or_default() += change;
        }
        Ok(changes)
    }

    /// Stores new segments, unless somebody else changed the counts meanwhile; then the next reader stores them.
    async fn close(&self, tenant: &Tenant, partition: &str, list_counts: &ListCounts, closed: Vec<Span>) {
        let last = list_counts.chunks.len().saturating_sub(1);
        // Of a list that is counted from its beginning an earlier chunk may be left.
        let stored =
            if list_counts.chunks.is_empty() { Ok(Chunk::default()) } else { self.chunk(partition, last).await };
        let Ok(mut chunk) = stored else { return };
        let mut number = last;
        let chunk_segments = self.list_count_sizes.chunk_segments;
        if chunk.segments.len() >= chunk_segments {
            chunk = Chunk::default();
            number += 1;
        }
        chunk.segments.extend(closed.into_iter().take(chunk_segments - chunk.segments.len()));
        let Some(through) = chunk.segments.last().map(|segment| segment.through.clone()) else { return };
        let count = chunk.segments.iter().map(|segment| segment.count).sum();
        let mut head = list_counts.clone();
        head.moves += 1;
        head.chunks.truncate(number);
        head.chunks.push(Span { through, count });
        let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
        for (key, condition, item) in [
            (head_key(partition), unchanged(list_counts), serde_dynamo::to_item(&head)),
            (
                chunk_key(partition, number),
                Expression::new("attribute_not_exists(#never)").name("#never", "never"),
                serde_dynamo::to_item(&chunk),
            ),
        ] {
            let item: Result<item::Item, serde_dynamo::Error> = item;
            let Ok(mut item) = item else { return };
            item.extend(key.attributes());
            transaction.put_item(item, condition, counts_changed());
        }
        // Without the new segments the list is still counted correctly, only more slowly.
        let _ = self.commit(transaction).await;
    }

    pub(super) async fn list_counts(&self, partition: &str) -> Result<ListCounts, StoreError> {
        self.get_item(&head_key(partition)).await?.map_or_else(|| Ok(ListCounts::default()), decode)
    }

    /// How many records the head of a list's counts has.
    pub(super) fn counted_in(head: Option<item::Item>) -> Result<u64, StoreError> {
        head.map_or(Ok(0), |head| Ok(decode::<ListCounts>(head)?.total()))
    }

    /// Forgets the counts of a list; whoever is about to add to them does not.
    pub(super) fn forget_counts(transaction: &mut Transaction, partition: &str) {
        let update =
            Expression::new("REMOVE #chunks ADD #moves :one").name("#chunks", "chunks").name("#moves", "moves");
        let write = Write::Update { key: head_key(partition), update: update.number(":one", 1), condition: None };
        transaction.actions.push(Action { write, refusal: counts_changed() });
    }

    async fn chunk(&self, partition: &str, number: usize) -> Result<Chunk, StoreError> {
        self.get_item(&chunk_key(partition, number)).await?.map_or_else(|| Ok(Chunk::default()), decode)
    }
}

/// Changes of the head: the counts of the chunks, and a new number of moves. That number makes a reader that is adding
/// segments at the same moment start again. A record that moves within the tail must still exist when the transaction
/// happens.
fn change_head(
    partition: &str,
    list_counts: &ListCounts,
    in_tail: bool,
    changes: &BTreeMap<usize, BTreeMap<usize, i64>>,
) -> Action {
    let mut update = Expression::default().name("#moves", "moves").number(":one", 1);
    let mut sums = Vec::new();
    for (number, segments) in changes {
        sums.push(format!("#chunks[{number}].#count = #chunks[{number}].#count + :change{number}"));
        update = update
            .name("#chunks", "chunks")
            .name("#count", "count")
            .number(&format!(":change{number}"), segments.values().sum());
    }
    let set = if sums.is_empty() { String::new() } else { format!("SET {} ", sums.join(", ")) };
    update.text = format!("{set}ADD #moves :one");
    let condition = in_tail.then(|| same_tail(list_counts));
    Action { write: Write::Update { key: head_key(partition), update, condition }, refusal: counts_changed() }
}

/// The condition: no segment was added meanwhile.
fn same_tail(list_counts: &ListCounts) -> Expression {
    let condition = match list_counts.chunks.as_slice() {
        [] => Expression::new("attribute_not_exists(#chunks)"),
        [older @ .., last] => {
            Expression::new(format!("size(#chunks) = :size AND #chunks[{}].#through = :through", older.len()))
                .name("#through", "through")
                .number(":size", i64::try_from(list_counts.chunks.len()).unwrap_or(i64::MAX))
                .string(":through", &last.through)
        }
    };
    condition.name("#chunks", "chunks")
}

/// Changes of one chunk's segments. Segments are never split or merged, so their positions need no condition.
fn change_chunk(partition: &str, number: usize, segments: &BTreeMap<usize, i64>) -> Action {
    let mut update = Expression::default().name("#segments", "segments").name("#count", "count");
    let mut sums = Vec::new();
    for (position, change) in segments {
        sums.push(format!("#segments[{position}].#count = #segments[{position}].#count + :change{position}"));
        update = update.number(&format!(":change{position}"), *change);
    }
    update.text = format!("SET {}", sums.join(", "));
    let key = chunk_key(partition, number);
    Action { write: Write::Update { key, update, condition: None }, refusal: counts_changed() }
}

/// No client gets this answer: the store reads the counts again and repeats the transaction.
fn counts_changed() -> ApiError {
    ApiError::internal("the counts of a list changed")
}

fn decode<T: serde::de::DeserializeOwned>(item: item::Item) -> Result<T, StoreError> {
    serde_dynamo::from_item(item).map_err(|error| StoreError::Internal(format!("stored counts do not decode: {error}")))
}

/// The counts are as they were read.
fn unchanged(list_counts: &ListCounts) -> Expression {
    let moves = i64::try_from(list_counts.moves).unwrap_or(i64::MAX);
    let absent = if list_counts.moves == 0 { "attribute_not_exists(#moves) OR " } else { "" };
    Expression::new(format!("{absent}#moves = :moves")).name("#moves", "moves").number(":moves", moves)
}

/// When an id was made: the first 48 bits of a UUID version 7 are milliseconds since 1970.
fn made_at_ms(id: &str) -> Option<i64> {
    let millis = format!("{}{}", id.get(0..8)?, id.get(9..13)?);
    i64::from_str_radix(&millis, 16).ok()
}
