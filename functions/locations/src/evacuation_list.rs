//! Get the evacuation list: who is at a location now, by name.

use std::collections::{BTreeSet, HashMap};

use records::{CheckIn, Company, Location, Member, VisitorVisit};
use scheduling::{
    Booking, Resource,
    event_presence::{self, AttendeePresent},
    visits,
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use store::Record;
use values::{ApiError, Customer, Id, Name, ShortText, Timestamp};

use crate::{
    checked_in,
    persons::{MembersByEmail, Person, whole_name},
    under_way::{read_bookings_now, read_resources},
};

/// Most entries that the answer lists.
const TOLD_MAX: usize = 2_000;

/// Who is at a location now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvacuationList {
    /// Location whose present people are listed.
    pub location_id: Id<Location>,
    /// The instant at which they are there.
    pub as_of: Timestamp,
    /// Everybody, also those of whom there is no entry.
    pub people: i64,
    /// Whether everybody is in `present`.
    pub is_complete: bool,
    /// Who is there, by name; at most 2,000 entries.
    #[schemars(length(max = TOLD_MAX))]
    pub present: Vec<PersonPresent>,
    /// Guests of events who are nobody's visitors and no customers, by name; at most 2,000 entries.
    #[schemars(length(max = TOLD_MAX))]
    pub event_guests: Vec<EventGuestPresent>,
}

/// A guest of an event, with those who came by the same ticket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EventGuestPresent {
    /// Name.
    pub name: String,
    /// How many they are together.
    pub people: i64,
    /// Since when.
    pub checked_in_at: Timestamp,
    /// Their registration for the event.
    pub event_registration_id: Option<Id<()>>,
    #[serde(skip)]
    pub person: Option<Person>,
}

/// Somebody who is there, with those who came along.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonPresent {
    /// Whose visit it is: a member's or a company's; of a visitor the host.
    pub customer_id: Id<Customer>,
    /// The person, if one is known.
    pub member_id: Option<Id<Member>>,
    /// Name and surname of the person, or the company's name.
    pub name: String,
    /// Telephone number; empty when none is known.
    pub phone: ShortText,
    /// How many they are together.
    pub people: i64,
    /// Instant since which they have been at the location.
    pub checked_in_at: Timestamp,
    /// Their check-in at the location, if they are there by one.
    pub check_in_id: Option<Id<CheckIn>>,
    /// Their booking, if they have checked in to one; of several that to which they checked in first.
    pub booking_id: Option<Id<Booking>>,
    /// What they have booked.
    pub resources: Vec<Name>,
    /// The visit, if it is a visitor.
    pub visit_id: Option<Id<VisitorVisit>>,
    /// Number of the visitor's badge.
    pub badge_number: Option<u32>,
    /// Their registration for an event, if their ticket for one was scanned in; of several the first.
    pub event_registration_id: Option<Id<()>>,
    #[serde(skip)]
    pub person: Option<Person>,
}

/// Lists by name everybody who is at a location now, as JSON.
pub async fn get(call: Call, PathId(id): PathId<Location>) -> Result<Data<Plain<EvacuationList>>, ApiError> {
    Ok(Data(Plain(read_list(&call, id).await?)))
}

/// Reads who is at a location now.
///
/// # Errors
/// 404 when this merchant has no such location; 503 when the store cannot be read.
pub async fn read_list(call: &Call, id: Id<Location>) -> Result<EvacuationList, ApiError> {
    let attendees = async {
        let location = call.get(id).await?;
        let inside = event_presence::read_inside(call, &location).await?;
        Ok::<_, ApiError>((location, inside))
    };
    let (attendees, resources, check_ins, visitors) = tokio::join!(
        attendees,
        read_resources(call, id),
        checked_in::read_exactly(call, id),
        visits::read_on_site(call, id)
    );
    let ((location, attendees), resources, check_ins, visitors) = (attendees?, resources?, check_ins?, visitors?);
    let mut present = read_by_booking(call, &resources).await?;
    for check_in in check_ins {
        add(&mut present, &check_in);
    }
    let (names, emails) =
        tokio::try_join!(Names::read(call, &present, &attendees), MembersByEmail::read(call, &visitors, &attendees))?;
    names.give(&mut present);
    present.extend(visitors.iter().map(|visit| visitor(call, visit, &emails)));
    let (of_customers, guests) = by_ticket(call, attendees, &names, &emails);
    present.extend(of_customers);
    let mut present = once(present);
    let mut event_guests = apart(&mut present, guests);
    present.sort_by(|left, right| (&left.name, left.checked_in_at).cmp(&(&right.name, right.checked_in_at)));
    event_guests.sort_by(|left, right| (&left.name, left.checked_in_at).cmp(&(&right.name, right.checked_in_at)));
    let people = present.iter().map(|one| one.people).chain(event_guests.iter().map(|one| one.people)).sum();
    let is_complete = present.len() <= TOLD_MAX && event_guests.len() <= TOLD_MAX;
    present.truncate(TOLD_MAX);
    event_guests.truncate(TOLD_MAX);
    Ok(EvacuationList { location_id: location.id, as_of: call.now, people, is_complete, present, event_guests })
}

/// Those who are there by tickets: of customers, among whom are members whose address a guest gave, and of guests.
fn by_ticket(
    call: &Call,
    attendees: Vec<AttendeePresent>,
    names: &Names,
    emails: &MembersByEmail,
) -> (Vec<PersonPresent>, Vec<EventGuestPresent>) {
    let (mut of_customers, mut guests) = (Vec::new(), Vec::new());
    for attendee in attendees {
        let person = emails.attendee(&attendee, &names.members);
        let member = match &person {
            Some(Person::Member(member)) => Some(*member),
            Some(Person::Named { .. }) | None => None,
        };
        let since = attendee.checked_in_at.unwrap_or(call.now);
        let guest = attendee.guest.as_ref().map(|guest| guest.name.as_str().to_owned());
        let called = Some(attendee.attendee_name.as_str().to_owned()).filter(|name| !name.is_empty()).or(guest);
        let Some(customer_id) = attendee.customer_id.or(member.map(Id::cast)) else {
            guests.push(EventGuestPresent {
                name: called.unwrap_or_default(),
                people: attendee.people,
                checked_in_at: since,
                event_registration_id: attendee.registration_id,
                person,
            });
            continue;
        };
        of_customers.push(PersonPresent {
            member_id: member,
            name: called.unwrap_or_else(|| names.name_of(customer_id)),
            phone: names.phone_of(customer_id),
            people: attendee.people,
            event_registration_id: attendee.registration_id,
            person,
            ..PersonPresent::since(customer_id, since)
        });
    }
    (of_customers, guests)
}

/// Guests who stand nowhere else; the others are whoever has their address and their name.
fn apart(present: &mut [PersonPresent], guests: Vec<EventGuestPresent>) -> Vec<EventGuestPresent> {
    let mut apart: Vec<EventGuestPresent> = Vec::with_capacity(guests.len());
    for guest in guests {
        let is_same = |person: &Option<Person>| guest.person.is_some() && *person == guest.person;
        if let Some(same) = present.iter_mut().find(|one| is_same(&one.person)) {
            same.people += guest.people - 1;
            same.checked_in_at = same.checked_in_at.min(guest.checked_in_at);
            same.event_registration_id = same.event_registration_id.or(guest.event_registration_id);
        } else if let Some(same) = apart.iter_mut().find(|one| is_same(&one.person)) {
            same.people += guest.people - 1;
            same.checked_in_at = same.checked_in_at.min(guest.checked_in_at);
        } else {
            apart.push(guest);
        }
    }
    apart
}

impl PersonPresent {
    /// Somebody of a customer, of whom nothing else is known yet.
    fn since(customer_id: Id<Customer>, checked_in_at: Timestamp) -> Self {
        Self {
            customer_id,
            member_id: None,
            name: String::new(),
            phone: ShortText::default(),
            people: 1,
            checked_in_at,
            check_in_id: None,
            booking_id: None,
            resources: Vec::new(),
            visit_id: None,
            badge_number: None,
            event_registration_id: None,
            person: None,
        }
    }
}

/// A visitor who is on site.
fn visitor(call: &Call, visit: &Record<VisitorVisit>, emails: &MembersByEmail) -> PersonPresent {
    PersonPresent {
        name: visit.body.visitor.whole_name(),
        phone: visit.body.visitor.phone.clone(),
        booking_id: visit.body.booking_id.map(Id::cast),
        visit_id: Some(visit.id),
        badge_number: visit.body.badge_number,
        person: emails.person(visit.body.visitor.email.as_str(), &visit.body.visitor.whole_name()),
        ..PersonPresent::since(visit.body.host_id.cast(), visit.body.checked_in_at.unwrap_or(call.now))
    }
}

/// Those who have checked in to a booking, once for each booking.
async fn read_by_booking(call: &Call, resources: &[Record<Resource>]) -> Result<Vec<PersonPresent>, ApiError> {
    let now_there = read_bookings_now(call, resources).await?;
    let ids: BTreeSet<Id<Booking>> = now_there.values().flatten().copied().collect();
    let bookings = call.store.find_all(call.tenant(), &Vec::from_iter(ids)).await?;
    let is_there = |booking: &Booking| {
        booking.status(call.now) == scheduling::booking::BookingStatus::Confirmed && booking.checked_out_at.is_none()
    };
    let entry = |booking: Record<Booking>| {
        let since = if is_there(&booking.body) { booking.body.checked_in_at? } else { return None };
        let is_booked = |resource: &&Record<Resource>| {
            booking.body.resource_id == resource.id || booking.body.additional_resource_ids.contains(&resource.id)
        };
        Some(PersonPresent {
            member_id: booking.body.member_id,
            people: booking.body.attendees,
            booking_id: Some(booking.id),
            resources: resources.iter().filter(is_booked).map(|resource| resource.body.name.clone()).collect(),
            ..PersonPresent::since(booking.body.customer_id, since)
        })
    };
    Ok(bookings.into_iter().filter_map(entry).collect())
}

/// Adds somebody who has checked in at the location. Whoever has checked in to a booking too stands there once.
fn add(present: &mut Vec<PersonPresent>, check_in: &Record<CheckIn>) {
    let member = check_in.body.member_id;
    let is_theirs = |one: &&mut PersonPresent| {
        one.member_id.map_or(one.customer_id, Id::cast) == member.cast() && one.check_in_id.is_none()
    };
    if let Some(theirs) = present.iter_mut().find(is_theirs) {
        theirs.check_in_id = Some(check_in.id);
        theirs.checked_in_at = theirs.checked_in_at.min(check_in.body.checked_in_at);
        return;
    }
    present.push(PersonPresent {
        member_id: Some(member),
        check_in_id: Some(check_in.id),
        ..PersonPresent::since(member.cast(), check_in.body.checked_in_at)
    });
}

/// Makes one entry of those of the same person, who has checked in to several bookings or came by a ticket too: the
/// person counts once.
fn once(present: Vec<PersonPresent>) -> Vec<PersonPresent> {
    let mut persons: Vec<PersonPresent> = Vec::with_capacity(present.len());
    let mut places: HashMap<Person, usize> = HashMap::new();
    for one in present {
        let person = one.member_id.map(Person::Member).or_else(|| one.person.clone());
        let place = person.map(|person| *places.entry(person).or_insert(persons.len()));
        let Some(same) = place.and_then(|place| persons.get_mut(place)) else {
            persons.push(one);
            continue;
        };
        same.people += one.people - 1;
        same.check_in_id = same.check_in_id.or(one.check_in_id);
        same.event_registration_id = same.event_registration_id.or(one.event_registration_id);
        same.visit_id = same.visit_id.or(one.visit_id);
        same.badge_number = same.badge_number.or(one.badge_number);
        if one.checked_in_at < same.checked_in_at {
            (same.checked_in_at, same.booking_id) = (one.checked_in_at, one.booking_id);
        }
        same.resources
            .extend(one.resources.into_iter().filter(|name| !same.resources.contains(name)).collect::<Vec<_>>());
    }
    persons
}

/// Members and companies that are named.
struct Names {
    members: HashMap<Id<Customer>, Record<Member>>,
    companies: HashMap<Id<Customer>, Record<Company>>,
}

impl Names {
    /// Reads those of everybody who is there.
    async fn read(call: &Call, present: &[PersonPresent], attendees: &[AttendeePresent]) -> Result<Self, ApiError> {
        let of_present = present.iter().map(|one| one.member_id.map_or(one.customer_id, Id::cast));
        let of_tickets = attendees.iter().filter_map(|attendee| attendee.customer_id);
        let ids: BTreeSet<Id<Customer>> = of_present.chain(of_tickets).collect();
        let members: Vec<Id<Member>> = ids.iter().map(|id| id.cast()).collect();
        let companies: Vec<Id<Company>> = ids.iter().map(|id| id.cast()).collect();
        let (members, companies) = tokio::try_join!(
            call.store.find_all_any(call.tenant(), &members),
            call.store.find_all_any(call.tenant(), &companies)
        )?;
        Ok(Self {
            members: members.into_iter().map(|one| (one.id.cast(), one)).collect(),
            companies: companies.into_iter().map(|one| (one.id.cast(), one)).collect(),
        })
    }

    /// Names those who are there: the person, otherwise the company.
    fn give(&self, present: &mut [PersonPresent]) {
        for one in present {
            let id = one.member_id.map_or(one.customer_id, Id::cast);
            one.member_id = self.members.get(&id).map(|member| member.id).or(one.member_id);
            one.name = self.name_of(id);
            one.phone = self.phone_of(id);
        }
    }

    fn name_of(&self, id: Id<Customer>) -> String {
        let company = || self.companies.get(&id).map(|company| company.body.name.as_str().to_owned());
        self.members.get(&id).map(whole_name).or_else(company).unwrap_or_default()
    }

    fn phone_of(&self, id: Id<Customer>) -> ShortText {
        self.members.get(&id).map(|member| member.body.phone.clone()).unwrap_or_default()
    }
}
