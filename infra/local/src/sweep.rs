//! The sweep by hand, and every minute beside the API, as the scheduled function does it in AWS.

use std::{io::Write, time::Duration};

use serde_json::json;
use shared::due::{self, Limits, Report, SHARDS};
use testing::calls;
use work::{context::Context, queue::WorkQueue};

use crate::{client, fault::Fault, options::TableOptions};

/// Sweeps once and tells what it did.
///
/// # Errors
/// When the table cannot be reached, or a record failed.
pub async fn run(table: &TableOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(table).await?;
    let report = loop {
        let report = sweep_once(&context).await;
        writeln!(out, "{}", json!(report))?;
        if report.is_finished || report.looked_at == 0 {
            break report;
        }
    };
    match report.failed() {
        0 => Ok(()),
        failed => Err(Fault(format!("{failed} records failed and are tried again later"))),
    }
}

/// Goes once through everything that is due.
pub async fn sweep_once(context: &Context) -> Report {
    let (registry, limits) = (::sweep::due_work(), &Limits::SCHEDULED);
    calls::called_by("sweep", async {
        let sandboxes = due::run_sandboxes(context, &registry, limits).await;
        due::run(context, &registry, 0..SHARDS, limits).await.and(sandboxes)
    })
    .await
}

/// Sweeps every minute until it is dropped. What fails is tried again in a later minute.
pub async fn sweep_every_minute(context: &Context) {
    loop {
        tokio::time::sleep(Duration::from_mins(1)).await;
        sweep_once(context).await;
    }
}

/// Does the due work of records that are not to wait for the sweep, as their messages come. It never ends.
pub async fn as_it_is_hastened(context: &Context) {
    let WorkQueue::InProcess(queue) = &context.due_queue else { return std::future::pending().await };
    loop {
        hastened(context).await;
        queue.wait_until_filled().await;
    }
}

/// Does the due work of records that are not to wait for the sweep, and what follows from it, until no message is left.
pub async fn hastened(context: &Context) {
    while hastened_step(context).await {}
}

/// Does the due work of the next record that is not to wait for the sweep; whether there was one.
pub async fn hastened_step(context: &Context) -> bool {
    let WorkQueue::InProcess(queue) = &context.due_queue else { return false };
    calls::called_by("sweep", due::work_next(context, &::sweep::due_work(), queue)).await
}
