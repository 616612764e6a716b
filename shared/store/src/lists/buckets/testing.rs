//! What tests do to counted lists beside what the service does by itself.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    change::{HEAD, LAST, changes_key},
    counts::{Head, MonthRow},
    keys::{month_key, transitions_key},
    rare_state,
};
use crate::{
    Entity, Index, Indexes, Record, Store, Transaction,
    expression::{Expression, key_names},
    item,
    key::index_partition,
    transaction::version_conflict,
    write::Write,
};
use values::{ApiError, Id, tenant::Tenant};

impl Store {
    /// Counts the first of the changes of a kind that have settled; whether there was anything to count.
    ///
    /// # Errors
    /// When the store cannot be read or written, or somebody else counts at the same moment; nothing is wrong then.
    pub async fn fold_calendar<E: Entity>(&self, tenant: &Tenant) -> Result<bool, ApiError> {
        self.fold(tenant, E::KIND).await
    }

    /// Counts the first of the changes that have settled, slowly: before anything is written `meanwhile` is done.
    ///
    /// # Errors
    /// When the store cannot be read or written, or somebody else has counted meanwhile.
    pub async fn fold_slowly<E: Entity>(
        &self,
        tenant: &Tenant,
        first: usize,
        meanwhile: impl Future<Output = ()>,
    ) -> Result<bool, ApiError> {
        let Some(mut settled) = self.read_settled(tenant, E::KIND).await? else { return Ok(false) };
        settled.changes.truncate(first);
        meanwhile.await;
        self.fold_changes(tenant, E::KIND, settled).await
    }

    /// From now on lists of a kind are read as if nothing were counted, and nothing is.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn uncount_calendar<E: Entity>(&self, tenant: &Tenant) -> Result<(), ApiError> {
        let mut stop = Transaction::new(tenant.clone(), self.ids.token());
        stop.remove_value(&changes_key(tenant, E::KIND, HEAD));
        self.commit(stop).await
    }

    /// Writes something into the counts of all records of a month that is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn spoil_calendar<E: Entity>(&self, tenant: &Tenant, month: &str) -> Result<(), ApiError> {
        let row = MonthRow { through: String::new(), cells: "!".to_owned() };
        let refusal = ApiError::internal("a row without a condition was refused");
        let mut spoil = Transaction::new(tenant.clone(), self.ids.token());
        spoil.put_encoded(&month_key(tenant, E::KIND, "all", month), &row, Expression::always(), refusal);
        self.commit(spoil).await
    }

    /// Whether every change of a kind is counted.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn is_counted<E: Entity>(&self, tenant: &Tenant) -> Result<bool, ApiError> {
        let head = self.read_value::<Head>(&changes_key(tenant, E::KIND, HEAD)).await?.unwrap_or_default();
        Ok(self.read_changes(tenant, E::KIND, &head.through, LAST, 1).await?.is_empty())
    }

    /// How many transactions have their changes of a kind stored, counted or not.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn stored_calendar_changes<E: Entity>(&self, tenant: &Tenant) -> Result<usize, ApiError> {
        let mut sorts: Vec<String> =
            self.read_changes(tenant, E::KIND, "", LAST, usize::MAX).await?.into_iter().map(|one| one.sort).collect();
        sorts.dedup();
        Ok(sorts.len())
    }

    /// How many rows there are of what time changes.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn stored_transitions<E: Entity>(&self, tenant: &Tenant) -> Result<usize, ApiError> {
        let rows =
            self.read_values_between::<serde::de::IgnoredAny>(&transitions_key(tenant, E::KIND, "0"), "~").await?;
        Ok(rows.len())
    }

    /// Stores a record again as it was stored when its kind had these index entries.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn store_indexed<E: Entity>(
        &self,
        tenant: &Tenant,
        record: &Record<E>,
        indexes: Indexes,
    ) -> Result<(), ApiError> {
        let mut item = item::encode(tenant, record)?;
        for (index, entry) in Index::ALL.into_iter().zip(indexes.0) {
            let (partition, sort) = key_names(Some(index));
            drop((item.remove(&partition), item.remove(&sort)));
            if let Some(entry) = entry {
                item.insert(partition, AttributeValue::S(index_partition(tenant, E::KIND, &entry.partition)));
                item.insert(sort, AttributeValue::S(entry.sort));
            }
        }
        let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
        transaction.push(Write::Put { item, condition: Expression::always() }, version_conflict());
        self.commit(transaction).await
    }

    /// Removes the item by which a record is found by its state, as if it had been stored before there were any.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn forget_state<E: Entity>(&self, tenant: &Tenant, id: &Id<E>) -> Result<(), ApiError> {
        let record = self.find(tenant, *id).await?;
        let mut forget = Transaction::new(tenant.clone(), self.ids.token());
        if let Some(key) = record.and_then(|record| rare_state::key(tenant, &record)) {
            forget.remove_value(&key);
        }
        self.commit(forget).await
    }
}
