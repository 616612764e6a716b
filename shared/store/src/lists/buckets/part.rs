//! The rows of a page that begins somewhere in a calendar list, read from where the counts say that they are.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{
    counted::{Counted, Start, goes_on_after, instant_of, needed, skip},
    intervals::{BUCKET_MS, Interval},
    time_list::TimeList,
};
use crate::{
    Entity, Store,
    error::StoreError,
    item::Item,
    lists::{list::Order, query::Part},
};
use values::tenant::Tenant;

/// Parts of a page that are read side by side.
const SIDE_BY_SIDE: usize = 32;
/// Matching rows that lie so near to each other, in milliseconds, are read together.
const NEAR_MS: i64 = 3 * BUCKET_MS;
/// So are those that have no more records between them: a query of its own costs as much as reading these.
const BETWEEN_MAX: u64 = 2;

impl Store {
    /// The rows of a page that begins somewhere in the list.
    pub(super) async fn read_part<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        counted: &Counted,
        order: Order,
        start: &Start,
        size: usize,
    ) -> Result<Part, StoreError> {
        if let Some(part) = self.read_rare_part(tenant, query, counted, order, start, size).await? {
            return Ok(part);
        }
        let mut intervals = counted.in_order(order);
        let mut items = match start {
            Start::Offset(offset) => {
                let passed = skip(&mut intervals, *offset);
                match intervals.split_first() {
                    None => Vec::new(),
                    Some((first, rest)) if is_nearer_to_its_end(*first, passed, size) => {
                        let wanted = first.count - passed;
                        self.read_rows_from_end(tenant, query, (*first, wanted), (counted, rest), (order, size)).await?
                    }
                    Some(_) => {
                        self.read_rows(tenant, query, (counted, &intervals), None, (order, passed, size)).await?
                    }
                }
            }
            Start::After(key) => {
                let at = instant_of(key)?;
                intervals.retain(|interval| goes_on_after(interval, at, order));
                self.read_rows(tenant, query, (counted, &intervals), Some((at, key)), (order, 0, size)).await?
            }
        };
        let has_more = items.len() > size;
        items.truncate(size);
        Ok(Part { items, has_more, ..Part::default() })
    }

    /// One row more than a page, from the beginning of these intervals: after `passed` rows, or after a sort key.
    async fn read_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        (counted, intervals): (&Counted, &[Interval]),
        after: Option<(i64, &String)>,
        (order, passed, size): (Order, u64, usize),
    ) -> Result<Vec<Item>, StoreError> {
        let passed_rows = usize::try_from(passed).unwrap_or(usize::MAX);
        // After a cursor the rows of the first ten minutes may all have been shown already.
        let shown = after.and(intervals.first()).map_or(passed, |interval| interval.count);
        let wanted = shown.saturating_add(u64::try_from(size).unwrap_or(u64::MAX)).saturating_add(1);
        let most = passed_rows.saturating_add(size + 1);
        let read = |group: Interval| {
            let inside = after.filter(|(at, _)| (group.from_ms..group.to_ms).contains(at));
            let list = query.looked_through(counted, group, most);
            async move {
                let after = inside.map(|(_, key)| key.clone());
                Ok::<_, StoreError>(self.rows(tenant, &list, order, after, most).await?.items)
            }
        };
        let groups = groups(query, counted, intervals, wanted);
        let found: Vec<Vec<Item>> =
            stream::iter(groups.into_iter().map(read)).buffered(SIDE_BY_SIDE).try_collect().await?;
        Ok(found.into_iter().flatten().skip(passed_rows).collect())
    }

    /// One row more than a page, of which the first `wanted` are the last of their ten minutes: those are read from the
    /// end, so that less is passed over.
    async fn read_rows_from_end<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        (first, wanted): (Interval, u64),
        (counted, rest): (&Counted, &[Interval]),
        (order, size): (Order, usize),
    ) -> Result<Vec<Item>, StoreError> {
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let back = match order {
            Order::Ascending => Order::Descending,
            Order::Descending => Order::Ascending,
        };
        let list = query.looked_through(counted, first, wanted);
        let following = async {
            match (size + 1).checked_sub(wanted).filter(|more| *more > 0) {
                Some(more) => self.read_rows(tenant, query, (counted, rest), None, (order, 0, more - 1)).await,
                None => Ok(Vec::new()),
            }
        };
        let last = self.rows(tenant, &list, back, None, wanted);
        let (last, following) = tokio::try_join!(last, following)?;
        let mut items = last.items;
        items.reverse();
        items.extend(following);
        Ok(items)
    }
}

/// Whether a page after `passed` rows of these ten minutes costs less when it is read from their end.
fn is_nearer_to_its_end(first: Interval, passed: u64, size: usize) -> bool {
    let page = u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1);
    first.count.saturating_sub(passed).max(page) < passed.saturating_add(page)
}

/// What is read to find `wanted` rows: neighbouring intervals together. Where a filter leaves rows out, only intervals
/// that have little between them, because that would be read for nothing.
fn groups<E: Entity>(query: &TimeList<E>, counted: &Counted, intervals: &[Interval], wanted: u64) -> Vec<Interval> {
    let joins = |one: &Interval, other: &Interval| {
        let is_near = (other.from_ms - one.to_ms).max(one.from_ms - other.to_ms) < NEAR_MS;
        // Who else stands in the partition of a list of two things was not read.
        let is_little = query.is_whole_partition() && counted.records_between(one, other) <= BETWEEN_MAX;
        !query.is_filtered() || is_near || is_little
    };
    let mut groups: Vec<Interval> = Vec::new();
    for interval in needed(intervals, wanted) {
        match groups.last_mut() {
            Some(last) if joins(last, interval) => {
                last.from_ms = last.from_ms.min(interval.from_ms);
                last.to_ms = last.to_ms.max(interval.to_ms);
                last.count += interval.count;
            }
            Some(_) | None => groups.push(*interval),
        }
    }
    groups
}
