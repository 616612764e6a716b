//! Whether a feed still shows something: the person whom it shows, and the one who made it, must still be there and may
//! see what it shows.

use records::{
    Location, Member,
    member::{MemberRole, MemberStatus},
};
use scheduling::Resource;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::feed::CalendarFeed;

/// Whether the feed is shown.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn may_read(work: &UnitOfWork, feed: &CalendarFeed) -> Result<bool, ApiError> {
    if let Some(member) = feed.fields.member_id
        && active(work, member).await?.is_none()
    {
        return Ok(false);
    }
    let Some(maker) = feed.made_by else { return Ok(true) };
    let Some(maker) = active(work, maker).await? else { return Ok(false) };
    Ok(match maker.body.fields.role {
        MemberRole::Owner | MemberRole::Admin => true,
        MemberRole::Member => feed.fields.member_id == Some(maker.id),
        MemberRole::Manager => feed.fields.member_id == Some(maker.id) || runs(work, feed, &maker).await?,
    })
}

async fn runs(work: &UnitOfWork, feed: &CalendarFeed, maker: &Record<Member>) -> Result<bool, ApiError> {
    let own = |location: Id<Location>| maker.body.fields.location_ids.contains(&location);
    if let Some(location) = feed.fields.location_id {
        return Ok(own(location));
    }
    if let Some(resource) = feed.fields.resource_id {
        let resource: Option<Record<Resource>> = work.store.find(work.tenant(), resource).await?;
        return Ok(resource.is_some_and(|resource| own(resource.body.location_id)));
    }
    Ok(feed.fields.events || feed.fields.member_id.is_some())
}

async fn active(work: &UnitOfWork, id: Id<Member>) -> Result<Option<Record<Member>>, ApiError> {
    let member = work.store.find(work.tenant(), id).await?;
    Ok(member.filter(|member| member.body.status == MemberStatus::Active))
}
