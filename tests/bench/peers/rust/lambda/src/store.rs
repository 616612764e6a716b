//! Plans in one table: the records of a merchant sorted by id, an item for each name, and an item with their number.

use std::collections::HashMap;

use aws_config::BehaviorVersion;
use aws_sdk_dynamodb::{
    Client,
    error::BuildError,
    operation::transact_write_items::TransactWriteItemsError,
    types::{AttributeValue, Put, Select, TransactWriteItem, Update},
};
use lambda_http::Error;
use peer_common::{Plan, Refusal, auth::StoredClient};
use serde::Deserialize;

type Item = HashMap<String, AttributeValue>;

/// About what one call reads anyway, a megabyte of plans.
const SKIPPED_AT_ONCE: i32 = 2_500;
const ABSENT: &str = "attribute_not_exists(pk)";

pub struct Store {
    client: Client,
    table: String,
}

#[derive(Deserialize)]
struct ClientItem {
    merchant_id: String,
    secret_sha256: String,
}

fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

fn partition(merchant: &str) -> String {
    format!("MERCHANT#{merchant}#PLANS")
}

fn key(partition: String, sort: &str) -> Item {
    HashMap::from([("pk".to_owned(), text(partition)), ("sk".to_owned(), text(sort))])
}

fn counter(merchant: &str) -> Item {
    key(format!("MERCHANT#{merchant}"), "PLAN_COUNT")
}

impl Store {
    pub async fn from_environment() -> Result<Self, Error> {
        let config = aws_config::load_defaults(BehaviorVersion::latest()).await;
        Ok(Self { client: Client::new(&config), table: std::env::var("PEERS_TABLE")? })
    }

    async fn item(&self, key: Item) -> Result<Option<Item>, Refusal> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        Ok(request.send().await.map_err(Refusal::internal)?.item)
    }

    pub async fn client(&self, id: &str) -> Result<Option<StoredClient>, Refusal> {
        let Some(item) = self.item(key(format!("CLIENT#{id}"), "CLIENT")).await? else { return Ok(None) };
        let ClientItem { merchant_id, secret_sha256 } = serde_dynamo::from_item(item).map_err(Refusal::internal)?;
        Ok(Some(StoredClient { merchant_id, secret_sha256 }))
    }

    pub async fn plan(&self, merchant: &str, id: &str) -> Result<Option<Plan>, Refusal> {
        let item = self.item(key(partition(merchant), id)).await?;
        item.map(serde_dynamo::from_item).transpose().map_err(Refusal::internal)
    }

    async fn total(&self, merchant: &str) -> Result<i64, Refusal> {
        let item = self.item(counter(merchant)).await?;
        let count = item.as_ref().and_then(|item| item.get("count")?.as_n().ok()?.parse().ok());
        Ok(count.unwrap_or(0))
    }

    /// So many rows after a number of others, from the newer or the older end of the list.
    async fn rows(&self, merchant: &str, forward: bool, mut skipped: i64, wanted: i64) -> Result<Vec<Plan>, Refusal> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :pk")
            .expression_attribute_values(":pk", text(partition(merchant)))
            .scan_index_forward(forward)
            .consistent_read(true);
        let mut after = None;
        while skipped > 0 {
            let step = query
                .clone()
                .select(Select::Count)
                .limit(i32::try_from(skipped).unwrap_or(i32::MAX).min(SKIPPED_AT_ONCE));
            let passed = step.set_exclusive_start_key(after).send().await.map_err(Refusal::internal)?;
            skipped -= i64::from(passed.count);
            after = passed.last_evaluated_key;
            if after.is_none() {
                return Ok(Vec::new());
            }
        }
        let found = query.limit(i32::try_from(wanted).unwrap_or(i32::MAX)).set_exclusive_start_key(after);
        let items = found.send().await.map_err(Refusal::internal)?.items.unwrap_or_default();
        serde_dynamo::from_items(items).map_err(Refusal::internal)
    }

    /// The total and one page, newest first.
    pub async fn page(&self, merchant: &str, offset: i64, per_page: i64) -> Result<(i64, Vec<Plan>), Refusal> {
        if offset == 0 {
            return tokio::try_join!(self.total(merchant), self.rows(merchant, false, 0, per_page));
        }
        let total = self.total(merchant).await?;
        let wanted = per_page.min(total - offset);
        if wanted <= 0 {
            return Ok((total, Vec::new()));
        }
        let behind = total - offset - wanted;
        // From whichever end is nearer: DynamoDB cannot skip.
        if offset <= behind {
            return Ok((total, self.rows(merchant, false, offset, wanted).await?));
        }
        let mut plans = self.rows(merchant, true, behind, wanted).await?;
        plans.reverse();
        Ok((total, plans))
    }

    fn put(&self, item: Item) -> Result<TransactWriteItem, BuildError> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item)).condition_expression(ABSENT).build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    fn counted(&self, merchant: &str) -> Result<TransactWriteItem, BuildError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(counter(merchant)))
            .update_expression("ADD #count :one")
            .expression_attribute_names("#count", "count")
            .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    pub async fn create(&self, merchant: &str, plan: &Plan) -> Result<(), Refusal> {
        let mut record: Item = serde_dynamo::to_item(plan).map_err(Refusal::internal)?;
        record.extend(key(partition(merchant), &plan.id.to_string()));
        let name = plan.name.trim().to_lowercase();
        let mut holder = key(format!("MERCHANT#{merchant}#PLAN_NAME#{name}"), "NAME");
        holder.insert("plan_id".to_owned(), text(plan.id.to_string()));
        let sent = self
            .client
            .transact_write_items()
            .transact_items(self.put(record).map_err(Refusal::internal)?)
            .transact_items(self.put(holder).map_err(Refusal::internal)?)
            .transact_items(self.counted(merchant).map_err(Refusal::internal)?)
            .send()
            .await;
        let Err(error) = sent else { return Ok(()) };
        let error = error.into_service_error();
        let TransactWriteItemsError::TransactionCanceledException(cancelled) = &error else {
            return Err(Refusal::internal(error));
        };
        let of_the_name = cancelled.cancellation_reasons().get(1).and_then(|reason| reason.code());
        Err(if of_the_name == Some("ConditionalCheckFailed") {
            Refusal::AlreadyExists
        } else {
            Refusal::internal(error)
        })
    }
}
