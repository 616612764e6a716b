//! Get who is at a location now, as far as bookings tell.

use std::collections::{BTreeSet, HashMap};

use records::{CheckIn, Location, Member, VisitorVisit};
use scheduling::{
    Booking, Resource,
    event_presence::{self, AttendeePresent},
    visits,
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use store::Record;
use values::{ApiError, Customer, Id, Name, Timestamp};

use crate::{
    checked_in,
    persons::{By, MembersByEmail, Person, total},
    presence::Presence,
    under_way::{read_bookings_now, read_resources},
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
    /// People whose tickets were scanned in, until the local day is over on which the event ended or was cancelled.
    event_attendees_on_site: i64,
    /// Everybody who is there, once: people of bookings that are checked in, people who have checked in at the
    /// location, visitors, and people whose tickets were scanned in, each known by the member, or by the e-mail address
    /// together with the name.
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
    let attendees = async {
        let location = call.get_own(id).await?;
        let inside = event_presence::read_inside(&call, &location).await?;
        Ok::<_, ApiError>((location, inside))
    };
    let (attendees, resources, checked_in, visitors) = tokio::join!(
        attendees,
        read_resources(&call, id),
        checked_in::read_by_index(&call, id),
        visits::read_on_site(&call, id)
    );
    let ((location, attendees), resources, checked_in, visitors) = (attendees?, resources?, checked_in?, visitors?);
    let now_there = read_bookings_now(&call, &resources).await?;
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
    let people_on_site = count_everybody(&call, &bookings, &checked_in, &visitors, &attendees).await?;
    by_resource.sort_by(|left, right| left.name.as_str().cmp(right.name.as_str()));
    by_resource.truncate(TOLD_MAX);
    Ok(Data(Plain(Occupancy {
        location_id: location.id,
        as_of: call.now,
        present,
        check_ins_open: checked_in.len(),
        visitors_on_site: visitors.len(),
        event_attendees_on_site: attendees.iter().map(|attendee| attendee.people).sum(),
        people_on_site,
        resources_in_use,
        capacity: capacity(&resources),
        by_resource,
    })))
}

/// Everybody who is there, once.
async fn count_everybody(
    call: &Call,
    bookings: &[Record<Booking>],
    checked_in: &[Record<CheckIn>],
    visitors: &[Record<VisitorVisit>],
    attendees: &[AttendeePresent],
) -> Result<i64, ApiError> {
    let there = bookings.iter().filter_map(|one| Some((&one.body, Presence::of(&one.body, call.now)?)));
    let there: Vec<(&Booking, Presence)> = there.filter(|(_, presence)| presence.is_checked_in()).collect();
    let emails = MembersByEmail::read(call, visitors, attendees).await?;
    let members = read_members(call, &there, checked_in, attendees, emails.has_members()).await?;
    let mut groups: Vec<(Option<Person>, By, i64)> = Vec::new();
    for (booking, presence) in &there {
        let member = booking.member_id.or_else(|| members.get(&booking.customer_id).map(|member| member.id));
        groups.push((member.map(Person::Member), By::Stay, presence.people_checked_in()));
    }
    groups.extend(checked_in.iter().map(|check_in| (Some(Person::Member(check_in.body.member_id)), By::Stay, 1)));
    let visitor = |visit: &VisitorVisit| {
        let (email, name) = (visit.visitor.email.as_str(), visit.visitor.whole_name());
        emails.person(email, &name)
    };
    groups.extend(visitors.iter().map(|visit| (visitor(&visit.body), By::Visit, 1)));
    let by_ticket = |one: &AttendeePresent| (emails.attendee(one, &members), By::Event(one.event_id), one.people);
    groups.extend(attendees.iter().map(by_ticket));
    Ok(total(groups.iter().map(|(person, by, people)| (person.as_ref(), *by, *people))))
}

/// The members among the customers of tickets, and of bookings that name nobody: of a company that books it is not
/// known who came. Customers of a single booking are read only where somebody else might be the same person.
async fn read_members(
    call: &Call,
    there: &[(&Booking, Presence)],
    checked_in: &[Record<CheckIn>],
    attendees: &[AttendeePresent],
    by_address: bool,
) -> Result<HashMap<Id<Customer>, Record<Member>>, ApiError> {
    let of_tickets: BTreeSet<Id<Customer>> = attendees.iter().filter_map(|attendee| attendee.customer_id).collect();
    let mut seen: HashMap<Id<Customer>, usize> = HashMap::new();
    let of_bookings = there.iter().map(|(booking, _)| booking.member_id.map_or(booking.customer_id, Id::cast));
    let of_check_ins = checked_in.iter().map(|check_in| check_in.body.member_id.cast());
    for customer in of_bookings.chain(of_check_ins) {
        *seen.entry(customer).or_default() += 1;
    }
    let repeated = seen.into_iter().filter(|(_, times)| *times > 1 || by_address).map(|(customer, _)| customer);
    let ids: BTreeSet<Id<Customer>> = repeated.chain(of_tickets).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Id<Member>> = ids.into_iter().map(Id::cast).collect();
    let members = call.store.find_all_any(call.tenant(), &ids).await?;
    Ok(members.into_iter().map(|member| (member.id.cast(), member)).collect())
}

/// Room for people; a parent that states its capacity speaks for its children.
fn capacity(resources: &[Record<Resource>]) -> u64 {
    let stated = |resource: &Record<Resource>| if resource.body.is_active { resource.body.capacity } else { None };
    let parents: BTreeSet<Id<Resource>> =
        resources.iter().filter(|resource| stated(resource).is_some()).map(|resource| resource.id).collect();
    let counts =
        |resource: &&Record<Resource>| resource.body.parent_resource_id.is_none_or(|parent| !parents.contains(&parent));
    resources.iter().filter(counts).filter_map(stated).map(u64::from).sum()
}
