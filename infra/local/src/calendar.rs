//! `count-calendars`: counts the lists by time of merchants whose records were stored before such lists were counted, or were imported
//! (decision 46). Until then these lists are right, but cost what they have.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
};

use events::Event;
use scheduling::Booking;
use shared::{
    Context,
    auth::Tenant,
    domain::{Entity, KindName, VisitorVisit},
    provisioning,
    store::{Store, calendar::KINDS, table},
};

use crate::{client, fault::Fault, options::CountOptions};

/// Keys of stored rows, by merchant and kind.
type Rows = BTreeMap<(String, String), BTreeSet<(String, String)>>;

/// Counts as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &CountOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::context(&options.table).await?;
    count(&context, options.again, out).await
}

/// Counts those of merchants that are not counted, or with `again` of all, and writes a line for each.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn count(context: &Context, again: bool, out: &mut impl Write) -> Result<(), Fault> {
    // What an attempt that died has left is there, too.
    let mut rows: Option<Rows> = None;
    for tenant in provisioning::tenants(context).await? {
        for kind in KINDS {
            match kind {
                KindName::Booking => count_kind::<Booking>(context, &tenant, again, &mut rows, out).await?,
                KindName::Event => count_kind::<Event>(context, &tenant, again, &mut rows, out).await?,
                KindName::VisitorVisit => count_kind::<VisitorVisit>(context, &tenant, again, &mut rows, out).await?,
                other => return Err(Fault(format!("nothing counts the lists of {other}"))),
            }
        }
    }
    Ok(())
}

async fn count_kind<E: Entity>(
    context: &Context,
    tenant: &Tenant,
    again: bool,
    rows: &mut Option<Rows>,
    out: &mut impl Write,
) -> Result<(), Fault> {
    if !again && context.store.is_calendar_counted::<E>(tenant).await? {
        return Ok(());
    }
    let rows = match rows {
        Some(rows) => rows,
        none => none.insert(self::rows(&context.store).await?),
    };
    let stored = rows.remove(&(tenant.merchant().to_string(), E::KIND.to_string())).unwrap_or_default();
    let records = context.store.count_calendar::<E>(tenant, stored).await?;
    writeln!(out, "{} {records} {}", tenant.merchant(), E::PATH.trim_start_matches('/'))?;
    Ok(())
}

/// The rows of lists that there are.
#[expect(clippy::disallowed_methods, reason = "an operator asks for it, no request does")]
async fn rows(store: &Store) -> Result<Rows, Fault> {
    let (client, name) = store.client_and_table();
    let mut pages = client
        .scan()
        .table_name(name)
        .projection_expression("#pk, #sk")
        .filter_expression("contains(#pk, :counts) OR contains(#pk, :turns)")
        .expression_attribute_names("#pk", table::PARTITION_KEY)
        .expression_attribute_names("#sk", table::SORT_KEY)
        .expression_attribute_values(":counts", of("#calendar-counts#"))
        .expression_attribute_values(":turns", of("#calendar-turns#"))
        .into_paginator()
        .items()
        .send();
    let mut rows = Rows::new();
    while let Some(item) = pages.next().await {
        let item = item.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        let key = |name: &str| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default();
        let (partition, sort) = (key(table::PARTITION_KEY), key(table::SORT_KEY));
        let mut parts = partition.split('#').map(str::to_owned);
        let (merchant, kind) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        rows.entry((merchant, kind)).or_default().insert((partition, sort));
    }
    Ok(rows)
}

fn of(text: &str) -> aws_sdk_dynamodb::types::AttributeValue {
    aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned())
}
