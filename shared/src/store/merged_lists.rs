//! Reads several lists as one: each has its own partition of an index, and all have the same order. A page is merged out of one page of
//! each; the total is the sum of theirs. A sort key of one is a position in all of them, so that one cursor serves.

use std::{collections::VecDeque, iter::zip};

use futures_util::future::try_join_all;

use super::{
    Store,
    error::StoreError,
    expression::key_names,
    item::{self, Item},
    list::{List, Listed, Order, Paging, Scheme},
    list_counts::ListCounts,
    merged_start::{Passed, Start, Stretch, compared, start},
    query::{COUNT_ROWS_MAX, Part, Want},
};
use crate::{domain::Entity, tenant::Tenant};

/// Sort keys of one list, as far as they were read.
#[derive(Default)]
struct Ahead {
    keys: VecDeque<String>,
    after: Option<String>,
    is_over: bool,
}

/// Lists with their totals, and with their counts where these are kept.
struct Counted<'a, E> {
    lists: &'a [List<E>],
    totals: &'a [(u64, Option<ListCounts>)],
    order: Order,
}

impl Store {
    /// One page of lists that have no record in common, with their exact total.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub(super) async fn merged_page<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<Listed<E>, StoreError> {
        let first = match lists {
            [] => return Ok(Listed { records: Vec::new(), total: 0, has_more: false, next: None }),
            [only] => return self.page(tenant, only, paging, now_ms).await,
            [first, ..] => first,
        };
        let order = first.direction(paging);
        let totals = try_join_all(lists.iter().map(|list| self.total(tenant, list, now_ms)));
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let (totals, rows) = match &paging.scheme {
            Scheme::Page(page) if *page > 1 => {
                let totals = totals.await?;
                let offset = (page - 1).saturating_mul(u64::from(paging.size));
                let after = self.merged_position(tenant, &Counted { lists, totals: &totals, order }, offset).await?;
                let rows = match after {
                    Some(after) => self.merged_rows(tenant, lists, order, after, size).await?,
                    None => Part::default(),
                };
                (totals, rows)
            }
            scheme => {
                let after = match scheme {
                    Scheme::Cursor(after) => after.clone(),
                    Scheme::Page(_) => None,
                };
                let (totals, rows) = tokio::join!(totals, self.merged_rows(tenant, lists, order, after, size));
                (totals?, rows?)
            }
        };
        let total = totals.iter().map(|(total, _)| total).sum();
        let next = rows.items.last().filter(|_| rows.has_more).map(|item| sort_of(first, item).to_owned());
        let records = self.records(tenant, lists, rows.items).await?;
        Ok(Listed { records, total, has_more: rows.has_more, next })
    }

    async fn merged_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        order: Order,
        after: Option<String>,
        size: usize,
    ) -> Result<Part, StoreError> {
        let parts = try_join_all(lists.iter().map(|list| self.rows(tenant, list, order, after.clone(), size))).await?;
        let mut has_more = parts.iter().any(|part| part.has_more);
        let tagged = lists
            .iter()
            .zip(parts)
            .flat_map(|(list, part)| part.items.into_iter().map(move |item| (sort_of(list, &item).to_owned(), item)));
        let mut rows: Vec<(String, Item)> = tagged.collect();
        rows.sort_by(|(left, _), (right, _)| compared(order, left, right));
        has_more |= rows.len() > size;
        rows.truncate(size);
        Ok(Part { items: rows.into_iter().map(|(_, item)| item).collect(), has_more, ..Part::default() })
    }

    /// The sort key after which row number `offset` comes; `None` when there are fewer rows. `Some(None)` is the beginning.
    async fn merged_position<E: Entity>(
        &self,
        tenant: &Tenant,
        counted: &Counted<'_, E>,
        offset: u64,
    ) -> Result<Option<Option<String>>, StoreError> {
        let &Counted { lists, totals, order } = counted;
        if offset >= totals.iter().map(|(total, _)| total).sum() {
            return Ok(None);
        }
        let (mut ahead, start) = self.merged_start(tenant, counted, offset).await?;
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

    /// Where the search for row number `offset` begins, and each list from there on: the segments that lie before the row
    /// as a whole are passed over. A list without counts is read from its beginning.
    async fn merged_start<E: Entity>(
        &self,
        tenant: &Tenant,
        counted: &Counted<'_, E>,
        offset: u64,
    ) -> Result<(Vec<Ahead>, Start), StoreError> {
        let order = counted.order;
        let mut lists: Vec<Vec<Stretch>> = counted.totals.iter().map(|total| stretches(total, order)).collect();
        loop {
            let start = start(&lists, order, offset);
            let next = zip(&lists, &start.passed).map(|(stretches, passed)| stretches.get(passed.stretches)?.chunk);
            let read = zip(zip(counted.lists, counted.totals), next).map(async |((list, (_, counts)), chunk)| {
                let (Some(chunk), Some(counts)) = (chunk, counts) else { return Ok(None) };
                self.stretches_of_chunk(&list.partition(tenant), counts, order, chunk).await.map(Some)
            });
            let read: Vec<Option<Vec<Stretch>>> = try_join_all(read).await?;
            if read.iter().all(Option::is_none) {
                let ahead = zip(&lists, &start.passed).map(|(stretches, passed)| begun(stretches, *passed)).collect();
                return Ok((ahead, start));
            }
            for ((stretches, passed), segments) in zip(zip(&mut lists, start.passed), read) {
                if let Some(segments) = segments {
                    stretches.splice(passed.stretches..=passed.stretches, segments);
                }
            }
        }
    }

    /// Reads on, at most `most` keys, when nothing is left of what was read.
    async fn read_keys<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        ahead: &mut Ahead,
        most: u64,
    ) -> Result<(), StoreError> {
        // Of what is filtered, most rows may not match.
        let most = if list.is_whole() { usize::try_from(most).unwrap_or(usize::MAX) } else { COUNT_ROWS_MAX };
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

/// The list as stretches in `order`; one stretch when its counts are not kept.
fn stretches((total, counts): &(u64, Option<ListCounts>), order: Order) -> Vec<Stretch> {
    let whole = || vec![Stretch { end: None, count: *total, chunk: None }];
    counts.as_ref().map_or_else(whole, |counts| counts.stretches(order))
}

/// A list after what was passed over.
fn begun(stretches: &[Stretch], passed: Passed) -> Ahead {
    let last = passed.stretches.checked_sub(1).map(|last| &stretches[last]);
    Ahead { after: last.and_then(|last| last.end.clone()), ..Ahead::default() }
}

fn sort_of<'a, E: Entity>(list: &List<E>, item: &'a Item) -> &'a str {
    item::text(item, &key_names(list.index()).1).unwrap_or_default()
}
