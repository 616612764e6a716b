//! `build-figures`: makes the sums of reports of merchants whose records were stored before sums were kept, or were
//! imported (decision 57). Until then reports say that they are not complete.
//!
//! Without `--again` it adds what is missing, while the service runs. With it all rows are made anew, and nothing else
//! may write meanwhile.

use std::io::Write;

use agreements::subscription::record::Subscription;
use figures::{
    SPACES, complete,
    occupancy::booking_account,
    opening::resource_account,
    recurring::{self, customer_account},
    revenue::journal_days,
};
use scheduling::{Booking, Resource};
use serde_json::json;
use store::{Entity, List, Order};
use values::{ApiError, Id, Tenant};
use work::{Context, UnitOfWork, provisioning, unit_of_work::read_merchant_time};

use crate::{client, fault::Fault, options::CountOptions, stored_rows::keys_beginning};

/// Records that are read at once.
const READ_AT_ONCE: usize = 500;
/// Rows that are removed in one transaction.
const REMOVED_AT_ONCE: usize = 90;

/// Makes them as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &CountOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(&options.table).await?;
    build(&context, options.again, out).await
}

/// Makes those of merchants of whom they are not complete, or with `again` of all, and writes a line for each.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn build(context: &Context, again: bool, out: &mut impl Write) -> Result<(), Fault> {
    for tenant in provisioning::read_tenants(context).await? {
        let now = read_merchant_time(&context.store, &tenant, context.clock.now()).await?;
        let work = UnitOfWork::scheduled_at(context, tenant.clone(), "build-figures", now);
        if !again && complete::is_complete(&work).await? {
            continue;
        }
        if again {
            clear(&work, &tenant).await?;
        }
        let counted = count(&work).await?;
        complete::note_complete(&work).await?;
        writeln!(out, "{} {counted} bookings, resources and subscriptions", tenant.merchant())?;
    }
    Ok(())
}

/// Counts all records of a merchant; how many.
async fn count(work: &UnitOfWork) -> Result<usize, ApiError> {
    let mut counted = 0;
    let mut position = None;
    while let Some(ids) = next_ids::<Booking>(work, &mut position).await? {
        booking_account::count(work, &ids).await?;
        counted += ids.len();
    }
    let mut position = None;
    while let Some(ids) = next_ids::<Resource>(work, &mut position).await? {
        resource_account::count(work, &ids).await?;
        counted += ids.len();
    }
    let mut position = None;
    while let Some(ids) = next_ids::<Subscription>(work, &mut position).await? {
        customer_account::count(work, &ids).await?;
        counted += ids.len();
    }
    journal_days::count(work).await?;
    Ok(counted)
}

/// The ids of the records that follow a position; none when there are no more.
async fn next_ids<E: Entity>(work: &UnitOfWork, position: &mut Option<Id<E>>) -> Result<Option<Vec<Id<E>>>, ApiError> {
    let after = position.map(|last| format!("{last}~"));
    let list = List::<E>::live().ordered(Order::Ascending).between(after, None);
    let page = work.store.all(work.tenant(), &list, READ_AT_ONCE).await?;
    *position = page.records.last().map(|record| record.id);
    Ok(position.map(|_| page.records.iter().map(|record| record.id).collect()))
}

/// Removes all rows and accounts. Of accounts of customers only what they have added: what was seen of subscriptions
/// stands in no record.
async fn clear(work: &UnitOfWork, tenant: &Tenant) -> Result<(), Fault> {
    let keys = keys_beginning(&work.store, format!("{}#{SPACES}", tenant.merchant())).await?;
    for keys in keys.chunks(REMOVED_AT_ONCE) {
        let mut transaction = work.transaction();
        for key in keys {
            if key.partition.split('#').nth(1) == Some(recurring::BOOK.accounts) {
                transaction.set_in_value(key, "sums", &json!({}));
            } else {
                transaction.remove_value(key);
            }
        }
        work.store.commit(transaction).await?;
    }
    Ok(())
}
