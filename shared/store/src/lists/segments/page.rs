//! Pages of one list, or of several that are read as one: each has its own partition of the table or of an index, and
//! all have the same order. A page is merged out of one page of each; the total is the sum of theirs. A sort key of one
//! is a position in all of them, so that one cursor serves.

use futures_util::future::try_join_all;

use super::{Counted, start::compared};
use crate::{
    Entity, Record, Store,
    error::StoreError,
    item::{self, Item},
    lists::{
        list::{ItemList, List, Order, Paging, Scheme},
        listed::{AtMost, ListedItems},
        query::{Part, sort_of},
    },
};
use values::tenant::Tenant;

impl Store {
    /// One page of lists that have no record in common, before its records are decoded, with their exact total.
    pub(crate) async fn read_merged_page(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let Some(first) = lists.first() else { return Ok(ListedItems::default()) };
        let order = first.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let (after, offset) = match &paging.scheme {
            Scheme::Cursor(after) => (after.clone(), 0),
            Scheme::Page(page) => (None, (page - 1).saturating_mul(u64::from(paging.size))),
        };
        if lists.len() == 1 && after.is_none() && offset == 0 {
            let (total, part) = self.read_first_rows(tenant, first, order, size, now_ms).await?;
            return self.finish_page(tenant, first, total, part).await;
        }
        let counted = try_join_all(lists.iter().map(|list| self.count_list(tenant, list, order, now_ms)));
        let (counted, (rows, has_more)) = if offset > 0 {
            let counted = counted.await?;
            let rows = match self.find_position(tenant, lists, &counted, order, offset).await? {
                Some(after) => self.read_merged_rows(tenant, lists, order, after, size).await?,
                None => (Vec::new(), false),
            };
            (counted, rows)
        } else {
            let (counted, rows) = tokio::join!(counted, self.read_merged_rows(tenant, lists, order, after, size));
            (counted?, rows?)
        };
        let total = counted.iter().map(Counted::total).sum();
        let last = if has_more { rows.last() } else { None };
        let next = last.map(|(sort, _)| sort.clone());
        let items = self.read_items(tenant, lists, rows.into_iter().map(|(_, item)| item).collect()).await?;
        Ok(ListedItems { items, total, has_more, next })
    }

    /// The first rows of a list, read at the same time as the head of the stored counts. If they are the whole list,
    /// nothing needs to be counted.
    async fn read_first_rows(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        size: usize,
        now_ms: i64,
    ) -> Result<(u64, Part), StoreError> {
        if !list.is_counted() {
            let part = self.rows(tenant, list, order, None, size).await?;
            let rest = match part.rest.clone() {
                Some(after) => self.count_rest(tenant, list, order, Some(after)).await?,
                None => 0,
            };
            return Ok((part.seen + rest, part));
        }
        let partition = list.partition(tenant);
        let (chunks, part) = tokio::join!(self.list_counts(&partition), self.rows(tenant, list, order, None, size));
        let (chunks, part) = (chunks?, part?);
        if !part.has_more {
            return Ok((part.seen, part));
        }
        Ok((self.count_list_by(tenant, list, order, chunks, now_ms).await?.total(), part))
    }

    /// Up to `size` rows after a sort key, each with its own, and whether more follow.
    async fn read_merged_rows(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        order: Order,
        after: Option<String>,
        size: usize,
    ) -> Result<(Vec<(String, Item)>, bool), StoreError> {
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
        Ok((rows, has_more))
    }

    /// The records of a list in its own order, at most `most`, and whether there are more. Nothing is counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn all<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        most: usize,
    ) -> Result<AtMost<Record<E>>, StoreError> {
        let list = list.untyped().dated_by(tenant).into_owned();
        let Part { items, has_more, .. } = self.rows(tenant, &list, list.own_order(), None, most).await?;
        let items = self.read_items(tenant, std::slice::from_ref(&list), items).await?;
        let decoded = items.into_iter().filter_map(|item| self.unless_passed_over(item::decode(item)));
        Ok(AtMost { records: decoded.collect::<Result<_, _>>()?, has_more })
    }

    /// The items of the records of rows of these lists, which are all read in the same way.
    pub(crate) async fn read_items(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        rows: Vec<Item>,
    ) -> Result<Vec<Item>, StoreError> {
        match lists.first() {
            Some(list) if list.is_by_words() => self.read_items_of_words(tenant, list, &rows).await,
            Some(list) if list.is_by_rows() => self.read_items_of_filter_lists(tenant, lists, &rows).await,
            Some(_) | None => Ok(rows),
        }
    }
}
