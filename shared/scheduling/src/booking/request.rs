//! What a customer asks for, with what policy and price are judged by. Pure: no IO.

use records::{EntitlementsAt, Location};
use values::{Id, Period, Timestamp};

use crate::resource::Resource;

/// A request for the time of one resource.
#[derive(Clone, Copy, Debug)]
pub struct BookingRequest<'a> {
    /// Identifier of the resource that is asked for.
    pub resource_id: Id<Resource>,
    /// The resource, with its policy, schedule and rates.
    pub resource: &'a Resource,
    /// Its location, with time zone, hours and tax.
    pub location: &'a Location,
    /// Time that is asked for, from start to end.
    pub period: Period,
    /// Units of the resource that are asked for.
    pub units: u32,
    /// How many people come.
    pub attendees: i64,
    /// What the customer is at the location when it starts.
    pub customer: &'a EntitlementsAt,
    /// The instant at which it is asked for.
    pub now: Timestamp,
}

impl<'a> BookingRequest<'a> {
    /// This request and those for what is booked with it: one unit of each, and nobody comes for it.
    pub fn with_others(self, others: &[(Id<Resource>, &'a Resource)]) -> impl Iterator<Item = Self> {
        let beside = move |&(resource_id, resource): &(Id<Resource>, &'a Resource)| Self {
            resource_id,
            resource,
            units: 1,
            attendees: 0,
            ..self
        };
        std::iter::once(self).chain(others.iter().map(beside))
    }
}
