//! One write of a transaction.

use aws_sdk_dynamodb::types::{ConditionCheck, Delete, Put, TransactWriteItem, Update};

use super::{
    error::StoreError,
    expression::Expression,
    item::{self, Item},
    key::Key,
};

/// One write, with its condition.
#[derive(Clone, Debug)]
pub(super) enum Write {
    Put { item: Item, condition: Expression },
    Update { key: Key, update: Expression, condition: Option<Expression> },
    Delete { key: Key, condition: Expression },
    Check { key: Key, condition: Expression },
}

impl Write {
    /// How it updates the item of a key, if it does.
    pub fn update_of(&mut self, of: &Key) -> Option<&mut Expression> {
        match self {
            Self::Update { key, update, .. } if key == of => Some(update),
            Self::Put { .. } | Self::Update { .. } | Self::Delete { .. } | Self::Check { .. } => None,
        }
    }

    /// The key of the item that it writes or looks at.
    pub fn key(&self) -> Key {
        match self {
            Self::Put { item, .. } => item::key(item),
            Self::Update { key, .. } | Self::Delete { key, .. } | Self::Check { key, .. } => key.clone(),
        }
    }

    /// The action as DynamoDB takes it.
    pub fn into_action(self, table: &str) -> Result<TransactWriteItem, StoreError> {
        let internal = |error: aws_sdk_dynamodb::error::BuildError| StoreError::Internal(error.to_string());
        let action = TransactWriteItem::builder();
        Ok(match self {
            Self::Put { item, condition } => action.put(
                Put::builder()
                    .table_name(table)
                    .set_item(Some(item))
                    .condition_expression(condition.text)
                    .set_expression_attribute_names(some(condition.names))
                    .set_expression_attribute_values(some(condition.values))
                    .build()
                    .map_err(internal)?,
            ),
            Self::Update { key, update, condition } => {
                let placeholders = condition.iter().fold(update.clone(), Expression::joined);
                action.update(
                    Update::builder()
                        .table_name(table)
                        .set_key(Some(key.attributes()))
                        .update_expression(update.text)
                        .set_condition_expression(condition.map(|condition| condition.text))
                        .set_expression_attribute_names(some(placeholders.names))
                        .set_expression_attribute_values(some(placeholders.values))
                        .build()
                        .map_err(internal)?,
                )
            }
            Self::Delete { key, condition } => action.delete(
                Delete::builder()
                    .table_name(table)
                    .set_key(Some(key.attributes()))
                    .condition_expression(condition.text)
                    .set_expression_attribute_names(some(condition.names))
                    .set_expression_attribute_values(some(condition.values))
                    .build()
                    .map_err(internal)?,
            ),
            Self::Check { key, condition } => action.condition_check(
                ConditionCheck::builder()
                    .table_name(table)
                    .set_key(Some(key.attributes()))
                    .condition_expression(condition.text)
                    .set_expression_attribute_names(some(condition.names))
                    .set_expression_attribute_values(some(condition.values))
                    .build()
                    .map_err(internal)?,
            ),
        }
        .build())
    }
}

/// DynamoDB refuses empty maps of names and values.
pub(super) fn some<K, V>(map: std::collections::HashMap<K, V>) -> Option<std::collections::HashMap<K, V>> {
    (!map.is_empty()).then_some(map)
}
