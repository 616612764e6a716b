//! What a request asks of lists, whatever counts them, and the one way to read a page of it.

use sha2::{Digest as _, Sha256};

use super::{
    buckets::TimeList,
    list::{List, Order, Paging},
    listed::Listed,
};
use crate::{Entity, Store, error::StoreError};
use values::tenant::Tenant;

/// Records of one kind in an order, of which pages are asked for: those of a list, of several lists as one, or of a
/// list by time.
#[derive(Clone, Debug)]
pub struct ListQuery<E> {
    source: Source<E>,
    /// What cursors are bound to, where that is another list than the one that is read.
    asked: Option<List<E>>,
}

#[derive(Clone, Debug)]
enum Source<E> {
    /// Lists that have no record in common, and the same order.
    Lists(Vec<List<E>>),
    ByTime(Box<TimeList<E>>),
}

impl<E> From<List<E>> for ListQuery<E> {
    fn from(list: List<E>) -> Self {
        Self { source: Source::Lists(vec![list]), asked: None }
    }
}

/// Several lists as one: none has a record of another, and all have the same order and filters.
impl<E> From<Vec<List<E>>> for ListQuery<E> {
    fn from(lists: Vec<List<E>>) -> Self {
        Self { source: Source::Lists(lists), asked: None }
    }
}

impl<E> From<TimeList<E>> for ListQuery<E> {
    fn from(list: TimeList<E>) -> Self {
        Self { source: Source::ByTime(Box::new(list)), asked: None }
    }
}

impl<E: Entity> ListQuery<E> {
    /// The same with cursors that are bound to `asked`: what bounds the list by the clock is no part of what a client
    /// asked for.
    #[must_use]
    pub fn asked_as(self, asked: List<E>) -> Self {
        Self { asked: Some(asked), ..self }
    }

    /// What a cursor is bound to: merchant, lists, filters and direction.
    #[must_use]
    pub fn fingerprint(&self, tenant: &Tenant, paging: &Paging) -> [u8; 8] {
        if let Some(asked) = &self.asked {
            return asked.fingerprint(tenant, self.direction(paging));
        }
        match &self.source {
            Source::Lists(lists) => {
                let prints = lists.iter().map(|list| list.fingerprint(tenant, list.direction(paging)));
                prints.reduce(fingerprint_of_both).unwrap_or_default()
            }
            Source::ByTime(list) => list.whole().fingerprint(tenant, self.direction(paging)),
        }
    }

    /// Whether all its records stand under `named`, or have it in a field: those of a person are asked for like this.
    #[must_use]
    pub fn is_of(&self, named: &str) -> bool {
        match &self.source {
            Source::Lists(lists) => !lists.is_empty() && lists.iter().all(|list| list.is_of(named)),
            Source::ByTime(list) => list.whole().is_of(named),
        }
    }

    /// The same narrowed, cursors too. A list by time is counted no more then.
    #[must_use]
    pub fn narrowed(self, narrow: impl Fn(List<E>) -> List<E>) -> Self {
        let lists = match self.source {
            Source::Lists(lists) => lists,
            Source::ByTime(list) => vec![list.whole()],
        };
        Self { source: Source::Lists(lists.into_iter().map(&narrow).collect()), asked: self.asked.map(narrow) }
    }

    /// The same with only those records that have these values in these fields. A list by time is counted no more then.
    #[must_use]
    pub fn wanting(self, values: &[(&str, &str)]) -> Self {
        self.narrowed(|list| list.wanting(values))
    }

    fn direction(&self, paging: &Paging) -> Order {
        match &self.source {
            Source::Lists(lists) => lists.first().map_or(Order::Descending, |list| list.direction(paging)),
            Source::ByTime(list) => list.whole().direction(paging),
        }
    }
}

impl Store {
    /// One page of what a request asks for, with its exact total.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or more than one request reads of a list would have to be.
    pub async fn page<E: Entity>(
        &self,
        tenant: &Tenant,
        query: impl Into<ListQuery<E>>,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<Listed<E>, StoreError> {
        match &query.into().source {
            Source::Lists(lists) => Box::pin(self.page_of_lists(tenant, lists, paging, now_ms)).await,
            Source::ByTime(list) => match Box::pin(self.page_by_time(tenant, list, paging)).await? {
                Some(listed) => Ok(listed),
                None => match &list.uncounted {
                    Some(list) => {
                        Box::pin(self.page_of_lists(tenant, std::slice::from_ref(list), paging, now_ms)).await
                    }
                    None => Box::pin(self.read_merged_page(tenant, &[list.whole().untyped()], paging, now_ms))
                        .await?
                        .decoded(),
                },
            },
        }
    }
}

/// The fingerprint of two lists as one.
fn fingerprint_of_both(one: [u8; 8], other: [u8; 8]) -> [u8; 8] {
    let digest = Sha256::digest([one, other].concat());
    std::array::from_fn(|position| digest[position])
}
