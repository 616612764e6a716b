//! Values that are no records, each under its own key. Written by `Transaction::put_encoded`, usually under their
//! version.

use aws_sdk_dynamodb::{
    error::BuildError,
    operation::delete_item::DeleteItemError,
    types::{AttributeValue, DeleteRequest, PutRequest, ReturnConsumedCapacity, WriteRequest},
};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::de::DeserializeOwned;

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::Expression,
    item::{self, Item},
    key::Key,
    table::{PARTITION_KEY, SORT_KEY},
    write::some,
};

/// Items that `BatchWriteItem` takes at once.
const WRITTEN_AT_ONCE: usize = 25;
/// Such batches that are written side by side.
const BATCHES_SIDE_BY_SIDE: usize = 8;

impl Store {
    /// The value under this key.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or holds something else there.
    pub async fn read_value<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, StoreError> {
        Ok(self.get_item(key).await?.map(decode).transpose()?.map(|(_, value)| value))
    }

    /// The values that exist among `keys`, each with its key, in no particular order.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or holds something else there.
    pub async fn read_values<T: DeserializeOwned>(&self, keys: Vec<Key>) -> Result<Vec<(Key, T)>, StoreError> {
        self.batch_get(keys).await?.into_iter().map(decode).collect()
    }

    /// The same of values that may lag by a moment, at half the units: for what lists show, never for a decision.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or holds something else there.
    pub async fn read_values_lagging<T: DeserializeOwned>(&self, keys: Vec<Key>) -> Result<Vec<(Key, T)>, StoreError> {
        self.batch_get_lagging(keys).await?.into_iter().map(decode).collect()
    }

    /// The values from `first` to the sort key `last`, both included, in order of their sort keys.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or holds something else there.
    pub async fn read_values_between<T: DeserializeOwned>(
        &self,
        first: &Key,
        last: &str,
    ) -> Result<Vec<(Key, T)>, StoreError> {
        self.read_between(first, last, true, None).await
    }

    /// The same of values that may lag by a moment, at half the units.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read, or holds something else there.
    pub async fn read_values_between_lagging<T: DeserializeOwned>(
        &self,
        first: &Key,
        last: &str,
    ) -> Result<Vec<(Key, T)>, StoreError> {
        self.read_between(first, last, false, None).await
    }

    /// The same, of the present or lagging, and all or at most so many.
    pub(super) async fn read_between<T: DeserializeOwned>(
        &self,
        first: &Key,
        last: &str,
        is_consistent: bool,
        most: Option<usize>,
    ) -> Result<Vec<(Key, T)>, StoreError> {
        let (mut values, mut start) = (Vec::new(), None);
        loop {
            let output = self
                .client
                .query()
                .table_name(&*self.table)
                .consistent_read(is_consistent)
                .key_condition_expression("#pk = :pk AND #sk BETWEEN :first AND :last")
                .expression_attribute_names("#pk", PARTITION_KEY)
                .expression_attribute_names("#sk", SORT_KEY)
                .expression_attribute_values(":pk", AttributeValue::S(first.partition.clone()))
                .expression_attribute_values(":first", AttributeValue::S(first.sort.clone()))
                .expression_attribute_values(":last", AttributeValue::S(last.to_owned()))
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .set_limit(most.map(|most| i32::try_from(most - values.len()).unwrap_or(i32::MAX)))
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(from_sdk)?;
            self.meter.add(output.consumed_capacity());
            for item in output.items.unwrap_or_default() {
                values.push(decode(item)?);
            }
            start = output.last_evaluated_key;
            if start.is_none() || most.is_some_and(|most| values.len() >= most) {
                return Ok(values);
            }
        }
    }

    /// Deletes an item under a condition; whether it held.
    pub(super) async fn delete_if(&self, key: &Key, condition: Expression) -> Result<bool, StoreError> {
        let request = self
            .client
            .delete_item()
            .table_name(&*self.table)
            .set_key(Some(key.attributes()))
            .condition_expression(condition.text)
            .set_expression_attribute_names(some(condition.names))
            .set_expression_attribute_values(some(condition.values))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        match request.send().await {
            Ok(output) => {
                self.meter.add(output.consumed_capacity());
                Ok(true)
            }
            Err(error)
                if error.as_service_error().is_some_and(DeleteItemError::is_conditional_check_failed_exception) =>
            {
                Ok(false)
            }
            Err(error) => Err(from_sdk(error)),
        }
    }

    /// Stores these items, whatever stands there.
    pub(super) async fn put_all(&self, items: Vec<Item>) -> Result<(), StoreError> {
        let put = |item: Item| PutRequest::builder().set_item(Some(item)).build();
        self.write_requests(items.into_iter().map(|item| Ok(WriteRequest::builder().put_request(put(item)?).build())))
            .await
    }

    /// Deletes these items, whatever they are.
    pub(super) async fn delete_all(&self, keys: Vec<Key>) -> Result<(), StoreError> {
        let delete = |key: Key| DeleteRequest::builder().set_key(Some(key.attributes())).build();
        self.write_requests(
            keys.into_iter().map(|key| Ok(WriteRequest::builder().delete_request(delete(key)?).build())),
        )
        .await
    }

    /// Writes without conditions, in batches side by side. What DynamoDB leaves undone is sent again.
    async fn write_requests(
        &self,
        requests: impl Iterator<Item = Result<WriteRequest, BuildError>>,
    ) -> Result<(), StoreError> {
        let internal = |error: BuildError| StoreError::Internal(error.to_string());
        let requests: Vec<WriteRequest> = requests.collect::<Result<_, _>>().map_err(internal)?;
        let batches: Vec<Vec<WriteRequest>> = requests.chunks(WRITTEN_AT_ONCE).map(<[_]>::to_vec).collect();
        let writes: Vec<_> = batches.into_iter().map(|batch| self.write_batch(batch)).collect();
        stream::iter(writes).buffer_unordered(BATCHES_SIDE_BY_SIDE).try_collect().await
    }

    async fn write_batch(&self, mut requests: Vec<WriteRequest>) -> Result<(), StoreError> {
        for attempt in 1.. {
            let request = self.client.batch_write_item().request_items(&*self.table, requests);
            let output = request.return_consumed_capacity(ReturnConsumedCapacity::Total).send().await;
            let output = output.map_err(from_sdk)?;
            for consumed in output.consumed_capacity() {
                self.meter.add(Some(consumed));
            }
            requests = output.unprocessed_items.into_iter().flatten().flat_map(|(_, left)| left).collect();
            if requests.is_empty() {
                break;
            }
            self.pause(attempt).await;
        }
        Ok(())
    }
}

fn decode<T: DeserializeOwned>(item: Item) -> Result<(Key, T), StoreError> {
    let text = |name: &str| item::text(&item, name).unwrap_or_default().to_owned();
    let key = Key { partition: text(PARTITION_KEY), sort: text(SORT_KEY) };
    let internal =
        |error| StoreError::Internal(format!("stored {} {} does not decode: {error}", key.partition, key.sort));
    let value = serde_dynamo::from_item(item).map_err(internal)?;
    Ok((key, value))
}
