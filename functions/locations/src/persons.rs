//! Who is whom among those who are at a location: a person who is there by a booking, a check-in, a visit and a ticket
//! counts once. A person is known by the member, or by an e-mail address, which may be a member's.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use records::{Member, VisitorVisit};
use scheduling::event_presence::AttendeePresent;
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, EmailAddress, Id, UniqueKey, email::comparable_email};

/// By what a person is recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// A member.
    Member(Id<Member>),
    /// Somebody else, by the address without regard to case.
    Email(String),
}

/// Members by the addresses that visitors and guests gave.
#[derive(Debug, Default)]
pub struct MembersByEmail(BTreeMap<String, Id<Member>>);

impl MembersByEmail {
    /// Looks up whose addresses these are.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn of(
        call: &Call,
        visitors: &[Record<VisitorVisit>],
        attendees: &[AttendeePresent],
    ) -> Result<Self, ApiError> {
        let of_visitors = visitors.iter().map(|visit| visit.body.visitor.email.as_str());
        let of_guests = attendees.iter().filter_map(|attendee| Some(attendee.guest.as_ref()?.email.as_str()));
        let emails: BTreeSet<String> =
            of_visitors.chain(of_guests).map(comparable_email).filter(|email| !email.is_empty()).collect();
        let emails: Vec<String> = emails.into_iter().collect();
        if emails.is_empty() {
            return Ok(Self::default());
        }
        let keys: Vec<UniqueKey> =
            emails.iter().map(|email| Member::email_key(&EmailAddress::new(email.as_str()))).collect();
        let holders = call.store.holders(call.tenant(), &keys).await?;
        let found = emails.into_iter().zip(holders);
        Ok(Self(found.filter_map(|(email, holder)| Some((email, Id::parse(&holder?)?))).collect()))
    }

    /// Whether any of them is a member's.
    #[must_use]
    pub fn has_members(&self) -> bool {
        !self.0.is_empty()
    }

    /// Who has this address; nobody when it is empty.
    #[must_use]
    pub fn person(&self, email: &str) -> Option<Person> {
        let email = comparable_email(email);
        if email.is_empty() {
            return None;
        }
        Some(self.0.get(&email).map_or_else(|| Person::Email(email.clone()), |member| Person::Member(*member)))
    }

    /// Who has come by a ticket: its customer, if that is a member and nobody else is named, or its guest.
    #[must_use]
    pub fn attendee(
        &self,
        attendee: &AttendeePresent,
        members: &HashMap<Id<Customer>, Record<Member>>,
    ) -> Option<Person> {
        if let Some(guest) = &attendee.guest {
            return self.person(guest.email.as_str());
        }
        let member = members.get(&attendee.customer_id?)?;
        let called = attendee.attendee_name.as_str().trim();
        let is_own = called.is_empty() || called == member.body.name.as_str() || called == whole_name(member);
        is_own.then_some(Person::Member(member.id))
    }
}

/// Name and surname of a member.
#[must_use]
pub fn whole_name(member: &Record<Member>) -> String {
    format!("{} {}", member.body.name.as_str(), member.body.surname.as_str()).trim().to_owned()
}

/// People altogether, where each group has so many and its first may be somebody who is in another group, too.
#[must_use]
pub fn total<'a>(groups: impl IntoIterator<Item = (Option<&'a Person>, i64)>) -> i64 {
    let mut seen = BTreeSet::new();
    groups.into_iter().fold(0, |people: i64, (person, count)| {
        let is_repeated = person.is_some_and(|person| !seen.insert(person));
        people.saturating_add(if is_repeated { count.saturating_sub(1) } else { count })
    })
}
