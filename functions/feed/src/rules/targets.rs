//! The post or comment that a request names.

use records::{Location, Member};
use store::{Either, Record, RecordSet};
use values::{ApiError, ErrorCode, Id};
use work::{UnitOfWork, auth::Standpoint};

use super::{audience::Viewer, places::read_location};
use crate::records::{
    comment::FeedComment,
    hiding::FeedStatus,
    post::FeedPost,
    target::{TargetId, TargetType},
};

/// A post, or a comment on one.
#[derive(Clone, Debug)]
pub struct Target {
    /// The post itself, or that of the comment.
    pub post: Record<FeedPost>,
    /// The comment, when it is one.
    pub comment: Option<Record<FeedComment>>,
    /// Where the post is, unless it is everywhere.
    pub location: Option<Record<Location>>,
}

impl Target {
    /// What fields of the request name, of this type.
    ///
    /// # Errors
    /// 422 naming `field`: `reference_not_found`, or `reference_archived` when it was removed.
    pub async fn find_named(
        work: &UnitOfWork,
        target_type: TargetType,
        id: TargetId,
        field: &str,
    ) -> Result<Self, ApiError> {
        let target = Self::find(work, id, field).await?;
        match (target_type, &target.comment) {
            (TargetType::Post, None) | (TargetType::Comment, Some(_)) => Ok(target),
            (TargetType::Post, Some(_)) | (TargetType::Comment, None) => Err(ApiError::reference_not_found(field)),
        }
    }

    /// What a field of the request names, whichever it is.
    ///
    /// # Errors
    /// As [`Self::find_named`].
    pub async fn find(work: &UnitOfWork, id: TargetId, field: &str) -> Result<Self, ApiError> {
        let (posts, comments) = (id.cast::<FeedPost>(), id.cast::<FeedComment>());
        let found = work.store.find_either(work.tenant(), posts, comments, &[RecordSet::Live]).await?;
        match found {
            Some(Either::First(post)) => Self::read_of_post(work, post).await,
            Some(Either::Second(comment)) => Self::read_of_comment(work, comment, field).await,
            None => Err(work.explain_missing_reference(posts, field).await),
        }
    }

    /// A post that was read.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_of_post(work: &UnitOfWork, post: Record<FeedPost>) -> Result<Self, ApiError> {
        let location = read_location(work, post.body.location_id).await?;
        Ok(Self { post, comment: None, location })
    }

    /// A comment that was read. What stands on a removed post is removed, too.
    ///
    /// # Errors
    /// 422 `reference_archived` naming `field`.
    pub async fn read_of_comment(
        work: &UnitOfWork,
        comment: Record<FeedComment>,
        field: &str,
    ) -> Result<Self, ApiError> {
        let post = work.store.find(work.tenant(), comment.body.post_id).await?;
        let Some(post) = post else {
            return Err(work.explain_missing_reference(comment.body.post_id, field).await);
        };
        Ok(Self { comment: Some(comment), ..Self::read_of_post(work, post).await? })
    }

    /// Identifier of the comment, or else of the post.
    #[must_use]
    pub fn id(&self) -> TargetId {
        self.comment.as_ref().map_or_else(|| self.post.id.cast(), |comment| comment.id.cast())
    }

    /// Member who wrote the comment, or else the post.
    #[must_use]
    pub fn author(&self) -> Id<Member> {
        self.comment.as_ref().map_or(self.post.body.author_id, |comment| comment.body.author_id)
    }

    /// Whether it is shown, of a comment also whether its post is.
    #[must_use]
    pub fn status(&self) -> FeedStatus {
        match (self.post.body.status(), &self.comment) {
            (FeedStatus::Published, Some(comment)) => comment.body.status(),
            (status, _) => status,
        }
    }

    /// For a customer who acts by a session, what they do not see does not exist.
    ///
    /// # Errors
    /// 422 `reference_not_found` naming `field`, as for what nobody wrote.
    pub fn require_known(&self, work: &UnitOfWork, person: &Viewer, field: &str) -> Result<(), ApiError> {
        let is_customer = matches!(work.caller.standpoint(), Some(Standpoint::Customer(_)));
        let is_seen =
            self.status() == FeedStatus::Published && person.sees(self.location.as_ref(), self.post.body.visibility);
        if is_seen || !is_customer || self.author() == person.member.id {
            return Ok(());
        }
        Err(ApiError::reference_not_found(field))
    }

    /// Refuses what is not shown.
    ///
    /// # Errors
    /// 409 `invalid_state` naming `field` and the state.
    pub fn require_published(&self, field: &str) -> Result<(), ApiError> {
        require_published(self.status(), field)
    }
}

/// Refuses what is not shown.
///
/// # Errors
/// 409 `invalid_state` naming `field` and the state.
pub fn require_published(status: FeedStatus, field: &str) -> Result<(), ApiError> {
    let (reason, message) = match status {
        FeedStatus::Published => return Ok(()),
        FeedStatus::Hidden => ("hidden", "it is hidden"),
        FeedStatus::Removed => ("removed", "it was removed"),
    };
    Err(ApiError::conflict(ErrorCode::InvalidState, message).at(field, reason))
}
