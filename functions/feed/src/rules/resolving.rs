//! What a moderator decides about a post or a comment is decided about all of its open reports.

use shared::{ApiError, api::Call, store::Transaction};

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
        let body = FeedReport { status, resolved_at: Some(call.now), ..report.body.clone() };
        transaction.replace(&report, &call.next_version(&report, body, None));
    }
    open.replace(call, transaction, target, Vec::new());
    Ok(())
}
