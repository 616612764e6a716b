//! Reads several lists as one: each has its own partition of the table or of an index, and all have the same order. A page is merged out of one page of
//! each; the total is the sum of theirs. A sort key of one is a position in all of them, so that one cursor serves.

use futures_util::future::try_join_all;

use super::{
    Store,
    error::StoreError,
    item::Item,
    list::{ItemList, Order, Paging, Scheme},
    list_counts::Counted,
    listed::ListedItems,
    merged_start::compared,
    query::sort_of,
};
use values::tenant::Tenant;

impl Store {
    /// One page of lists that have no record in common, with their exact total.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub(super) async fn merged_page(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let first = match lists {
            [] => return Ok(ListedItems::default()),
            [only] => return self.page_of_one(tenant, only, paging, now_ms).await,
            [first, ..] => first,
        };
        let order = first.direction(paging);
        let counted = try_join_all(lists.iter().map(|list| self.count_list(tenant, list, order, now_ms)));
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let (counted, rows) = match &paging.scheme {
            Scheme::Page(page) if *page > 1 => {
                let counted = counted.await?;
                let offset = (page - 1).saturating_mul(u64::from(paging.size));
                let rows = match self.position(tenant, lists, &counted, order, offset).await? {
                    Some(after) => self.merged_rows(tenant, lists, order, after, size).await?,
                    None => (Vec::new(), false),
                };
                (counted, rows)
            }
            scheme => {
                let after = match scheme {
                    Scheme::Cursor(after) => after.clone(),
                    Scheme::Page(_) => None,
                };
                let (counted, rows) = tokio::join!(counted, self.merged_rows(tenant, lists, order, after, size));
                (counted?, rows?)
            }
        };
        let total = counted.iter().map(Counted::total).sum();
        let (rows, has_more) = rows;
        let next = rows.last().filter(|_| has_more).map(|(sort, _)| sort.clone());
        let items = self.items_of(tenant, lists, rows.into_iter().map(|(_, item)| item).collect()).await?;
        Ok(ListedItems { items, total, has_more, next })
    }

    /// Up to `size` rows after a sort key, each with its own, and whether more follow.
    async fn merged_rows(
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
}
