//! Takes a member who was anonymised out of the feed: as if the person had deleted their posts and comments and taken
//! back their likes, and nobody's comment names them any more. What they reported stays without its reason, which the
//! members area empties with all other texts.

use records::{FeedErasure, Member};
use shared::api::{Call, retry};
use store::{Entity, List, Record};
use values::{ApiError, ErrorCode, Id};

use super::{deleting, entries, job_time::time_of, likes};
use crate::records::{
    comment::FeedComment, comment_entry::FeedCommentEntry, like::FeedLike, post::FeedPost, post_entry::FeedPostEntry,
};

/// Records of each kind that one run looks for.
const RUN_RECORDS_MAX: usize = 50;

/// Goes through everything once more; done when nothing was left.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn go_on(call: &Call, id: Id<FeedErasure>) -> Result<bool, ApiError> {
    let Some(task) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if task.body.is_finished() {
        return Ok(false);
    }
    let ended = tokio::time::timeout(time_of(call), erase_some(call, id.cast())).await;
    let found = ended.unwrap_or(Ok(true))?;
    retry(call, || async {
        let before = call.get(id).await?;
        let after = if found { before.body.later(call.now) } else { before.body.looked(call.now) };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, after, None));
        call.store.commit(transaction).await
    })
    .await?;
    Ok(true)
}

/// Takes some of what is the member's away; whether there was anything.
async fn erase_some(call: &Call, member: Id<Member>) -> Result<bool, ApiError> {
    let mut found = false;
    for entry in read_some(call, List::by(&FeedPostEntry::BY_AUTHOR, &member)).await? {
        found = true;
        gone(deleting::post(call, entry.id.cast::<FeedPost>()).await)?;
    }
    for entry in read_some(call, List::by(&FeedCommentEntry::BY_AUTHOR, &member)).await? {
        found = true;
        gone(deleting::comment(call, entry.id.cast::<FeedComment>()).await)?;
    }
    for like in read_some(call, List::by(&FeedLike::BY_MEMBER, &member)).await? {
        found = true;
        gone(likes::remove(call, like.id).await)?;
    }
    for entry in read_some(call, List::by(&FeedCommentEntry::BY_MENTIONED, &member)).await? {
        found = true;
        gone(forget_mention(call, entry.id.cast(), member).await)?;
    }
    Ok(found)
}

async fn read_some<E: Entity>(call: &Call, list: List<E>) -> Result<Vec<Record<E>>, ApiError> {
    Ok(call.store.all(call.tenant(), &list, RUN_RECORDS_MAX).await?.records)
}

/// What was taken away by somebody else, or is only shown by an index that lags, is no failure.
fn gone<T>(outcome: Result<T, ApiError>) -> Result<(), ApiError> {
    match outcome {
        Err(error) if error.code == ErrorCode::NotFound || error.code == ErrorCode::InvalidState => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// Takes a member out of those whom a comment names.
async fn forget_mention(call: &Call, id: Id<FeedComment>, member: Id<Member>) -> Result<(), ApiError> {
    retry(call, || async {
        let before = call.get(id).await?;
        let mut body = before.body.clone();
        body.mentions.retain(|named| *named != member);
        if body == before.body {
            return Ok(());
        }
        let mut transaction = call.transaction();
        let after = call.next_version(&before, body, None);
        transaction.replace(&before, &after);
        entries::follow_comment(call, &mut transaction, &after).await?;
        call.store.commit(transaction).await
    })
    .await
}
