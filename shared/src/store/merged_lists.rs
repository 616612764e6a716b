//! Reads several lists as one: each has its own partition of an index, and all have the same order. A page is merged out of one page of
//! each; the total is the sum of theirs. A sort key of one is a position in all of them, so that one cursor serves.

use std::collections::VecDeque;

use futures_util::future::try_join_all;

use super::{
    Store,
    error::StoreError,
    expression::key_names,
    item::{self, Item},
    list::{List, Listed, Order, Paging, Scheme},
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
        let (rows, totals) = tokio::join!(
            self.merged_rows(tenant, lists, order, paging),
            try_join_all(lists.iter().map(|list| self.total(tenant, list, now_ms))),
        );
        let (rows, total) = (rows?, totals?.into_iter().map(|(total, _)| total).sum());
        let next = rows.items.last().filter(|_| rows.has_more).map(|item| sort_of(first, item).to_owned());
        let records = self.records(tenant, first, rows.items).await?;
        Ok(Listed { records, total, has_more: rows.has_more, next })
    }

    async fn merged_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        order: Order,
        paging: &Paging,
    ) -> Result<Part, StoreError> {
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let after = match &paging.scheme {
            Scheme::Cursor(after) => after.clone(),
            Scheme::Page(page) => {
                let offset = (page - 1).saturating_mul(u64::from(paging.size));
                match self.merged_position(tenant, lists, order, offset).await? {
                    Some(after) => after,
                    None => return Ok(Part::default()),
                }
            }
        };
        let parts = try_join_all(lists.iter().map(|list| self.rows(tenant, list, order, after.clone(), size))).await?;
        let mut has_more = parts.iter().any(|part| part.has_more);
        let tagged = lists
            .iter()
            .zip(parts)
            .flat_map(|(list, part)| part.items.into_iter().map(move |item| (sort_of(list, &item).to_owned(), item)));
        let mut rows: Vec<(String, Item)> = tagged.collect();
        rows.sort_by(|(left, _), (right, _)| match order {
            Order::Ascending => left.cmp(right),
            Order::Descending => right.cmp(left),
        });
        has_more |= rows.len() > size;
        rows.truncate(size);
        Ok(Part { items: rows.into_iter().map(|(_, item)| item).collect(), has_more, ..Part::default() })
    }

    /// The sort key after which row number `offset` comes; `None` when there are fewer rows. `Some(None)` is the beginning.
    async fn merged_position<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        order: Order,
        offset: u64,
    ) -> Result<Option<Option<String>>, StoreError> {
        let mut ahead: Vec<Ahead> = lists.iter().map(|_| Ahead::default()).collect();
        let mut last = None;
        for _ in 0..offset {
            for (list, ahead) in lists.iter().zip(&mut ahead) {
                self.read_keys(tenant, list, order, ahead).await?;
            }
            let fronts = ahead.iter_mut().filter(|ahead| !ahead.keys.is_empty());
            let next = match order {
                Order::Ascending => fronts.min_by(|left, right| left.keys.front().cmp(&right.keys.front())),
                Order::Descending => fronts.max_by(|left, right| left.keys.front().cmp(&right.keys.front())),
            };
            match next.and_then(|next| next.keys.pop_front()) {
                Some(key) => last = Some(key),
                None => return Ok(None),
            }
        }
        Ok(Some(last))
    }

    /// Reads on when nothing is left of what was read.
    async fn read_keys<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        ahead: &mut Ahead,
    ) -> Result<(), StoreError> {
        while ahead.keys.is_empty() && !ahead.is_over {
            let rows = self.query(tenant, list, order, ahead.after.take(), COUNT_ROWS_MAX, Want::Keys).await?;
            ahead.keys.extend(rows.items.iter().map(|item| sort_of(list, item).to_owned()));
            ahead.is_over = rows.last.is_none();
            ahead.after = rows.last;
        }
        Ok(())
    }
}

fn sort_of<'a, E: Entity>(list: &List<E>, item: &'a Item) -> &'a str {
    item::text(item, &key_names(list.index()).1).unwrap_or_default()
}
