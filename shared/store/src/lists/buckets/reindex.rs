//! Gives stored records the index entries that their kind has in this version: a list that reads an index by other
//! entries than a version before wrote would not show what that has stored. Lists by time are read so only once they
//! are counted.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::{
    Entity, Index, Store, Transaction,
    expression::{Expression, key_names},
    item::{self, Item, WRITE_ID},
    transaction::version_conflict,
    write::Write,
};
use values::{ApiError, ErrorCode, tenant::Tenant};

/// Records that are written side by side.
const SIDE_BY_SIDE: usize = 8;

impl Store {
    /// Writes those of the items of live records whose index entries are others than this version gives them, as they
    /// are but for these entries. Who changes such a record meanwhile writes the new ones.
    pub(super) async fn reindex<E: Entity>(&self, tenant: &Tenant, items: &[Item]) -> Result<(), ApiError> {
        let mut writes = Vec::new();
        for stored in items {
            let record = item::decode::<E>(stored.clone())?;
            let item = reindexed(stored, &item::encode(tenant, &record)?);
            if item != *stored {
                writes.push(self.put_reindexed(tenant, item, Expression::version(record.version)));
            }
        }
        stream::iter(writes).buffer_unordered(SIDE_BY_SIDE).try_collect().await
    }

    async fn put_reindexed(&self, tenant: &Tenant, item: Item, as_it_is: Expression) -> Result<(), ApiError> {
        // Under the name of the write that made it what it is: whoever repeats that one finds its own.
        let write_id = item::text(&item, WRITE_ID).map_or_else(|| self.ids.token(), str::to_owned);
        let mut transaction = Transaction::new(tenant.clone(), write_id);
        transaction.push(Write::Put { item, condition: as_it_is }, version_conflict());
        match self.commit_alone(transaction).await {
            Err(error) if error.code == ErrorCode::VersionConflict => Ok(()),
            written => written,
        }
    }
}

/// A stored item with the index entries of another.
fn reindexed(stored: &Item, encoded: &Item) -> Item {
    let mut item = stored.clone();
    for index in Index::ALL {
        let (partition, sort) = key_names(Some(index));
        for name in [partition, sort] {
            let entry: Option<AttributeValue> = encoded.get(&name).cloned();
            match entry {
                Some(entry) => drop(item.insert(name, entry)),
                None => drop(item.remove(&name)),
            }
        }
    }
    item
}
