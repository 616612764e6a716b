//! Update a comment; what it said before is kept.

use shared::api::{Body, Call, Changes, Patch, PathId, Query, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{
        comment::FeedComment,
        counts::{CountChanges, Counted},
        edit::{Editor, FeedEdit},
    },
    rules::{
        audience::welcome,
        editing::FeedEditing,
        entries, mentions,
        showing::read_counts,
        targets::{Target, require_published},
    },
};

/// Changes a comment, by its author for 24 hours or by a moderator.
pub async fn update(
    call: Call,
    PathId(id): PathId<FeedComment>,
    Query(editing): Query<FeedEditing>,
    Body(patch): Body<Patch<FeedComment>>,
) -> Changes<FeedComment> {
    retry(&call, || attempt(&call, id, editing, &patch)).await
}

async fn attempt(
    call: &Call,
    id: Id<FeedComment>,
    editing: FeedEditing,
    patch: &Patch<FeedComment>,
) -> Changes<FeedComment> {
    let (comment, counts) = tokio::join!(call.get(id), read_counts(call, id.cast()));
    let mut comment = comment?;
    comment.body.counts = counts?.unwrap_or_default();
    let target = Target::read_of_post(call, call.get(comment.body.post_id).await?).await?;
    let mut update = call.update_of(comment)?.patched(patch)?;
    update.after.counts = update.present.counts;
    if update.is_unchanged() {
        return update.commit().await;
    }
    if update.present.removed_at.is_some() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "it was removed").at("id", "removed"));
    }
    let editor = editing.editor(call, update.before.created_at)?;
    if editor == Editor::Author {
        target.require_published("id")?;
        require_published(update.present.status(), "id")?;
        let author = welcome(call, &mut update.transaction, update.present.author_id, "author_id").await?;
        author.require(target.location.as_ref(), target.post.body.visibility, "author_id")?;
    }
    update.after.check()?;
    mentions::check(call, &target, &update.after.mentions, &update.present.mentions).await?;
    let mut changes = CountChanges::default();
    if update.after.text != update.present.text {
        let edit = call.new_record(FeedEdit::of_comment(id, &update.present, editor), None);
        update.transaction.create(&edit);
        changes.add(id.cast(), Counted::Edits, 1);
        update.after.edited_at = Some(call.now);
    }
    let after = update.next_version();
    entries::follow_comment(call, &mut update.transaction, &after).await?;
    changes.write(&mut update.transaction);
    update.commit().await
}
