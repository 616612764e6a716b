//! Get the evacuation list: who is at a location now, by name.

use std::collections::{BTreeSet, HashMap};

use records::{CheckIn, Company, Location, Member, VisitorVisit};
use scheduling::{
    Booking, Resource,
    event_presence::{self, AttendeePresent},
    visits,
};
use shared::api::{Call, Data, PathId, Plain};
use store::Record;
use values::{ApiError, Customer, Id, ShortText};

use crate::{
    checked_in,
    evacuation_entries::{EvacuationList, EventGuestPresent, PersonPresent, TOLD_MAX, merge, merge_guests},
    persons::{By, MembersByEmail, Person, whole_name},
    under_way::{read_bookings_now, read_resources},
};

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
        let location = call.get_own(id).await?;
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
    let mut present = merge(present);
    let mut event_guests = merge_guests(&mut present, guests);
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
                by: By::Event(attendee.event_id),
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
            ..PersonPresent::since(customer_id, since, By::Event(attendee.event_id))
        });
    }
    (of_customers, guests)
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
        ..PersonPresent::since(visit.body.host_id.cast(), visit.body.checked_in_at.unwrap_or(call.now), By::Visit)
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
            ..PersonPresent::since(booking.body.customer_id, since, By::Stay)
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
        ..PersonPresent::since(member.cast(), check_in.body.checked_in_at, By::Stay)
    });
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
