//! Which filter lists of a merchant have a row of every record: those that a kind had when the merchant was made, and
//! those that an operator has had made since (`build`). Others are not read.

use std::collections::{BTreeMap, BTreeSet};
use values::listed_fields::FilterLists;

use serde::{Deserialize, Serialize};

use crate::{Store, error::StoreError, expression::Expression, key::Key, transaction::Transaction};
use values::{ApiError, KindName, tenant::Tenant};

/// The lists that are complete, by kind: the fields by which they are lists, and the shape of their rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompleteLists {
    #[serde(default)]
    kinds: BTreeMap<String, BTreeSet<String>>,
}

impl CompleteLists {
    /// Whether the lists of a kind by these fields are complete.
    #[must_use]
    pub fn has(&self, kind: KindName, fields: &str) -> bool {
        self.holds(kind, FilterLists::of(kind), fields)
    }

    /// Rows of another shape belong to no record as it would be listed now: a page would leave the record out.
    fn holds(&self, kind: KindName, lists: FilterLists, fields: &str) -> bool {
        let noted = self.kinds.get(kind.as_str());
        noted.is_some_and(|noted| noted.contains(fields) && noted.contains(&lists.shape()))
    }

    /// Whether all lists of a kind are complete.
    #[must_use]
    pub fn has_all(&self, kind: KindName) -> bool {
        FilterLists::of(kind).names().all(|fields| self.has(kind, &fields))
    }

    /// With all lists of a kind.
    pub fn add(&mut self, kind: KindName, lists: FilterLists) {
        self.kinds.insert(kind.as_str().to_owned(), lists.names().chain([lists.shape()]).collect());
    }

    /// Without those of a kind.
    pub fn remove(&mut self, kind: KindName) {
        self.kinds.remove(kind.as_str());
    }
}

/// Where the note stands.
fn key(tenant: &Tenant) -> Key {
    Key::single(tenant, "filter-lists", "complete")
}

impl Transaction {
    /// Notes that the lists of a new merchant are complete: nothing is stored yet.
    pub fn begin_filter_lists(&mut self) {
        let mut complete = CompleteLists::default();
        for (kind, lists) in FilterLists::of_all() {
            complete.add(kind, lists);
        }
        let refusal = ApiError::internal("the filter lists of a new merchant were begun already");
        let key = key(self.tenant());
        self.put_encoded(&key, &complete, Expression::absent(), refusal);
    }
}

impl Store {
    /// Which filter lists of a merchant are complete.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn complete_filter_lists(&self, tenant: &Tenant) -> Result<CompleteLists, StoreError> {
        let found = self.read_values_lagging::<CompleteLists>(vec![key(tenant)]).await?;
        Ok(found.into_iter().next().map(|(_, complete)| complete).unwrap_or_default())
    }

    /// The same as it is at this moment.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_complete_lists(&self, tenant: &Tenant) -> Result<CompleteLists, StoreError> {
        Ok(self.read_value(&key(tenant)).await?.unwrap_or_default())
    }

    /// Stores which filter lists of a merchant are complete.
    pub(super) async fn note_complete(&self, tenant: &Tenant, complete: &CompleteLists) -> Result<(), ApiError> {
        let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
        let refusal = ApiError::internal("a note without a condition was refused");
        transaction.put_encoded(&key(tenant), complete, Expression::always(), refusal);
        self.commit(transaction).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: FilterLists = FilterLists { by: &[&["status"]], kept: &[] };

    #[test]
    fn lists_are_not_complete_once_their_rows_keep_one_more_field() {
        let mut complete = CompleteLists::default();
        complete.add(KindName::ListedNote, BEFORE);
        assert!(complete.holds(KindName::ListedNote, BEFORE, "status"));
        assert!(!complete.holds(KindName::ListedNote, BEFORE, "color"));
        let keeping = FilterLists { kept: &["until"], ..BEFORE };
        assert!(!complete.holds(KindName::ListedNote, keeping, "status"));
        // Each row has the fields of all lists.
        let listed = FilterLists { by: &[&["status"], &["color"]], ..BEFORE };
        assert!(!complete.holds(KindName::ListedNote, listed, "status"));
    }
}
