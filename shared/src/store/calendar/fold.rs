//! Counts changes of calendar lists in the months they belong to. Every row carries the change up to which it is counted, so whoever dies on
//! the way, or does it at the same moment as another, leaves numbers that are right: the next one goes on from each row's own position.

use std::{
    collections::{BTreeMap, HashMap},
    sync::atomic::Ordering,
    time::Duration,
};

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
        transaction::{CalendarChanges, Transaction, version_conflict},
    },
    tenant::Tenant,
};

/// Changes that are younger than this may still get company before them, from a request that began earlier; and what has been counted is kept
/// for as long, for readers whose copy of the counts lags. A request takes eight seconds at most.
pub const SETTLED_MS: i64 = 60_000;
/// Transactions that are counted at once. As many that are counted already may stand before them.
const FOLDED_MAX: usize = 200;
/// Of so many transactions of a process that change such lists, after one it is looked how many changes wait.
const WRITES_BETWEEN_COUNTS: u64 = 32;
/// So many are counted together, because the rows of all and of a location are the same for most of them.
const CHANGES_MIN: usize = 32;
/// How long a writer counts at most.
const COUNTING_TIME: Duration = Duration::from_secs(1);
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

/// Key of a month of a list.
pub fn month_key(tenant: &Tenant, kind: KindName, list: &str, month: &str) -> Key {
    Key::sorted(tenant, "calendar-counts", &format!("{kind}#{list}"), month.to_owned())
}

/// Key of entries whose state changes in these ten minutes.
pub fn turn_key(tenant: &Tenant, kind: KindName, cell: &str) -> Key {
    Key::sorted(tenant, "calendar-turns", kind.as_str(), cell.to_owned())
}

impl Store {
    /// Counts the changes of a kind that have settled, when there are at least `fewest`, and deletes those that were counted a while ago. Does
    /// nothing for a merchant whose calendar was never counted.
    ///
    /// # Errors
    /// When the store cannot be read or written, or somebody else counts at the same moment; nothing is wrong then.
    pub async fn fold_calendar<E: Entity>(&self, tenant: &Tenant, fewest: usize) -> Result<(), ApiError> {
        self.fold(tenant, E::KIND, E::CALENDAR_LISTS, fewest).await
    }

    /// Counts after some of the writes of a process, because somebody has to. It is done then, or later by another: nothing rests on it.
    pub(in crate::store) async fn count_now_and_then(
        &self,
        tenant: &Tenant,
        changed: HashMap<KindName, CalendarChanges>,
    ) {
        for (kind, CalendarChanges { lists, .. }) in changed {
            let written = self.calendar_writes.fetch_add(1, Ordering::Relaxed);
            if written % WRITES_BETWEEN_COUNTS == WRITES_BETWEEN_COUNTS - 1 {
                drop(tokio::time::timeout(COUNTING_TIME, self.fold(tenant, kind, lists, CHANGES_MIN)).await);
            }
        }
    }

    /// Whether a change can get no more company before it.
    pub(super) fn is_settled(&self, change: &Change) -> bool {
        let settled = Timestamp::from_millis(self.ids.now().millis() - SETTLED_MS).map(earliest_id);
        settled.is_some_and(|settled| change.sort < settled)
    }

    async fn fold(
        &self,
        tenant: &Tenant,
        kind: KindName,
        lists: &[&[CalendarSubject]],
        fewest: usize,
    ) -> Result<(), ApiError> {
        let (head, changes) = self.calendar_changes(tenant, kind, 2 * FOLDED_MAX).await?;
        let Some(head) = head else { return Ok(()) };
        let now_ms = self.ids.now().millis();
        if head.folded_at_ms + SETTLED_MS <= now_ms {
            let counted = changes.iter().filter(|change| change.sort <= head.through);
            let mut keys: Vec<Key> = counted.map(|change| changes_key(tenant, kind, &change.sort)).collect();
            keys.dedup();
            self.delete_all(keys).await?;
        }
        let is_new = |change: &Change| change.sort > head.through && self.is_settled(change);
        let new: Vec<Change> = changes.into_iter().filter(is_new).collect();
        let Some(through) = new.last().map(|change| change.sort.clone()).filter(|_| new.len() >= fewest) else {
            return Ok(());
        };
        let edits = Edits::of(&new, lists);
        self.fold_months(tenant, kind, edits.months, &through).await?;
        self.fold_turns(tenant, kind, edits.turns, &through).await?;
        let next = Head { through, folded_at_ms: now_ms };
        self.put_row(tenant, &changes_key(tenant, kind, HEAD), &next, Some(&head.through)).await
    }

    async fn fold_months(
        &self,
        tenant: &Tenant,
        kind: KindName,
        edits: BTreeMap<(String, String), Vec<Edit>>,
        through: &str,
    ) -> Result<(), ApiError> {
        let keyed = edits.into_iter().map(|((list, month), edits)| (month_key(tenant, kind, &list, &month), edits));
        self.fold_rows(tenant, keyed.collect(), |key, row: MonthRow, edits| {
            let mut cells: Cells = cells_of(&key.sort, &row)?;
            for edit in edits.iter().filter(|edit| edit.sort > row.through) {
                cells.add(edit.entry.at.millis(), edit.entry.state, edit.count);
            }
            let changed = MonthRow { through: through.to_owned(), cells: cells.text(&key.sort) };
            Ok((row.through, changed))
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
        self.fold_rows(tenant, keyed.collect(), |key, mut row: TurnRow, edits| {
            for edit in edits.iter().filter(|edit| edit.sort > row.through) {
                *row.entries.entry(edit.entry.text()).or_default() += edit.count;
            }
            row.entries.retain(|_, count| *count != 0);
            let cell = key.sort.split('#').next().and_then(Timestamp::parse);
            let ended = cell.map(|cell| cell.seconds() + EMPTY_KEPT_SECONDS);
            row.expires_at_epoch = ended.filter(|_| row.entries.is_empty());
            let before = std::mem::replace(&mut row.through, through.to_owned());
            Ok((before, row))
        })
        .await
    }

    /// Reads rows, changes them and writes each back on the condition that it is where it was.
    async fn fold_rows<R: Serialize + DeserializeOwned + Default>(
        &self,
        tenant: &Tenant,
        edits: Vec<(Key, Vec<Edit>)>,
        change: impl Fn(&Key, R, &[Edit]) -> Result<(String, R), StoreError>,
    ) -> Result<(), ApiError> {
        let keys = edits.iter().map(|(key, _)| key.clone()).collect();
        let mut stored: BTreeMap<(String, String), R> = BTreeMap::new();
        for (key, row) in self.values::<R>(keys).await? {
            stored.insert((key.partition, key.sort), row);
        }
        let mut changed = Vec::new();
        for (key, edits) in edits {
            let row = stored.remove(&(key.partition.clone(), key.sort.clone()));
            let is_there = row.is_some();
            let (before, row) = change(&key, row.unwrap_or_default(), &edits)?;
            changed.push((key, is_there.then_some(before), row));
        }
        let write = |(key, before, row): (Key, Option<String>, R)| async move {
            self.put_row(tenant, &key, &row, before.as_deref()).await
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
