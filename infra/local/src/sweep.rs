//! The sweep by hand, and every minute beside the API, as the scheduled function does it in AWS.

use std::{io::Write, time::Duration};

use bookings::Look;
use shared::context::Context;

use crate::{client, fault::Fault, options::TableOptions};

/// Sweeps once and tells what it did.
///
/// # Errors
/// When the table cannot be reached.
pub async fn run(table: &TableOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::context(table).await?;
    let swept = bookings::sweep(&context, Look::Everything).await?;
    writeln!(
        out,
        "{} merchants: {} series finished; {} bookings, {} holds and {} waiting-list entries are over; {} offers made, \
         {} failures",
        swept.merchants,
        swept.booking_series,
        swept.bookings,
        swept.holds,
        swept.waitlist_entries,
        swept.offers,
        swept.failures
    )?;
    Ok(())
}

/// Sweeps every minute until it is dropped. A failure is left to the next minute.
pub async fn every_minute(context: &Context) {
    loop {
        tokio::time::sleep(Duration::from_mins(1)).await;
        drop(bookings::sweep(context, Look::Everything).await);
    }
}
