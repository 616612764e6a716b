//! What of a feed is still shown: the person whom it shows, and the one who made it, must still be there and may see what
//! it shows.

use records::{
    Location, Member,
    member::{MemberRole, MemberStatus},
};
use scheduling::Resource;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::feed::CalendarFeed;

/// What of a feed is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing: the feed is not there.
    Nothing,
    /// All of it.
    All,
    /// What is at these locations, because its maker runs no others.
    At(Vec<Id<Location>>),
}

impl Shown {
    /// Whether what is at a location is shown.
    #[must_use]
    pub fn has(&self, location: Id<Location>) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::At(locations) => locations.contains(&location),
        }
    }
}

/// What of the feed is shown by now.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn shown(work: &UnitOfWork, feed: &CalendarFeed) -> Result<Shown, ApiError> {
    let member = match feed.fields.member_id {
        Some(member) => match active(work, member).await? {
            Some(member) => Some(member),
            None => return Ok(Shown::Nothing),
        },
        None => None,
    };
    let Some(maker) = feed.made_by else { return Ok(Shown::All) };
    let Some(maker) = active(work, maker).await? else { return Ok(Shown::Nothing) };
    match maker.body.fields.role {
        MemberRole::Owner | MemberRole::Admin => Ok(Shown::All),
        _ if feed.fields.member_id == Some(maker.id) => Ok(Shown::All),
        MemberRole::Member => Ok(Shown::Nothing),
        MemberRole::Manager => shown_to_manager(work, feed, (&maker.body, member.as_ref())).await,
    }
}

/// What a manager sees: the places that the manager runs now, and of a member who belongs to one of them what is there.
async fn shown_to_manager(
    work: &UnitOfWork,
    feed: &CalendarFeed,
    (maker, member): (&Member, Option<&Record<Member>>),
) -> Result<Shown, ApiError> {
    let own = &maker.fields.location_ids;
    if let Some(member) = member {
        let is_seen = member.body.fields.location_ids.iter().any(|location| own.contains(location));
        return Ok(if is_seen { Shown::At(own.clone()) } else { Shown::Nothing });
    }
    let place = match (feed.fields.location_id, feed.fields.resource_id) {
        (Some(location), _) => Some(location),
        (None, Some(resource)) => {
            let resource: Option<Record<Resource>> = work.store.find(work.tenant(), resource).await?;
            resource.map(|resource| resource.body.location_id)
        }
        (None, None) => None,
    };
    let is_seen = feed.fields.events || place.is_some_and(|place| own.contains(&place));
    Ok(if is_seen { Shown::All } else { Shown::Nothing })
}

async fn active(work: &UnitOfWork, id: Id<Member>) -> Result<Option<Record<Member>>, ApiError> {
    let member = work.store.find(work.tenant(), id).await?;
    Ok(member.filter(|member| member.body.status == MemberStatus::Active))
}
