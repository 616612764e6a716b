//! Pin posts, at most three of a place.

use shared::api::{Call, Changes, PathId, Update, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::post::FeedPost,
    rules::{entries, showing::read_counts, targets::require_published},
};

/// Most pinned posts of a location, and of those that are everywhere.
const PINS_MAX: i64 = 3;

/// Pins a published post before the others of its place, at most three.
pub async fn pin(call: Call, PathId(id): PathId<FeedPost>) -> Changes<FeedPost> {
    retry(&call, || async {
        let mut update = read_for_change(&call, id).await?;
        require_published(update.present.status(), "id")?;
        if update.present.pinned_at.is_none() {
            update.after.pinned_at = Some(call.now);
            let full = ApiError::conflict(ErrorCode::CapacityExceeded, "three posts are pinned there already");
            let pins = FeedPost::pins(update.after.place());
            update.transaction.add_up_to(&pins, 1, PINS_MAX, full.at("id", "pins_full"));
        }
        follow(&call, update).await
    })
    .await
}

/// Unpins a post; one that is not pinned stays as it is.
pub async fn unpin(call: Call, PathId(id): PathId<FeedPost>) -> Changes<FeedPost> {
    retry(&call, || async {
        let mut update = read_for_change(&call, id).await?;
        if update.after.pinned_at.take().is_some() {
            update.transaction.add(&FeedPost::pins(update.after.place()), -1);
        }
        follow(&call, update).await
    })
    .await
}

async fn read_for_change(call: &Call, id: Id<FeedPost>) -> Result<Update<'_, FeedPost>, ApiError> {
    let (post, counts) = tokio::join!(call.get(id), read_counts(call, id.cast()));
    let mut post = post?;
    post.body.counts = counts?.unwrap_or_default();
    call.update_of(post)
}

async fn follow(call: &Call, mut update: Update<'_, FeedPost>) -> Changes<FeedPost> {
    if !update.is_unchanged() {
        let after = update.next_version();
        entries::follow_post(call, &mut update.transaction, &after).await?;
    }
    update.commit().await
}
