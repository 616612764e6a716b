//! Reads lists: the rows of a page, the exact total, and the position of a distant page without reading everything
//! before it.
//!
//! DynamoDB can neither skip rows nor count them without reading them. A list that is a whole partition has stored
//! counts (`list_counts`). A list with a filter is counted by reading it, in the narrowest index that the filter
//! allows.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, Select};

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::{Expression, key_names},
    further,
    item::{self, Item},
    list::{List, Listed, Order, Paging, Scheme},
    write::some,
};
use crate::{
    domain::{Entity, Record},
    tenant::Tenant,
};

/// Most rows one query looks at when it only counts or skips.
pub(super) const COUNT_ROWS_MAX: usize = 2_000;
/// Rows a filtered query looks at in one call; most of them may not match.
const FILTERED_ROWS: usize = 500;
/// Length of a UUID, with which every sort key ends.
const UUID_LENGTH: usize = 36;

/// One query's answer.
pub(super) struct Rows {
    pub(super) items: Vec<Item>,
    count: u64,
    /// Sort key of the last row that was looked at, when more rows follow.
    pub(super) last: Option<String>,
}

/// The beginning of a list, or the whole of it.
#[derive(Clone, Debug)]
pub struct AtMost<R> {
    /// The records, in order.
    pub records: Vec<R>,
    /// Whether the list goes on.
    pub has_more: bool,
}

/// A part of a list.
#[derive(Default)]
pub(super) struct Part {
    pub(super) items: Vec<Item>,
    pub(super) has_more: bool,
    /// Rows of the list that were read, those after the part included.
    pub(super) seen: u64,
    /// Where rows that were not read may follow.
    pub(super) rest: Option<String>,
}

/// What a query returns of each row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Records,
    Keys,
    Count,
}

impl Store {
    /// One page of a list, with its exact total.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn page<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<Listed<E>, StoreError> {
        let order = list.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let (total, part) = match &paging.scheme {
            Scheme::Page(page) if *page > 1 => self.distant_rows(tenant, list, order, paging, now_ms).await?,
            Scheme::Page(_) | Scheme::Cursor(None) => self.first_rows(tenant, list, order, size, now_ms).await?,
            Scheme::Cursor(after) => {
                let rows = self.rows(tenant, list, order, after.clone(), size);
                let (counted, rows) = tokio::join!(self.count_list(tenant, list, order, now_ms), rows);
                (counted?.total(), rows?)
            }
        };
        let Part { items, has_more, .. } = part;
        let next = items.last().filter(|_| has_more).map(|item| sort_of(list, item).to_owned());
        let records = self.records(tenant, std::slice::from_ref(list), items).await?;
        Ok(Listed { records, total, has_more, next })
    }

    /// The records of a list in its own order, at most `most`, and whether there are more. Nothing is counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn all<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        most: usize,
    ) -> Result<AtMost<Record<E>>, StoreError> {
        let list = list.dated_by(tenant);
        let Part { items, has_more, .. } = self.rows(tenant, &list, list.own_order(), None, most).await?;
        let records = self.records(tenant, std::slice::from_ref(&*list), items).await?;
        Ok(AtMost { records, has_more })
    }

    /// The records of rows of these lists, which are all read in the same way.
    pub(super) async fn records<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        rows: Vec<Item>,
    ) -> Result<Vec<Record<E>>, StoreError> {
        match lists.first() {
            Some(list) if list.is_by_words() => return self.records_of_rows(tenant, list, &rows).await,
            Some(list) if list.is_by_rows() => return self.records_of_filter_lists(tenant, lists, &rows).await,
            _ => {}
        }
        rows.into_iter().map(item::decode).collect()
    }

    /// The first rows, read at the same time as the head of the stored counts. If they are the whole list, nothing
    /// needs to be counted.
    async fn first_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        size: usize,
        now_ms: i64,
    ) -> Result<(u64, Part), StoreError> {
        if !list.is_counted() {
            let part = self.rows(tenant, list, order, None, size).await?;
            let rest = match part.rest.clone() {
                Some(after) => self.count_rest(tenant, list, order, Some(after)).await?,
                None => 0,
            };
            return Ok((part.seen + rest, part));
        }
        let partition = list.partition(tenant);
        let (chunks, part) = tokio::join!(self.list_counts(&partition), self.rows(tenant, list, order, None, size));
        let (chunks, part) = (chunks?, part?);
        if !part.has_more {
            return Ok((part.seen, part));
        }
        Ok((self.count_list_by(tenant, list, order, chunks, now_ms).await?.total(), part))
    }

    /// The rows of a page beyond the first, found through the list's counts.
    async fn distant_rows<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<(u64, Part), StoreError> {
        let Scheme::Page(page) = paging.scheme else {
            return Err(StoreError::Internal("a cursor has no page number".to_owned()));
        };
        let offset = (page - 1).saturating_mul(u64::from(paging.size));
        let counted = [self.count_list(tenant, list, order, now_ms).await?];
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let rows = match self.position(tenant, std::slice::from_ref(list), &counted, order, offset).await? {
            Some(after) => self.rows(tenant, list, order, after, size).await?,
            None => Part::default(),
        };
        Ok((counted[0].total(), rows))
    }

    /// Up to `size` rows after a sort key, and whether more follow.
    pub(super) async fn rows<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        after: Option<String>,
        size: usize,
    ) -> Result<Part, StoreError> {
        if after.as_deref().is_some_and(|after| list.is_over(order, after)) {
            return Ok(Part::default());
        }
        let mut after = after.filter(|after| list.spans(after));
        let mut items: Vec<Item> = Vec::new();
        let mut looked_at = list.looked_at_first(size.saturating_add(1)).unwrap_or(FILTERED_ROWS);
        loop {
            let wanted = (size - items.len()).saturating_add(1);
            let limit = if list.has_all_of_range() { wanted } else { looked_at };
            looked_at = looked_at.saturating_mul(2).min(FILTERED_ROWS);
            let rows = self.query(tenant, list, order, after, limit, Want::Records).await?;
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
    pub(super) async fn count_rest<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
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
    pub(super) async fn count_step<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        after: Option<String>,
        limit: usize,
    ) -> Result<(u64, Option<String>), StoreError> {
        let rows = self.query(tenant, list, Order::Ascending, after, limit, Want::Count).await?;
        Ok((rows.count, rows.last))
    }

    pub(super) async fn query<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        order: Order,
        after: Option<String>,
        limit: usize,
        want: Want,
    ) -> Result<Rows, StoreError> {
        // What is counted is read for its counts, too: without that they would never be made.
        let reading = self.reading.as_ref().filter(|_| !list.is_whole());
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
            .set_exclusive_start_key(
                after.map(|after| start_key::<E>(tenant, list, &partition_name, &sort_name, after)),
            )
            .key_condition_expression(condition.text);
        request = match want {
            Want::Records => request,
            Want::Count => request.select(Select::Count),
            Want::Keys => {
                placeholders = placeholders.joined(&Expression::default().name("#sort", &sort_name));
                request.projection_expression("#sort")
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

/// DynamoDB's ExclusiveStartKey for a sort key: the partition is always the caller's own, and a record's id is the end
/// of its sort key in every index.
fn start_key<E: Entity>(
    tenant: &Tenant,
    list: &List<E>,
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
pub(super) fn sort_of<'a, E: Entity>(list: &List<E>, row: &'a Item) -> &'a str {
    item::text(row, &key_names(list.index()).1).unwrap_or_default()
}
