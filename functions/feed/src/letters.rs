//! Letters about the feed: whoever reported something is told what a moderator decided.

use mailing::{Draft, Fact, Facts, LetterSource, LetterType, recipients};
use records::{Location, LoggedEvent};
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::records::{
    comment::FeedComment,
    post::FeedPost,
    report::{FeedReport, ReportStatus},
    target::TargetType,
};

/// What people are told of their reports.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![LetterSource::new(&["feed_report.dismissed", "feed_report.upheld"], of_decision)]
}

/// Nothing once the report is gone, with what was reported.
async fn of_decision(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<FeedReport> = event.body.object_id.cast();
    let Some(report) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let is_upheld = match report.body.status {
        ReportStatus::Open => return Ok(Vec::new()),
        ReportStatus::Dismissed => false,
        ReportStatus::Upheld => true,
    };
    let Some(reader) = recipients::of_member(&work, report.body.member_id).await? else { return Ok(Vec::new()) };
    let location = find_location(&work, &report.body).await?;
    let facts = Facts::from([("is_upheld", Fact::Flag(is_upheld))]);
    Ok(vec![Draft::new(LetterType::ReportDecided, reader, location, facts)])
}

/// Where the post is that was reported, or on which a comment was; none of what is everywhere.
async fn find_location(work: &UnitOfWork, report: &FeedReport) -> Result<Option<Id<Location>>, ApiError> {
    let post: Id<FeedPost> = match report.target_type {
        TargetType::Post => report.target_id.cast(),
        TargetType::Comment => {
            let comment = work.store.find(work.tenant(), report.target_id.cast::<FeedComment>()).await?;
            let Some(comment) = comment else { return Ok(None) };
            comment.body.post_id
        }
    };
    let post = work.store.find(work.tenant(), post).await?;
    Ok(post.and_then(|post| post.body.location_id))
}
