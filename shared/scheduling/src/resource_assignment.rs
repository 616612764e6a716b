//! Assignment of an office, desk, parking space or station to a customer for a period of local days, and the
//! record that decides what is free.

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Record};
use values::{ApiError, Customer, Day, Id, Kind, KindName, Period, TimeZone, Timestamp};
use work::UnitOfWork;

use crate::{origin::Origin, resource::Resource};

/// Most assignments of one resource, present and future: their record stays well below the size of a record.
pub const ASSIGNMENTS_MAX: usize = 500;

/// A subscription; its area has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubscriptionKind;

impl Kind for SubscriptionKind {
    const KIND: KindName = KindName::SubscriptionReference;
}

/// An assignment of a resource to a customer, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceAssignment {
    /// Resource that is assigned: an office, desk, parking space or station.
    pub resource_id: Id<Resource>,
    /// Location of the assigned resource.
    pub location_id: Id<Location>,
    /// Customer to whom it is assigned: a member or a company.
    pub customer_id: Id<Customer>,
    /// Subscription it belongs to.
    pub subscription_id: Option<Id<SubscriptionKind>>,
    /// How many of its units; all of them, however many there are, when there is no number.
    pub units: Option<u32>,
    /// First local day of the assignment.
    pub start_date: Day,
    /// Last local day; open-ended when there is none.
    pub end_date: Option<Day>,
    /// What made it, when no client did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<Origin>,
    /// Whether it is one of those that `Customer::assignments` counts: until somebody writes down that it has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_counted: bool,
}

impl ResourceAssignment {
    /// Index of the assignments of a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::First, "resource");
    /// Index of the assignments of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
}

impl Kind for ResourceAssignment {
    const KIND: KindName = KindName::ResourceAssignment;
}

impl Entity for ResourceAssignment {
    const PATH: &'static str = "/resource-assignments";
    type View = ResourceAssignmentView;

    fn view(&self, _now: Timestamp) -> ResourceAssignmentView {
        ResourceAssignmentView {
            resource_id: self.resource_id,
            location_id: self.location_id,
            customer_id: self.customer_id,
            subscription_id: self.subscription_id,
            units: self.units,
            entire: self.units.is_none(),
            start_date: self.start_date,
            end_date: self.end_date,
            made_by: self.made_by.clone(),
        }
    }

    fn put_away(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_RESOURCE, &self.resource_id, id).by(&Self::BY_CUSTOMER, &self.customer_id, id)
    }
}

/// A resource, or units of it, given to a customer for a period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResourceAssignment")]
pub struct ResourceAssignmentView {
    /// Resource that is assigned: an office, desk, parking space or station.
    pub resource_id: Id<Resource>,
    /// Location of the assigned resource.
    pub location_id: Id<Location>,
    /// Who has it: a member or a company.
    pub customer_id: Id<Customer>,
    /// Subscription it belongs to.
    pub subscription_id: Option<Id<SubscriptionKind>>,
    /// How many of its units; null when it is assigned entirely.
    pub units: Option<u32>,
    /// Whether it is assigned with all its units, however many there are.
    pub entire: bool,
    /// First local day of the assignment.
    pub start_date: Day,
    /// Last local day; open-ended when null.
    pub end_date: Option<Day>,
    /// What made it, such as a contract, with which alone it changes; null when a client did.
    pub made_by: Option<Origin>,
}

/// The present and future assignments of one resource, on which it is decided whether another fits. Its id is the
/// resource's. It exists for every resource whose type can be, or could once be, assigned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceAssignments {
    /// The assignments, in no particular order; at most [`ASSIGNMENTS_MAX`].
    pub assigned: Vec<Assigned>,
    /// Until when nothing new is taken of the resource, because it is being decided whether an assignment fits what is
    /// booked. Whoever writes the record opens it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_until: Option<Timestamp>,
}

/// One of the assignments of a resource. Names are short in the store: there may be hundreds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigned {
    /// Identifier of the assignment that takes these days.
    #[serde(rename = "id")]
    pub assignment_id: Id<ResourceAssignment>,
    /// Local days of the location that it takes.
    #[serde(flatten)]
    pub days: Days,
    /// Units it takes; all when there is no number.
    pub units: Option<u32>,
    /// Of one that is only held: for which contract, and until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
}

/// For what days are held that may be assigned later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The contract that holds them.
    pub by: Id<()>,
    /// First instant at which they are not held any more, whether that was written down or not.
    pub until: Timestamp,
}

/// Local days, both ends included, or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    /// First local day, which is included.
    #[serde(rename = "from")]
    pub first: Day,
    /// Last day; without end when there is none.
    #[serde(rename = "to")]
    pub last: Option<Day>,
}

impl Days {
    /// The local days that a period touches in `zone`; `None` only beyond the calendar's end.
    #[must_use]
    pub fn of(period: Period, zone: TimeZone) -> Option<Self> {
        let last = period.end().plus(-chrono::Duration::milliseconds(1));
        Some(Self { first: Day::new(period.start().day_in(zone))?, last: Some(Day::new(last.day_in(zone))?) })
    }

    /// The local day of an instant in `zone`; `None` only beyond the calendar's end.
    #[must_use]
    pub fn at(instant: Timestamp, zone: TimeZone) -> Option<Self> {
        Day::new(instant.day_in(zone)).map(|day| Self { first: day, last: Some(day) })
    }

    /// Whether both share a day.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.has(other.first) || other.has(self.first)
    }

    /// Whether the day is one of them.
    #[must_use]
    pub fn has(self, day: Day) -> bool {
        self.first <= day && self.last.is_none_or(|last| day <= last)
    }

    /// The days that both share.
    #[must_use]
    pub fn shared_with(self, other: Self) -> Option<Self> {
        let last = match (self.last, other.last) {
            (Some(left), Some(right)) => Some(left.min(right)),
            (left, right) => left.or(right),
        };
        self.overlaps(other).then(|| Self { first: self.first.max(other.first), last })
    }
}

impl std::fmt::Display for Days {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.last {
            Some(last) => write!(formatter, "from {} to {last}", self.first),
            None => write!(formatter, "from {} on", self.first),
        }
    }
}

impl ResourceAssignments {
    /// The record's id: the resource's.
    #[must_use]
    pub const fn id_of(resource: Id<Resource>) -> Id<Self> {
        resource.cast()
    }

    /// Reads those of these resources that have one, as they are now: what was held until before counts no longer.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, ids: &[Id<Self>]) -> Result<Vec<Record<Self>>, ApiError> {
        let mut found = work.store.find_all(work.tenant(), ids).await?;
        for one in &mut found {
            one.body.assigned.retain(|assigned| assigned.held.is_none_or(|held| work.now < held.until));
        }
        Ok(found)
    }

    /// Whether nothing new is taken of the resource at this moment.
    #[must_use]
    pub fn is_closed(&self, now: Timestamp) -> bool {
        self.closed_until.is_some_and(|until| now < until)
    }

    /// Most units of `units` that are taken on any one of these days.
    #[must_use]
    pub fn units_taken(&self, days: Days, units: u32) -> u32 {
        // The units in use only rise where an assignment begins.
        let within: Vec<&Assigned> = self.assigned.iter().filter(|assigned| assigned.days.overlaps(days)).collect();
        let points = within.iter().map(|assigned| assigned.days.first.max(days.first));
        points.map(|day| taken_on(&within, day, units)).max().unwrap_or(0)
    }

    /// Units of `units` that are left for a booking of `wanted` of them on the local days of `period`.
    ///
    /// # Errors
    /// The assigned period that is in its way.
    pub fn left(&self, period: Period, wanted: u32, units: u32, zone: TimeZone) -> Result<u32, Period> {
        let Some(days) = Days::of(period, zone) else { return Ok(units) };
        if let Some(assigned) = self.conflict(days, Some(wanted), units) {
            let end = assigned.last.and_then(|last| last.end_in(zone)).unwrap_or(period.end());
            let whole = assigned.first.start_in(zone).and_then(|start| Period::new(start, end));
            return Err(whole.unwrap_or(period));
        }
        Ok(units.saturating_sub(self.units_taken(days, units)))
    }

    /// The days on which `wanted` more units (all, when there is no number) do not fit into `units`.
    #[must_use]
    pub fn conflict(&self, days: Days, wanted: Option<u32>, units: u32) -> Option<Days> {
        let wanted = wanted.unwrap_or(units);
        let room = units.saturating_sub(wanted);
        let within: Vec<&Assigned> = self.assigned.iter().filter(|assigned| assigned.days.overlaps(days)).collect();
        let mut starts: Vec<Day> = within.iter().map(|assigned| assigned.days.first.max(days.first)).collect();
        starts.push(days.first);
        starts.sort();
        let first = starts.into_iter().find(|day| taken_on(&within, *day, units) > room || units < wanted)?;
        let ends = within.iter().filter(|assigned| assigned.days.has(first)).filter_map(|assigned| assigned.days.last);
        Some(Days { first, last: ends.chain(days.last).min() })
    }

    /// Whether anything is taken from this day on.
    #[must_use]
    pub fn is_taken_from(&self, day: Day) -> bool {
        self.assigned.iter().any(|assigned| assigned.days.overlaps(Days { first: day, last: None }))
    }

    /// Without one assignment, and without those that ended before `today`.
    #[must_use]
    pub fn without(&self, assignment: Id<ResourceAssignment>, today: Day) -> Self {
        let stays = |assigned: &&Assigned| {
            assigned.assignment_id != assignment && assigned.days.last.is_none_or(|last| today <= last)
        };
        Self { assigned: self.assigned.iter().filter(stays).cloned().collect(), closed_until: None }
    }
}

fn taken_on(within: &[&Assigned], day: Day, units: u32) -> u32 {
    let there = within.iter().filter(|assigned| assigned.days.has(day));
    there.map(|assigned| assigned.units.unwrap_or(units)).fold(0, u32::saturating_add)
}

impl Kind for ResourceAssignments {
    const KIND: KindName = KindName::ResourceAssignments;
}

impl Entity for ResourceAssignments {
    const PATH: &'static str = "/resources";
    type View = ResourceAssignmentsView;

    fn view(&self, _now: Timestamp) -> ResourceAssignmentsView {
        ResourceAssignmentsView { assignments: self.assigned.len() }
    }
}

/// The record is never shown; this is what it would show.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ResourceAssignmentsView {
    /// How many assignments it holds.
    pub assignments: usize,
}

#[cfg(test)]
mod tests;
