//! Get the evacuation list: who is at a location now, by name.

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write as _,
};

use records::{CheckIn, Company, Location, Member, VisitorVisit};
use scheduling::{Booking, Resource, visits};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Csv, Data, PathId, Plain, csv::guarded};
use store::Record;
use values::{ApiError, Customer, Id, Name, ShortText, Timestamp};

use crate::{
    checked_in,
    under_way::{bookings_now, resources_of},
};

/// Most entries that the answer lists.
const TOLD_MAX: usize = 2_000;

/// Who is at a location now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvacuationList {
    /// Location whose present people are listed.
    location_id: Id<Location>,
    /// The instant at which they are there.
    as_of: Timestamp,
    /// Everybody, also those of whom there is no entry.
    people: i64,
    /// Whether everybody is in `present`.
    is_complete: bool,
    /// Who is there, by name; at most 2,000 entries.
    #[schemars(length(max = TOLD_MAX))]
    present: Vec<PersonPresent>,
}

/// Somebody who is there, with those who came along.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonPresent {
    /// Whose visit it is: a member's or a company's; of a visitor the host.
    customer_id: Id<Customer>,
    /// The person, if one is known.
    member_id: Option<Id<Member>>,
    /// Name and surname of the person, or the company's name.
    name: String,
    /// Telephone number; empty when none is known.
    phone: ShortText,
    /// How many they are together.
    people: i64,
    /// Instant since which they have been at the location.
    checked_in_at: Timestamp,
    /// Their check-in at the location, if they are there by one.
    check_in_id: Option<Id<CheckIn>>,
    /// Their booking, if they have checked in to one; of several that to which they checked in first.
    booking_id: Option<Id<Booking>>,
    /// What they have booked.
    resources: Vec<Name>,
    /// The visit, if it is a visitor.
    visit_id: Option<Id<VisitorVisit>>,
    /// Number of the visitor's badge.
    badge_number: Option<u32>,
}

/// Lists by name everybody who is at a location now, as JSON.
pub async fn get(call: Call, PathId(id): PathId<Location>) -> Result<Data<Plain<EvacuationList>>, ApiError> {
    Ok(Data(Plain(told(&call, id).await?)))
}

/// Get evacuation list as CSV
pub async fn csv(call: Call, PathId(id): PathId<Location>) -> Result<Csv, ApiError> {
    Ok(Csv(lines(&told(&call, id).await?)))
}

async fn told(call: &Call, id: Id<Location>) -> Result<EvacuationList, ApiError> {
    let (location, resources, check_ins, visitors) =
        tokio::join!(call.get(id), resources_of(call, id), checked_in::exactly(call, id), visits::on_site(call, id));
    let (location, resources, check_ins, visitors) = (location?, resources?, check_ins?, visitors?);
    let mut present = by_booking(call, &resources).await?;
    for check_in in check_ins {
        add(&mut present, &check_in);
    }
    name(call, &mut present).await?;
    let mut present = once(present);
    present.extend(visitors.iter().map(|visit| visitor(call, visit)));
    present.sort_by(|left, right| (&left.name, left.checked_in_at).cmp(&(&right.name, right.checked_in_at)));
    let people = present.iter().map(|one| one.people).sum();
    let is_complete = present.len() <= TOLD_MAX;
    present.truncate(TOLD_MAX);
    Ok(EvacuationList { location_id: location.id, as_of: call.now, people, is_complete, present })
}

/// A visitor who is on site.
fn visitor(call: &Call, visit: &Record<VisitorVisit>) -> PersonPresent {
    PersonPresent {
        customer_id: visit.body.host_id.cast(),
        member_id: None,
        name: visit.body.visitor.whole_name(),
        phone: visit.body.visitor.phone.clone(),
        people: 1,
        checked_in_at: visit.body.checked_in_at.unwrap_or(call.now),
        check_in_id: None,
        booking_id: visit.body.booking_id.map(Id::cast),
        resources: Vec::new(),
        visit_id: Some(visit.id),
        badge_number: visit.body.badge_number,
    }
}

/// The list to print: a line for each entry, with a place to tick it off.
fn lines(list: &EvacuationList) -> String {
    let mut lines = String::from("seen,name,people,phone,kind,badge,since,resources\r\n");
    for one in &list.present {
        let kind = match (one.visit_id, one.booking_id) {
            (Some(_), _) => "visitor",
            (None, Some(_)) => "booking",
            (None, None) => "check_in",
        };
        let resources: Vec<&str> = one.resources.iter().map(Name::as_str).collect();
        let badge = one.badge_number.map(|number| format!("{number:04}")).unwrap_or_default();
        let cells = [
            String::new(),
            one.name.clone(),
            one.people.to_string(),
            one.phone.to_string(),
            kind.to_owned(),
            badge,
            one.checked_in_at.to_string(),
            resources.join("; "),
        ];
        lines.push_str(&cells.map(|cell| quoted(&cell)).join(","));
        lines.push_str("\r\n");
    }
    if !list.is_complete {
        // Writing into a string cannot fail.
        let _ = write!(lines, "\"\",\"and others: {} people in all\",,,,,,\r\n", list.people);
    }
    lines
}

/// A cell, which no spreadsheet takes for a formula.
fn quoted(text: &str) -> String {
    format!("\"{}\"", guarded(text).replace('"', "\"\""))
}

/// Those who have checked in to a booking, once for each booking.
async fn by_booking(call: &Call, resources: &[Record<Resource>]) -> Result<Vec<PersonPresent>, ApiError> {
    let now_there = bookings_now(call, resources).await?;
    let ids: BTreeSet<Id<Booking>> = now_there.values().flatten().copied().collect();
    let bookings = call.store.find_all(call.tenant(), &Vec::from_iter(ids)).await?;
    let is_there = |booking: &Booking| {
        booking.status(call.now) == scheduling::booking::BookingStatus::Confirmed && booking.checked_out_at.is_none()
    };
    let entry = |booking: Record<Booking>| {
        let since = booking.body.checked_in_at.filter(|_| is_there(&booking.body))?;
        let is_booked = |resource: &&Record<Resource>| {
            booking.body.resource_id == resource.id || booking.body.additional_resource_ids.contains(&resource.id)
        };
        Some(PersonPresent {
            customer_id: booking.body.customer_id,
            member_id: booking.body.member_id,
            name: String::new(),
            phone: ShortText::default(),
            people: booking.body.attendees,
            checked_in_at: since,
            check_in_id: None,
            booking_id: Some(booking.id),
            resources: resources.iter().filter(is_booked).map(|resource| resource.body.name.clone()).collect(),
            visit_id: None,
            badge_number: None,
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
        customer_id: member.cast(),
        member_id: Some(member),
        name: String::new(),
        phone: ShortText::default(),
        people: 1,
        checked_in_at: check_in.body.checked_in_at,
        check_in_id: Some(check_in.id),
        booking_id: None,
        resources: Vec::new(),
        visit_id: None,
        badge_number: None,
    });
}

/// Makes one entry of those of the same person, who has checked in to several bookings: the person counts once.
fn once(present: Vec<PersonPresent>) -> Vec<PersonPresent> {
    let mut persons: Vec<PersonPresent> = Vec::with_capacity(present.len());
    let mut places: HashMap<Id<Member>, usize> = HashMap::new();
    for one in present {
        let place = one.member_id.map(|member| *places.entry(member).or_insert(persons.len()));
        let Some(same) = place.and_then(|place| persons.get_mut(place)) else {
            persons.push(one);
            continue;
        };
        same.people += one.people - 1;
        same.check_in_id = same.check_in_id.or(one.check_in_id);
        if one.checked_in_at < same.checked_in_at {
            (same.checked_in_at, same.booking_id) = (one.checked_in_at, one.booking_id);
        }
        same.resources
            .extend(one.resources.into_iter().filter(|name| !same.resources.contains(name)).collect::<Vec<_>>());
    }
    persons
}

/// Names those who are there: the person, otherwise the company.
async fn name(call: &Call, present: &mut [PersonPresent]) -> Result<(), ApiError> {
    let ids: BTreeSet<Id<Customer>> =
        present.iter().map(|one| one.member_id.map_or(one.customer_id, Id::cast)).collect();
    let members: Vec<Id<Member>> = ids.iter().map(|id| id.cast()).collect();
    let companies: Vec<Id<Company>> = ids.iter().map(|id| id.cast()).collect();
    let (members, companies) = tokio::try_join!(
        call.store.find_all_any(call.tenant(), &members),
        call.store.find_all_any(call.tenant(), &companies)
    )?;
    let members: HashMap<Id<Customer>, Record<Member>> = members.into_iter().map(|one| (one.id.cast(), one)).collect();
    let companies: HashMap<Id<Customer>, Record<Company>> =
        companies.into_iter().map(|one| (one.id.cast(), one)).collect();
    for one in present {
        let id = one.member_id.map_or(one.customer_id, Id::cast);
        if let Some(member) = members.get(&id) {
            one.member_id = Some(member.id);
            let whole = format!("{} {}", member.body.name.as_str(), member.body.surname.as_str());
            whole.trim().clone_into(&mut one.name);
            one.phone = member.body.phone.clone();
        } else if let Some(company) = companies.get(&id) {
            company.body.name.as_str().clone_into(&mut one.name);
        }
    }
    Ok(())
}
