//! A page of a list in another order than its own.

use std::cmp::Ordering;

use super::{
    call::Call,
    cursor::{self, Fingerprint},
    page_of_list::bad_cursor,
    paging::Pagination,
    reply::Page,
    sorting::{PARAMETER, Place, SORTED_MAX, Sorting},
};
use platform::secrets::Purpose;
use store::{Entity, ListQuery, Order, Paging, Record, Scheme};
use values::ApiError;

impl Call {
    /// One page of what a request asks for in another order.
    pub(super) async fn sorted_page<E: Entity>(
        &self,
        query: ListQuery<E>,
        sorting: Sorting,
        paging: Paging,
    ) -> Result<Page<Record<E>>, ApiError> {
        let order = paging.order.unwrap_or(Order::Ascending);
        let directed = Paging { order: Some(order), ..paging.clone() };
        let print = sorting.fingerprint(query.fingerprint(self.tenant(), &directed));
        let after = match &paging.scheme {
            Scheme::Cursor(Some(text)) => Some(self.place_of_cursor(print, text).await?),
            Scheme::Cursor(None) | Scheme::Page(_) => None,
        };
        let mut placed = self.read_in_order(query, sorting, order).await?;
        let total = u64::try_from(placed.len()).unwrap_or(u64::MAX);
        let before = match (&after, &paging.scheme) {
            (Some(after), _) => placed.partition_point(|(place, _)| place.compared(after, order) != Ordering::Greater),
            (None, Scheme::Page(page)) => offset(*page, paging.size),
            (None, Scheme::Cursor(_)) => 0,
        };
        let mut shown = placed.split_off(before.min(placed.len()));
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let has_more = shown.len() > size;
        shown.truncate(size);
        let pagination = match paging.scheme {
            Scheme::Page(page) => Pagination::page(page, paging.size, total),
            Scheme::Cursor(_) => {
                let last = shown.last().filter(|_| has_more).map(|(place, _)| place.text());
                let next_cursor = self.cursor_of(print, last.as_deref()).await?;
                Pagination::Cursor { has_more, next_cursor, total_count: total }
            }
        };
        Ok(Page { data: shown.into_iter().map(|(_, record)| record).collect(), pagination })
    }

    async fn read_in_order<E: Entity>(
        &self,
        query: ListQuery<E>,
        sorting: Sorting,
        order: Order,
    ) -> Result<Vec<(Place, Record<E>)>, ApiError> {
        let all = Paging { scheme: Scheme::Cursor(None), size: SORTED_MAX, order: None };
        let listed = self.store.page(self.tenant(), query, &all, self.now.millis()).await?;
        if listed.has_more {
            let message = format!("at most {SORTED_MAX} records are put into order; narrow the list by its filters");
            return Err(ApiError::rule(PARAMETER, "too_many_to_read", message));
        }
        let placed = listed.records.into_iter().map(|record| Ok((sorting.place(&record, self.now)?, record)));
        let mut placed = placed.collect::<Result<Vec<_>, ApiError>>()?;
        placed.sort_by(|(one, _), (other, _)| one.compared(other, order));
        Ok(placed)
    }

    async fn place_of_cursor(&self, print: Fingerprint, text: &str) -> Result<Place, ApiError> {
        let decoded = self.secrets.find_checked(Purpose::Cursors, |versions| cursor::decode(versions, print, text));
        Ok(Place::of_text(&decoded.await?.ok_or_else(bad_cursor)?))
    }

    async fn cursor_of(&self, print: Fingerprint, last: Option<&str>) -> Result<String, ApiError> {
        let Some(last) = last else { return Ok(String::new()) };
        let versions = self.secrets.read_once(Purpose::Cursors).await?;
        cursor::encode(&versions, print, last).ok_or_else(|| ApiError::internal("no cursor is long enough"))
    }
}

fn offset(page: u64, size: u32) -> usize {
    usize::try_from(page.saturating_sub(1).saturating_mul(u64::from(size))).unwrap_or(usize::MAX)
}
