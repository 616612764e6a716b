//! Entries of posts and comments follow them in the transaction that changes them.

use store::{Record, Transaction, transaction::version_conflict};
use values::ApiError;
use work::UnitOfWork;

use crate::records::{
    comment::FeedComment,
    comment_entry::{self, FeedCommentEntry},
    post::FeedPost,
    post_entry::{self, FeedPostEntry},
};

/// The entry of a post.
///
/// # Errors
/// 409 `version_conflict` when it is gone by now.
pub async fn find_of_post(work: &UnitOfWork, post: &Record<FeedPost>) -> Result<Record<FeedPostEntry>, ApiError> {
    let entry = work.store.find(work.tenant(), post_entry::entry_of(post)).await?;
    entry.ok_or_else(version_conflict)
}

/// The entry of a comment.
///
/// # Errors
/// 409 `version_conflict` when it is gone by now.
pub async fn find_of_comment(
    work: &UnitOfWork,
    comment: &Record<FeedComment>,
) -> Result<Record<FeedCommentEntry>, ApiError> {
    let entry = work.store.find(work.tenant(), comment_entry::entry_of(comment)).await?;
    entry.ok_or_else(version_conflict)
}

/// Makes the entry say what the post says from now on.
///
/// # Errors
/// As [`find_of_post`].
pub async fn follow_post(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    after: &Record<FeedPost>,
) -> Result<(), ApiError> {
    let (entry, next) = (find_of_post(work, after).await?, FeedPostEntry::of(&after.body));
    if entry.body != next {
        transaction.replace(&entry, &work.next_version(&entry, next, None));
    }
    Ok(())
}

/// Makes the entry say what the comment says from now on.
///
/// # Errors
/// As [`find_of_comment`].
pub async fn follow_comment(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    after: &Record<FeedComment>,
) -> Result<(), ApiError> {
    let (entry, next) = (find_of_comment(work, after).await?, FeedCommentEntry::of(&after.body));
    if entry.body != next {
        transaction.replace(&entry, &work.next_version(&entry, next, None));
    }
    Ok(())
}
