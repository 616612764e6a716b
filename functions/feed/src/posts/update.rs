//! Update a post; what it said before is kept.

use shared::api::{Body, Call, Changes, Patch, PathId, Query, retry};
use values::Id;

use crate::{
    records::{
        counts::{CountChanges, Counted},
        edit::{Editor, FeedEdit},
        post::{FeedPost, media_at},
    },
    rules::{
        audience::welcome, editing::FeedEditing, entries, places::read_location, showing::read_counts,
        targets::require_published,
    },
};

/// Changes a post, by its author for 24 hours or by a moderator.
pub async fn update(
    call: Call,
    PathId(id): PathId<FeedPost>,
    Query(editing): Query<FeedEditing>,
    Body(patch): Body<Patch<FeedPost>>,
) -> Changes<FeedPost> {
    retry(&call, || attempt(&call, id, editing, &patch)).await
}

async fn attempt(call: &Call, id: Id<FeedPost>, editing: FeedEditing, patch: &Patch<FeedPost>) -> Changes<FeedPost> {
    let (post, counts) = tokio::join!(call.get(id), read_counts(call, id.cast()));
    let mut post = post?;
    post.body.counts = counts?.unwrap_or_default();
    let mut update = call.update_of(post)?.patched(patch)?;
    update.after.counts = update.present.counts;
    if update.is_unchanged() {
        return update.commit().await;
    }
    let editor = editing.editor(call, update.before.created_at)?;
    if editor == Editor::Author {
        require_published(update.present.status(), "id")?;
        let (author, location) = tokio::join!(
            welcome(call, &mut update.transaction, update.present.author_id, "author_id"),
            read_location(call, update.present.location_id),
        );
        let (author, location) = (author?, location?);
        // Nobody moves a post out of their own sight, or changes one that is there already.
        author.require(location.as_ref(), update.present.visibility, "author_id")?;
        author.require(location.as_ref(), update.after.visibility, "author_id")?;
    }
    update.after.check()?;
    if update.after.media != update.present.media {
        call.require_files(&update.after.media, media_at).await?;
    }
    let mut changes = CountChanges::default();
    let (before, after) = (&update.present.fields, &update.after.fields);
    if (&before.text, &before.media, &before.link) != (&after.text, &after.media, &after.link) {
        let edit = call.new_record(FeedEdit::of_post(id, &update.present, editor), None);
        update.transaction.create(&edit);
        changes.add(id.cast(), Counted::Edits, 1);
        update.after.edited_at = Some(call.now);
    }
    let after = update.next_version();
    entries::follow_post(call, &mut update.transaction, &after).await?;
    changes.write(&mut update.transaction);
    update.commit().await
}
