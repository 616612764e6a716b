//! How long a list is, in ranges. A whole partition of the table has stored counts; of a range of one they tell all but
//! its ends, which are counted by reading them; anything else is counted by reading it.

use futures_util::future::try_join_all;

use super::{
    ListCounts,
    pieces::{Piece, pieces, pieces_of_chunks, ranges},
    start::KeyRange,
};
use crate::{
    Store,
    error::StoreError,
    lists::list::{ItemList, Order},
};
use values::tenant::Tenant;

/// A list as it was counted.
pub struct Counted {
    /// Its records, in the order in which they are read.
    pub ranges: Vec<KeyRange>,
    /// The chunks that ranges name.
    chunks: ListCounts,
}

impl Counted {
    /// Records in the whole list.
    pub fn total(&self) -> u64 {
        self.ranges.iter().map(|range| range.count).sum()
    }
}

impl Store {
    /// The exact length of a list.
    pub(crate) async fn count_list(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        now_ms: i64,
    ) -> Result<Counted, StoreError> {
        let chunks =
            if list.is_counted() { self.list_counts(&list.partition(tenant)).await? } else { ListCounts::default() };
        self.count_list_by(tenant, list, order, chunks, now_ms).await
    }

    /// The same when the head of its counts is read already.
    pub(crate) async fn count_list_by(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        chunks: ListCounts,
        now_ms: i64,
    ) -> Result<Counted, StoreError> {
        let pieces = if list.is_whole() {
            let mut pieces = pieces_of_chunks(&chunks.chunks);
            pieces.push(Piece::following(&chunks.chunks, self.count_tail(tenant, list, &chunks, now_ms).await?));
            pieces
        } else {
            self.read_pieces_of_range(tenant, list, &chunks, now_ms).await?
        };
        Ok(Counted { ranges: ranges(pieces, order), chunks })
    }

    /// The ranges of a chunk's segments; the chunk itself when its segments no longer add up to what the head said.
    pub(crate) async fn read_ranges_of_chunk(
        &self,
        partition: &str,
        counted: &Counted,
        order: Order,
        number: usize,
    ) -> Result<Vec<KeyRange>, StoreError> {
        let (after, chunk) = counted.chunks.chunk(number);
        let segments = self.read_segments(partition, &counted.chunks, number).await?;
        let is_same = segments.iter().map(|segment| segment.count).sum::<u64>() == chunk.count;
        let spans = if is_same { segments.as_slice() } else { std::slice::from_ref(chunk) };
        Ok(ranges(pieces(spans, after), order))
    }

    async fn read_pieces_of_range(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        counts: &ListCounts,
        now_ms: i64,
    ) -> Result<Vec<Piece>, StoreError> {
        let chunks = pieces_of_chunks(&counts.chunks);
        let chunks =
            try_join_all(chunks.into_iter().map(|chunk| self.read_pieces_of_part(tenant, list, counts, chunk)));
        let tail = self.count_piece(tenant, list, Piece::following(&counts.chunks, 0));
        let (chunks, tail) = tokio::try_join!(chunks, tail)?;
        if list.is_counted()
            && tail.as_ref().is_some_and(|tail| {
                usize::try_from(tail.count).is_ok_and(|count| count >= self.list_count_sizes.segment_rows)
            })
        {
            // Nobody may ever ask for the whole list: then it would never be counted.
            self.count_tail(tenant, &list.whole(), counts, now_ms).await?;
        }
        let mut pieces: Vec<Piece> = chunks.into_iter().flatten().chain(tail).collect();
        // A list is read from its own beginning to its own end.
        if let Some(first) = pieces.first_mut() {
            first.after = None;
        }
        if let Some(last) = pieces.last_mut() {
            last.through = None;
        }
        Ok(pieces)
    }

    /// What a chunk has of a list: itself, or those of its segments that the list has.
    async fn read_pieces_of_part(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        counts: &ListCounts,
        chunk: Piece,
    ) -> Result<Vec<Piece>, StoreError> {
        let (after, through) = (chunk.after.as_deref(), chunk.through.as_deref());
        let number = if list.part(after, through).is_some() { chunk.chunk } else { None };
        let Some(number) = number else { return Ok(Vec::new()) };
        if list.has_all(after, through) {
            return Ok(vec![chunk]);
        }
        let segments = self.read_segments(&list.partition(tenant), counts, number).await?;
        let segments = pieces(&segments, after).into_iter().map(|segment| self.count_piece(tenant, list, segment));
        Ok(try_join_all(segments).await?.into_iter().flatten().collect())
    }

    /// How many records of a list are in this piece; nothing when none can be.
    async fn count_piece(&self, tenant: &Tenant, list: &ItemList, piece: Piece) -> Result<Option<Piece>, StoreError> {
        let (after, through) = (piece.after.as_deref(), piece.through.as_deref());
        let Some(part) = list.part(after, through) else { return Ok(None) };
        if through.is_some() && list.has_all(after, through) {
            return Ok(Some(piece));
        }
        let count = self.count_rest(tenant, &part, Order::Ascending, None).await?;
        Ok(Some(Piece { count, ..piece }))
    }
}
