//! Whether posts and comments are there. What has stood on one that is being removed is shown no more, although the job
//! has not come to it.

use store::{Entity, List};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::showing::read_counts;
use crate::records::{comment::FeedComment, post::FeedPost, target::TargetId};

/// Whether a post is there.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn has_post(work: &UnitOfWork, id: Id<FeedPost>) -> Result<bool, ApiError> {
    Ok(read_counts(work, id.cast()).await?.is_some_and(|counts| counts.removed == 0))
}

/// Whether a comment is there, or that it was there, on a post that is.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn has_comment(work: &UnitOfWork, id: Id<FeedComment>) -> Result<bool, ApiError> {
    match work.store.find(work.tenant(), id).await? {
        Some(comment) => has_post(work, comment.body.post_id).await,
        None => Ok(false),
    }
}

/// Whether a post or a comment is there, so that it may have likes, reports and kept versions.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn has_target(work: &UnitOfWork, id: TargetId) -> Result<bool, ApiError> {
    let comment = work.store.find(work.tenant(), id.cast::<FeedComment>());
    let (counts, comment) = tokio::join!(read_counts(work, id), comment);
    match (counts?, comment?) {
        (Some(counts), Some(comment)) if counts.removed == 0 => has_post(work, comment.body.post_id).await,
        (counts, None) => Ok(counts.is_some_and(|counts| counts.removed == 0)),
        (_, Some(_)) => Ok(false),
    }
}

/// Refuses what belongs to a post or a comment that is gone.
///
/// # Errors
/// 404.
pub async fn require_target(work: &UnitOfWork, id: TargetId) -> Result<(), ApiError> {
    if has_target(work, id).await? { Ok(()) } else { Err(ApiError::not_found()) }
}

/// The list, or nothing of it.
#[must_use]
pub fn if_there<E: Entity>(list: List<E>, is_there: bool) -> List<E> {
    if is_there {
        return list;
    }
    // Nothing has a key like this.
    list.between(Some(" ".to_owned()), Some(" ".to_owned()))
}
