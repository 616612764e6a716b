//! What a transaction changes in the counts of the lists that its records leave or enter.

use std::collections::{BTreeMap, btree_map::Entry};

use futures_util::future::try_join_all;

use super::{ListCounts, Span, chunk_key, counts_changed, head_key};
use crate::{Store, error::StoreError, expression::Expression, moves::Move, transaction::Action, write::Write};

impl Store {
    /// What the transaction of `moves` must change in the counts of their lists: one action per item, whatever moves.
    pub(crate) async fn list_count_changes(&self, moves: &[Move]) -> Result<Vec<Action>, StoreError> {
        let mut lists: BTreeMap<&str, Vec<&Move>> = BTreeMap::new();
        for change in moves {
            lists.entry(&change.key.partition).or_default().push(change);
        }
        let changes = lists.into_iter().map(|(partition, moves)| self.plan_changes(partition, moves));
        Ok(try_join_all(changes).await?.into_iter().flatten().collect())
    }

    /// The same of one list.
    async fn plan_changes(&self, partition: &str, moves: Vec<&Move>) -> Result<Vec<Action>, StoreError> {
        let list_counts = self.list_counts(partition).await?;
        let changes = self.count_segment_changes(partition, &list_counts, &moves).await?;
        let in_tail =
            moves.iter().any(|Move { key, .. }| list_counts.closed_through().is_none_or(|end| *key.sort > *end));
        let mut actions = vec![change_head(partition, &list_counts, in_tail, &changes)];
        actions.extend(changes.iter().map(|(number, segments)| change_chunk(partition, *number, segments)));
        Ok(actions)
    }

    /// How many records enter or leave stored segments, by chunk and segment.
    async fn count_segment_changes(
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
                Entry::Vacant(new) => new.insert(self.read_chunk(partition, number).await?.segments),
            };
            let position = covering(segments, &key.sort);
            let position = position.ok_or_else(|| StoreError::Internal(format!("{} is in no segment", key.sort)))?;
            *changes.entry(number).or_default().entry(position).or_default() += change;
        }
        Ok(changes)
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
