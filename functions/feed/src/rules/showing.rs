//! Answers with what is counted of posts and comments: one read more for a whole page.

use std::collections::{HashMap, HashSet};

use store::{Key, Record};
use values::{ApiError, Id, Metadata};
use work::UnitOfWork;

use crate::records::{
    comment::FeedComment, comment_entry::FeedCommentEntry, counts::FeedCounts, post::FeedPost,
    post_entry::FeedPostEntry, target::TargetId,
};

/// What is counted of one of them, as it is at this moment; none when it is being removed.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_counts(work: &UnitOfWork, target: TargetId) -> Result<Option<FeedCounts>, ApiError> {
    Ok(work.store.read_value(&FeedCounts::key(work.tenant(), target)).await?)
}

/// What is counted of several, as it is at this moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_counts_of_all(work: &UnitOfWork, targets: &[TargetId]) -> Result<HashMap<Key, FeedCounts>, ApiError> {
    let keys = targets.iter().map(|target| FeedCounts::key(work.tenant(), *target)).collect();
    Ok(work.store.read_values(keys).await?.into_iter().collect())
}

/// The posts of a page of entries, in its order. What was removed since the index was written is left out.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_posts(
    work: &UnitOfWork,
    entries: &[Record<FeedPostEntry>],
) -> Result<Vec<Record<FeedPost>>, ApiError> {
    let ids: Vec<Id<FeedPost>> = entries.iter().map(|entry| entry.id.cast()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<Key> = ids.iter().map(|id| FeedCounts::key(work.tenant(), id.cast())).collect();
    let (found, counted) = tokio::join!(
        work.store.find_all(work.tenant(), &ids),
        work.store.read_values_lagging::<FeedCounts>(keys.clone())
    );
    let counted: HashMap<Key, FeedCounts> = counted?.into_iter().collect();
    let mut found: HashMap<String, Record<FeedPost>> =
        found?.into_iter().map(|post| (post.id.to_string(), post)).collect();
    let shown = ids.iter().zip(&keys).filter_map(|(id, key)| {
        let mut post = found.remove(&id.to_string())?;
        post.body.counts = counted.get(key).copied().unwrap_or_default();
        Some(post)
    });
    Ok(shown.collect())
}

/// The comments of a page of entries, likewise, without those on posts that are being removed. Members are not shown
/// what hidden ones say.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_comments(
    work: &UnitOfWork,
    entries: &[Record<FeedCommentEntry>],
    is_for_members: bool,
) -> Result<Vec<Record<FeedComment>>, ApiError> {
    let ids: Vec<Id<FeedComment>> = entries.iter().map(|entry| entry.id.cast()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<Key> = ids.iter().map(|id| FeedCounts::key(work.tenant(), id.cast())).collect();
    let post_of = |entry: &Record<FeedCommentEntry>| FeedCounts::key(work.tenant(), entry.body.post_id.cast());
    let posts: HashSet<Key> = entries.iter().map(post_of).collect();
    let wanted = keys.iter().cloned().chain(posts).collect();
    let (found, counted) =
        tokio::join!(work.store.find_all(work.tenant(), &ids), work.store.read_values_lagging::<FeedCounts>(wanted));
    let counted: HashMap<Key, FeedCounts> = counted?.into_iter().collect();
    let is_removed = |post: Id<FeedPost>| {
        counted.get(&FeedCounts::key(work.tenant(), post.cast())).is_some_and(|counts| counts.removed > 0)
    };
    let mut found: HashMap<String, Record<FeedComment>> =
        found?.into_iter().map(|comment| (comment.id.to_string(), comment)).collect();
    found.retain(|_, comment| !is_removed(comment.body.post_id));
    let shown = ids.iter().zip(&keys).filter_map(|(id, key)| {
        let mut comment = found.remove(&id.to_string())?;
        if is_for_members && comment.body.hidden.is_some() {
            (comment.body, comment.metadata) = (comment.body.masked(), Metadata::default());
        }
        comment.body.counts = counted.get(key).copied().unwrap_or_default();
        Some(comment)
    });
    Ok(shown.collect())
}
