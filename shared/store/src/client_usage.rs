//! What all processes together served of a client in a window of time: one item, to which each adds.

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, ReturnValue};
use chrono::Duration;

use super::{Store, error::StoreError, error::from_sdk, item::Item, key::Key, table::EXPIRES_AT};
use values::{Id, Timestamp, tenant::Tenant};

/// After how many seconds an item is not needed any more.
const KEPT_SECONDS: i64 = 600;

impl Store {
    /// Adds requests and units to those of a client in a window, and says what they are then.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    pub async fn add_client_usage<C>(
        &self,
        tenant: &Tenant,
        client: Id<C>,
        window: i64,
        requests: i64,
        units: i64,
        now: Timestamp,
    ) -> Result<(i64, i64), StoreError> {
        let number = |number: i64| AttributeValue::N(number.to_string());
        let key = Key::sorted(tenant, "usage", &client.to_string(), window.to_string());
        let output = self
            .client
            .update_item()
            .table_name(&*self.table)
            .set_key(Some(key.attributes()))
            .update_expression("ADD #requests :requests, #units :units SET #expires = :expires")
            .expression_attribute_names("#requests", "requests")
            .expression_attribute_names("#units", "units")
            .expression_attribute_names("#expires", EXPIRES_AT)
            .expression_attribute_values(":requests", number(requests))
            .expression_attribute_values(":units", number(units))
            .expression_attribute_values(":expires", number(now.plus(Duration::seconds(KEPT_SECONDS)).seconds()))
            .return_values(ReturnValue::UpdatedNew)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        let told = output.attributes().cloned().unwrap_or_default();
        Ok((number_of(&told, "requests"), number_of(&told, "units")))
    }
}

fn number_of(item: &Item, name: &str) -> i64 {
    item.get(name).and_then(|value| value.as_n().ok()).and_then(|text| text.parse().ok()).unwrap_or_default()
}
