//! Makes the filter lists of a merchant whose records were stored before their kind had them, beside those who change
//! the records: each record's rows are written on the condition that it is as it was read. It can be done again at any
//! time, and goes on where it died.

use std::collections::{BTreeMap, BTreeSet};
use values::listed_fields::FilterLists;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::rows::{BODY, Rows, item_of, key, rows_of};
use crate::{
    HeldRecord, RecordSet, Store,
    expression::Expression,
    item::{self, Item},
    key::{Key, collection},
    lists::{
        list::{List, Order},
        query::Want,
    },
    transaction::{Transaction, version_conflict},
    write::Write,
};
use values::{ApiError, ErrorCode, KindName, tenant::Tenant};

/// Records that are read at once.
const READ_AT_ONCE: usize = 500;
/// Records whose rows are written side by side.
const SIDE_BY_SIDE: usize = 8;
/// How often the rows of a record are tried that others change meanwhile.
const ATTEMPTS_MAX: u32 = 20;
/// Lists whose counts are forgotten in one transaction.
const FORGOTTEN_AT_ONCE: usize = 50;

impl Store {
    /// Makes the filter lists of a kind; how many records there are. `stored` are the keys of the rows that there are:
    /// those of no record's are deleted. Until it has ended the lists are not read.
    ///
    /// # Errors
    /// When the store cannot be read or written: it can be done again, with the rows that there are then.
    pub async fn build_filter_lists(
        &self,
        tenant: &Tenant,
        kind: KindName,
        stored: BTreeSet<(String, String)>,
    ) -> Result<usize, ApiError> {
        let mut complete = self.read_complete_lists(tenant).await?;
        complete.remove(kind);
        self.note_complete(tenant, &complete).await?;
        let (records, mut partitions) = self.write_all_rows(tenant, kind).await?;
        let mut by_record: BTreeMap<String, Vec<Key>> = BTreeMap::new();
        for (partition, sort) in stored {
            partitions.insert(partition.clone());
            by_record.entry(sort.clone()).or_default().push(Key { partition, sort });
        }
        let strays = by_record.into_iter().map(|(id, keys)| self.delete_strays(tenant, kind, id, keys));
        stream::iter(strays).buffer_unordered(SIDE_BY_SIDE).try_collect::<()>().await?;
        // A reader who counted rows before all of them were right must not store what it counted.
        let partitions: Vec<String> = partitions.into_iter().collect();
        for some in partitions.chunks(FORGOTTEN_AT_ONCE) {
            let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
            for partition in some {
                Self::forget_counts(&mut transaction, partition);
            }
            self.commit(transaction).await?;
        }
        complete.add(kind, FilterLists::of(kind));
        self.note_complete(tenant, &complete).await?;
        Ok(records)
    }

    /// The rows of all live records; how many records there are, and the partitions of their lists.
    async fn write_all_rows(&self, tenant: &Tenant, kind: KindName) -> Result<(usize, BTreeSet<String>), ApiError> {
        let list = List::<HeldRecord>::held(kind, None);
        let (mut records, mut partitions, mut after) = (0, BTreeSet::new(), None);
        loop {
            let rows = self.query(tenant, &list, Order::Ascending, after, READ_AT_ONCE, Want::Items).await?;
            after = rows.last;
            records += rows.items.len();
            let written = rows.items.into_iter().map(|record| self.write_rows(tenant, kind, record));
            let written: Vec<BTreeSet<String>> =
                stream::iter(written).buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
            partitions.extend(written.into_iter().flatten());
            if after.is_none() {
                return Ok((records, partitions));
            }
        }
    }

    /// The rows of a record, as it is when they are written.
    async fn write_rows(&self, tenant: &Tenant, kind: KindName, record: Item) -> Result<BTreeSet<String>, ApiError> {
        let own = item::key(&record);
        let mut present = Some(record);
        for _ in 0..ATTEMPTS_MAX {
            let Some(record) = present else { return Ok(BTreeSet::new()) };
            let rows = expected(tenant, kind, &own.sort, Some(&record));
            let partitions = rows.keys().map(|key| key.0.clone()).collect();
            let keys = rows.keys().map(|(partition, sort)| Key { partition: partition.clone(), sort: sort.clone() });
            let found = self.batch_get(keys.collect()).await?;
            let found: BTreeMap<(String, String), Item> =
                found.into_iter().map(|item| (as_pair(item::key(&item)), item)).collect();
            let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
            transaction.push(Write::Check { key: own.clone(), condition: as_it_is(Some(&record)) }, version_conflict());
            for (key, kept) in
                rows.into_iter().filter(|(key, kept)| found.get(key).is_none_or(|row| body(row) != *kept))
            {
                let item = item_of(&Key { partition: key.0, sort: key.1 }, kept);
                transaction.push(Write::Put { item, condition: Expression::always() }, version_conflict());
            }
            if transaction.actions() == 1 {
                return Ok(partitions);
            }
            match self.commit(transaction).await {
                Err(error) if error.code == ErrorCode::VersionConflict => present = self.get_item(&own).await?,
                written => return written.map(|()| partitions),
            }
        }
        Err(ApiError::unavailable(format!("{kind} {} is changed all the time", own.sort)))
    }

    /// Deletes those of the rows of an id that no record has.
    async fn delete_strays(&self, tenant: &Tenant, kind: KindName, id: String, keys: Vec<Key>) -> Result<(), ApiError> {
        let own = Key { partition: collection(tenant, kind, RecordSet::Live), sort: id };
        for _ in 0..ATTEMPTS_MAX {
            let record = self.get_item(&own).await?;
            let rows = expected(tenant, kind, &own.sort, record.as_ref());
            let strays = keys.iter().filter(|key| !rows.contains_key(&as_pair((*key).clone())));
            let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
            transaction
                .push(Write::Check { key: own.clone(), condition: as_it_is(record.as_ref()) }, version_conflict());
            for key in strays {
                transaction
                    .push(Write::Delete { key: key.clone(), condition: Expression::always() }, version_conflict());
            }
            if transaction.actions() == 1 {
                return Ok(());
            }
            match self.commit(transaction).await {
                Err(error) if error.code == ErrorCode::VersionConflict => {}
                deleted => return deleted,
            }
        }
        Err(ApiError::unavailable(format!("{kind} {} is changed all the time", own.sort)))
    }
}

/// The rows of a record by their keys.
fn expected(tenant: &Tenant, kind: KindName, id: &str, record: Option<&Item>) -> BTreeMap<(String, String), Item> {
    let rows: Rows = record.map(|record| rows_of(FilterLists::of(kind), &body(record))).unwrap_or_default();
    rows.into_iter().map(|(name, kept)| (as_pair(key(tenant, kind, &name, id)), kept)).collect()
}

fn body(item: &Item) -> Item {
    item.get(BODY).and_then(|body| body.as_m().ok()).cloned().unwrap_or_default()
}

/// The condition that a record is as it was read.
fn as_it_is(record: Option<&Item>) -> Expression {
    match record.and_then(|record| item::integer(record, "version")) {
        Some(version) => Expression::version(version),
        None => Expression::absent(),
    }
}

fn as_pair(key: Key) -> (String, String) {
    (key.partition, key.sort)
}
