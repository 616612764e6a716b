//! The one table: names of its keys and indexes. `template.yaml` declares the same table; a test compares the two.

use aws_sdk_dynamodb::{
    Client,
    operation::create_table::CreateTableError,
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, TimeToLiveSpecification,
    },
};

use super::error::{StoreError, from_sdk};
use crate::domain::Index;

/// Partition key of the table.
pub const PARTITION_KEY: &str = "pk";
/// Sort key of the table.
pub const SORT_KEY: &str = "sk";
/// Attribute after whose time, in seconds since 1970, DynamoDB may delete an item.
pub const EXPIRES_AT: &str = "expires_at_epoch";

/// Key attributes of the table and its indexes, partition before sort.
#[must_use]
pub fn key_attributes() -> Vec<(String, String)> {
    std::iter::once((PARTITION_KEY.to_owned(), SORT_KEY.to_owned()))
        .chain(Index::ALL.map(|index| (format!("{}pk", index.name()), format!("{}sk", index.name()))))
        .collect()
}

/// Makes the table, for local development and tests. An existing table is left as it is. It has no stream, unlike the
/// deployed one: nothing reads it here, and the embedded database looks through all of a stream at each write.
///
/// # Errors
/// [`StoreError`] when the database refuses it or cannot be reached.
pub async fn create(client: &Client, table: &str) -> Result<(), StoreError> {
    let existing = client.list_tables().send().await.map_err(from_sdk)?;
    if existing.table_names().iter().any(|name| name == table) {
        return Ok(());
    }
    let internal = |error: aws_sdk_dynamodb::error::BuildError| StoreError::Internal(error.to_string());
    let keys = key_attributes();
    let mut request = client
        .create_table()
        .table_name(table)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(key_schema(&keys[0]).map_err(internal)?));
    for name in keys.iter().flat_map(|(partition, sort)| [partition, sort]) {
        request = request.attribute_definitions(
            AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build()
                .map_err(internal)?,
        );
    }
    for (index, pair) in Index::ALL.iter().zip(&keys[1..]) {
        request = request.global_secondary_indexes(
            GlobalSecondaryIndex::builder()
                .index_name(index.name())
                .set_key_schema(Some(key_schema(pair).map_err(internal)?))
                .projection(Projection::builder().projection_type(projection(*index)).build())
                .build()
                .map_err(internal)?,
        );
    }
    match request.send().await {
        Ok(_) => {}
        // Somebody else made it since it was looked for.
        Err(error) if error.as_service_error().is_some_and(CreateTableError::is_resource_in_use_exception) => {
            return Ok(());
        }
        Err(error) => return Err(from_sdk(error)),
    }
    let expiry =
        TimeToLiveSpecification::builder().enabled(true).attribute_name(EXPIRES_AT).build().map_err(internal)?;
    client.update_time_to_live().table_name(table).time_to_live_specification(expiry).send().await.map_err(from_sdk)?;
    Ok(())
}

fn projection(index: Index) -> ProjectionType {
    if index.is_full() { ProjectionType::All } else { ProjectionType::KeysOnly }
}

fn key_schema(
    (partition, sort): &(String, String),
) -> Result<Vec<KeySchemaElement>, aws_sdk_dynamodb::error::BuildError> {
    Ok(vec![
        KeySchemaElement::builder().attribute_name(partition).key_type(KeyType::Hash).build()?,
        KeySchemaElement::builder().attribute_name(sort).key_type(KeyType::Range).build()?,
    ])
}
