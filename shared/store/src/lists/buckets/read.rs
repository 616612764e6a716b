//! Reads what is known of a calendar list.

use serde::Deserialize;

use super::{
    cells::{Cells, month_of},
    change::{Change, HEAD, LAST, changes_key},
    counts::{Head, ListState, MonthRow, TransitionRow, transitions_until},
    keys::{month_key, transitions_key},
};
use crate::{CalendarChange, CalendarListName, Store, error::StoreError, key::Key};
use values::{KindName, Timestamp, tenant::Tenant};

/// Items of changes that a reader reads first; where there are more, it knows by then which it can pass over.
const READ_FIRST: usize = 41;
/// After this time every copy of what was written has it.
const COPIES_LAG_MS: i64 = 15_000;

/// An item among the changes of a kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Head(Head),
    Changes(StoredChanges),
}

/// The item of a transaction.
#[derive(Deserialize)]
struct StoredChanges {
    changes: Vec<CalendarChange>,
}

impl StoredChanges {
    /// The changes, under the sort key of the item.
    fn of(self, key: &Key) -> Vec<Change> {
        self.changes.into_iter().map(|change| Change { sort: key.sort.clone(), change }).collect()
    }
}

impl Store {
    /// The changes of at most `most` transactions after a position up to another, oldest first.
    pub(super) async fn read_changes(
        &self,
        tenant: &Tenant,
        kind: KindName,
        after: &str,
        last: &str,
        most: usize,
    ) -> Result<Vec<Change>, StoreError> {
        if last <= after {
            return Ok(Vec::new());
        }
        // No sort key of a change is another one with more behind it, and what stands in one comes after '!'.
        let first = changes_key(tenant, kind, format!("{}!", after.max(HEAD)));
        let found = self.read_between::<StoredChanges>(&first, last, true, Some(most)).await?;
        Ok(found.into_iter().flat_map(|(key, item)| item.of(&key)).collect())
    }

    /// The position of the counts of a kind, and its changes from there on; `None` while it is not counted. They may
    /// lag by a moment. Where there are many, those that were counted so long ago that every copy of the counts has
    /// them are passed over.
    async fn read_head_and_changes(
        &self,
        tenant: &Tenant,
        kind: KindName,
    ) -> Result<Option<(Head, Vec<Change>)>, StoreError> {
        let first = changes_key(tenant, kind, HEAD);
        let mut items = self.read_between::<Stored>(&first, LAST, false, Some(READ_FIRST)).await?;
        let Some((_, Stored::Head(head))) = items.first() else { return Ok(None) };
        let head = head.clone();
        if let Some((last, _)) = items.last()
            && items.len() >= READ_FIRST
        {
            let passed = head.counted_before(self.ids.now().millis(), COPIES_LAG_MS);
            let rest = changes_key(tenant, kind, format!("{}!", passed.max(&last.sort)));
            items.extend(self.read_values_between_lagging::<Stored>(&rest, LAST).await?);
        }
        let changes = items.into_iter().flat_map(|(key, item)| match item {
            Stored::Head(_) => Vec::new(),
            Stored::Changes(item) => item.of(&key),
        });
        Ok(if head.is_counting { None } else { Some((head.clone(), changes.collect())) })
    }

    /// What is counted of a list between two instants, and with `now` by the states that time has made; `None` when it
    /// is not counted. It may lag by a moment, as an index does.
    pub(super) async fn read_months(
        &self,
        tenant: &Tenant,
        kind: KindName,
        list: &CalendarListName,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
        now: Option<Timestamp>,
    ) -> Result<Option<Cells>, StoreError> {
        let month_at = |at: Timestamp| month_of(at.millis());
        let first = month_key(tenant, kind, &list.text(), &from.map_or_else(|| "0".to_owned(), month_at));
        let last = to.map_or_else(|| LAST.to_owned(), month_at);
        let transitions = async {
            match now {
                Some(now) => {
                    let first = transitions_key(tenant, kind, "0");
                    self.read_values_between::<TransitionRow>(&first, &transitions_until(now)).await
                }
                None => Ok(Vec::new()),
            }
        };
        let (known, months, transitions) = tokio::try_join!(
            self.read_head_and_changes(tenant, kind),
            self.read_values_between_lagging::<MonthRow>(&first, &last),
            transitions,
        )?;
        let Some((head, changes)) = known else { return Ok(None) };
        let months = months.into_iter().map(|(key, row)| (key.sort, row)).collect();
        let transitions = transitions.into_iter().map(|(key, row)| (key.sort, row)).collect();
        let state = ListState { head, months, transitions, changes };
        match now {
            Some(now) => state.at(list, now).map(Some),
            None => state.stored(list).map(Some),
        }
    }
}
