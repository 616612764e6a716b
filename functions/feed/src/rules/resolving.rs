//! What a moderator decides about a post or a comment is decided about all of its open reports.

use shared::api::Call;
use store::{Record, Transaction};
use values::ApiError;

use crate::records::{
    open_reports::OpenReports,
    report::{FeedReport, ReportStatus},
    target::TargetId,
};

/// Makes `transaction` resolve the open reports, of which there are at most as many as hide something.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn resolve(
    call: &Call,
    transaction: &mut Transaction,
    target: TargetId,
    open: &OpenReports,
    status: ReportStatus,
) -> Result<(), ApiError> {
    if open.reports.is_empty() {
        return Ok(());
    }
    for report in call.store.find_all(call.tenant(), &open.reports).await? {
        resolve_one(call, transaction, &report, status);
    }
    open.replace(call, transaction, target, Vec::new());
    Ok(())
}

/// The same where a request names one of them: that one as it will be.
///
/// # Errors
/// As [`resolve`].
pub async fn resolve_named(
    call: &Call,
    transaction: &mut Transaction,
    named: &Record<FeedReport>,
    mut open: OpenReports,
    status: ReportStatus,
) -> Result<Record<FeedReport>, ApiError> {
    open.reports.retain(|report| *report != named.id);
    for report in call.store.find_all(call.tenant(), &open.reports).await? {
        resolve_one(call, transaction, &report, status);
    }
    open.replace(call, transaction, named.body.target_id, Vec::new());
    Ok(resolve_one(call, transaction, named, status))
}

fn resolve_one(
    call: &Call,
    transaction: &mut Transaction,
    report: &Record<FeedReport>,
    status: ReportStatus,
) -> Record<FeedReport> {
    let body = FeedReport { status, resolved_at: Some(call.now), ..report.body.clone() };
    let after = call.next_version(report, body, None);
    transaction.replace(report, &after);
    after
}
