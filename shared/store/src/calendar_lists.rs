//! By which of what they belong to the records of a kind are counted in lists by time, alone and together
//! (`docs/decisions/0046-calendar-counts.md`). Who counts knows of a kind nothing but its name, so that this stands
//! here and not with the records.

use values::calendar_entry::CalendarSubject::{self, Contact, Customer, Location, Resource};
use values::id::KindName;

/// The combinations by which each kind with lists by time is counted; in each the subjects stand in their order.
const OF_KINDS: [(KindName, &[&[CalendarSubject]]); 4] = [
    // A resource is at one location, so that it needs no list with it.
    (
        KindName::Booking,
        &[&[], &[Location], &[Resource], &[Customer], &[Location, Customer], &[Resource, Customer]],
    ),
    (KindName::Event, &[&[], &[Location]]),
    (KindName::Invoice, &[&[], &[Location]]),
    // A contact is of one location, so that it needs no list with it.
    (
        KindName::VisitorVisit,
        &[&[], &[Location], &[Customer], &[Contact], &[Location, Customer], &[Customer, Contact]],
    ),
];

/// The combinations by which records of a kind are counted in lists by time; none for a kind without such lists.
#[must_use]
pub fn combinations(kind: KindName) -> &'static [&'static [CalendarSubject]] {
    OF_KINDS.iter().find(|(named, _)| *named == kind).map_or(&[], |(_, lists)| *lists)
}

/// The kinds whose records are counted in lists by time.
pub fn kinds() -> impl Iterator<Item = KindName> {
    OF_KINDS.iter().map(|(kind, _)| *kind)
}
