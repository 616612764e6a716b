//! Likes: one of each member and post or comment, however often it is sent.

use records::Member;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{
    Body, Call, Changes, Committed, Data, Ensured, Listing, Lists, New, PathId, People, Route, Shows, retry,
};
use store::{List, Record, transaction::version_conflict};
use values::{
    ApiError,
    ErrorCode::{AlreadyExists, InvalidState, RuleViolation},
    Id,
};

use crate::{
    records::{
        counts::{CountChanges, Counted, Need},
        hiding::FeedStatus,
        like::FeedLike,
        target::TargetId,
    },
    rules::{
        audience::{read_reader, welcome},
        likes::remove,
        places::check_active,
        presence::{has_target, if_there, require_target},
        targets::Target,
    },
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_feed_likes", "/feed-likes", list)
            .described("Newest first. With `target_id` or `member_id` the list may lag a moment behind.")
            .refusing(&[RuleViolation]),
        Route::post("create_feed_like", "/feed-likes", create).people(People::Own("member_id"), &["target_id", "target_type"])
            .labelled("Like")
            .described(
                "Once for each member and post or comment: sent again it answers 200 with the same like, and nothing is counted twice.",
            )
            .refusing(&[InvalidState])
            .example(|| {
                json!({"target_type": "post", "target_id": "0199a000-0000-7000-8000-000000000001",
                    "member_id": "0199a000-0000-7000-8000-000000000002"})
            }),
        Route::get("get_feed_like", "/feed-likes/{id}", get),
        Route::delete("delete_feed_like", "/feed-likes/{id}", delete).people(People::Own(""), &[]).described("The member does not like it any more."),
    ]
}

/// A like that was made, or that was there.
type Likes = Result<Committed<Ensured<Record<FeedLike>>>, ApiError>;

/// Makes the like of a member, or shows the one that is there.
async fn create(call: Call, Body(new): Body<New<FeedLike>>) -> Likes {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<FeedLike>) -> Likes {
    let like = new.fields.clone();
    let mut transaction = call.transaction();
    let (target, there, member) = tokio::join!(
        Target::find_named(call, like.target_type, like.target_id, "target_id"),
        find_existing(call, &like),
        welcome(call, &mut transaction, like.member_id, "member_id"),
    );
    let target = target?;
    if let Some(there) = there? {
        return call.unchanged(Ensured::There(there));
    }
    let member = member?;
    target.require_known(call, &member, "target_id")?;
    target.require_published("target_id")?;
    check_active(target.location.as_ref(), "target_id")?;
    member.require(target.location.as_ref(), target.post.body.visibility, "member_id")?;
    let mut changes = CountChanges::default();
    changes.need(like.target_id, Need::Open);
    changes.add(like.target_id, Counted::Likes, 1);
    let like = call.new_record(like, new.metadata.clone());
    transaction.create(&like);
    changes.write(&mut transaction);
    match call.commit(transaction, Ensured::Made(like)).await {
        // Another request was first: its like is the answer.
        Err(error) if error.code == AlreadyExists => Err(version_conflict()),
        outcome => outcome,
    }
}

/// The like that a member gave before.
async fn find_existing(call: &Call, like: &FeedLike) -> Result<Option<Record<FeedLike>>, ApiError> {
    let holder = call.store.find_holder(call.tenant(), &like.key()).await?;
    match holder.as_deref().and_then(Id::parse) {
        Some(id) => Ok(call.store.find(call.tenant(), id).await?),
        None => Ok(None),
    }
}

/// Shows a like, unless what is liked was removed.
async fn get(call: Call, PathId(id): PathId<FeedLike>) -> Shows<FeedLike> {
    let like = call.get(id).await?;
    require_target(&call, like.body.target_id).await?;
    Ok(Data(like))
}

/// Takes a like back, which is gone then.
async fn delete(call: Call, PathId(id): PathId<FeedLike>) -> Changes<FeedLike> {
    remove(&call, id).await
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FeedLikeFilter {
    /// Only likes of this post or comment.
    target_id: Option<TargetId>,
    /// Only likes of this member.
    member_id: Option<Id<Member>>,
    /// Only what this member sees: likes of a post or comment that the member sees, or the member's own. Needs
    /// `target_id`, or the same `member_id`.
    visible_to: Option<Id<Member>>,
}

/// Lists likes, of something that a member sees or of one member.
async fn list(call: Call, Listing { filter, paging }: Listing<FeedLikeFilter>) -> Lists<FeedLike> {
    let likes = List::first_of([
        FeedLike::BY_TARGET.asked(filter.target_id.as_ref()),
        FeedLike::BY_MEMBER.asked(filter.member_id.as_ref()),
    ])
    .only("member_id", if filter.target_id.is_some() { filter.member_id.as_ref() } else { None });
    let mut is_shown = match filter.target_id {
        Some(target) if filter.visible_to.is_none() => has_target(&call, target).await?,
        Some(_) | None => true,
    };
    if let Some(member) = filter.visible_to {
        is_shown = match filter.target_id {
            Some(target) => is_seen(&call, target, member).await?,
            None if filter.member_id == Some(member) => read_reader(&call, member, "visible_to").await.map(|_| true)?,
            None => {
                let message = "visible_to needs target_id, or the same member_id";
                return Err(ApiError::rule("target_id", "required_with_visible_to", message));
            }
        };
    }
    call.page(if_there(likes, is_shown), paging).await
}

/// Whether a member sees the post or comment whose likes are asked for.
async fn is_seen(call: &Call, target: TargetId, member: Id<Member>) -> Result<bool, ApiError> {
    let viewer = read_reader(call, member, "visible_to").await?;
    let target = Target::find(call, target, "target_id").await?;
    let is_shown = target.status() == FeedStatus::Published;
    Ok(is_shown && viewer.sees(target.location.as_ref(), target.post.body.visibility))
}
