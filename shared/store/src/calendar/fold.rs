//! Counts changes of calendar lists in the months they belong to. Every row carries the change up to which it is counted, so whoever dies on
//! the way, or does it at the same moment as another, leaves numbers that are right: the next one goes on from each row's own position.

use std::collections::BTreeMap;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    cells::Cells,
    change::{Change, HEAD, changes_key},
    counts::{Head, MonthRow, TurnRow, cells_of},
    edits::{Edit, Edits},
    keys::{before, month_key, turn_key},
};
use crate::{
    CalendarSubject, Store,
    error::StoreError,
    expression::Expression,
    key::Key,
    transaction::{Transaction, version_conflict},
};
use values::{ApiError, KindName, Timestamp, tenant::Tenant};

/// Changes that are younger than this may still get company before them, from a request that began earlier; and what has been counted is kept
/// for as long, for readers whose copy of the counts lags. A request takes eight seconds at most.
pub const SETTLED_MS: i64 = 60_000;
/// Transactions that are counted at once.
const FOLDED_MAX: usize = 200;
/// Rows that are written side by side.
const SIDE_BY_SIDE: usize = 16;
/// So long after the changes were read none is written any more: others may have deleted empty rows by then, as if nothing were counted in them.
const WRITTEN_WITHIN_MS: i64 = SETTLED_MS / 2;
/// An empty row of turns is of no use when its instant has passed for so long, in seconds.
const EMPTY_KEPT_SECONDS: i64 = 2 * 86_400;

/// What can be counted.
pub struct Settled {
    /// Up to where everything is counted.
    pub head: Head,
    /// Changes after it that nothing comes before any more.
    pub changes: Vec<Change>,
    /// When they were read.
    pub read_at_ms: i64,
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

impl Store {
    /// Counts the changes of a kind that have settled, when there are at least `fewest`; whether there was anything to count. Does nothing for a
    /// merchant whose calendar was never counted. Fails when somebody else counts at the same moment; nothing is wrong then.
    pub(super) async fn fold(
        &self,
        tenant: &Tenant,
        kind: KindName,
        lists: &[&[CalendarSubject]],
        fewest: usize,
    ) -> Result<bool, ApiError> {
        match self.settled_changes(tenant, kind).await? {
            Some(settled) => self.fold_changes(tenant, kind, lists, settled, fewest).await,
            None => Ok(false),
        }
    }

    /// What can be counted; none when nobody counts.
    pub(super) async fn settled_changes(&self, tenant: &Tenant, kind: KindName) -> Result<Option<Settled>, ApiError> {
        let now_ms = self.ids.now().millis();
        let Some(head) = self.value::<Head>(&changes_key(tenant, kind, HEAD)).await? else {
            // Nobody counts them. Who begins to looks a minute back.
            self.delete_changes(tenant, kind, &before(now_ms, 10 * SETTLED_MS)).await?;
            return Ok(None);
        };
        if head.is_counting {
            return Ok(None);
        }
        let mut changes = self.calendar_changes(tenant, kind, &head.through, FOLDED_MAX).await?;
        let settled = before(now_ms, SETTLED_MS);
        changes.retain(|change| change.sort < settled);
        Ok(Some(Settled { head, changes, read_at_ms: now_ms }))
    }

    /// Counts what was read.
    pub(super) async fn fold_changes(
        &self,
        tenant: &Tenant,
        kind: KindName,
        lists: &[&[CalendarSubject]],
        Settled { head, changes, read_at_ms }: Settled,
        fewest: usize,
    ) -> Result<bool, ApiError> {
        let last = changes.last().map(|change| change.sort.clone()).filter(|_| changes.len() >= fewest);
        let is_new = last.is_some();
        let through = last.unwrap_or_else(|| head.through.clone());
        if is_new {
            let edits = Edits::of(&changes, lists);
            self.fold_months(tenant, kind, edits.months, (&through, read_at_ms)).await?;
            self.fold_turns(tenant, kind, edits.turns, (&through, read_at_ms)).await?;
        }
        let next = head.moved(through, self.ids.now().millis(), SETTLED_MS);
        if next != head {
            self.put_row(tenant, &changes_key(tenant, kind, HEAD), &next, Some(&head.through)).await?;
            self.delete_changes(tenant, kind, &next.deletable).await?;
            self.delete_empty_turns(tenant, kind, &next.deletable).await?;
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
        (through, read_at_ms): (&str, i64),
    ) -> Result<(), ApiError> {
        let keyed = edits.into_iter().map(|((list, month), edits)| (month_key(tenant, kind, &list, &month), edits));
        self.fold_rows(tenant, keyed.collect(), (through, read_at_ms), |key, row: MonthRow, edits| {
            let mut cells: Cells = cells_of(&key.partition, &key.sort, &row)?;
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
        (through, read_at_ms): (&str, i64),
    ) -> Result<(), ApiError> {
        let keyed = edits.into_iter().map(|(cell, edits)| (turn_key(tenant, kind, &cell), edits));
        let now = self.ids.now().seconds();
        self.fold_rows(tenant, keyed.collect(), (through, read_at_ms), |key, mut row: TurnRow, edits| {
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
        (through, read_at_ms): (&str, i64),
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
            // What does not decode stops its own list, which says so when it is read, and no other.
            if let Ok(row) = change(&key, row.unwrap_or_default(), &edits) {
                changed.push((key, position, row));
            }
        }
        let write = |(key, position, row): (Key, Option<String>, R)| async move {
            if self.ids.now().millis() - read_at_ms > WRITTEN_WITHIN_MS {
                return Err(ApiError::unavailable("counting was held up"));
            }
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
