use records::publication::RequireActive as _;
use shared::api::{Body, Call, Created, Creates, New};
use store::Record;

use crate::{
    records::{
        counts,
        post::{FeedPost, media_at},
        post_entry::FeedPostEntry,
    },
    rules::audience::welcome,
};

/// Makes a published post, which its author must be able to see.
pub async fn create(call: Call, Body(new): Body<New<FeedPost>>) -> Creates<FeedPost> {
    let post = FeedPost::from(new.fields);
    post.check()?;
    let mut transaction = call.transaction();
    let (location, author) = tokio::join!(
        async {
            match post.location_id {
                Some(id) => call.require_reference(id, "location_id").await.map(Some),
                None => Ok(None),
            }
        },
        welcome(&call, &mut transaction, post.author_id, "author_id"),
    );
    let location = location?;
    if let Some(location) = &location {
        location.body.check_active("location_id")?;
    }
    call.require_files(&post.media, media_at).await?;
    author?.require(location.as_ref(), post.visibility, "author_id")?;
    let entry = FeedPostEntry::of(&post);
    let post = call.new_record(post, new.metadata);
    transaction.create(&post);
    transaction.create(&Record { id: post.id.cast(), ..call.new_record(entry, None) });
    counts::begin(&mut transaction, post.id.cast());
    if let Some(location) = &location {
        transaction.require_active(location, "location_id");
    }
    call.commit(transaction, Created(post)).await
}
