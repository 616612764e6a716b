mod create;
mod list;
mod moderate;
mod pin;
mod update;

use serde_json::{Value, json};
use shared::api::{Call, Changes, Data, Listing, Lists, PathId, People, Route, Shows};
use store::List;
use values::{
    ErrorCode::{CapacityExceeded, InvalidState, RuleViolation},
    Scope,
};

use crate::{
    records::{edit::FeedEdit, post::FeedPost},
    rules::{deleting, removing, showing::read_counts},
};

fn example() -> Value {
    json!({"location_id": "0199a000-0000-7000-8000-000000000001", "author_id": "0199a000-0000-7000-8000-000000000002",
        "text": "Who joins for lunch at the canal?", "visibility": "public",
        "link": {"url": "https://example.com/menu", "title": "Today's menu"}})
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_feed_posts", "/feed-posts", list::list).people(People::Own("visible_to"), &["location_id", "author_id", "pinned"])
            .described(
                "Pinned posts first, the others newest first; the list may lag a moment behind. With `location_id` it has the posts of \
                 the location and those that are everywhere. `visible_to` shows what this member sees.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_feed_post", "/feed-posts", create::create).people(People::Own("author_id"), &["link", "location_id", "media", "text", "visibility"])
            .described(
                "At a location, or everywhere without `location_id`. It has a text, or something in `media`. Whoever writes it is not \
                 blocked and sees it.",
            )
            .example(example),
        Route::get("get_feed_post", "/feed-posts/{id}", get),
        Route::put("update_feed_post", "/feed-posts/{id}", update::update).people(People::Own(""), &["link", "media", "text", "visibility"])
            .described(
                "Fields that are left out stay as they are. Authors change their posts within 24 hours, and moderators always, with the \
                 scope `feed:moderate`. What it said before is kept.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"text": "Who joins for lunch at the canal? We meet at noon."})),
        Route::delete("delete_feed_post", "/feed-posts/{id}", delete).people(People::Own(""), &[])
            .described("Its comments, likes and reports go with it; of many, that goes on after the answer."),
        Route::get("list_feed_post_edits", "/feed-posts/{id}/edits", list_edits)
            .described("What it said before each change, newest first; the list may lag a moment behind."),
        Route::post("pin_feed_post", "/feed-posts/{id}/pin", pin::pin)
            .needing(Scope::FEED_MODERATE)
            .described(
                "It stands before the others. At most three posts of a location are pinned, and three of those that are everywhere. One \
                 that is pinned stays as it is.",
            )
            .refusing(&[CapacityExceeded, InvalidState]),
        Route::post("unpin_feed_post", "/feed-posts/{id}/unpin", pin::unpin)
            .needing(Scope::FEED_MODERATE)
            .described("It stands where it was made. One that is not pinned stays as it is."),
        Route::post("hide_feed_post", "/feed-posts/{id}/hide", moderate::hide)
            .needing(Scope::FEED_MODERATE)
            .described(
                "No member sees it, comments on it or likes it, and it is no longer pinned. Its open reports are upheld.",
            ),
        Route::post("restore_feed_post", "/feed-posts/{id}/restore", moderate::restore)
            .needing(Scope::FEED_MODERATE)
            .described("It is shown again, whoever hid it. Its open reports are dismissed."),
    ]
}

/// Shows a post with its numbers of likes and comments.
async fn get(call: Call, PathId(id): PathId<FeedPost>) -> Shows<FeedPost> {
    let (post, counts) = tokio::join!(call.get(id), read_counts(&call, id.cast()));
    let mut post = post?;
    post.body.counts = counts?.unwrap_or_default();
    Ok(Data(post))
}

/// Deletes a post, and what belongs to it as far as the request's time allows.
async fn delete(call: Call, PathId(id): PathId<FeedPost>) -> Changes<FeedPost> {
    let answer = deleting::post(&call, id).await?;
    // On the heap: few requests get here. What is left when the time is over is the sweep's.
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(removing::go_on(&call, id.cast()))).await);
    Ok(answer)
}

/// Filters of the list.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedPostEditFilter {}

/// List feed post edits
async fn list_edits(
    call: Call,
    PathId(id): PathId<FeedPost>,
    Listing { paging, .. }: Listing<FeedPostEditFilter>,
) -> Lists<FeedEdit> {
    call.get(id).await?;
    call.page(List::by(&FeedEdit::BY_TARGET, &id.cast()), paging).await
}
