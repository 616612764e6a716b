//! Deletes posts and comments: they are gone at once, and what they have is a job ([`super::removing`]). Of a comment
//! that has answers something is left, until its last answer is deleted.

use shared::api::{Call, Changes, retry};
use store::{Record, RecordSet, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};

use super::{entries, showing::read_counts};
use crate::records::{
    comment::FeedComment,
    counts::{self, CountChanges, Counted, FeedCounts, Need},
    open_reports,
    post::FeedPost,
    removal::FeedRemoval,
    target::{TargetId, TargetType},
};

/// Delete feed post
///
/// # Errors
/// 404 when there is none, 412 when it is in another version.
pub async fn post(call: &Call, id: Id<FeedPost>) -> Changes<FeedPost> {
    retry(call, || async {
        let (post, counts) = tokio::join!(call.get(id), read_counts(call, id.cast()));
        let (mut post, counts) = (post?, counts?.ok_or_else(version_conflict)?);
        post.body.counts = counts;
        let mut update = call.update_of(post)?.archived();
        let entry = entries::find_of_post(call, &update.before).await?;
        update.transaction.remove(&entry);
        open_reports::forget(call, &mut update.transaction, id.cast());
        if update.after.pinned_at.is_some() {
            update.transaction.add(&FeedPost::pins(update.after.place()), -1);
        }
        let mut changes = CountChanges::default();
        if counts.is_untouched() && counts.children == 0 {
            counts::end(&mut update.transaction, id.cast(), Some(0));
        } else {
            changes.add(id.cast(), Counted::Removed, 1);
            begin_removal(call, &mut update.transaction, id.cast(), TargetType::Post);
        }
        changes.write(&mut update.transaction);
        update.commit().await
    })
    .await
}

/// Delete feed comment
///
/// # Errors
/// 404 when there is none, 412 when it is in another version, 409 `invalid_state` of what was removed already.
pub async fn comment(call: &Call, id: Id<FeedComment>) -> Changes<FeedComment> {
    retry(call, || attempt(call, id)).await
}

async fn attempt(call: &Call, id: Id<FeedComment>) -> Changes<FeedComment> {
    let mut comment = call.get(id).await?;
    // What stands on a post that is being removed goes with it.
    call.get(comment.body.post_id).await?;
    let counts = read_counts(call, id.cast()).await?.ok_or_else(version_conflict)?;
    comment.body.counts = counts;
    if comment.body.removed_at.is_some() {
        let message = "it was removed, and goes with its last answer";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "removed"));
    }
    let mut update = call.update_of(comment)?.without_metadata();
    let mut changes = CountChanges::default();
    let published = i64::from(update.before.body.is_published());
    changes.add(update.after.post_id.cast(), Counted::Comments, -published);
    open_reports::forget(call, &mut update.transaction, id.cast());
    if counts.children > 0 {
        update.after = update.present.removed(call.now);
        changes.need(id.cast(), Need::Answered);
        changes.add(id.cast(), Counted::Removed, 1);
        if counts.is_untouched() {
            // One that is liked or reported meanwhile is decided on anew.
            changes.need(id.cast(), Need::Untouched);
        } else {
            begin_removal(call, &mut update.transaction, id.cast(), TargetType::Comment);
        }
        let after = update.next_version();
        entries::follow_comment(call, &mut update.transaction, &after).await?;
    } else {
        update = update.archived();
        let entry = entries::find_of_comment(call, &update.before).await?;
        update.transaction.remove(&entry);
        changes.add(update.after.post_id.cast(), Counted::Children, -1);
        end_counts(call, &mut update.transaction, &mut changes, id.cast(), counts);
        if let Some(parent) = update.after.parent_comment_id {
            leave(call, &mut update.transaction, &mut changes, parent, published).await?;
        }
    }
    changes.write(&mut update.transaction);
    update.commit().await
}

/// Takes an answer from the comment above it. One that was removed before goes with its last answer.
async fn leave(
    call: &Call,
    transaction: &mut Transaction,
    changes: &mut CountChanges,
    parent: Id<FeedComment>,
    published: i64,
) -> Result<(), ApiError> {
    let (record, counts) = tokio::join!(call.store.find(call.tenant(), parent), read_counts(call, parent.cast()));
    let (record, counts) = (record?.ok_or_else(version_conflict)?, counts?.ok_or_else(version_conflict)?);
    if record.body.removed_at.is_none() || counts.children > 1 {
        let need = if record.body.removed_at.is_none() { Need::NotRemoved } else { Need::AnsweredTwice };
        changes.need(parent.cast(), need);
        changes.add(parent.cast(), Counted::Comments, -published);
        changes.add(parent.cast(), Counted::Children, -1);
        return Ok(());
    }
    let entry = entries::find_of_comment(call, &record).await?;
    transaction.remove(&entry);
    transaction.replace(&record, &call.moved(&record, record.body.clone(), RecordSet::Archived));
    changes.add(record.body.post_id.cast(), Counted::Children, -1);
    if counts.is_untouched() {
        counts::end(transaction, parent.cast(), Some(1));
    } else {
        changes.need(parent.cast(), Need::AnsweredOnce);
        changes.add(parent.cast(), Counted::Comments, -published);
        changes.add(parent.cast(), Counted::Children, -1);
        go_on_later(call, transaction, parent.cast()).await?;
    }
    Ok(())
}

/// Ends the counts of a comment that has no answers, or begins the job that does.
fn end_counts(
    call: &Call,
    transaction: &mut Transaction,
    changes: &mut CountChanges,
    target: TargetId,
    counts: FeedCounts,
) {
    if counts.is_untouched() {
        counts::end(transaction, target, Some(0));
    } else {
        changes.need(target, Need::Unanswered);
        changes.add(target, Counted::Removed, 1);
        begin_removal(call, transaction, target, TargetType::Comment);
    }
}

/// The job that removes the likes of a comment ends its counts, too: it goes on, or begins anew when it was done
/// meanwhile.
async fn go_on_later(call: &Call, transaction: &mut Transaction, target: TargetId) -> Result<(), ApiError> {
    match call.store.find::<FeedRemoval>(call.tenant(), target.cast()).await? {
        Some(job) => {
            let later = FeedRemoval::of(TargetType::Comment, call.now);
            transaction.replace(&job, &call.next_version(&job, later, None));
        }
        None => begin_removal(call, transaction, target, TargetType::Comment),
    }
    Ok(())
}

fn begin_removal(call: &Call, transaction: &mut Transaction, target: TargetId, target_type: TargetType) {
    let job = call.new_record(FeedRemoval::of(target_type, call.now), None);
    transaction.begin(&Record { id: target.cast(), ..job });
}
