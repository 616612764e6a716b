//! Hides posts and comments and shows them again, with everything that follows from it in the same transaction.

use store::{Record, Transaction};
use values::ApiError;
use work::UnitOfWork;

use super::entries;
use crate::records::{
    comment::FeedComment,
    counts::{CountChanges, Counted},
    hiding::Hiding,
    post::FeedPost,
};

/// The post as it will be: hidden, and then no longer pinned, or shown.
///
/// # Errors
/// 409 `version_conflict` when it is gone by now.
pub async fn post(
    work: &UnitOfWork,
    (transaction, changes): (&mut Transaction, &mut CountChanges),
    before: &Record<FeedPost>,
    hidden: Option<Hiding>,
) -> Result<Record<FeedPost>, ApiError> {
    let mut body = before.body.clone();
    body.hidden = hidden;
    if hidden.is_some() && body.pinned_at.take().is_some() {
        transaction.add(&FeedPost::pins(body.place()), -1);
    }
    let closed = i64::from(hidden.is_some()) - i64::from(before.body.hidden.is_some());
    changes.add(before.id.cast(), Counted::Closed, closed);
    let after = work.next_version(before, body, None);
    transaction.replace(before, &after);
    entries::follow_post(work, transaction, &after).await?;
    Ok(after)
}

/// The comment likewise. What is hidden is not counted.
///
/// # Errors
/// 409 `version_conflict` when it is gone by now.
pub async fn comment(
    work: &UnitOfWork,
    (transaction, changes): (&mut Transaction, &mut CountChanges),
    before: &Record<FeedComment>,
    hidden: Option<Hiding>,
) -> Result<Record<FeedComment>, ApiError> {
    let body = FeedComment { hidden, ..before.body.clone() };
    let closed = i64::from(hidden.is_some()) - i64::from(before.body.hidden.is_some());
    changes.add(before.id.cast(), Counted::Closed, closed);
    let counted = i64::from(body.is_published()) - i64::from(before.body.is_published());
    changes.add(body.post_id.cast(), Counted::Comments, counted);
    if let Some(parent) = body.parent_comment_id {
        changes.add(parent.cast(), Counted::Comments, counted);
    }
    let after = work.next_version(before, body, None);
    transaction.replace(before, &after);
    entries::follow_comment(work, transaction, &after).await?;
    Ok(after)
}
