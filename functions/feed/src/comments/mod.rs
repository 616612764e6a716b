//! Comments: on a post, and answers to them, one level deep.

mod create;
mod list;
mod moderate;
mod update;

use serde_json::json;
use shared::api::{Call, Changes, Data, Listing, Lists, PathId, People, Route, Shows};
use store::List;
use values::{
    ErrorCode::{InvalidState, RuleViolation},
    Scope,
};

use crate::{
    records::{comment::FeedComment, edit::FeedEdit},
    rules::{deleting, presence::if_there, removing, showing::read_counts},
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_feed_comments", "/feed-comments", list::list).people(People::Own("visible_to"), &["post_id", "parent_comment_id", "roots"])
            .described(
                "Newest first; the list may lag a moment behind. `roots` leaves out answers, and `parent_comment_id` has those to one \
                 comment. What a hidden comment says is left out of what `visible_to` shows.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_feed_comment", "/feed-comments", create::create).people(People::Own("author_id"), &["mentions", "parent_comment_id", "post_id", "text"])
            .described(
                "An answer to an answer stands below the same comment as that one. Whoever writes it is not blocked and sees the post, and \
                 so do those whom it names.",
            )
            .refusing(&[InvalidState])
            .example(|| {
                json!({"post_id": "0199a000-0000-7000-8000-000000000001",
                    "author_id": "0199a000-0000-7000-8000-000000000002", "text": "I do!", "mentions": []})
            }),
        Route::get("get_feed_comment", "/feed-comments/{id}", get),
        Route::put("update_feed_comment", "/feed-comments/{id}", update::update).people(People::Own(""), &["mentions", "text"])
            .described(
                "Fields that are left out stay as they are. Authors change their comments within 24 hours, and moderators always, with \
                 the scope `feed:moderate`. What it said before is kept.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"text": "I do, and I bring a friend."})),
        Route::delete("delete_feed_comment", "/feed-comments/{id}", delete).people(People::Own(""), &[])
            .described(
                "Of one that has answers it is left that there was one: its status is `removed`, until its last answer is deleted.",
            )
            .refusing(&[InvalidState]),
        Route::get("list_feed_comment_edits", "/feed-comments/{id}/edits", list_edits)
            .described("What it said before each change, newest first; the list may lag a moment behind."),
        Route::post("hide_feed_comment", "/feed-comments/{id}/hide", moderate::hide)
            .needing(Scope::FEED_MODERATE)
            .described("No member reads it, answers or likes it, and it is not counted. Its open reports are upheld.")
            .refusing(&[InvalidState]),
        Route::post("restore_feed_comment", "/feed-comments/{id}/restore", moderate::restore)
            .needing(Scope::FEED_MODERATE)
            .described("It is shown again, whoever hid it. Its open reports are dismissed.")
            .refusing(&[InvalidState]),
    ]
}

/// Shows a comment with its numbers of likes and answers.
async fn get(call: Call, PathId(id): PathId<FeedComment>) -> Shows<FeedComment> {
    let (comment, counts) = tokio::join!(call.get(id), read_counts(&call, id.cast()));
    let mut comment = comment?;
    // What stands on a post that is being removed is removed, too.
    call.get(comment.body.post_id).await?;
    comment.body.counts = counts?.unwrap_or_default();
    Ok(Data(comment))
}

/// Deletes a comment, or empties it as long as it has answers.
async fn delete(call: Call, PathId(id): PathId<FeedComment>) -> Changes<FeedComment> {
    let answer = deleting::comment(&call, id).await?;
    // On the heap: few requests get here. What is left when the time is over is the sweep's.
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(removing::go_on(&call, id.cast()))).await);
    Ok(answer)
}

/// Filters of the list.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedCommentEditFilter {}

/// List feed comment edits
async fn list_edits(
    call: Call,
    PathId(id): PathId<FeedComment>,
    Listing { paging, .. }: Listing<FeedCommentEditFilter>,
) -> Lists<FeedEdit> {
    let comment = call.get(id).await?;
    // What stands on a post that is being removed is removed, too.
    call.get(comment.body.post_id).await?;
    let edits = List::by(&FeedEdit::BY_TARGET, &id.cast());
    call.page(if_there(edits, comment.body.removed_at.is_none()), paging).await
}
