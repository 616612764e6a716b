//! Get who is at a location now, as far as bookings tell.

use std::collections::{BTreeSet, HashMap};

use records::{CheckIn, Location, Member};
use scheduling::{Booking, Resource, visits};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use store::Record;
use values::{ApiError, Id, Name, Timestamp};

use crate::{
    checked_in,
    presence::Presence,
    under_way::{bookings_now, resources_of},
};

/// Most resources that the answer lists.
const TOLD_MAX: usize = 100;

/// Who is at a location now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Occupancy {
    /// Location whose present people are counted.
    location_id: Id<Location>,
    /// The instant of all figures.
    as_of: Timestamp,
    /// Everybody together; a booking of several resources is counted once.
    #[serde(flatten)]
    present: Presence,
    /// People who have checked in at the location itself; one who has checked in to a booking too is in both figures.
    check_ins_open: usize,
    /// Visitors who are on site.
    visitors_on_site: usize,
    /// Everybody who is there, once: people of bookings that are checked in, people who have checked in at the location and belong to
    /// no such booking, and visitors.
    people_on_site: i64,
    /// Resources with bookings that are checked in or under way.
    resources_in_use: usize,
    /// People for whom the active resources have room, as far as they state a capacity; parts not beside their whole.
    capacity: u64,
    /// The resources in use, by name, at most 100; a booking of several resources is in each of them.
    by_resource: Vec<ResourceOccupancy>,
}

/// Who uses a resource now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResourceOccupancy {
    /// Resource of the location that these figures are about.
    resource_id: Id<Resource>,
    /// What people call it.
    name: Name,
    /// Most people at a time; no limit when null.
    capacity: Option<u32>,
    /// Numbers of people and bookings, checked in and expected.
    #[serde(flatten)]
    present: Presence,
}

/// Counts the people who are at a location now.
pub async fn get(call: Call, PathId(id): PathId<Location>) -> Result<Data<Plain<Occupancy>>, ApiError> {
    let (location, resources, checked_in, visitors) = tokio::join!(
        call.get(id),
        resources_of(&call, id),
        checked_in::by_index(&call, id),
        visits::on_site(&call, id)
    );
    let (location, resources, checked_in, visitors) = (location?, resources?, checked_in?, visitors?);
    let now_there = bookings_now(&call, &resources).await?;
    let ids: BTreeSet<Id<Booking>> = now_there.values().flatten().copied().collect();
    let bookings = call.store.find_all(&call.caller.tenant, &Vec::from_iter(ids)).await?;
    let present: HashMap<Id<Booking>, Presence> =
        bookings.iter().filter_map(|booking| Some((booking.id, Presence::of(&booking.body, call.now)?))).collect();
    let mut by_resource: Vec<ResourceOccupancy> = Vec::new();
    for resource in &resources {
        let ids = now_there.get(&resource.id).into_iter().flatten();
        let there: Vec<Presence> = ids.filter_map(|id| present.get(id).copied()).collect();
        if !there.is_empty() {
            let (name, capacity) = (resource.body.name.clone(), resource.body.capacity);
            let present = there.into_iter().sum();
            by_resource.push(ResourceOccupancy { resource_id: resource.id, name, capacity, present });
        }
    }
    let resources_in_use = by_resource.len();
    let present: Presence = present.into_values().sum();
    let alone = checked_in.len() - also_by_booking(&bookings, &checked_in, call.now);
    let others = i64::try_from(alone.saturating_add(visitors.len())).unwrap_or(i64::MAX);
    let repeated = repeated(&call, &bookings).await?;
    by_resource.sort_by(|left, right| left.name.as_str().cmp(right.name.as_str()));
    by_resource.truncate(TOLD_MAX);
    Ok(Data(Plain(Occupancy {
        location_id: location.id,
        as_of: call.now,
        present,
        check_ins_open: checked_in.len(),
        visitors_on_site: visitors.len(),
        people_on_site: present.people_checked_in().saturating_sub(repeated).saturating_add(others),
        resources_in_use,
        capacity: capacity(&resources),
        by_resource,
    })))
}

/// How often members count who have checked in to several bookings, beyond once each. Of a company that books it is not known who came.
async fn repeated(call: &Call, bookings: &[Record<Booking>]) -> Result<i64, ApiError> {
    let there = bookings.iter().filter(|one| Presence::of(&one.body, call.now).is_some_and(Presence::is_checked_in));
    let mut persons: HashMap<Id<Member>, i64> = HashMap::new();
    for booking in there {
        *persons.entry(booking.body.member_id.unwrap_or_else(|| booking.body.customer_id.cast())).or_default() += 1;
    }
    persons.retain(|_, bookings| *bookings > 1);
    if persons.is_empty() {
        return Ok(0);
    }
    let members = call.store.find_all_any(call.tenant(), &persons.keys().copied().collect::<Vec<_>>()).await?;
    Ok(members.iter().filter_map(|member| persons.get(&member.id)).map(|bookings| bookings - 1).sum())
}

/// How many of those who have checked in at the location are there by a booking that is checked in, too.
fn also_by_booking(bookings: &[Record<Booking>], checked_in: &[Record<CheckIn>], now: Timestamp) -> usize {
    let there = bookings.iter().filter(|booking| Presence::of(&booking.body, now).is_some_and(Presence::is_checked_in));
    let persons: BTreeSet<Id<()>> =
        there.map(|booking| booking.body.member_id.map_or(booking.body.customer_id.cast(), Id::cast)).collect();
    checked_in.iter().filter(|check_in| persons.contains(&check_in.body.member_id.cast())).count()
}

/// Room for people; a parent that states its capacity speaks for its children.
fn capacity(resources: &[Record<Resource>]) -> u64 {
    let stated = |resource: &Record<Resource>| resource.body.capacity.filter(|_| resource.body.is_active);
    let parents: BTreeSet<Id<Resource>> =
        resources.iter().filter(|resource| stated(resource).is_some()).map(|resource| resource.id).collect();
    let counts =
        |resource: &&Record<Resource>| resource.body.parent_resource_id.is_none_or(|parent| !parents.contains(&parent));
    resources.iter().filter(counts).filter_map(stated).map(u64::from).sum()
}
