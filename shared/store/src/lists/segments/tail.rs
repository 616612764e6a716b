//! The tail of a list: what is not counted yet, and how it becomes counted.

use super::{Chunk, ListCounts, Span, chunk_key, counts_changed, head_key};
use crate::{Store, error::StoreError, expression::Expression, item, lists::list::ItemList, transaction::Transaction};
use values::tenant::Tenant;

impl Store {
    /// How many records of a whole list come after what is counted. Those that are old enough are put into segments on
    /// the way.
    pub(super) async fn count_tail(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        list_counts: &ListCounts,
        now_ms: i64,
    ) -> Result<u64, StoreError> {
        let mut after = list_counts.closed_through().map(str::to_owned);
        let (mut tail, mut closed) = (0, Vec::<Span>::new());
        let mut settled = true;
        let sizes = self.list_count_sizes;
        loop {
            let step = if closed.len() < sizes.closed_at_once_max && settled { sizes.segment_rows } else { 2_000 };
            let (count, last) = self.count_step(tenant, list, after, step).await?;
            tail += count;
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
            self.close(tenant, &list.partition(tenant), list_counts, closed).await;
        }
        Ok(tail)
    }

    /// Stores new segments, unless somebody else changed the counts meanwhile; then the next reader stores them.
    async fn close(&self, tenant: &Tenant, partition: &str, list_counts: &ListCounts, closed: Vec<Span>) {
        let last = list_counts.chunks.len().saturating_sub(1);
        // Of a list that is counted from its beginning an earlier chunk may be left.
        let stored =
            if list_counts.chunks.is_empty() { Ok(Chunk::default()) } else { self.read_chunk(partition, last).await };
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
