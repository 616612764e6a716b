//! Counts changes of calendar lists in the months they belong to. Every row carries the change up to which it is
//! counted, so whoever dies on the way, or does it at the same moment as another, leaves numbers that are right: the
//! next one goes on from each row's own position.

use std::{collections::BTreeMap, time::Duration};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Serialize, de::DeserializeOwned};
use tokio::time::Instant;

use super::{
    cells::Cells,
    change::{Change, HEAD, LAST, changes_key},
    counts::{Head, MonthRow, TransitionRow, cells_of},
    edits::{Edit, Edits},
    keys::{before, month_key, transitions_key},
};
use crate::{
    Store,
    error::StoreError,
    expression::Expression,
    key::Key,
    transaction::{Transaction, version_conflict},
};
use values::{ApiError, KindName, Timestamp, tenant::Tenant};

/// Changes that are younger than this may still get company before them, from a transaction that began to be written
/// earlier: it is given up after half of this time ([`COMMITTED_WITHIN_MS`]).
pub const SETTLED_MS: i64 = 30_000;
/// A transaction that was not written for so long is given up.
pub const COMMITTED_WITHIN_MS: i64 = SETTLED_MS / 2;
/// What has been counted is kept for so long, for those who have read the counts before.
pub const KEPT_MS: i64 = 60_000;
/// Transactions whose changes are read at once.
const READ_AT_ONCE: usize = 2_000;
/// Changes that are counted at once, and those of one transaction more.
const COUNTED_AT_ONCE: usize = 2_000;
/// Rows that are written side by side.
const SIDE_BY_SIDE: usize = 32;
/// So long after the changes were read none is written any more: others may have deleted empty rows by then, as if
/// nothing were counted in them.
const WRITTEN_WITHIN_MS: i64 = KEPT_MS / 2;
/// An empty row of transitions is of no use when its instant has passed for so long, in seconds.
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

    /// The same with these edits, up to a change.
    fn edited(self, key: &Key, edits: &[Edit], through: &str, now: Timestamp) -> Result<Self, StoreError>;
}

impl Row for MonthRow {
    fn through(&self) -> &str {
        &self.through
    }

    fn edited(self, key: &Key, edits: &[Edit], through: &str, _now: Timestamp) -> Result<Self, StoreError> {
        let mut cells: Cells = cells_of(&key.partition, &key.sort, &self)?;
        for edit in edits {
            cells.add(edit.entry.at.millis(), edit.entry.state, edit.count);
        }
        Ok(Self { through: through.to_owned(), cells: cells.text(&key.sort) })
    }
}

impl Row for TransitionRow {
    fn through(&self) -> &str {
        &self.through
    }

    fn edited(self, key: &Key, edits: &[Edit], through: &str, now: Timestamp) -> Result<Self, StoreError> {
        let mut entries = self.entries;
        for edit in edits {
            *entries.entry(edit.entry.text()).or_default() += edit.count;
        }
        entries.retain(|_, count| *count != 0);
        let cell = key.sort.split('#').next().and_then(Timestamp::parse);
        let ended = cell.map(|cell| cell.max(now).seconds() + EMPTY_KEPT_SECONDS);
        let expires_at_epoch = if entries.is_empty() { ended } else { None };
        Ok(Self { through: through.to_owned(), expires_at_epoch, entries })
    }
}

impl Store {
    /// Counts the changes of a kind that have settled, until none is left or `within` is over. What is begun is ended,
    /// which takes some seconds.
    ///
    /// # Errors
    /// When the store cannot be read or written, or somebody else counts at the same moment; nothing is wrong then.
    pub async fn count_changes(&self, tenant: &Tenant, kind: KindName, within: Duration) -> Result<(), ApiError> {
        let begun = Instant::now();
        while self.fold(tenant, kind).await? && begun.elapsed() < within {}
        Ok(())
    }

    /// Whether there are changes of a kind, counted or not, that are not deleted yet.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn has_changes(&self, tenant: &Tenant, kind: KindName) -> Result<bool, StoreError> {
        Ok(!self.read_changes(tenant, kind, "", LAST, 1).await?.is_empty())
    }

    /// Counts the first of the changes of a kind that have settled; whether there was anything to count. Does nothing
    /// for a merchant whose lists were never counted. Fails when somebody else counts at the same moment; nothing is
    /// wrong then.
    pub(super) async fn fold(&self, tenant: &Tenant, kind: KindName) -> Result<bool, ApiError> {
        match self.read_settled(tenant, kind).await? {
            Some(settled) => self.fold_changes(tenant, kind, settled).await,
            None => Ok(false),
        }
    }

    /// What can be counted; none when nobody counts.
    pub(super) async fn read_settled(&self, tenant: &Tenant, kind: KindName) -> Result<Option<Settled>, ApiError> {
        let now_ms = self.ids.now().millis();
        let Some(head) = self.read_value::<Head>(&changes_key(tenant, kind, HEAD)).await? else {
            // Nobody counts them. Who begins to looks a minute back.
            self.delete_changes(tenant, kind, &before(now_ms, 10 * KEPT_MS)).await?;
            return Ok(None);
        };
        if head.is_counting {
            return Ok(None);
        }
        let settled = before(now_ms, SETTLED_MS);
        let mut changes = self.read_changes(tenant, kind, &head.through, &settled, READ_AT_ONCE).await?;
        if let Some(last) = changes.get(COUNTED_AT_ONCE).map(|change| change.sort.clone()) {
            changes.retain(|change| change.sort <= last);
        }
        Ok(Some(Settled { head, changes, read_at_ms: now_ms }))
    }

    /// Counts what was read.
    pub(super) async fn fold_changes(
        &self,
        tenant: &Tenant,
        kind: KindName,
        Settled { head, changes, read_at_ms }: Settled,
    ) -> Result<bool, ApiError> {
        let through = changes.last().map_or_else(|| head.through.clone(), |change| change.sort.clone());
        if !changes.is_empty() {
            let Edits { months, transitions } = Edits::of(&changes, crate::calendar_lists::combinations(kind));
            let months =
                months.into_iter().map(|((list, month), edits)| (month_key(tenant, kind, &list, &month), edits));
            self.fold_rows::<MonthRow>(tenant, months.collect(), &through, read_at_ms).await?;
            let transitions =
                transitions.into_iter().map(|(cell, edits)| (transitions_key(tenant, kind, &cell), edits));
            self.fold_rows::<TransitionRow>(tenant, transitions.collect(), &through, read_at_ms).await?;
        }
        let next = head.moved(through, self.ids.now().millis(), KEPT_MS);
        if next != head {
            self.put_row(tenant, &changes_key(tenant, kind, HEAD), &next, Some(&head.through)).await?;
            self.delete_changes(tenant, kind, &next.deletable).await?;
        }
        self.delete_empty_rows(tenant, kind, &next.deletable).await?;
        Ok(!changes.is_empty())
    }

    /// Deletes changes up to this one, which nobody reads any more.
    async fn delete_changes(&self, tenant: &Tenant, kind: KindName, last: &str) -> Result<(), ApiError> {
        let first = changes_key(tenant, kind, format!("{HEAD}!"));
        if *last <= *first.sort {
            return Ok(());
        }
        let old = self.read_between::<serde::de::IgnoredAny>(&first, last, true, Some(2 * READ_AT_ONCE)).await?;
        self.delete_all(old.into_iter().map(|(key, _)| key).collect()).await?;
        Ok(())
    }

    /// Reads rows, changes them by the edits that are not in them yet, and writes each back on the condition that it is
    /// where it was. A row that has all of them is left alone: somebody else may be further already.
    async fn fold_rows<R: Row>(
        &self,
        tenant: &Tenant,
        edits: Vec<(Key, Vec<Edit>)>,
        through: &str,
        read_at_ms: i64,
    ) -> Result<(), ApiError> {
        let now = self.ids.now();
        let keys = edits.iter().map(|(key, _)| key.clone()).collect();
        let mut stored: BTreeMap<(String, String), R> = BTreeMap::new();
        for (key, row) in self.read_values::<R>(keys).await? {
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
            if let Ok(row) = row.unwrap_or_default().edited(&key, &edits, through, now) {
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
