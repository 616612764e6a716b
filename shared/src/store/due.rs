//! What is due: records that time has changed by itself, by the instant at which it did.

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::key_names,
    item,
    key::index_partition,
    table::SORT_KEY,
};
use crate::{
    domain::{Entity, Id, Index, Timestamp, record::DUE},
    tenant::Tenant,
};

impl Store {
    /// Ids of the kind's records that are due by `now`, longest due first, at most `most`. The index lags and holds only
    /// keys: who acts on one reads the record first.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn due<E: Entity>(&self, tenant: &Tenant, now: Timestamp, most: i32) -> Result<Vec<Id<E>>, StoreError> {
        let (partition, sort) = key_names(Some(Index::Due));
        let output = self
            .client
            .query()
            .table_name(&*self.table)
            .index_name(Index::Due.name())
            .key_condition_expression("#kp = :kp AND #ks < :ks")
            .expression_attribute_names("#kp", partition)
            .expression_attribute_names("#ks", sort)
            .expression_attribute_values(":kp", AttributeValue::S(index_partition::<E>(tenant, DUE)))
            // Sort keys are `<instant>#<id>`, and '~' comes after '#' and every digit: what is due at `now` is in.
            .expression_attribute_values(":ks", AttributeValue::S(format!("{now}~")))
            .limit(most)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        let id = |item: &item::Item| item::text(item, SORT_KEY).and_then(|id| id.parse().ok());
        let broken = || StoreError::Internal(format!("an index entry of {} has no id", E::KIND));
        output.items().iter().map(|item| id(item).map(Id::new).ok_or_else(broken)).collect()
    }
}
