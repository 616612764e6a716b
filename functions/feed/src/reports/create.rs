//! Report a post or a comment; enough reports hide it.

use shared::api::{Body, Call, Committed, Ensured, New, retry};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode::AlreadyExists, Id};

use crate::{
    records::{
        counts::{CountChanges, Counted, Need},
        hiding::{HiddenBy, Hiding},
        open_reports::OpenReports,
        report::FeedReport,
    },
    rules::{audience::welcome, hiding, targets::Target},
};

/// A report that was made, or that was there.
type Reports = Result<Committed<Ensured<Record<FeedReport>>>, ApiError>;

/// Makes the report of a member, or shows the one that is there; enough of them hide the content.
pub async fn create(call: Call, Body(new): Body<New<FeedReport>>) -> Reports {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<FeedReport>) -> Reports {
    let report = FeedReport::from(new.fields.clone());
    let mut transaction = call.transaction();
    let (target, there, member) = tokio::join!(
        Target::find_named(call, report.target_type, report.target_id, "target_id"),
        find_existing(call, &report),
        welcome(call, &mut transaction, report.member_id, "member_id"),
    );
    let target = target?;
    if let Some(there) = there? {
        return call.unchanged(Ensured::There(there));
    }
    let member = member?;
    target.require_known(call, &member, "target_id")?;
    target.require_published("target_id")?;
    if target.author() == report.member_id {
        return Err(ApiError::rule("member_id", "own_content", "members do not report what they wrote"));
    }
    member.require(target.location.as_ref(), target.post.body.visibility, "member_id")?;
    let mut changes = CountChanges::default();
    changes.need(target.id(), Need::Open);
    changes.add(target.id(), Counted::Reports, 1);
    let report = call.new_record(report, new.metadata.clone());
    transaction.create(&report);
    count(call, &mut transaction, &mut changes, &target, report.id).await?;
    changes.write(&mut transaction);
    match call.commit(transaction, Ensured::Made(report)).await {
        // Another request was first: its report is the answer.
        Err(error) if error.code == AlreadyExists => Err(version_conflict()),
        outcome => outcome,
    }
}

/// One more open report, which may hide what is reported.
async fn count(
    call: &Call,
    transaction: &mut Transaction,
    changes: &mut CountChanges,
    target: &Target,
    report: Id<FeedReport>,
) -> Result<(), ApiError> {
    let (open, merchant) = tokio::join!(OpenReports::read(call, target.id()), call.read_merchant());
    let (open, enough) = (open?, merchant?.body.feed_settings.reports_to_hide);
    let mut reports = open.reports.clone();
    reports.push(report);
    if reports.len() >= enough {
        let hidden = Some(Hiding { at: call.now, by: HiddenBy::Reports });
        match &target.comment {
            Some(comment) => drop(hiding::comment(call, (transaction, changes), comment, hidden).await?),
            None => drop(hiding::post(call, (transaction, changes), &target.post, hidden).await?),
        }
    }
    open.replace(call, transaction, target.id(), reports);
    Ok(())
}

/// The report that a member made before.
async fn find_existing(call: &Call, report: &FeedReport) -> Result<Option<Record<FeedReport>>, ApiError> {
    let holder = call.store.find_holder(call.tenant(), &report.key()).await?;
    match holder.as_deref().and_then(Id::parse) {
        Some(id) => Ok(call.store.find(call.tenant(), id).await?),
        None => Ok(None),
    }
}
