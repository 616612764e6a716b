//! Reads by key. All of them are strongly consistent, but where it is said otherwise: what was written is there at
//! once.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, ReturnConsumedCapacity};

use futures_util::future::try_join_all;
use uuid::Uuid;

use super::{
    Store,
    error::{StoreError, from_sdk},
    item::{self, Item},
    key::Key,
    read_ahead::{Known, ReadAhead},
    table::PARTITION_KEY,
};
use crate::{Entity, HeldRecord, Record, RecordSet};
use values::{Counter, Id, KindName, Timestamp, UniqueKey, tenant::Tenant};

/// DynamoDB takes at most this many keys in one batch.
const BATCH_MAX: usize = 100;
/// Most batches that are read at the same moment.
const BATCHES_MAX: usize = 10;

/// Both sets of a kind's records.
const SETS: [RecordSet; 2] = [RecordSet::Live, RecordSet::Archived];

/// Whether what was written is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freshness {
    /// A write is seen at once.
    Present,
    /// A moment later at times.
    Lagging,
}

/// A record of one of two kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Either<A, B> {
    /// A record of the first kind.
    First(A),
    /// A record of the second kind.
    Second(B),
}

/// What stands in for a record that is not there, as it would be stored.
#[derive(Clone, Debug)]
pub struct StandIn(Item);

impl StandIn {
    /// This record.
    ///
    /// # Errors
    /// [`StoreError`] when it does not encode.
    pub fn of<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Result<Self, StoreError> {
        item::encode(tenant, record).map(Self)
    }
}

impl Store {
    /// The live record with this id.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find<E: Entity>(&self, tenant: &Tenant, id: Id<E>) -> Result<Option<Record<E>>, StoreError> {
        self.get_item(&Key::record(tenant, id, RecordSet::Live)).await?.map(item::decode).transpose()
    }

    /// The live record with this id; where there is none, what stands in for it, with whether it was found. Who may not
    /// know which of both it is asks in this way: the same is read, decoded and looked at for one as for the other.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_or<E: Entity>(
        &self,
        tenant: &Tenant,
        id: Id<E>,
        stand_in: &StandIn,
    ) -> Result<(Record<E>, bool), StoreError> {
        let found = self.get_item(&Key::record(tenant, id, RecordSet::Live)).await?;
        // Copied in both cases, because one of them needs the copy.
        let (copy, is_found) = (stand_in.0.clone(), found.is_some());
        Ok((item::decode(found.unwrap_or(copy))?, is_found))
    }

    /// The record with this id, live or archived.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_any<E: Entity>(&self, tenant: &Tenant, id: Id<E>) -> Result<Option<Record<E>>, StoreError> {
        let keys = [RecordSet::Live, RecordSet::Archived].map(|record_set| Key::record(tenant, id, record_set));
        self.batch_get(keys.to_vec()).await?.pop().map(item::decode).transpose()
    }

    /// The record with this id, of one of two kinds whose ids never coincide, in one of `record_sets`; both kinds are
    /// looked up in one call.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_either<A: Entity, B: Entity>(
        &self,
        tenant: &Tenant,
        first: Id<A>,
        second: Id<B>,
        record_sets: &[RecordSet],
    ) -> Result<Option<Either<Record<A>, Record<B>>>, StoreError> {
        let keys = record_sets
            .iter()
            .flat_map(|record_set| [Key::record(tenant, first, *record_set), Key::record(tenant, second, *record_set)]);
        let item = self.batch_get(keys.collect()).await?.pop();
        item.map(|item| {
            if item::kind(&item) == A::KIND.as_str() {
                item::decode(item).map(Either::First)
            } else {
                item::decode(item).map(Either::Second)
            }
        })
        .transpose()
    }

    /// The live records among `ids`, in no particular order; ids that have none are left out.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_all<E: Entity>(&self, tenant: &Tenant, ids: &[Id<E>]) -> Result<Vec<Record<E>>, StoreError> {
        let keys = ids.iter().map(|id| Key::record(tenant, *id, RecordSet::Live)).collect();
        self.batch_get(keys).await?.into_iter().map(item::decode).collect()
    }

    /// The same of records that may lag by a moment, at half the units: for what lists show, never for a decision.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_all_lagging<E: Entity>(
        &self,
        tenant: &Tenant,
        ids: &[Id<E>],
    ) -> Result<Vec<Record<E>>, StoreError> {
        let keys = ids.iter().map(|id| Key::record(tenant, *id, RecordSet::Live)).collect();
        self.batch_get_lagging(keys).await?.into_iter().map(item::decode).collect()
    }

    /// The records among `ids`, live or archived, in no particular order.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_all_any<E: Entity>(&self, tenant: &Tenant, ids: &[Id<E>]) -> Result<Vec<Record<E>>, StoreError> {
        let keys = ids.iter().flat_map(|id| {
            [RecordSet::Live, RecordSet::Archived].map(|record_set| Key::record(tenant, *id, record_set))
        });
        self.batch_get(keys.collect()).await?.into_iter().map(item::decode).collect()
    }

    /// Who holds a unique name.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_holder(&self, tenant: &Tenant, unique_key: &UniqueKey) -> Result<Option<String>, StoreError> {
        let item = self.get_item(&Key::of_unique(tenant, unique_key)).await?;
        Ok(item.and_then(|item| item::text(&item, "holder").map(str::to_owned)))
    }

    /// The records of a kind of another area with these ids, live or archived, as far as they exist.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find_held(
        &self,
        tenant: &Tenant,
        kind: KindName,
        ids: &[Uuid],
    ) -> Result<Vec<Record<HeldRecord>>, StoreError> {
        let mut keys: Vec<Key> =
            ids.iter().flat_map(|id| SETS.map(|set| Key::of_kind(tenant, kind, *id, set))).collect();
        keys.sort_by(|left, right| (&left.partition, &left.sort).cmp(&(&right.partition, &right.sort)));
        keys.dedup();
        self.batch_get(keys).await?.into_iter().map(item::decode).collect()
    }

    /// Who holds each of these unique names, in one call for a hundred.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn find_holders(
        &self,
        tenant: &Tenant,
        unique_keys: &[UniqueKey],
    ) -> Result<Vec<Option<String>>, StoreError> {
        let keys: HashSet<Key> = unique_keys.iter().map(|unique_key| Key::of_unique(tenant, unique_key)).collect();
        let items = self.batch_get(keys.into_iter().collect()).await?;
        let text = |item: &Item, name: &str| item::text(item, name).map(str::to_owned);
        let held: HashMap<String, String> =
            items.iter().filter_map(|item| Some((text(item, PARTITION_KEY)?, text(item, "holder")?))).collect();
        Ok(unique_keys
            .iter()
            .map(|unique_key| held.get(&Key::of_unique(tenant, unique_key).partition).cloned())
            .collect())
    }

    /// The present value of a counter.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_counter(&self, tenant: &Tenant, counter: &Counter) -> Result<i64, StoreError> {
        let item = self.get_item(&Key::of_counter(tenant, counter)).await?;
        Ok(item.and_then(|item| item::integer(&item, "count")).unwrap_or(0))
    }

    /// The present values of these counters, in one call for a hundred.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_counters(&self, tenant: &Tenant, counters: &[Counter]) -> Result<Vec<i64>, StoreError> {
        let keys: HashSet<Key> = counters.iter().map(|counter| Key::of_counter(tenant, counter)).collect();
        let items = self.batch_get(keys.into_iter().collect()).await?;
        let counted: HashMap<&str, i64> = items
            .iter()
            .filter_map(|item| Some((item::text(item, PARTITION_KEY)?, item::integer(item, "count")?)))
            .collect();
        let value = |counter| counted.get(Key::of_counter(tenant, counter).partition.as_str()).copied().unwrap_or(0);
        Ok(counters.iter().map(value).collect())
    }

    /// The same store after one call that reads these items, with what this one has read ahead and not answered yet.
    /// Decisions rest on them as on any read: under the versions that they have.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_ahead(&self, wanted: ReadAhead<'_>) -> Result<Self, StoreError> {
        let missing = self.ahead.missing(wanted);
        let found = self.batch_get(missing.clone()).await?;
        Ok(Self { ahead: Arc::new(self.ahead.and(missing, found)), ..self.clone() })
    }

    /// One item by its key.
    pub async fn get_item(&self, key: &Key) -> Result<Option<Item>, StoreError> {
        if let Some(Known(item)) = self.ahead.take(key) {
            return Ok(item);
        }
        let output = self
            .client
            .get_item()
            .table_name(&*self.table)
            .set_key(Some(key.attributes()))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        Ok(output.item)
    }

    /// All items that exist among `keys`, asked for again until DynamoDB has answered for each.
    pub(crate) async fn batch_get(&self, keys: Vec<Key>) -> Result<Vec<Item>, StoreError> {
        self.read_batches(keys, Freshness::Present).await
    }

    /// The same of what may lag by a moment, at half the units: for what lists show beside their records, never for a
    /// decision.
    pub(crate) async fn batch_get_lagging(&self, keys: Vec<Key>) -> Result<Vec<Item>, StoreError> {
        self.read_batches(keys, Freshness::Lagging).await
    }

    /// A key that is asked for twice is read once: DynamoDB refuses it otherwise.
    async fn read_batches(&self, mut keys: Vec<Key>, freshness: Freshness) -> Result<Vec<Item>, StoreError> {
        keys.sort_by(|left, right| (&left.partition, &left.sort).cmp(&(&right.partition, &right.sort)));
        keys.dedup();
        let (mut items, mut unknown) = (Vec::new(), Vec::new());
        for key in keys {
            match self.ahead.take(&key) {
                Some(Known(item)) => items.extend(item),
                None => unknown.push(key),
            }
        }
        for some in unknown.chunks(BATCH_MAX * BATCHES_MAX) {
            let batches = some.chunks(BATCH_MAX).map(|keys| self.read_batch(keys, freshness));
            items.extend(try_join_all(batches).await?.into_iter().flatten());
        }
        Ok(items)
    }

    /// All items that exist among a batch of keys.
    async fn read_batch(&self, keys: &[Key], freshness: Freshness) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut wanted = Some(
            KeysAndAttributes::builder()
                .set_keys(Some(keys.iter().map(Key::attributes).collect()))
                .consistent_read(freshness == Freshness::Present)
                .build()
                .map_err(|error| StoreError::Internal(error.to_string()))?,
        );
        let mut attempt = 0;
        while let Some(keys) = wanted.take() {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            attempt += 1;
            let output = self
                .client
                .batch_get_item()
                .set_request_items(Some(HashMap::from([(self.table.to_string(), keys)])))
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await
                .map_err(from_sdk)?;
            self.meter.add(output.consumed_capacity());
            items.extend(output.responses.unwrap_or_default().into_values().flatten());
            wanted = output.unprocessed_keys.unwrap_or_default().into_values().next();
        }
        Ok(items)
    }

    /// Sets one field of a record without making a new version of it: for what is only sampled, such as the time of
    /// last use.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    pub async fn touch<E: Entity>(
        &self,
        tenant: &Tenant,
        record: &Record<E>,
        field: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let output = self
            .client
            .update_item()
            .table_name(&*self.table)
            .set_key(Some(Key::record(tenant, record.id, record.record_set).attributes()))
            .update_expression("SET #body.#field = :at")
            .condition_expression("attribute_exists(#pk)")
            .expression_attribute_names("#body", "body")
            .expression_attribute_names("#field", field)
            .expression_attribute_names("#pk", PARTITION_KEY)
            .expression_attribute_values(":at", AttributeValue::S(at.to_string()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        Ok(())
    }
}
