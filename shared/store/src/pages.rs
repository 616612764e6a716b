//! Pages of one list: its rows, its exact total, and a distant page without reading everything before it.

use super::{
    Store,
    error::StoreError,
    item::{self, Item},
    list::{ItemList, List, Order, Paging, Scheme},
    listed::{AtMost, Listed, ListedItems},
    query::Part,
};
use crate::{Entity, Record};
use values::tenant::Tenant;

impl Store {
    /// One page of a list, with its exact total.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn page<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<Listed<E>, StoreError> {
        self.page_of_one(tenant, &list.untyped(), paging, now_ms).await?.decoded()
    }

    /// The same before its records are decoded.
    pub(super) async fn page_of_one(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let order = list.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let (total, part) = match &paging.scheme {
            Scheme::Page(page) if *page > 1 => self.distant_rows(tenant, list, order, paging, now_ms).await?,
            Scheme::Page(_) | Scheme::Cursor(None) => self.first_rows(tenant, list, order, size, now_ms).await?,
            Scheme::Cursor(after) => {
                let rows = self.rows(tenant, list, order, after.clone(), size);
                let (counted, rows) = tokio::join!(self.count_list(tenant, list, order, now_ms), rows);
                (counted?.total(), rows?)
            }
        };
        self.listed(tenant, list, total, part).await
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
        let items = self.items_of(tenant, std::slice::from_ref(&list), items).await?;
        Ok(AtMost { records: items.into_iter().map(item::decode).collect::<Result<_, _>>()?, has_more })
    }

    /// The items of the records of rows of these lists, which are all read in the same way.
    pub(super) async fn items_of(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        rows: Vec<Item>,
    ) -> Result<Vec<Item>, StoreError> {
        match lists.first() {
            Some(list) if list.is_by_words() => self.items_of_words(tenant, list, &rows).await,
            Some(list) if list.is_by_rows() => self.items_of_filter_lists(tenant, lists, &rows).await,
            Some(_) | None => Ok(rows),
        }
    }

    /// The first rows, read at the same time as the head of the stored counts. If they are the whole list, nothing
    /// needs to be counted.
    async fn first_rows(
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

    /// The rows of a page beyond the first, found through the list's counts.
    async fn distant_rows(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<(u64, Part), StoreError> {
        let Scheme::Page(page) = paging.scheme else {
            return Err(StoreError::Internal("a cursor has no page number".to_owned()));
        };
        let offset = (page - 1).saturating_mul(u64::from(paging.size));
        let counted = [self.count_list(tenant, list, order, now_ms).await?];
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let rows = match self.position(tenant, std::slice::from_ref(list), &counted, order, offset).await? {
            Some(after) => self.rows(tenant, list, order, after, size).await?,
            None => Part::default(),
        };
        Ok((counted[0].total(), rows))
    }
}
