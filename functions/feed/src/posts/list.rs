//! List posts: their entries are read, filtered and counted, and then the posts of the page.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists, Page},
    domain::{Id, Location, Member, audience::OfferAudience},
    store::List,
};

use crate::{
    records::{
        hiding::FeedStatus,
        post::{FeedPost, everywhere},
        post_entry::FeedPostEntry,
    },
    rules::{audience::reader, showing},
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

/// List feed posts
pub async fn list(call: Call, Listing { filter, paging }: Listing<FeedPostFilter>) -> Lists<FeedPost> {
    let mut seen = None;
    if let Some(member) = filter.visible_to {
        seen = reader(&call, member, "visible_to").await?.condition(&call).await?;
    }
    let published = filter.visible_to.map(|_| FeedStatus::Published);
    let narrowed = |list: List<FeedPostEntry>| {
        list.only("status", filter.status.as_ref())
            .only("status", published.as_ref())
            .only("visibility", filter.visibility.as_ref())
            .only("pinned", filter.pinned.as_ref())
            .matching(seen.clone())
    };
    let lists: Vec<_> = places(&filter).into_iter().map(narrowed).collect();
    let page = call.page_of(&lists, paging).await?;
    Ok(Page { data: showing::posts(&call, &page.data).await?, pagination: page.pagination })
}

/// The lists that have what is asked for, each post in one of them.
fn places(filter: &FeedPostFilter) -> Vec<List<FeedPostEntry>> {
    let (own, all) = (filter.location_id, everywhere());
    let wanted: Vec<Id<Location>> = match (own, filter.network_wide) {
        (Some(location), None) => vec![location, all],
        (Some(location), Some(false)) => vec![location],
        (_, Some(true)) => vec![all],
        (None, None | Some(false)) => Vec::new(),
    };
    let not_everywhere = Some(&all).filter(|_| own.is_none() && filter.network_wide == Some(false));
    if let Some(author) = &filter.author_id {
        let list = List::by(&FeedPostEntry::BY_AUTHOR, author);
        if wanted.is_empty() {
            return vec![list.without("place", not_everywhere)];
        }
        return wanted.iter().map(|place| list.clone().only("place", Some(place))).collect();
    }
    if wanted.is_empty() {
        return vec![List::by(&FeedPostEntry::ALL, &()).without("place", not_everywhere)];
    }
    wanted.iter().map(|place| List::by(&FeedPostEntry::BY_PLACE, place)).collect()
}
