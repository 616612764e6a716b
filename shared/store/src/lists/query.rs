//! Reads rows of lists, and counts them.
//!
//! DynamoDB can neither skip rows nor count them without reading them. A list that is a whole partition has stored
//! counts (`segments`). A list with a filter is counted by reading it, in the narrowest index that the filter
//! allows.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, Select};

use super::list::{ItemList, Order};
use crate::{
    Store,
    error::{StoreError, from_sdk},
    expression::{Expression, key_names},
    further,
    item::{self, Item},
    table::SORT_KEY,
    write::some,
};
use values::tenant::Tenant;

/// Most rows one query looks at when it only counts or skips.
pub(crate) const COUNT_ROWS_MAX: usize = 2_000;
/// Rows a filtered query looks at in one call; most of them may not match.
const FILTERED_ROWS: usize = 500;
/// Length of a UUID, with which every sort key ends.
const UUID_LENGTH: usize = 36;

/// What one query of the table answers.
pub(crate) struct Rows {
    pub(crate) items: Vec<Item>,
    count: u64,
    /// Sort key of the last row that was looked at, when more rows follow.
    pub(crate) last: Option<String>,
}

/// A part of a list.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) items: Vec<Item>,
    pub(crate) has_more: bool,
    /// Rows of the list that were read, those after the part included.
    pub(crate) seen: u64,
    /// Where rows that were not read may follow.
    pub(crate) rest: Option<String>,
}

/// What a query returns of each row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// Items with all their attributes.
    Items,
    /// What records are made of, and the sort key: the entries in indexes are a third of an item and its name, and
    /// would only be read to be dropped.
    Records,
    /// Only the sort key of each row.
    Keys,
    /// Only how many rows there are.
    Count,
}

/// Attributes of which records are made ([`item::decode`]), and the sort key of the table.
const OF_RECORDS: [&str; 10] = [
    SORT_KEY,
    "id",
    "version",
    "created_at",
    "updated_at",
    "changed_by",
    "request_id",
    "record_set",
    "metadata",
    "body",
];

impl Store {
    /// Up to `size` rows after a sort key, and whether more follow.
    pub(crate) async fn rows(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        after: Option<String>,
        size: usize,
    ) -> Result<Part, StoreError> {
        if after.as_deref().is_some_and(|after| list.is_over(order, after)) {
            return Ok(Part::default());
        }
        let mut after = after.filter(|after| list.spans(after));
        let mut items: Vec<Item> = Vec::new();
        let want = if list.is_by_words() || list.is_by_rows() { Want::Items } else { Want::Records };
        let mut looked_at = list.looked_at_first(size.saturating_add(1)).unwrap_or(FILTERED_ROWS);
        loop {
            let wanted = (size - items.len()).saturating_add(1);
            let limit = if list.has_all_of_range() { wanted } else { looked_at };
            looked_at = looked_at.saturating_mul(2).min(FILTERED_ROWS);
            let rows = self.query(tenant, list, order, after, limit, want).await?;
            items.extend(rows.items);
            after = rows.last;
            if items.len() > size || after.is_none() {
                let seen = u64::try_from(items.len()).unwrap_or(u64::MAX);
                let has_more = items.len() > size;
                items.truncate(size);
                return Ok(Part { items, has_more, seen, rest: after });
            }
        }
    }

    /// Rows of a list after `after`, counted to its end.
    pub(crate) async fn count_rest(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        mut after: Option<String>,
    ) -> Result<u64, StoreError> {
        let mut count = 0;
        loop {
            let rows = self.query(tenant, list, order, after, COUNT_ROWS_MAX, Want::Count).await?;
            count += rows.count;
            after = rows.last;
            if after.is_none() {
                return Ok(count);
            }
        }
    }

    /// Counts up to `limit` rows after `after`, oldest first; tells the last one when the list goes on.
    pub(crate) async fn count_step(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        after: Option<String>,
        limit: usize,
    ) -> Result<(u64, Option<String>), StoreError> {
        let rows = self.query(tenant, list, Order::Ascending, after, limit, Want::Count).await?;
        Ok((rows.count, rows.last))
    }

    pub(crate) async fn query(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        order: Order,
        after: Option<String>,
        limit: usize,
        want: Want,
    ) -> Result<Rows, StoreError> {
        // What is counted is read for its counts, too: without that they would never be made.
        let reading = if list.is_whole() { None } else { self.reading.as_ref() };
        reading.map_or(Ok(()), |reading| reading.check())?;
        let condition = list.key_condition(tenant);
        let (partition_name, sort_name) = key_names(list.index());
        let filter = list.filter();
        let mut placeholders = condition.clone().joined(&filter);
        let mut request = self
            .client
            .query()
            .table_name(&*self.table)
            .set_index_name(list.index().map(|index| index.name().to_owned()))
            .consistent_read(list.index().is_none())
            .scan_index_forward(order == Order::Ascending)
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .set_exclusive_start_key(after.map(|after| start_key(tenant, list, &partition_name, &sort_name, after)))
            .key_condition_expression(condition.text);
        request = match want {
            Want::Items => request,
            Want::Count => request.select(Select::Count),
            Want::Records | Want::Keys => {
                let projection = projection(want, &sort_name);
                placeholders = placeholders.joined(&projection);
                request.projection_expression(projection.text)
            }
        };
        let filter = &filter.text;
        let output = request
            .set_filter_expression((!filter.is_empty()).then(|| filter.clone()))
            .set_expression_attribute_names(some(placeholders.names))
            .set_expression_attribute_values(some(placeholders.values))
            .send()
            .await
            .map_err(from_sdk)?;
        self.meter.add(output.consumed_capacity());
        if let Some(reading) = reading {
            reading.add(output.consumed_capacity());
        }
        Ok(Rows {
            count: u64::try_from(output.count).unwrap_or(0),
            last: output.last_evaluated_key.as_ref().and_then(|key| item::text(key, &sort_name)).map(str::to_owned),
            items: output.items.unwrap_or_default(),
        })
    }
}

/// Which attributes of a row are returned.
fn projection(want: Want, sort_name: &str) -> Expression {
    let of_record: &[&str] = if want == Want::Records { &OF_RECORDS } else { &[] };
    let mut expression = Expression::default();
    for (number, name) in of_record.iter().filter(|name| **name != sort_name).chain([&sort_name]).enumerate() {
        let placeholder = format!("#get{number}");
        let comma = if number == 0 { "" } else { ", " };
        expression.text = format!("{}{comma}{placeholder}", expression.text);
        expression = expression.name(&placeholder, name);
    }
    expression
}

/// DynamoDB's ExclusiveStartKey for a sort key: the partition is always the caller's own, and a record's id is the end
/// of its sort key in every index.
fn start_key(
    tenant: &Tenant,
    list: &ItemList,
    partition_name: &str,
    sort_name: &str,
    after: String,
) -> HashMap<String, AttributeValue> {
    let mut key = HashMap::new();
    if list.index().is_some() {
        let id = after.get(after.len().saturating_sub(UUID_LENGTH)..).unwrap_or_default();
        key.extend(further::key_of(tenant, list, id));
    }
    key.insert(partition_name.to_owned(), AttributeValue::S(list.partition(tenant)));
    key.insert(sort_name.to_owned(), AttributeValue::S(after));
    key
}

/// The sort key of a row of this list.
pub(crate) fn sort_of<'a>(list: &ItemList, row: &'a Item) -> &'a str {
    item::text(row, &key_names(list.index()).1).unwrap_or_default()
}
