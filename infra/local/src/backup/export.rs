//! Writes the items of a table as lines.

use std::io::Write;

use serde_json::json;
use store::{Store, table};

use super::{FORMAT, Head, Tail, belongs, merchant_id, notation};
use crate::fault::Fault;

/// Writes all items, or those of one merchant, in the order in which the table gives them; how many. At no time more
/// than a page of the table is in memory, which is 1 MB.
///
/// # Errors
/// When the table cannot be read, or `out` not written: then there is no last line.
#[expect(clippy::disallowed_methods, reason = "an operator asks for everything; no request does")]
pub async fn export(store: &Store, merchant: Option<&str>, out: &mut impl Write) -> Result<u64, Fault> {
    let merchant = merchant.map(merchant_id).transpose()?;
    writeln!(out, "{}", json!(Head { format: FORMAT.to_owned(), merchant }))?;
    let merchant = merchant.map(|merchant| merchant.to_string());
    let (client, name) = store.client_and_table();
    let mut pages = client.scan().table_name(name).consistent_read(true).into_paginator().send();
    let mut items = 0;
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        for item in page.items() {
            let key = |name: &str| item.get(name).and_then(|value| value.as_s().ok()).map_or("", String::as_str);
            let (partition, sort) = (key(table::PARTITION_KEY), key(table::SORT_KEY));
            if merchant.as_ref().is_some_and(|merchant| !belongs(partition, sort, merchant)) {
                continue;
            }
            let line = notation::line(item).map_err(|error| Fault(format!("{partition} {sort}: {error}")))?;
            writeln!(out, "{line}")?;
            items += 1;
        }
    }
    writeln!(out, "{}", json!(Tail { items }))?;
    out.flush()?;
    Ok(items)
}
