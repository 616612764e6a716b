//! One page of a calendar list: its total from the counts, its rows from where the counts say that they are.

use futures_util::{StreamExt as _, TryStreamExt as _, future::try_join_all, stream};

use super::cells::Cells;
use crate::{
    domain::{CalendarListName, Entity, Timestamp},
    store::{
        Store,
        bucket_position::{BUCKET_MS, Stretch, edges},
        error::StoreError,
        expression::key_names,
        item::{self, Item},
        list::{List, Listed, Order, Paging, Scheme},
        query::Part,
    },
    tenant::Tenant,
};

/// Parts of a page that are read side by side.
const SIDE_BY_SIDE: usize = 32;
/// Matching rows that lie so near to each other, in milliseconds, are read together.
const NEAR_MS: i64 = 3 * BUCKET_MS;

/// A calendar list as a request asks for it.
#[derive(Clone, Debug)]
pub struct CalendarQuery<E> {
    /// Where its rows are. It has filters where that partition has others, too.
    pub list: List<E>,
    /// By which name it is counted.
    pub name: CalendarListName,
    /// Records that begin at this instant or later.
    pub from: Option<Timestamp>,
    /// Records that begin before this instant.
    pub to: Option<Timestamp>,
    /// Only records of these states at `now`; those of any, and then `list` has no filter for them.
    pub states: Option<Vec<u8>>,
    /// The instant of the request.
    pub now: Timestamp,
}

/// What the counts say of a list.
struct Counted {
    /// Where its rows lie, in order of time.
    stretches: Vec<Stretch>,
    total: u64,
}

/// Where a part of a list begins.
enum Start {
    /// After so many rows.
    Offset(u64),
    /// After this sort key.
    After(String),
}

impl<E: Entity> CalendarQuery<E> {
    fn within(&self, from_ms: Option<i64>, to_ms: Option<i64>) -> List<E> {
        let text = |millis: i64| Timestamp::from_millis(millis).map(|at| at.to_string());
        self.list.clone().between(from_ms.and_then(text), to_ms.and_then(text))
    }

    /// The whole list.
    #[must_use]
    pub fn whole(&self) -> List<E> {
        self.within(self.from.map(Timestamp::millis), self.to.map(Timestamp::millis))
    }

    fn is_filtered(&self) -> bool {
        !self.list.filter().text.is_empty()
    }
}

impl Store {
    /// One page of a calendar list with its exact total: two round trips at most, at a cost that does not depend on how long the list is. It may
    /// lag by a moment, as its index does. A list that was never counted is read as any other.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn calendar_page<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
        paging: &Paging,
    ) -> Result<Listed<E>, StoreError> {
        let order = query.list.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let start = match &paging.scheme {
            Scheme::Page(page) => Start::Offset((page - 1).saturating_mul(u64::from(paging.size))),
            Scheme::Cursor(None) => Start::Offset(0),
            Scheme::Cursor(Some(after)) => Start::After(after.clone()),
        };
        let known = match &start {
            Start::Offset(0) if !query.is_filtered() => {
                let part = self.rows(tenant, &query.whole(), order, None, size).await?;
                if !part.has_more {
                    return self.listed(tenant, query, part.seen, part).await;
                }
                self.calendar_counts(tenant, query).await?.map(|counted| (counted.total, part))
            }
            Start::After(after) if !query.is_filtered() => {
                let whole = query.whole();
                let rows = self.rows(tenant, &whole, order, Some(after.clone()), size);
                let (counted, part) = tokio::try_join!(self.calendar_counts(tenant, query), rows)?;
                counted.map(|counted| (counted.total, part))
            }
            Start::Offset(_) | Start::After(_) => match self.calendar_counts(tenant, query).await? {
                Some(counted) => {
                    let part = self.part(tenant, query, &counted, order, &start, size).await?;
                    Some((counted.total, part))
                }
                None => None,
            },
        };
        match known {
            Some((total, part)) => self.listed(tenant, query, total, part).await,
            None => self.page(tenant, &query.whole(), paging, query.now.millis()).await,
        }
    }

    /// How many records a calendar list has; `None` when it was never counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn calendar_total<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
    ) -> Result<Option<u64>, StoreError> {
        Ok(self.calendar_counts(tenant, query).await?.map(|counted| counted.total))
    }

    async fn listed<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
        total: u64,
        part: Part,
    ) -> Result<Listed<E>, StoreError> {
        let sort_name = key_names(query.list.index()).1;
        let next = part.items.last().filter(|_| part.has_more).and_then(|row| item::text(row, &sort_name));
        let next = next.map(str::to_owned);
        let records = self.records(tenant, &query.list, part.items).await?;
        Ok(Listed { records, total, has_more: part.has_more, next })
    }

    /// Where the rows of a list lie. Ten minutes of which the list has only a part, at its ends, are counted by reading them.
    async fn calendar_counts<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
    ) -> Result<Option<Counted>, StoreError> {
        let (from_ms, to_ms) = (query.from.map_or(0, Timestamp::millis), query.to.map(Timestamp::millis));
        if to_ms.is_some_and(|to| to <= from_ms) {
            return Ok(Some(Counted { stretches: Vec::new(), total: 0 }));
        }
        let read_edge = |(from_ms, to_ms): (i64, i64)| async move {
            let part = query.within(Some(from_ms), Some(to_ms));
            let count = self.count_rest(tenant, &part, Order::Ascending, None).await?;
            Ok::<_, StoreError>(Stretch { from_ms, to_ms, count })
        };
        let now = query.states.as_ref().map(|_| query.now);
        let state = self.list_state::<E>(tenant, &query.name, (query.from, query.to), now);
        let (state, read) = tokio::try_join!(state, try_join_all(edges(from_ms, to_ms).into_iter().map(read_edge)))?;
        let Some(state) = state else { return Ok(None) };
        let cells = match now {
            Some(now) => state.at(&query.name, now)?,
            None => state.stored(&query.name)?,
        };
        Ok(Some(of_cells(&cells, query, read)))
    }

    /// The rows of a page that begins somewhere in the list.
    async fn part<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
        counted: &Counted,
        order: Order,
        start: &Start,
        size: usize,
    ) -> Result<Part, StoreError> {
        let mut stretches = counted.stretches.clone();
        if order == Order::Descending {
            stretches.reverse();
        }
        let (passed, after) = match start {
            Start::Offset(offset) => (skipped(&mut stretches, *offset), None),
            Start::After(key) => {
                let at = instant_of(key)?;
                stretches.retain(|stretch| match order {
                    Order::Ascending => stretch.to_ms > at,
                    Order::Descending => stretch.from_ms <= at,
                });
                (0, Some((at, key)))
            }
        };
        // After a cursor the rows of the first ten minutes may all have been shown already.
        let shown = after.and(stretches.first()).map_or(passed, |stretch| stretch.count);
        let wanted = shown.saturating_add(u64::try_from(size).unwrap_or(u64::MAX)).saturating_add(1);
        let most = if query.is_filtered() {
            usize::MAX - 1
        } else {
            usize::try_from(passed).unwrap_or(usize::MAX).saturating_add(size + 1)
        };
        let read = |group: Stretch| {
            let inside = after.filter(|(at, _)| (group.from_ms..group.to_ms).contains(at));
            let list = query.within(Some(group.from_ms), Some(group.to_ms));
            async move {
                let after = inside.map(|(_, key)| key.clone());
                Ok::<_, StoreError>(self.rows(tenant, &list, order, after, most).await?.items)
            }
        };
        let groups = groups(&stretches, wanted, query.is_filtered());
        let found: Vec<Vec<Item>> =
            stream::iter(groups.into_iter().map(read)).buffered(SIDE_BY_SIDE).try_collect().await?;
        let mut items: Vec<Item> =
            found.into_iter().flatten().skip(usize::try_from(passed).unwrap_or(usize::MAX)).collect();
        let has_more = items.len() > size;
        items.truncate(size);
        Ok(Part { items, has_more, ..Part::default() })
    }
}

/// What the cells say of a list, with what was read at its ends.
fn of_cells<E: Entity>(cells: &Cells, query: &CalendarQuery<E>, read: Vec<Stretch>) -> Counted {
    let states: Vec<u8> = query.states.clone().unwrap_or_else(|| vec![0, 1, 2, 3]);
    let (from_ms, to_ms) = (query.from.map_or(0, Timestamp::millis), query.to.map_or(i64::MAX, Timestamp::millis));
    let mut stretches = cells.stretches(&states, from_ms, to_ms);
    stretches.extend(read.into_iter().filter(|stretch| stretch.count > 0));
    stretches.sort_by_key(|stretch| stretch.from_ms);
    let total = stretches.iter().map(|stretch| stretch.count).sum();
    Counted { stretches, total }
}

/// Takes away the stretches before row number `offset`; how many rows of the first that is left come before it.
fn skipped(stretches: &mut Vec<Stretch>, mut offset: u64) -> u64 {
    let before = stretches.iter().take_while(|stretch| {
        let is_before = stretch.count <= offset;
        if is_before {
            offset -= stretch.count;
        }
        is_before
    });
    let before = before.count();
    stretches.drain(..before);
    offset
}

/// What is read to find `wanted` rows: neighbouring stretches together. Where a filter leaves rows out, only stretches that are near each other,
/// because what lies between them would be read for nothing.
fn groups(stretches: &[Stretch], wanted: u64, is_filtered: bool) -> Vec<Stretch> {
    let mut groups: Vec<Stretch> = Vec::new();
    let mut found = 0;
    for stretch in stretches {
        if found >= wanted {
            break;
        }
        found += stretch.count;
        match groups.last_mut() {
            Some(last) if !is_filtered || is_near(last, stretch) => {
                last.from_ms = last.from_ms.min(stretch.from_ms);
                last.to_ms = last.to_ms.max(stretch.to_ms);
                last.count += stretch.count;
            }
            Some(_) | None => groups.push(*stretch),
        }
    }
    groups
}

fn is_near(one: &Stretch, other: &Stretch) -> bool {
    (other.from_ms - one.to_ms).max(one.from_ms - other.to_ms) < NEAR_MS
}

/// The instant with which a sort key begins.
fn instant_of(key: &str) -> Result<i64, StoreError> {
    let text = key.split('#').next().unwrap_or_default();
    Timestamp::parse(text).map(Timestamp::millis).ok_or_else(|| StoreError::Refused(format!("{key} names no row")))
}
