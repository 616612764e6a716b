//! `build-filter-lists`: makes the filter lists of merchants whose records were stored before their kind had them, or
//! were imported (decision 49). Until then these lists are right, but are read as a whole, and refused when they are
//! long.

use std::io::Write;
use values::listed_fields::FilterLists;

use store::key;
use work::{Context, provisioning};

use crate::{
    client,
    fault::Fault,
    options::CountOptions,
    stored_rows::{RowPartitions, StoredRows},
};

/// `M#member#by#status=active`, and not its counts.
const PARTITIONS: RowPartitions = RowPartitions { containing: &[key::BY], kind_part: 1, not_ending: Some("#counts") };

/// Makes them as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &CountOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(&options.table).await?;
    build(&context, options.again, out).await
}

/// Makes those of merchants and kinds that are not complete, or with `again` all, and writes a line for each.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn build(context: &Context, again: bool, out: &mut impl Write) -> Result<(), Fault> {
    // What an attempt that died has left is there, too.
    let mut rows = StoredRows::default();
    for tenant in provisioning::read_tenants(context).await? {
        let complete = context.store.read_complete_lists(&tenant).await.map_err(values::ApiError::from)?;
        for (kind, _) in FilterLists::of_all().filter(|(kind, _)| again || !complete.has_all(*kind)) {
            let stored = rows.take(&context.store, &PARTITIONS, (&tenant, kind)).await?;
            let records = context.store.build_filter_lists(&tenant, kind, stored).await?;
            writeln!(out, "{} {records} records of kind {kind}", tenant.merchant())?;
        }
    }
    Ok(())
}
