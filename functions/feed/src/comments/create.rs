use shared::api::{Body, Call, Created, Creates, New, retry};
use store::Record;
use values::{ApiError, Id};

use crate::{
    records::{
        comment::FeedComment,
        comment_entry::FeedCommentEntry,
        counts::{self, CountChanges, Counted, Need},
        post::FeedPost,
    },
    rules::{
        audience::welcome,
        mentions,
        places::check_active,
        targets::{Target, require_published},
    },
};

/// Makes a published comment on a post, or an answer to a comment.
pub async fn create(call: Call, Body(new): Body<New<FeedComment>>) -> Creates<FeedComment> {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<FeedComment>) -> Creates<FeedComment> {
    let mut comment = FeedComment::from(new.fields.clone());
    comment.check()?;
    let mut transaction = call.transaction();
    let (post, root, author) = tokio::join!(
        async { Target::read_of_post(call, call.require_reference(comment.post_id, "post_id").await?).await },
        find_root(call, comment.parent_comment_id, comment.post_id),
        welcome(call, &mut transaction, comment.author_id, "author_id"),
    );
    let post = post?;
    let author = author?;
    post.require_known(call, &author, "post_id")?;
    post.require_published("post_id")?;
    check_active(post.location.as_ref(), "post_id")?;
    comment.parent_comment_id = root?;
    author.require(post.location.as_ref(), post.post.body.visibility, "author_id")?;
    mentions::check(call, &post, &comment.mentions, &[]).await?;
    let mut changes = CountChanges::default();
    changes.need(comment.post_id.cast(), Need::Open);
    changes.add(comment.post_id.cast(), Counted::Comments, 1);
    changes.add(comment.post_id.cast(), Counted::Children, 1);
    if let Some(root) = comment.parent_comment_id {
        changes.need(root.cast(), Need::Answerable);
        changes.add(root.cast(), Counted::Comments, 1);
        changes.add(root.cast(), Counted::Children, 1);
    }
    let entry = FeedCommentEntry::of(&comment);
    let comment = call.new_record(comment, new.metadata.clone());
    transaction.create(&comment);
    transaction.create(&Record { id: comment.id.cast(), ..call.new_record(entry, None) });
    counts::begin(&mut transaction, comment.id.cast());
    changes.write(&mut transaction);
    call.commit(transaction, Created(comment)).await
}

/// The comment below which an answer to this one stands.
async fn find_root(
    call: &Call,
    parent: Option<Id<FeedComment>>,
    post: Id<FeedPost>,
) -> Result<Option<Id<FeedComment>>, ApiError> {
    let field = "parent_comment_id";
    let Some(parent) = parent else { return Ok(None) };
    let parent = call.require_reference(parent, field).await?;
    if parent.body.post_id != post {
        return Err(ApiError::rule(field, "other_post", "the comment stands on another post"));
    }
    require_published(parent.body.status(), field)?;
    Ok(Some(parent.body.parent_comment_id.unwrap_or(parent.id)))
}
