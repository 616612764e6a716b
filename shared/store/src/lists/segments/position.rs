//! Where a row is, of one list or of several that are read as one: out of their counts, and then by reading the keys of
//! a segment of each.

use std::{collections::VecDeque, iter::zip};

use futures_util::future::try_join_all;

use super::{
    Counted,
    start::{KeyRange, Passed, Start, compared, start},
};
use crate::{
    Store,
    error::StoreError,
    lists::{
        list::{ItemList, Order},
        query::{COUNT_ROWS_MAX, Want, sort_of},
    },
};
use values::tenant::Tenant;

/// Sort keys of one list, as far as they were read.
#[derive(Default)]
struct Ahead {
    keys: VecDeque<String>,
    after: Option<String>,
    is_over: bool,
}

impl Store {
    /// The sort key after which row number `offset` of all lists together comes; `None` when there are fewer rows.
    /// `Some(None)` is the beginning.
    pub(crate) async fn find_position(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        counted: &[Counted],
        order: Order,
        offset: u64,
    ) -> Result<Option<Option<String>>, StoreError> {
        if offset >= counted.iter().map(Counted::total).sum() {
            return Ok(None);
        }
        let (mut ahead, start) = self.find_search_start(tenant, lists, counted, order, offset).await?;
        let left = offset - start.rows();
        let mut last = start.end;
        for left in (1..=left).rev() {
            for (list, ahead) in lists.iter().zip(&mut ahead) {
                self.read_keys(tenant, list, order, ahead, left).await?;
            }
            let fronts = ahead.iter_mut().filter(|ahead| !ahead.keys.is_empty());
            let fronts = fronts.min_by(|left, right| compared(order, &left.keys[0], &right.keys[0]));
            match fronts.and_then(|next| next.keys.pop_front()) {
                Some(key) => last = Some(key),
                None => return Ok(None),
            }
        }
        Ok(Some(last))
    }

    /// Where the search for row number `offset` begins, and each list from there on: the segments that lie before the
    /// row as a whole are passed over. A list without counts is read from its beginning.
    async fn find_search_start(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        counted: &[Counted],
        order: Order,
        offset: u64,
    ) -> Result<(Vec<Ahead>, Start), StoreError> {
        let mut ranges: Vec<Vec<KeyRange>> = counted.iter().map(|counted| counted.ranges.clone()).collect();
        loop {
            let start = start(&ranges, order, offset);
            // Nothing is left to look for when all rows before it are passed over.
            let is_found = start.rows() == offset;
            let next = zip(&ranges, &start.passed)
                .map(|(ranges, passed)| if is_found { None } else { ranges.get(passed.ranges)?.chunk });
            let read = zip(zip(lists, counted), next).map(async |((list, counted), chunk)| match chunk {
                Some(chunk) => {
                    self.read_ranges_of_chunk(&list.partition(tenant), counted, order, chunk).await.map(Some)
                }
                None => Ok(None),
            });
            let read: Vec<Option<Vec<KeyRange>>> = try_join_all(read).await?;
            if read.iter().all(Option::is_none) {
                let ahead = zip(&ranges, &start.passed).map(|(ranges, passed)| begun(ranges, *passed));
                return Ok((ahead.collect(), start));
            }
            for ((ranges, passed), segments) in zip(zip(&mut ranges, start.passed), read) {
                if let Some(segments) = segments {
                    ranges.splice(passed.ranges..=passed.ranges, segments);
                }
            }
        }
    }

    /// Reads on, at most `most` keys, when nothing is left of what was read.
    async fn read_keys(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        ahead: &mut Ahead,
        most: u64,
    ) -> Result<(), StoreError> {
        // Of what is filtered, most rows may not match.
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let most = if list.has_all_of_range() { most } else { list.looked_at_first(most).unwrap_or(COUNT_ROWS_MAX) };
        while ahead.keys.is_empty() && !ahead.is_over {
            let limit = most.min(COUNT_ROWS_MAX);
            let rows = self.query(tenant, list, order, ahead.after.take(), limit, Want::Keys).await?;
            ahead.keys.extend(rows.items.iter().map(|item| sort_of(list, item).to_owned()));
            ahead.is_over = rows.last.is_none();
            ahead.after = rows.last;
        }
        Ok(())
    }
}

/// A list after what was passed over.
fn begun(ranges: &[KeyRange], passed: Passed) -> Ahead {
    let last = passed.ranges.checked_sub(1).map(|last| &ranges[last]);
    Ahead { after: last.and_then(|last| last.end.clone()), ..Ahead::default() }
}
