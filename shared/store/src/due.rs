//! The index of what is due: records that time will change by itself, of all merchants, by the instant at which it
//! will.
//!
//! The index has a fixed number of partitions, the shards. A record's key decides its shard, so that reading what is
//! due costs the rows that are due, however many merchants there are. The index lags and holds only keys: who acts on a
//! row reads the record first.

use aws_sdk_dynamodb::{
    operation::update_item::{UpdateItemError, UpdateItemOutput},
    types::{AttributeValue, ReturnConsumedCapacity},
};
use uuid::Uuid;

use super::{
    Store,
    due_key::{index_key, partition, sandbox_partition},
    error::{StoreError, from_sdk},
    expression::key_names,
    item::{self, Item},
    key::Key,
    table::{PARTITION_KEY, SORT_KEY},
};
use crate::Index;
use values::{Id, MerchantReference, Timestamp, tenant::Tenant};

/// A record that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRow {
    /// Whose record it is.
    pub merchant: Id<MerchantReference>,
    /// Kind of the record, as its key names it.
    pub kind: String,
    /// Identifier of the record that is due.
    pub id: Uuid,
    /// The instant at which it fell due, or until which it was postponed.
    pub at: Timestamp,
    /// How often it was postponed since the record was written.
    pub postponements: u32,
    /// Key of the record.
    pub key: Key,
    /// Its place in the index, which no other row has and this record has not again.
    pub sort: String,
}

/// Some of the rows of a shard, earliest first.
#[derive(Debug)]
pub struct DuePage {
    /// Rows of the page, earliest instant first.
    pub rows: Vec<DueRow>,
    /// Keys of rows that do not name a record.
    pub unreadable: Vec<String>,
    /// Where the next page begins; `None` after the last.
    pub next: Option<String>,
}

impl Store {
    /// What is due in a shard by `until`, earliest first, at most `most` rows after the position `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_due(
        &self,
        shard: u8,
        until: Timestamp,
        after: Option<&str>,
        most: i32,
    ) -> Result<DuePage, StoreError> {
        self.read_due_in(partition(shard), until, after, most).await
    }

    /// What is due of a sandbox merchant by `until` of its own clock, as [`Self::read_due`] has it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_due_of_sandbox(
        &self,
        tenant: &Tenant,
        until: Timestamp,
        after: Option<&str>,
        most: i32,
    ) -> Result<DuePage, StoreError> {
        self.read_due_in(sandbox_partition(tenant.merchant()), until, after, most).await
    }

    /// Where a record that was due is due now, read from the record itself, which does not lag; `None` when it is not.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_due_again(&self, row: &DueRow) -> Result<Option<DueRow>, StoreError> {
        let (_, sort_name) = key_names(Some(Index::Due));
        Ok(self.get_item(&row.key).await?.and_then(|item| DueRow::of(&item, &sort_name)))
    }

    async fn read_due_in(
        &self,
        partition: String,
        until: Timestamp,
        after: Option<&str>,
        most: i32,
    ) -> Result<DuePage, StoreError> {
        let (partition_name, sort_name) = key_names(Some(Index::Due));
        // Sort keys are `<instant>#<merchant>#<kind>#<id>`. '~' comes after '#', so that what is due at `until` is in,
        // and '!' before '#' and every digit: the first page begins with it, the others with the last row and it.
        let from = format!("{}!", after.unwrap_or_default());
        let output = self
            .client
            .query()
            .table_name(&*self.table)
            .index_name(Index::Due.name())
            .key_condition_expression("#kp = :kp AND #ks BETWEEN :from AND :until")
            .expression_attribute_names("#kp", partition_name)
            .expression_attribute_names("#ks", &sort_name)
            .expression_attribute_values(":kp", AttributeValue::S(partition))
            .expression_attribute_values(":from", AttributeValue::S(from))
            .expression_attribute_values(":until", AttributeValue::S(format!("{until}~")))
            .limit(most)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        let mut page = DuePage { rows: Vec::new(), unreadable: Vec::new(), next: None };
        for item in output.items() {
            match DueRow::of(item, &sort_name) {
                Some(row) => page.rows.push(row),
                None => page.unreadable.push(format!("{:?}", item.get(&sort_name))),
            }
        }
        let last = output.items().last().and_then(|item| item::text(item, &sort_name));
        page.next = if output.last_evaluated_key().is_some() { last.map(str::to_owned) } else { None };
        Ok(page)
    }

    /// Moves a row of the index to a later instant, unless the record was written since the row was read; whether it
    /// did. The record and its version stay as they are, and its next version stands where its own due instant puts it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    pub async fn postpone(&self, row: &DueRow, until: Timestamp) -> Result<bool, StoreError> {
        let (_, sort_name) = key_names(Some(Index::Due));
        let (_, sort) = index_key(&row.key, &until.to_string());
        let outcome = self
            .client
            .update_item()
            .table_name(&*self.table)
            .set_key(Some(row.key.attributes()))
            .update_expression("SET #ks = :later")
            .condition_expression("#ks = :read")
            .expression_attribute_names("#ks", sort_name)
            .expression_attribute_values(":later", AttributeValue::S(format!("{sort}#{}", row.postponements + 1)))
            .expression_attribute_values(":read", AttributeValue::S(row.sort.clone()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(outcome.as_ref().ok().and_then(UpdateItemOutput::consumed_capacity));
        match outcome {
            Ok(_) => Ok(true),
            Err(error)
                if error.as_service_error().is_some_and(UpdateItemError::is_conditional_check_failed_exception) =>
            {
                Ok(false)
            }
            Err(error) => Err(from_sdk(error)),
        }
    }
}

impl DueRow {
    /// The row of an item of the index, which has the keys of the record and those of the index.
    fn of(item: &Item, sort_name: &str) -> Option<Self> {
        let key = Key {
            partition: item::text(item, PARTITION_KEY)?.to_owned(),
            sort: item::text(item, SORT_KEY)?.to_owned(),
        };
        let sort = item::text(item, sort_name)?.to_owned();
        let (merchant, kind) = key.partition.split_once('#')?;
        let mut parts = sort.split('#');
        let at = Timestamp::parse(parts.next()?)?;
        let postponements = parts.nth(3).map_or(Some(0), |number| number.parse().ok())?;
        Some(Self {
            merchant: Id::parse(merchant)?,
            kind: kind.to_owned(),
            id: key.sort.parse().ok()?,
            at,
            postponements,
            key,
            sort,
        })
    }
}
