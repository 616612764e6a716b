//! `build-filter-lists`: makes the filter lists of merchants whose records were stored before their kind had them, or were imported
//! (decision 49). Until then these lists are right, but are read as a whole, and refused when they are long.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
};

use shared::{
    Context,
    domain::KindName,
    provisioning,
    store::{Store, key, table},
};

use crate::{client, fault::Fault, options::CountOptions};

/// Keys of stored rows, by merchant and kind.
type Rows = BTreeMap<(String, String), BTreeSet<(String, String)>>;

/// Makes them as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &CountOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::context(&options.table).await?;
    build(&context, options.again, out).await
}

/// Makes those of merchants and kinds that are not complete, or with `again` all, and writes a line for each.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn build(context: &Context, again: bool, out: &mut impl Write) -> Result<(), Fault> {
    // What an attempt that died has left is there, too.
    let mut rows: Option<Rows> = None;
    for tenant in provisioning::tenants(context).await? {
        let complete = context.store.noted_as_complete(&tenant).await.map_err(shared::ApiError::from)?;
        for (kind, _) in KindName::with_filter_lists().filter(|(kind, _)| again || !complete.has_all(*kind)) {
            let rows = match &mut rows {
                Some(rows) => rows,
                none => none.insert(self::rows(&context.store).await?),
            };
            let stored = rows.remove(&(tenant.merchant().to_string(), kind.to_string())).unwrap_or_default();
            let records = context.store.build_filter_lists(&tenant, kind, stored).await?;
            writeln!(out, "{} {records} records of kind {kind}", tenant.merchant())?;
        }
    }
    Ok(())
}

/// The rows that there are.
#[expect(clippy::disallowed_methods, reason = "an operator asks for it, no request does")]
async fn rows(store: &Store) -> Result<Rows, Fault> {
    let (client, name) = store.client_and_table();
    let mut pages = client
        .scan()
        .table_name(name)
        .projection_expression("#pk, #sk")
        .filter_expression("contains(#pk, :by)")
        .expression_attribute_names("#pk", table::PARTITION_KEY)
        .expression_attribute_names("#sk", table::SORT_KEY)
        .expression_attribute_values(":by", aws_sdk_dynamodb::types::AttributeValue::S(key::BY.to_owned()))
        .into_paginator()
        .items()
        .send();
    let mut rows = Rows::new();
    while let Some(item) = pages.next().await {
        let item = item.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        let key = |name: &str| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default();
        let (partition, sort) = (key(table::PARTITION_KEY), key(table::SORT_KEY));
        let mut parts = partition.split('#').map(str::to_owned);
        let (merchant, kind) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if !partition.ends_with("#counts") {
            rows.entry((merchant, kind)).or_default().insert((partition, sort));
        }
    }
    Ok(rows)
}
