//! Entries of the evacuation list, and which of them are one person.

use std::collections::HashMap;

use records::{CheckIn, Location, Member, VisitorVisit};
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Serialize;
use values::{Customer, Id, Name, ShortText, Timestamp};

use crate::persons::{By, Person};

/// Most entries that the answer lists.
pub const TOLD_MAX: usize = 2_000;

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
    #[serde(skip)]
    pub by: By,
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
    /// By what the person is known to be there, each once.
    #[serde(skip)]
    pub by: Vec<By>,
}

impl PersonPresent {
    /// Somebody of a customer, of whom nothing else is known yet.
    pub fn since(customer_id: Id<Customer>, checked_in_at: Timestamp, by: By) -> Self {
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
            by: vec![by],
        }
    }

    /// Adds another entry of the same person.
    fn add(&mut self, one: Self) {
        self.people += one.people - 1;
        self.check_in_id = self.check_in_id.or(one.check_in_id);
        self.event_registration_id = self.event_registration_id.or(one.event_registration_id);
        self.visit_id = self.visit_id.or(one.visit_id);
        self.badge_number = self.badge_number.or(one.badge_number);
        if one.checked_in_at < self.checked_in_at {
            (self.checked_in_at, self.booking_id) = (one.checked_in_at, one.booking_id);
        }
        self.by.extend(one.by);
        let new: Vec<Name> = one.resources.into_iter().filter(|name| !self.resources.contains(name)).collect();
        self.resources.extend(new);
    }
}

/// Makes one entry of those of the same person: who has checked in to several bookings, or is a visitor or came by a
/// ticket too, counts once. Of several tickets for one event, and of several visits, each is somebody.
pub fn merge(present: Vec<PersonPresent>) -> Vec<PersonPresent> {
    let mut persons: Vec<PersonPresent> = Vec::with_capacity(present.len());
    let mut places: HashMap<Person, usize> = HashMap::new();
    for one in present {
        let person = one.member_id.map(Person::Member).or_else(|| one.person.clone());
        let place = person.map(|person| *places.entry(person).or_insert(persons.len()));
        match place.and_then(|place| persons.get_mut(place)) {
            Some(same) if one.by.iter().all(|by| by.may_be_same(&same.by)) => same.add(one),
            Some(_) | None => persons.push(one),
        }
    }
    persons
}

/// Guests who stand nowhere else; the others are whoever has their address and their name and has not come to the same
/// event already.
pub fn merge_guests(present: &mut [PersonPresent], guests: Vec<EventGuestPresent>) -> Vec<EventGuestPresent> {
    let mut apart: Vec<(EventGuestPresent, Vec<By>)> = Vec::with_capacity(guests.len());
    for guest in guests {
        let is_same = |person: &Option<Person>, by: &[By]| {
            guest.person.is_some() && *person == guest.person && guest.by.may_be_same(by)
        };
        if let Some(same) = present.iter_mut().find(|one| is_same(&one.person, &one.by)) {
            same.people += guest.people - 1;
            same.checked_in_at = same.checked_in_at.min(guest.checked_in_at);
            same.event_registration_id = same.event_registration_id.or(guest.event_registration_id);
            same.by.push(guest.by);
        } else if let Some((same, by)) = apart.iter_mut().find(|(one, by)| is_same(&one.person, by)) {
            same.people += guest.people - 1;
            same.checked_in_at = same.checked_in_at.min(guest.checked_in_at);
            by.push(guest.by);
        } else {
            let by = vec![guest.by];
            apart.push((guest, by));
        }
    }
    apart.into_iter().map(|(guest, _)| guest).collect()
}
