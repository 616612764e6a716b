//! Resolve a report: what is decided about a post or a comment is decided about all of its open reports.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::Transaction;
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{
        counts::CountChanges,
        hiding::{HiddenBy, Hiding},
        open_reports::OpenReports,
        report::{FeedReport, ReportStatus},
    },
    rules::{hiding, resolving, targets::Target},
};

/// What a moderator decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedReportOutcome")]
pub enum Outcome {
    /// What was reported may stand, and is shown again if reports had hidden it.
    Dismissed,
    /// What was reported is hidden until a moderator restores it.
    Upheld,
}

/// A moderator's decision about a report.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedReportResolution {
    /// Whether what was reported may stand.
    outcome: Outcome,
}

/// Decides on an open report, and so on all open reports of the same content.
pub async fn resolve(
    call: Call,
    PathId(id): PathId<FeedReport>,
    Body(input): Body<FeedReportResolution>,
) -> Changes<FeedReport> {
    retry(&call, || attempt(&call, id, input.outcome)).await
}

async fn attempt(call: &Call, id: Id<FeedReport>, outcome: Outcome) -> Changes<FeedReport> {
    let before = call.get_for_change(id).await?;
    if before.body.status != ReportStatus::Open {
        let message = "a moderator has decided already";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "resolved"));
    }
    let target = Target::find(call, before.body.target_id, "id").await.map_err(|error| match error.code {
        ErrorCode::RuleViolation => removed(),
        _ => error,
    })?;
    if target.comment.as_ref().is_some_and(|comment| comment.body.removed_at.is_some()) {
        return Err(removed());
    }
    let open = OpenReports::read(call, target.id()).await?;
    let mut transaction = call.transaction();
    let status = match outcome {
        Outcome::Dismissed => ReportStatus::Dismissed,
        Outcome::Upheld => ReportStatus::Upheld,
    };
    let after = resolving::resolve_named(call, &mut transaction, &before, open, status).await?;
    follow(call, &mut transaction, &target, outcome).await?;
    call.commit(transaction, Data(after)).await
}

fn removed() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "what was reported was removed").at("id", "removed")
}

/// Shows what was reported again if reports had hidden it, or hides it until it is restored.
async fn follow(call: &Call, transaction: &mut Transaction, target: &Target, outcome: Outcome) -> Result<(), ApiError> {
    let present = match &target.comment {
        Some(comment) => comment.body.hidden,
        None => target.post.body.hidden,
    };
    let hidden = match (outcome, present.map(|hidden| hidden.by)) {
        (Outcome::Dismissed, Some(HiddenBy::Reports)) => None,
        (Outcome::Upheld, None | Some(HiddenBy::Reports)) => Some(Hiding { at: call.now, by: HiddenBy::Moderator }),
        (Outcome::Dismissed, None | Some(HiddenBy::Moderator)) | (Outcome::Upheld, Some(HiddenBy::Moderator)) => {
            return Ok(());
        }
    };
    let mut changes = CountChanges::default();
    match &target.comment {
        Some(comment) => drop(hiding::comment(call, (transaction, &mut changes), comment, hidden).await?),
        None => drop(hiding::post(call, (transaction, &mut changes), &target.post, hidden).await?),
    }
    changes.write(transaction);
    Ok(())
}
