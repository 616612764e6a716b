//! Whom a comment names: active members of the place who see the post.

use records::Member;
use shared::together;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{audience::read_reader, targets::Target};

/// Refuses members who cannot be named on a post; those in `known` were named before.
///
/// # Errors
/// 422 naming each position: `reference_not_found`, `reference_archived`, or `not_visible`.
pub async fn check(
    work: &UnitOfWork,
    target: &Target,
    mentions: &[Id<Member>],
    known: &[Id<Member>],
) -> Result<(), ApiError> {
    let location = target.location.as_ref();
    let visibility = target.post.body.visibility;
    let named = mentions.iter().enumerate().filter(|(_, member)| !known.contains(member));
    let checks = named.map(|(position, member)| async move {
        let field = format!("mentions[{position}]");
        let viewer = read_reader(work, *member, &field).await?;
        if viewer.is_somebody_of(location) && viewer.sees(location, visibility) {
            return Ok(());
        }
        let message = "a comment names active members of the location who see the post";
        Err(ApiError::rule(field, "not_visible", message))
    });
    together::wait_for_all(checks).await.map(drop)
}
