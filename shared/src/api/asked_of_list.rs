//! What a request asks of a list besides what the list itself takes: some records by their ids, only what has changed
//! since an instant, only what has something in its metadata, and another order
//! (`docs/decisions/0075-asked-of-every-list.md`).

use std::sync::Arc;

use uuid::Uuid;

use super::sorting::Sorting;
use store::{Entity, ListQuery};
use values::Timestamp;

/// What a request asks of a list besides what the list itself takes.
#[derive(Clone, Debug, Default)]
pub struct AskedOfList {
    /// The records with these ids instead of the list.
    pub ids: Option<Arc<[Uuid]>>,
    /// Only records that were made or changed then or later.
    pub updated_since: Option<Timestamp>,
    /// Only records that have these values under these keys of their metadata.
    pub metadata: Arc<[(String, String)]>,
    /// In the order of another field than the list's own.
    pub sorting: Option<Sorting>,
}

impl AskedOfList {
    /// The list narrowed to what is asked for.
    pub fn narrowing<E: Entity>(&self, query: ListQuery<E>) -> ListQuery<E> {
        if self.updated_since.is_none() && self.metadata.is_empty() {
            return query;
        }
        query.narrowed(|list| {
            let list = match self.updated_since {
                Some(instant) => list.changed_since(instant),
                None => list,
            };
            self.metadata.iter().fold(list, |list, (key, value)| list.with_metadata(key, value))
        })
    }
}
