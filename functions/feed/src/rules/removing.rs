//! Removes what a deleted post or comment still has: its likes, reports and kept versions, and of a post all comments
//! with theirs.
//!
//! It is a job of many transactions. Each of them removes some records and takes them out of the counts, so that what
//! is left can be told at any moment, doing it again changes nothing, and whoever comes next goes on: the request that
//! deleted it, or the sweep. It is done when the counts are zero; that is exact, while the indexes with which it finds
//! records may lag.

use shared::api::{Call, retry};
use store::{Entity, List, Record, Transaction};
use values::{ApiError, Id};

use super::{
    job_time::time_of,
    showing::{read_counts, read_counts_of_all},
};
use crate::records::{
    comment::FeedComment,
    comment_entry::FeedCommentEntry,
    counts::{self, CountChanges, Counted, FeedCounts, Need},
    edit::FeedEdit,
    like::FeedLike,
    open_reports,
    post::FeedPost,
    removal::FeedRemoval,
    report::FeedReport,
    target::{TargetId, TargetType},
};

/// Records that one transaction removes, each with its unique name, and a report with its rows in two lists.
const AT_ONCE: usize = 15;
/// Actions of comments in one transaction: besides them, it changes counts of lists.
const ACTIONS_MAX: usize = 60;
/// Comments that are looked for at once.
const FOUND_MAX: usize = 500;

/// Goes on as far as the time goes; whether there was anything to do. What is left is due again, also while a test
/// clock is advanced.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn go_on(call: &Call, id: Id<FeedRemoval>) -> Result<bool, ApiError> {
    let Some(job) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let is_cleared = tokio::time::timeout(time_of(call), remove_all(call, &job)).await.unwrap_or(Ok(false))?;
    finish(call, id, is_cleared).await?;
    Ok(true)
}

/// Removes everything; whether nothing is left.
async fn remove_all(call: &Call, job: &Record<FeedRemoval>) -> Result<bool, ApiError> {
    let is_cleared = clear(call, job.id.cast()).await?;
    match job.body.target_type {
        TargetType::Post => Ok(remove_comments(call, job.id.cast()).await? && is_cleared),
        TargetType::Comment => Ok(is_cleared),
    }
}

/// Removes likes, reports and kept versions; whether none are left.
async fn clear(call: &Call, target: TargetId) -> Result<bool, ApiError> {
    loop {
        let Some(counts) = read_counts(call, target).await? else { return Ok(true) };
        let removed = if counts.likes > 0 {
            remove_some(call, target, List::by(&FeedLike::BY_TARGET, &target), Counted::Likes).await?
        } else if counts.reports > 0 {
            remove_some(call, target, List::by(&FeedReport::BY_TARGET, &target), Counted::Reports).await?
        } else if counts.edits > 0 {
            remove_some(call, target, List::by(&FeedEdit::BY_TARGET, &target), Counted::Edits).await?
        } else {
            return Ok(true);
        };
        if !removed {
            // The index does not show them yet, or still shows others.
            return Ok(false);
        }
    }
}

/// Removes some records of a list; whether there were any.
async fn remove_some<E: Entity>(
    call: &Call,
    target: TargetId,
    list: List<E>,
    counted: Counted,
) -> Result<bool, ApiError> {
    let found = call.store.all(call.tenant(), &list, AT_ONCE).await?;
    let ids: Vec<Id<E>> = found.records.iter().map(|record| record.id).collect();
    retry(call, || async {
        let records = if ids.is_empty() { Vec::new() } else { call.store.find_all(call.tenant(), &ids).await? };
        if records.is_empty() {
            return Ok(false);
        }
        let mut transaction = call.transaction();
        let mut changes = CountChanges::default();
        for record in &records {
            transaction.remove(record);
            changes.add(target, counted, -1);
        }
        if counted == Counted::Reports {
            open_reports::forget(call, &mut transaction, target);
        }
        changes.write(&mut transaction);
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

/// Removes the comments of a post with what they have; whether none are left.
async fn remove_comments(call: &Call, post: Id<FeedPost>) -> Result<bool, ApiError> {
    loop {
        let Some(counts) = read_counts(call, post.cast()).await? else { return Ok(true) };
        if counts.children == 0 {
            return Ok(true);
        }
        let list = List::by(&FeedCommentEntry::BY_POST, &post);
        let found = call.store.all(call.tenant(), &list, FOUND_MAX).await?.records;
        let mut has_removed = false;
        for some in in_transactions(&found) {
            has_removed |= remove_together(call, post, &some).await?;
        }
        if !has_removed {
            return Ok(false);
        }
    }
}

/// Comments in groups, each of which fits into one transaction: a comment has as many copies of its entry as it names
/// members.
fn in_transactions(entries: &[Record<FeedCommentEntry>]) -> Vec<Vec<Id<FeedComment>>> {
    let mut groups: Vec<Vec<Id<FeedComment>>> = Vec::new();
    let mut actions = 0;
    for entry in entries {
        let own = 3 + entry.body.further_entries().len();
        if let Some(group) = groups.last_mut()
            && actions + own <= ACTIONS_MAX
        {
            group.push(entry.id.cast());
            actions += own;
        } else {
            groups.push(vec![entry.id.cast()]);
            actions = own;
        }
    }
    groups
}

/// Removes some comments; whether there were any.
async fn remove_together(call: &Call, post: Id<FeedPost>, ids: &[Id<FeedComment>]) -> Result<bool, ApiError> {
    let targets: Vec<TargetId> = ids.iter().map(|id| id.cast()).collect();
    let counted = read_counts_of_all(call, &targets).await?;
    for target in &targets {
        let counts = counted.get(&FeedCounts::key(call.tenant(), *target));
        if counts.is_some_and(|counts| !counts.is_untouched()) && !clear(call, *target).await? {
            return Ok(false);
        }
    }
    let entries: Vec<Id<FeedCommentEntry>> = ids.iter().map(|id| id.cast()).collect();
    retry(call, || async {
        let (comments, entries) =
            tokio::join!(call.store.find_all(call.tenant(), ids), call.store.find_all(call.tenant(), &entries));
        let (comments, entries) = (comments?, entries?);
        if comments.is_empty() {
            return Ok(false);
        }
        let mut transaction = call.transaction();
        let mut changes = CountChanges::default();
        for entry in entries.iter().filter(|entry| comments.iter().any(|comment| comment.id == entry.id.cast())) {
            transaction.remove(entry);
        }
        for comment in &comments {
            remove_comment(&mut transaction, &mut changes, post, comment);
        }
        changes.write(&mut transaction);
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

fn remove_comment(
    transaction: &mut Transaction,
    changes: &mut CountChanges,
    post: Id<FeedPost>,
    comment: &Record<FeedComment>,
) {
    transaction.remove(comment);
    counts::end(transaction, comment.id.cast(), None);
    changes.add(post.cast(), Counted::Children, -1);
    changes.add(post.cast(), Counted::Comments, -i64::from(comment.body.is_published()));
}

/// Notes that the job is done, or that it goes on later.
async fn finish(call: &Call, id: Id<FeedRemoval>, is_cleared: bool) -> Result<(), ApiError> {
    retry(call, || async {
        let target: TargetId = id.cast();
        let (job, counts) = tokio::join!(call.store.find(call.tenant(), id), read_counts(call, target));
        let (Some(job), counts) = (job?, counts?) else { return Ok(()) };
        let mut transaction = call.transaction();
        let is_over = counts.is_none_or(|counts| counts.is_untouched()) && is_cleared;
        if !is_over {
            let later = FeedRemoval::of(job.body.target_type, call.now);
            transaction.replace(&job, &call.next_version(&job, later, None));
            return call.store.commit(transaction).await;
        }
        transaction.remove(&job);
        match counts.map(|counts| counts.children) {
            None => {}
            Some(0) => counts::end(&mut transaction, target, Some(0)),
            // A comment of which something is left is counted on as long as it has answers.
            Some(_) => {
                let mut changes = CountChanges::default();
                changes.need(target, Need::Answered);
                changes.need(target, Need::Untouched);
                changes.write(&mut transaction);
            }
        }
        call.store.commit(transaction).await
    })
    .await
}
