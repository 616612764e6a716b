//! Writes the lines of an export into a table.

use std::{collections::HashMap, io::BufRead, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::{Builder, timeout::TimeoutConfig},
    types::{AttributeValue, PutRequest, WriteRequest},
};
use figures::{SPACES, recurring::BOOK};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use store::{
    Store,
    table::{IMPORTED, PARTITION_KEY, SORT_KEY},
};
use values::KindName;

use super::{
    FORMAT, Head, NOBODY, Tail,
    notation::{self, Item},
};
use crate::fault::Fault;

/// Items that `BatchWriteItem` takes at once.
const BATCH: usize = 25;
/// Batches that are on their way at the same time.
const AT_ONCE: usize = 8;
/// How long one attempt may take: nobody waits for an answer.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often what DynamoDB had no capacity for is tried again: with the waits between, for more than a minute.
const ATTEMPTS: u32 = 12;

/// Writes the items of an export into a table that has nothing of these merchants; how many. What was interrupted can
/// be done again with `resume`: the same items are written once more.
///
/// # Errors
/// When the table has items of these merchants already, the file is none of ours or ends early, or the table cannot be
/// written. What was read before is written then, and the sentence says how much it is.
pub async fn import(store: &Store, file: &mut (impl BufRead + Send), resume: bool) -> Result<u64, Fault> {
    let mut lines = file.lines();
    let head = lines.next().transpose()?.unwrap_or_default();
    let head: Head =
        serde_json::from_str(&head).map_err(|_| Fault("this is no export: its first line is missing".to_owned()))?;
    if head.format != FORMAT {
        return Err(Fault(format!("this is an export of another format: {}", head.format)));
    }
    if !resume && !is_empty(store, &head).await? {
        return Err(Fault(
            "there are items of these merchants already; --resume goes on with an import that was interrupted"
                .to_owned(),
        ));
    }
    let mut tail = None;
    let batches = Batches { lines, tail: &mut tail };
    let (client, table) = store.client_and_table();
    let written = stream::iter(batches)
        .map(|batch| async move { write(client, table, batch?).await })
        .buffer_unordered(AT_ONCE)
        .try_fold(0_u64, |sum, count| async move { Ok(sum + count) })
        .await?;
    match tail {
        Some(Tail { items }) if items == written => Ok(written),
        Some(Tail { items }) => {
            Err(Fault(format!("the file has {written} items instead of {items}; they are written")))
        }
        None => Err(Fault(format!("the file ends early, after {written} items; they are written"))),
    }
}

/// Whether nothing is there that the import could write over: the merchant is in no list of merchants, or the table has
/// no items.
#[expect(clippy::disallowed_methods, reason = "an operator asks for everything; no request does")]
async fn is_empty(store: &Store, head: &Head) -> Result<bool, Fault> {
    let (client, table) = store.client_and_table();
    let unreadable = |error: String| Fault(format!("the table cannot be read: {error}"));
    let Some(merchant) = head.merchant else {
        let page = client.scan().table_name(table).limit(1).consistent_read(true).send().await;
        return Ok(page.map_err(|error| unreadable(format!("{error:?}")))?.items().is_empty());
    };
    let key = |name: &str, value: String| (name.to_owned(), AttributeValue::S(value));
    let registered = format!("{NOBODY}#{}", KindName::RegisteredMerchant);
    let own = HashMap::from([key(PARTITION_KEY, registered), key(SORT_KEY, merchant.to_string())]);
    let found = client.get_item().table_name(table).set_key(Some(own)).consistent_read(true).send().await;
    Ok(found.map_err(|error| unreadable(format!("{error:?}")))?.item.is_none())
}

/// The items of lines, by as many as are written at once; the last line goes into `tail`.
struct Batches<'a, L> {
    lines: L,
    tail: &'a mut Option<Tail>,
}

impl<L: Iterator<Item = std::io::Result<String>>> Iterator for Batches<'_, L> {
    type Item = Result<Vec<Item>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut batch = Vec::new();
        while batch.len() < BATCH && self.tail.is_none() {
            match self.lines.next() {
                None => break,
                Some(Err(error)) => return Some(Err(error.into())),
                Some(Ok(line)) => match notation::item(&line) {
                    Ok(item) => batch.push(item),
                    Err(error) => match serde_json::from_str(&line) {
                        Ok(tail) => *self.tail = Some(tail),
                        Err(_) => return Some(Err(Fault(format!("a line of the file is {error}")))),
                    },
                },
            }
        }
        (!batch.is_empty()).then_some(Ok(batch))
    }
}

/// What is counted of lists of bookings, the filter lists, and the sums of reports. An export is no picture of one
/// instant, so they may disagree with the records: they are made anew (`count-calendars`, `build-filter-lists`,
/// `build-figures`).
fn is_made_anew(item: &Item) -> bool {
    let partition = item.get(PARTITION_KEY).and_then(|key| key.as_s().ok()).map_or("", String::as_str);
    let mut parts = partition.split('#').skip(1);
    let (space, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_sum = space.starts_with(SPACES) && space != BOOK.accounts;
    space.starts_with("calendar-") || is_sum || space == "filter-lists" || of == "by"
}

/// What was seen of subscriptions that have changed since stands in no record: accounts of customers are kept, and have
/// added nothing to sums.
fn without_sums(item: &mut Item) {
    let partition = item.get(PARTITION_KEY).and_then(|key| key.as_s().ok()).map_or("", String::as_str);
    if partition.split('#').nth(1) == Some(BOOK.accounts) {
        item.insert("sums".to_owned(), AttributeValue::M(HashMap::new()));
    }
}

async fn write(client: &Client, table: &str, items: Vec<Item>) -> Result<u64, Fault> {
    let count = items.len() as u64;
    let mut requests = Vec::with_capacity(items.len());
    for mut item in items.into_iter().filter(|item| !is_made_anew(item)) {
        without_sums(&mut item);
        // The consumer of the table's stream tells nobody what was told where the export comes from.
        item.insert(IMPORTED.to_owned(), AttributeValue::Bool(true));
        let put = PutRequest::builder().set_item(Some(item)).build();
        let put = put.map_err(|error| Fault(format!("an item cannot be written: {error}")))?;
        requests.push(WriteRequest::builder().put_request(put).build());
    }
    if requests.is_empty() {
        return Ok(count);
    }
    let mut last = "the table has no capacity".to_owned();
    for attempt in 0..ATTEMPTS {
        let patient = Builder::new().timeout_config(TimeoutConfig::builder().operation_timeout(PATIENCE).build());
        let request = client.batch_write_item().request_items(table, requests.clone());
        // The same items once more do no harm, whatever became of the first attempt.
        match request.customize().config_override(patient).send().await {
            Ok(answer) => {
                requests = answer.unprocessed_items.and_then(|mut left| left.remove(table)).unwrap_or_default();
            }
            Err(error) => last = format!("the table cannot be written: {error:?}"),
        }
        if requests.is_empty() {
            return Ok(count);
        }
        tokio::time::sleep(Duration::from_millis(50 << attempt.min(8))).await;
    }
    Err(Fault(format!("{last}; --resume goes on")))
}
