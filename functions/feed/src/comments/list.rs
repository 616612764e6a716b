//! List comments: their entries are read, filtered and counted, and then the comments of the page.

use records::Member;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, Page};
use store::List;
use values::{ApiError, Id};

use crate::{
    records::{
        comment::FeedComment, comment_entry::FeedCommentEntry, hiding::FeedStatus, post::FeedPost, target::TargetId,
    },
    rules::{
        audience::read_reader,
        presence::{has_comment, has_post, if_there},
        showing,
        targets::Target,
    },
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedCommentFilter {
    /// Only comments on this post.
    post_id: Option<Id<FeedPost>>,
    /// Only answers to this comment.
    parent_comment_id: Option<Id<FeedComment>>,
    /// Only comments on the post itself, or only answers.
    roots: Option<bool>,
    /// Only comments of this author.
    author_id: Option<Id<Member>>,
    /// Only comments that name this member.
    mentioned_id: Option<Id<Member>>,
    /// Only comments in this state.
    status: Option<FeedStatus>,
    /// Only what this member sees; needs `post_id` or `parent_comment_id`.
    visible_to: Option<Id<Member>>,
}

/// Lists comments, newest first; without what hidden ones say for `visible_to`.
pub async fn list(call: Call, Listing { filter, paging }: Listing<FeedCommentFilter>) -> Lists<FeedComment> {
    let is_shown = match filter.visible_to {
        Some(member) => is_seen(&call, &filter, member).await?,
        None => true,
    } && is_there(&call, &filter).await?;
    // Whom a hidden comment names is part of what it says.
    let published = filter.visible_to.and(filter.mentioned_id).map(|_| FeedStatus::Published);
    let roots_of = if filter.roots == Some(true) { filter.post_id } else { None };
    let roots_of = roots_of.map(|post| -> TargetId { post.cast() });
    let parent = filter.parent_comment_id.map(|parent| -> TargetId { parent.cast() });
    let mut entries = List::first_of([
        FeedCommentEntry::BY_PARENT.asked(parent.as_ref()),
        FeedCommentEntry::BY_MENTIONED.asked(filter.mentioned_id.as_ref()),
        FeedCommentEntry::BY_PARENT.asked(roots_of.as_ref()),
        FeedCommentEntry::BY_POST.asked(filter.post_id.as_ref()),
        FeedCommentEntry::BY_AUTHOR.asked(filter.author_id.as_ref()),
    ])
    .only("post_id", filter.post_id.as_ref())
    .only("author_id", filter.author_id.as_ref())
    .containing("mentions", filter.mentioned_id.as_ref())
    .only("status", filter.status.as_ref())
    .only("status", published.as_ref());
    if let Some(roots) = filter.roots {
        let none: Option<Id<FeedComment>> = None;
        entries = if roots {
            entries.only("parent_comment_id", Some(&none))
        } else {
            entries.without("parent_comment_id", Some(&none))
        };
    }
    let page = call.page(if_there(entries, is_shown), paging).await?;
    let data = showing::read_comments(&call, &page.data, filter.visible_to.is_some()).await?;
    Ok(Page { data, pagination: page.pagination })
}

/// Whether that whose comments are asked for is there.
async fn is_there(call: &Call, filter: &FeedCommentFilter) -> Result<bool, ApiError> {
    match (filter.post_id, filter.parent_comment_id) {
        (_, Some(parent)) => has_comment(call, parent).await,
        (Some(post), None) => has_post(call, post).await,
        (None, None) => Ok(true),
    }
}

/// Whether a member sees the post whose comments are asked for.
async fn is_seen(call: &Call, filter: &FeedCommentFilter, member: Id<Member>) -> Result<bool, ApiError> {
    let viewer = read_reader(call, member, "visible_to").await?;
    let (id, field): (TargetId, _) = match (filter.post_id, filter.parent_comment_id) {
        (Some(post), _) => (post.cast(), "post_id"),
        (None, Some(parent)) => (parent.cast(), "parent_comment_id"),
        (None, None) => {
            let message = "visible_to needs post_id or parent_comment_id";
            return Err(ApiError::rule("post_id", "required_with_visible_to", message));
        }
    };
    let target = Target::find(call, id, field).await?;
    let is_shown = target.post.body.status() == FeedStatus::Published;
    Ok(is_shown && viewer.sees(target.location.as_ref(), target.post.body.visibility))
}
