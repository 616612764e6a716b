//! One page of a calendar list: its total from the counts, its rows from where the counts say that they are.

use futures_util::future::try_join_all;

use super::query::{CalendarQuery, Counted, Start};
use crate::{
    Entity, Store,
    bucket_position::{Stretch, edges},
    error::StoreError,
    list::{Order, Paging, Scheme},
    listed::Listed,
    query::Part,
};
use values::{Timestamp, tenant::Tenant};

impl Store {
    /// One page of a calendar list with its exact total: two round trips at most, at a cost that does not depend on how long the list is. It may
    /// lag by a moment, as its index does. A list that was never counted is read as any other; one of whose records not all are in its index until
    /// then has a bound.
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
            Start::Offset(0) if !query.is_filtered() && query.uncounted.is_none() => {
                let part = self.rows(tenant, &query.whole().untyped(), order, None, size).await?;
                if !part.has_more {
                    return self.listed(tenant, &query.list.untyped(), part.seen, part).await?.decoded();
                }
                self.calendar_counts(tenant, query).await?.map(|counted| (counted.total, part))
            }
            Start::Offset(0) | Start::After(_) if !query.is_filtered() => {
                self.counted_rows(tenant, query, start.key(), (order, size)).await?
            }
            Start::Offset(_) | Start::After(_) => match self.calendar_counts(tenant, query).await? {
                Some(counted) => {
                    let part = self.part(tenant, query, &counted, (order, &start, size)).await?;
                    Some((counted.total, part))
                }
                None => None,
            },
        };
        match known {
            Some((total, part)) => self.listed(tenant, &query.list.untyped(), total, part).await?.decoded(),
            None => match &query.uncounted {
                Some(list) => self.page_of(tenant, std::slice::from_ref(list), paging, query.now.millis()).await,
                None => self.page(tenant, &query.whole(), paging, query.now.millis()).await,
            },
        }
    }

    /// The rows after a sort key, read beside the counts; none when the list was never counted.
    async fn counted_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
        after: Option<&String>,
        (order, size): (Order, usize),
    ) -> Result<Option<(u64, Part)>, StoreError> {
        let whole = query.whole().untyped();
        let rows = self.rows(tenant, &whole, order, after.cloned(), size);
        let (counted, part) = tokio::try_join!(self.calendar_counts(tenant, query), rows)?;
        Ok(counted.map(|counted| (counted.total, part)))
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

    /// Where the rows of a list lie. Ten minutes of which the list has only a part, at its ends, are counted by reading them.
    async fn calendar_counts<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &CalendarQuery<E>,
    ) -> Result<Option<Counted>, StoreError> {
        let (from_ms, to_ms) = (query.from.map_or(0, Timestamp::millis), query.to.map(Timestamp::millis));
        if to_ms.is_some_and(|to| to <= from_ms) {
            return Ok(Some(Counted::default()));
        }
        let read_edge = |(from_ms, to_ms): (i64, i64)| async move {
            let part = query.within(Some(from_ms), Some(to_ms)).untyped();
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
        Ok(Some(query.counted(&cells, read)))
    }
}
