//! Who is whom among those who are at a location: a person who is there by a booking, a check-in, a visit and a ticket
//! counts once. A person is known by the member, or by an e-mail address together with the name: a family or an office
//! may share an address. When in doubt two entries are two people: one too many is sought in vain, one too few is left
//! inside.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use records::{Member, VisitorVisit};
use scheduling::event_presence::AttendeePresent;
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, EmailAddress, Id, UniqueKey, email::comparable_email, text::comparable};

/// By what a person is recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// A member, by the id.
    Member(Id<Member>),
    /// Somebody else, by the address and the name, both in the form in which they are compared.
    Named {
        /// E-mail address, in the form in which addresses are compared.
        email: String,
        /// Name, in the form in which names are compared.
        name: String,
    },
}

/// By what somebody is known to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A booking or a check-in at the location: a member may have several.
    Stay,
    /// A visit, which is one person's: two of them are two people, whatever their names are.
    Visit,
    /// A ticket for this event: two of them are two people.
    Event(Id<()>),
}

impl By {
    /// Whether it may be one and the same person who is there by these already.
    #[must_use]
    pub fn may_be_same(&self, others: &[Self]) -> bool {
        *self == Self::Stay || !others.contains(self)
    }
}

/// Members by the addresses that visitors and guests gave, with their names in the form in which they are compared.
#[derive(Debug, Default)]
pub struct MembersByEmail(BTreeMap<String, (Id<Member>, String)>);

impl MembersByEmail {
    /// Looks up whose addresses these are.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
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
        let holders = call.store.find_holders(call.tenant(), &keys).await?;
        let found = emails.into_iter().zip(holders);
        let found: BTreeMap<String, Id<Member>> =
            found.filter_map(|(email, holder)| Some((email, Id::parse(&holder?)?))).collect();
        if found.is_empty() {
            return Ok(Self::default());
        }
        let ids: Vec<Id<Member>> = found.values().copied().collect();
        let members = call.store.find_all_any(call.tenant(), &ids).await?;
        let names: HashMap<Id<Member>, String> =
            members.iter().map(|member| (member.id, comparable(&whole_name(member)))).collect();
        let named = found.into_iter().filter_map(|(email, id)| Some((email, (id, names.get(&id)?.clone()))));
        Ok(Self(named.collect()))
    }

    /// Whether any of them is a member's.
    #[must_use]
    pub fn has_members(&self) -> bool {
        !self.0.is_empty()
    }

    /// Who has this address and this name: a member only if it is that member's name; nobody when one of them is empty.
    #[must_use]
    pub fn person(&self, email: &str, name: &str) -> Option<Person> {
        let (email, name) = (comparable_email(email), comparable(name));
        if email.is_empty() || name.is_empty() {
            return None;
        }
        match self.0.get(&email) {
            Some((member, of_member)) if *of_member == name => Some(Person::Member(*member)),
            Some(_) | None => Some(Person::Named { email, name }),
        }
    }

    /// Who has come by a ticket: its customer, if that is a member and nobody else is named, or its guest.
    #[must_use]
    pub fn attendee(
        &self,
        attendee: &AttendeePresent,
        members: &HashMap<Id<Customer>, Record<Member>>,
    ) -> Option<Person> {
        let called = comparable(attendee.attendee_name.as_str());
        if let Some(guest) = &attendee.guest {
            let name = if called.is_empty() { guest.name.as_str() } else { called.as_str() };
            return self.person(guest.email.as_str(), name);
        }
        let member = members.get(&attendee.customer_id?)?;
        let is_own = called.is_empty()
            || called == comparable(member.body.name.as_str())
            || called == comparable(&whole_name(member));
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
pub fn total<'a>(groups: impl IntoIterator<Item = (Option<&'a Person>, By, i64)>) -> i64 {
    let mut seen: BTreeMap<&Person, Vec<By>> = BTreeMap::new();
    groups.into_iter().fold(0, |people: i64, (person, by, count)| {
        let Some(person) = person else { return people.saturating_add(count) };
        let before = seen.entry(person).or_default();
        let is_repeated = !before.is_empty() && by.may_be_same(before);
        before.push(by);
        people.saturating_add(if is_repeated { count.saturating_sub(1) } else { count })
    })
}
