//! Reads what is known of a calendar list.

use serde::Deserialize;

use super::{
    cells::month_of,
    change::{Change, HEAD, changes_key},
    counts::{Head, ListState, MonthRow, TurnRow, turns_until},
    keys::{month_key, turn_key},
};
use crate::{CalendarChange, CalendarListName, Entity, Store, error::StoreError, key::Key};
use values::{KindName, Timestamp, tenant::Tenant};

/// After every sort key.
const LAST: &str = "~";

/// An item among the changes of a kind: the head or a transaction's.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    through: Option<String>,
    #[serde(default)]
    is_counting: bool,
    #[serde(default)]
    changes: Vec<CalendarChange>,
}

/// The item of a transaction.
#[derive(Deserialize)]
struct StoredChanges {
    changes: Vec<CalendarChange>,
}

impl Store {
    /// The changes of at most `most` transactions after a position, oldest first.
    pub(super) async fn calendar_changes(
        &self,
        tenant: &Tenant,
        kind: KindName,
        after: &str,
        most: usize,
    ) -> Result<Vec<Change>, StoreError> {
        // No sort key of a change is another one with more behind it, and what stands in one comes after '!'.
        let first = changes_key(tenant, kind, format!("{}!", after.max(HEAD)));
        let found = self.values_at_most::<StoredChanges>(&first, LAST, most).await?;
        let of = |(key, item): (Key, StoredChanges)| -> Vec<Change> {
            item.changes.into_iter().map(|change| Change { sort: key.sort.clone(), change }).collect()
        };
        Ok(found.into_iter().flat_map(of).collect())
    }

    /// What is known of a list between two instants, and with `now` what time may have changed; `None` when it is not counted. It may lag by
    /// a moment, as an index does.
    pub(super) async fn list_state<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &CalendarListName,
        (from, to): (Option<Timestamp>, Option<Timestamp>),
        now: Option<Timestamp>,
    ) -> Result<Option<ListState>, StoreError> {
        let first_change = changes_key(tenant, E::KIND, HEAD);
        let first = month_key(tenant, E::KIND, &list.text(), &from.map_or_else(|| "0".to_owned(), month_at));
        let last = to.map_or_else(|| LAST.to_owned(), month_at);
        let turns = async {
            match now {
                Some(now) => {
                    let first = turn_key(tenant, E::KIND, "0");
                    self.values_between::<TurnRow>(&first, &turns_until(now)).await
                }
                None => Ok(Vec::new()),
            }
        };
        let (changes, months, turns) = tokio::try_join!(
            self.values_between_lagging::<Stored>(&first_change, LAST),
            self.values_between_lagging::<MonthRow>(&first, &last),
            turns,
        )?;
        let (head, changes) = sorted_out(changes);
        let months = months.into_iter().map(|(key, row)| (key.sort, row)).collect();
        let turns = turns.into_iter().map(|(key, row)| (key.sort, row)).collect();
        Ok(head.map(|head| ListState { head, months, turns, changes }))
    }
}

fn month_at(at: Timestamp) -> String {
    month_of(at.millis())
}

fn sorted_out(items: Vec<(Key, Stored)>) -> (Option<Head>, Vec<Change>) {
    let (mut head, mut changes) = (None, Vec::new());
    for (key, item) in items {
        if key.sort == HEAD {
            let through = item.through.filter(|_| !item.is_counting);
            head = through.map(|through| Head { through, ..Head::default() });
        }
        changes.extend(item.changes.into_iter().map(|change| Change { sort: key.sort.clone(), change }));
    }
    (head, changes)
}
