//! `count-calendars`: counts the lists by time of merchants whose records were stored before such lists were counted,
//! or were imported (decision 46). Until then these lists are right, but cost what they have.

use std::io::Write;

use events::Event;
use money_documents::Invoice;
use records::VisitorVisit;
use scheduling::Booking;
use store::Entity;
use values::{KindName, Tenant};
use work::{Context, provisioning};

use crate::{
    client,
    fault::Fault,
    options::CountOptions,
    stored_rows::{RowPartitions, StoredRows},
};

/// Partitions `M#calendar-counts#booking#…` and `M#calendar-turns#booking#…`, and those of other kinds.
const PARTITIONS: RowPartitions =
    RowPartitions { containing: &["#calendar-counts#", "#calendar-turns#"], kind_part: 2, not_ending: None };

/// Counts as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &CountOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(&options.table).await?;
    count(&context, options.again, out).await
}

/// Counts those of merchants that are not counted, or with `again` of all, and writes a line for each.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn count(context: &Context, again: bool, out: &mut impl Write) -> Result<(), Fault> {
    // What an attempt that died has left is there, too.
    let mut rows = StoredRows::default();
    for tenant in provisioning::read_tenants(context).await? {
        for kind in store::calendar_lists::kinds() {
            match kind {
                KindName::Booking => count_kind::<Booking>(context, &tenant, again, &mut rows, out).await?,
                KindName::Event => count_kind::<Event>(context, &tenant, again, &mut rows, out).await?,
                KindName::Invoice => count_kind::<Invoice>(context, &tenant, again, &mut rows, out).await?,
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
    rows: &mut StoredRows,
    out: &mut impl Write,
) -> Result<(), Fault> {
    if !again && context.store.is_calendar_counted::<E>(tenant).await? {
        return Ok(());
    }
    let stored = rows.take(&context.store, &PARTITIONS, (tenant, E::KIND)).await?;
    let records = context.store.count_calendar::<E>(tenant, stored).await?;
    writeln!(out, "{} {records} {}", tenant.merchant(), E::PATH.trim_start_matches('/'))?;
    Ok(())
}
