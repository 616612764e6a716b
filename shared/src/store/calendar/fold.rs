//! Counts changes of calendar lists in the months they belong to. Every row carries the change up to which it is counted, so whoever dies on
//! the way, or does it at the same moment as another, leaves numbers that are right: the next one goes on from each row's own position.

use std::collections::BTreeMap;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    cells::{Cells, month_of},
    change::{Change, HEAD, changes_key},
    counts::{Head, MonthRow, TurnRow, cells_of, turn_cell},
};
use crate::{
    domain::{CalendarEntry, CalendarSubject, Entity, KindName, Timestamp},
    error::ApiError,
    store::{
        Store,
        error::StoreError,
        expression::Expression,
        key::Key,
        list::earliest_id,
        transaction::{Transaction, version_conflict},
    },
    tenant::Tenant,
};

/// Changes that are younger than this may still get company before them, from a request that began earlier; and what has been counted is kept
/// for as long, for readers whose copy of the counts lags. A request takes eight seconds at most.
pub const SETTLED_MS: i64 = 60_000;
/// Transactions that are counted at once.
const FOLDED_MAX: usize = 200;
/// Rows that are written side by side.
const SIDE_BY_SIDE: usize = 16;
/// An empty row of turns is of no use when its instant has passed for so long, in seconds.
const EMPTY_KEPT_SECONDS: i64 = 2 * 86_400;

/// What a change does to one row.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The item of the change.
    pub sort: String,
    /// What is added or taken.
    pub entry: CalendarEntry,
    /// How many are added.
    pub count: i64,
}

/// Edits by row: of a list its name and the month, of turns the ten minutes.
#[derive(Debug, Default)]
pub struct Edits {
    /// By the name of the list and the month.
    pub months: BTreeMap<(String, String), Vec<Edit>>,
    /// By the ten minutes.
    pub turns: BTreeMap<String, Vec<Edit>>,
}

impl Edits {
    /// What changes do.
    #[must_use]
    pub fn of(changes: &[Change], lists: &[&[CalendarSubject]]) -> Self {
        let mut edits = Self::default();
        for change in changes {
            for (entry, count) in change.change.effects() {
                let edit = Edit { sort: change.sort.clone(), entry: entry.clone(), count };
                let month = month_of(entry.at.millis());
                for list in entry.lists(lists) {
                    edits.months.entry((list.text(), month.clone())).or_default().push(edit.clone());
                }
                if let Some(due) = entry.due_at() {
                    edits.turns.entry(turn_cell(due, entry)).or_default().push(edit);
                }
            }
        }
        edits
    }
}

/// A stored row, which is counted up to a change.
trait Row: Serialize + DeserializeOwned + Default {
    fn through(&self) -> &str;
}

impl Row for MonthRow {
    fn through(&self) -> &str {
        &self.through
    }
}

impl Row for TurnRow {
    fn through(&self) -> &str {
        &self.through
    }
}

/// Before the changes of the last so many milliseconds.
pub fn before(now_ms: i64, milliseconds: i64) -> String {
    Timestamp::from_millis(now_ms - milliseconds).map(earliest_id).unwrap_or_default()
}

/// Key of a month of a list.
pub fn month_key(tenant: &Tenant, kind: KindName, list: &str, month: &str) -> Key {
    Key::sorted(tenant, "calendar-counts", &format!("{kind}#{list}"), month.to_owned())
}

/// Key of entries whose state changes in these ten minutes.
pub fn turn_key(tenant: &Tenant, kind: KindName, cell: &str) -> Key {
    Key::sorted(tenant, "calendar-turns", kind.as_str(), cell.to_owned())
}

impl Store {
    /// Counts the changes of a kind that have settled, when there are at least `fewest`; whether there was anything to count. Does nothing for a
    /// merchant whose calendar was never counted.
    ///
    /// # Errors
    /// When the store cannot be read or written, or somebody else counts at the same moment; nothing is wrong then.
    pub async fn fold_calendar<E: Entity>(&self, tenant: &Tenant, fewest: usize) -> Result<bool, ApiError> {
        self.fold(tenant, E::KIND, E::CALENDAR_LISTS, fewest).await
    }

    pub(super) async fn fold(
        &self,
        tenant: &Tenant,
        kind: KindName,
        lists: &[&[CalendarSubject]],
        fewest: usize,
    ) -> Result<bool, ApiError> {
        let head_key = changes_key(tenant, kind, HEAD);
        let now_ms = self.ids.now().millis();
        let Some(head) = self.value::<Head>(&head_key).await? else {
            // Nobody counts them. Who begins to looks a minute back.
            self.delete_changes(tenant, kind, &before(now_ms, 10 * SETTLED_MS)).await?;
            return Ok(false);
        };
        if head.is_counting {
            return Ok(false);
        }
        let mut new = self.calendar_changes(tenant, kind, &head.through, FOLDED_MAX).await?;
        let settled = before(now_ms, SETTLED_MS);
        new.retain(|change| change.sort < settled);
        let last = new.last().map(|change| change.sort.clone()).filter(|_| new.len() >= fewest);
        let is_new = last.is_some();
        let through = last.unwrap_or_else(|| head.through.clone());
        if is_new {
            let edits = Edits::of(&new, lists);
            self.fold_months(tenant, kind, edits.months, &through).await?;
            self.fold_turns(tenant, kind, edits.turns, &through).await?;
        }
        let next = head.moved(through, now_ms, SETTLED_MS);
        if next != head {
            self.put_row(tenant, &head_key, &next, Some(&head.through)).await?;
            self.delete_changes(tenant, kind, &next.deletable).await?;
        }
        Ok(is_new)
    }

    /// Deletes changes up to this one, which nobody reads any more.
    async fn delete_changes(&self, tenant: &Tenant, kind: KindName, last: &str) -> Result<(), ApiError> {
        let first = changes_key(tenant, kind, format!("{HEAD}!"));
        if *last <= *first.sort {
            return Ok(());
        }
        let old = self.values_at_most::<serde::de::IgnoredAny>(&first, last, 2 * FOLDED_MAX).await?;
        self.delete_all(old.into_iter().map(|(key, _)| key).collect()).await?;
        Ok(())
    }

    async fn fold_months(
        &self,
        tenant: &Tenant,
        kind: KindName,
        edits: BTreeMap<(String, String), Vec<Edit>>,
        through: &str,
    ) -> Result<(), ApiError> {
        let keyed = edits.into_iter().map(|((list, month), edits)| (month_key(tenant, kind, &list, &month), edits));
        self.fold_rows(tenant, keyed.collect(), through, |key, row: MonthRow, edits| {
            let mut cells: Cells = cells_of(&key.sort, &row)?;
            for edit in edits {
                cells.add(edit.entry.at.millis(), edit.entry.state, edit.count);
            }
            Ok(MonthRow { through: through.to_owned(), cells: cells.text(&key.sort) })
        })
        .await
    }

    async fn fold_turns(
        &self,
        tenant: &Tenant,
        kind: KindName,
        edits: BTreeMap<String, Vec<Edit>>,
        through: &str,
    ) -> Result<(), ApiError> {
        let keyed = edits.into_iter().map(|(cell, edits)| (turn_key(tenant, kind, &cell), edits));
        let now = self.ids.now().seconds();
        self.fold_rows(tenant, keyed.collect(), through, |key, mut row: TurnRow, edits| {
            for edit in edits {
                *row.entries.entry(edit.entry.text()).or_default() += edit.count;
            }
            row.entries.retain(|_, count| *count != 0);
            let cell = key.sort.split('#').next().and_then(Timestamp::parse);
            let ended = cell.map(|cell| cell.seconds().max(now) + EMPTY_KEPT_SECONDS);
            row.expires_at_epoch = ended.filter(|_| row.entries.is_empty());
            Ok(TurnRow { through: through.to_owned(), ..row })
        })
        .await
    }

    /// Reads rows, changes them by the edits that are not in them yet, and writes each back on the condition that it is where it was. A row that
    /// has all of them is left alone: somebody else may be further already.
    async fn fold_rows<R: Row>(
        &self,
        tenant: &Tenant,
        edits: Vec<(Key, Vec<Edit>)>,
        through: &str,
        change: impl Fn(&Key, R, &[Edit]) -> Result<R, StoreError>,
    ) -> Result<(), ApiError> {
        let keys = edits.iter().map(|(key, _)| key.clone()).collect();
        let mut stored: BTreeMap<(String, String), R> = BTreeMap::new();
        for (key, row) in self.values::<R>(keys).await? {
            stored.insert((key.partition, key.sort), row);
        }
        let mut changed = Vec::new();
        for (key, mut edits) in edits {
            let row = stored.remove(&(key.partition.clone(), key.sort.clone()));
            let position = row.as_ref().map(|row| row.through().to_owned());
            edits.retain(|edit| position.as_ref().is_none_or(|position| edit.sort > *position));
            if edits.is_empty() || position.as_ref().is_some_and(|position| **position >= *through) {
                continue;
            }
            let row = change(&key, row.unwrap_or_default(), &edits)?;
            changed.push((key, position, row));
        }
        let write = |(key, position, row): (Key, Option<String>, R)| async move {
            self.put_row(tenant, &key, &row, position.as_deref()).await
        };
        let writes: Vec<_> = changed.into_iter().map(write).collect();
        stream::iter(writes).buffer_unordered(SIDE_BY_SIDE).try_collect().await
    }

    /// Stores a row that was read at a position, or was not there.
    async fn put_row<R: Serialize>(
        &self,
        tenant: &Tenant,
        key: &Key,
        row: &R,
        before: Option<&str>,
    ) -> Result<(), ApiError> {
        let unchanged =
            |through| Expression::new("#through = :through").name("#through", "through").string(":through", through);
        let condition = before.map_or_else(Expression::absent, unchanged);
        let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
        transaction.put_encoded(key, row, condition, version_conflict());
        self.commit_alone(transaction).await
    }
}
