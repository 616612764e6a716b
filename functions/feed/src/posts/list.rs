//! List posts: their entries are read, filtered and counted, and then the posts of the page.

use records::{Location, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, Page};
use store::{Expression, List, Record};
use values::{ApiError, Id, audience::OfferAudience};

use crate::{
    records::{
        hiding::FeedStatus,
        post::{FeedPost, everywhere},
        post_entry::FeedPostEntry,
    },
    rules::{
        audience::{Viewer, read_reader},
        places::read_location,
        showing,
    },
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedPostFilter {
    /// Only posts of this location, and those that are everywhere.
    location_id: Option<Id<Location>>,
    /// Only posts that are everywhere, or only those that are not.
    network_wide: Option<bool>,
    /// Only posts of this author.
    author_id: Option<Id<Member>>,
    /// Only posts in this state.
    status: Option<FeedStatus>,
    /// Only posts with this visibility.
    visibility: Option<OfferAudience>,
    /// Only pinned, or only other posts.
    pinned: Option<bool>,
    /// Only published posts that this member sees.
    visible_to: Option<Id<Member>>,
}

/// Lists posts, pinned ones first, the others newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<FeedPostFilter>) -> Lists<FeedPost> {
    let viewer = match filter.visible_to {
        Some(member) => Some(read_viewer(&call, member, filter.location_id).await?),
        None => None,
    };
    let published = filter.visible_to.map(|_| FeedStatus::Published);
    let mut lists = Vec::new();
    for (place, list) in places(&filter) {
        let seen = match &viewer {
            Some((viewer, location)) => read_condition(&call, viewer, place, location.as_ref()).await?,
            None => None,
        };
        let list = list.only("status", filter.status.as_ref()).only("status", published.as_ref());
        let list = list.only("visibility", filter.visibility.as_ref()).only("pinned", filter.pinned.as_ref());
        lists.push(list.matching(seen));
    }
    let page = call.page(lists, paging).await?;
    Ok(Page { data: showing::read_posts(&call, &page.data).await?, pagination: page.pagination })
}

/// The member for whom the list is made, and the location whose posts are asked for.
async fn read_viewer(
    call: &Call,
    member: Id<Member>,
    location: Option<Id<Location>>,
) -> Result<(Viewer, Option<Record<Location>>), ApiError> {
    let (viewer, location) = tokio::join!(read_reader(call, member, "visible_to"), read_location(call, location));
    Ok((viewer?, location?))
}

/// The condition of the posts that the person sees at a place, or in all of them.
async fn read_condition(
    call: &Call,
    viewer: &Viewer,
    place: Option<Id<Location>>,
    location: Option<&Record<Location>>,
) -> Result<Option<Expression>, ApiError> {
    match place {
        None => viewer.read_condition(call, "visible_to").await,
        Some(place) => Ok(viewer.condition_at(location.filter(|location| location.id == place))),
    }
}

/// The lists that have what is asked for, each post in one of them, with the place when all of it is at one.
fn places(filter: &FeedPostFilter) -> Vec<(Option<Id<Location>>, List<FeedPostEntry>)> {
    let (own, all) = (filter.location_id, everywhere());
    let wanted: Vec<Id<Location>> = match (own, filter.network_wide) {
        (Some(location), None) => vec![location, all],
        (Some(location), Some(false)) => vec![location],
        (_, Some(true)) => vec![all],
        (None, None | Some(false)) => Vec::new(),
    };
    let not_everywhere = if own.is_none() && filter.network_wide == Some(false) { Some(&all) } else { None };
    if let Some(author) = &filter.author_id {
        let list = List::by(&FeedPostEntry::BY_AUTHOR, author);
        if wanted.is_empty() {
            return vec![(None, list.without("place", not_everywhere))];
        }
        return wanted.iter().map(|place| (Some(*place), list.clone().only("place", Some(place)))).collect();
    }
    if wanted.is_empty() {
        return vec![(None, List::by(&FeedPostEntry::ALL, &()).without("place", not_everywhere))];
    }
    wanted.iter().map(|place| (Some(*place), List::by(&FeedPostEntry::BY_PLACE, place))).collect()
}
