//! The one table: names of its keys and indexes. `template.yaml` declares the same table; a test compares the two.

use aws_sdk_dynamodb::{
    Client,
    operation::create_table::CreateTableError,
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, StreamSpecification, StreamViewType, TimeToLiveSpecification,
    },
};

use super::error::{StoreError, from_sdk};
use crate::Index;

/// Partition key of the table.
pub const PARTITION_KEY: &str = "pk";
/// Sort key of the table.
pub const SORT_KEY: &str = "sk";
/// Attribute after whose time, in seconds since 1970, DynamoDB may delete an item.
pub const EXPIRES_AT: &str = "expires_at_epoch";
/// Marks an item that an operator imported: that it is there is told nobody once more. Whoever writes the record next
/// writes it without the mark.
pub const IMPORTED: &str = "imported";

/// Key attributes of the table and its indexes, partition before sort.
#[must_use]
pub fn key_attributes() -> Vec<(String, String)> {
    std::iter::once((PARTITION_KEY.to_owned(), SORT_KEY.to_owned()))
        .chain(Index::ALL.map(|index| (format!("{}pk", index.name()), format!("{}sk", index.name()))))
        .collect()
}

/// Makes the table, for local development and tests. An existing table is left as it is. It has a stream, as the
/// deployed one has, only where somebody reads it ([`begin_stream`]): most tests do not.
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

/// Begins the table's stream, with the images of items before and after each change; a stream that is there goes on.
///
/// # Errors
/// [`StoreError`] when the database refuses it or cannot be reached.
pub async fn begin_stream(client: &Client, table: &str) -> Result<(), StoreError> {
    let described = client.describe_table().table_name(table).send().await.map_err(from_sdk)?;
    let specification = described.table().and_then(|table| table.stream_specification());
    if specification.is_some_and(StreamSpecification::stream_enabled) {
        return Ok(());
    }
    let images = StreamSpecification::builder().stream_enabled(true).stream_view_type(StreamViewType::NewAndOldImages);
    let images = images.build().map_err(|error| StoreError::Internal(error.to_string()))?;
    client.update_table().table_name(table).stream_specification(images).send().await.map_err(from_sdk)?;
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
