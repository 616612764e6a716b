//! One page of a list by time: its total from the counts, its rows from where the counts say that they are.

use futures_util::future::try_join_all;

use super::{
    counted::{Counted, Start},
    intervals::{Interval, edges},
    time_list::{Tally, TimeList},
};
use crate::{
    Entity, Store,
    error::StoreError,
    lists::{
        list::{Order, Paging, Scheme},
        listed::Listed,
        query::Part,
    },
};
use values::{Timestamp, tenant::Tenant};

impl Store {
    /// One page of a list by time with its exact total: two round trips at most, at a cost that does not depend on how
    /// long the list is. It may lag by a moment, as its index does. `None` when it was never counted.
    pub(in crate::lists) async fn page_by_time<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        paging: &Paging,
    ) -> Result<Option<Listed<E>>, StoreError> {
        let order = query.list.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let start = match &paging.scheme {
            Scheme::Page(page) => Start::Offset((page - 1).saturating_mul(u64::from(paging.size))),
            Scheme::Cursor(None) => Start::Offset(0),
            Scheme::Cursor(Some(after)) => Start::After(after.clone()),
        };
        let list = query.list.untyped();
        let known = match &start {
            Start::Offset(0) if query.is_mostly_short() => {
                let part = self.rows(tenant, &query.whole().untyped(), order, None, size).await?;
                if !part.has_more {
                    return self.finish_page(tenant, &list, part.seen, part).await?.decoded().map(Some);
                }
                self.read_time_counts(tenant, query).await?.map(|counted| (counted.total, part))
            }
            Start::Offset(0) | Start::After(_) if !query.is_filtered() => {
                self.read_beside_counts(tenant, query, start.key(), order, size).await?
            }
            Start::Offset(_) | Start::After(_) => match self.read_time_counts(tenant, query).await? {
                Some(counted) => {
                    let part = self.read_part(tenant, query, &counted, order, &start, size).await?;
                    Some((counted.total, part))
                }
                None => None,
            },
        };
        match known {
            Some((total, part)) => self.finish_page(tenant, &list, total, part).await?.decoded().map(Some),
            None => Ok(None),
        }
    }

    /// The rows after a sort key, read beside the counts; none when the list was never counted.
    async fn read_beside_counts<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        after: Option<&String>,
        order: Order,
        size: usize,
    ) -> Result<Option<(u64, Part)>, StoreError> {
        let whole = query.whole().untyped();
        let rows = self.rows(tenant, &whole, order, after.cloned(), size);
        let (counted, part) = tokio::try_join!(self.read_time_counts(tenant, query), rows)?;
        Ok(counted.map(|counted| (counted.total, part)))
    }

    /// How many records a list by time has; `None` when it was never counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn count_by_time<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
    ) -> Result<Option<u64>, StoreError> {
        Ok(self.read_time_counts(tenant, query).await?.map(|counted| counted.total))
    }

    /// Where the rows of a list lie. Ten minutes of which the list has only a part, at its ends, are counted by reading
    /// them.
    async fn read_time_counts<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
    ) -> Result<Option<Counted>, StoreError> {
        let (from_ms, to_ms) = (query.from.map_or(0, Timestamp::millis), query.to.map(Timestamp::millis));
        if to_ms.is_some_and(|to| to <= from_ms) {
            return Ok(Some(Counted::default()));
        }
        let read_edge = |(from_ms, to_ms): (i64, i64)| async move {
            let part = query.within(Some(from_ms), Some(to_ms)).untyped();
            let count = self.count_rest(tenant, &part, Order::Ascending, None).await?;
            Ok::<_, StoreError>(Interval { from_ms, to_ms, count })
        };
        // Boxed, because what reads a page is large otherwise, and each caller keeps room for it.
        let cells = Box::pin(async {
            match &query.tally {
                Tally::Months(name) => {
                    let now = query.states.as_ref().map(|_| query.now);
                    self.read_months(tenant, E::KIND, name, query.from, query.to, now).await
                }
                Tally::Days(list) => self.read_days(tenant, list, (from_ms, to_ms)).await.map(Some),
            }
        });
        let (cells, ends) = tokio::try_join!(cells, try_join_all(edges(from_ms, to_ms).into_iter().map(read_edge)))?;
        Ok(cells.map(|cells| Counted::of(&cells, query.states.as_deref(), (from_ms, to_ms), ends)))
    }
}
