//! Everything on which the availability of resources depends, read at the same time.

use std::collections::BTreeSet;

use records::Location;
use scheduling::{
    Resource, ResourceAssignments,
    booking::{
        BookingOutcome,
        availability::{BookableResource, Booker, FreePeriod, Question, ResourceCalendar},
        frequency, policy,
    },
    calendar::Calendar,
    free_bookings::FreeBookings,
    slot::days_around,
};
use shared::api::Call;
use store::Record;
use uuid::Uuid;
use values::{ApiError, Id, Period, Timestamp};

use super::asked::Asked;

/// Most periods and most starts in one answer: about 110 and 30 bytes each, as Lambda puts them into another JSON.
const PERIODS_MAX: usize = 20_000;
const STARTS_MAX: usize = 50_000;

/// Children, assignments and calendars of some resources.
pub struct ResourceCalendars {
    children: Vec<Record<Resource>>,
    assignments: Vec<Record<ResourceAssignments>>,
    calendar: Calendar,
    /// Resources of which the customer has as many bookings free of charge as there may be.
    all_free: BTreeSet<Id<Resource>>,
    now: Timestamp,
}

impl ResourceCalendars {
    /// Reads what decides about these resources in and around a period.
    pub async fn read(call: &Call, resources: &[Record<Resource>], period: Period) -> Result<Self, ApiError> {
        let (store, tenant) = (&call.store, &call.caller.tenant);
        let mut ids: Vec<Id<Resource>> = resources.iter().map(|resource| resource.id).collect();
        let mut child_ids: Vec<_> =
            resources.iter().flat_map(|resource| resource.body.child_resource_ids.clone()).collect();
        child_ids.sort_unstable();
        child_ids.dedup();
        ids.extend(child_ids.iter().filter(|child| !resources.iter().any(|resource| resource.id == **child)));
        let parents = resources.iter().filter_map(|resource| resource.body.parent_resource_id);
        let mut assignment_ids: Vec<_> = ids.iter().copied().chain(parents).map(ResourceAssignments::id_of).collect();
        assignment_ids.sort_unstable();
        assignment_ids.dedup();
        let calendars: Vec<_> = ids.iter().map(|id| id.uuid()).collect();
        let days = days_around(period);
        let (first, last) = (days[0], days[days.len() - 1]);
        let (children, assignments, calendar) = tokio::join!(
            store.find_all(tenant, &child_ids),
            ResourceAssignments::read(call, &assignment_ids),
            Calendar::read_resources(call, &calendars, first, last),
        );
        Ok(Self {
            children: children?,
            assignments: assignments?,
            calendar: calendar?,
            all_free: BTreeSet::new(),
            now: call.now,
        })
    }

    /// The same with what the customer who is named has of these resources free of charge: it is read where starts are
    /// asked for and a resource limits it.
    pub async fn read_free_bookings(
        mut self,
        call: &Call,
        resources: &[Record<Resource>],
        asked: &Asked,
    ) -> Result<Self, ApiError> {
        let customer = if asked.minutes.is_some() { asked.customer.as_ref() } else { None };
        let Some((customer, _)) = customer else { return Ok(self) };
        let limit = |one: &Record<Resource>| Some((one.id, one.body.policy.max_free_bookings?));
        let (ids, most): (Vec<_>, Vec<_>) = resources.iter().filter_map(limit).unzip();
        let free = FreeBookings::read_all(call, &ids, *customer).await?;
        let has_all = |(others, most): (&FreeBookings, u32)| {
            frequency::too_many_free(others.others(Uuid::nil(), call.now), Some(most)).is_some()
        };
        let all = ids.into_iter().zip(free.iter().zip(most)).filter(|(_, of_one)| has_all(*of_one));
        self.all_free = all.map(|(id, _)| id).collect();
        Ok(self)
    }

    /// Whether the customer has as many bookings of a resource free of charge as there may be.
    pub fn has_all_free(&self, resource: Id<Resource>) -> bool {
        self.all_free.contains(&resource)
    }

    /// A resource as the rules look at it.
    pub fn site<'a>(&'a self, resource: &'a Record<Resource>, location: &'a Location) -> BookableResource<'a> {
        let is_child = |child: &&Record<Resource>| resource.body.child_resource_ids.contains(&child.id);
        BookableResource {
            location,
            own: self.held(resource),
            children: self.children.iter().filter(is_child).map(|child| self.held(child)).collect(),
            parent: resource.body.parent_resource_id.and_then(|parent| self.assigned(parent)),
        }
    }

    fn assigned(&self, resource: Id<Resource>) -> Option<&ResourceAssignments> {
        self.assignments
            .iter()
            .find(|assignments| assignments.id == ResourceAssignments::id_of(resource))
            .map(|assignments| &assignments.body)
    }

    fn held<'a>(&'a self, resource: &'a Record<Resource>) -> ResourceCalendar<'a> {
        let slots = self.calendar.slots_of(resource.id);
        ResourceCalendar::new(resource.id, &resource.body, &slots, self.assigned(resource.id), self.now)
    }
}

/// What one answer may still have, so that it stays below 5 MB and is found in time.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    periods: usize,
    starts: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { periods: PERIODS_MAX, starts: STARTS_MAX }
    }
}

impl Room {
    /// Free periods, and starts when a length is asked for.
    ///
    /// # Errors
    /// 422 `too_many_results` on `to`.
    pub fn answer(
        &mut self,
        site: &BookableResource<'_>,
        asked: &Asked,
        has_all_free: bool,
    ) -> Result<(Vec<FreePeriod>, Option<Vec<Timestamp>>), ApiError> {
        let mut periods: Vec<FreePeriod> = Vec::new();
        let mut starts: Vec<Timestamp> = Vec::new();
        let booker =
            asked.customer.as_ref().map(|(id, entitlements)| Booker { id: id.uuid(), entitlements, has_all_free });
        // What begins while the customer is one thing is judged by it, also when it ends after that.
        for (span, customer) in &asked.spans {
            let question = Question {
                within: asked.within,
                units: asked.units,
                customer,
                booker: booker.as_ref(),
                now: asked.now,
            };
            let free = site.free_periods(&question);
            if let Some(minutes) = asked.minutes {
                let found = site.starts(&question, &free, minutes, STARTS_MAX);
                let found = found.ok_or_else(|| too_many(STARTS_MAX, "start times"))?;
                starts.extend(found.into_iter().filter(|start| span.contains(*start)));
            }
            free.iter().filter_map(|period| cut(period, *span)).for_each(|period| append(&mut periods, period));
        }
        self.periods = self.periods.checked_sub(periods.len()).ok_or_else(|| too_many(PERIODS_MAX, "periods"))?;
        self.starts = self.starts.checked_sub(starts.len()).ok_or_else(|| too_many(STARTS_MAX, "start times"))?;
        Ok((periods, asked.minutes.map(|_| starts)))
    }
}

/// The part of a free period that lies in a span.
fn cut(period: &FreePeriod, span: Period) -> Option<FreePeriod> {
    let (start_time, end_time) = (period.start_time.max(span.start()), period.end_time.min(span.end()));
    (start_time < end_time).then_some(FreePeriod { start_time, end_time, units_free: period.units_free })
}

/// Adds a free period, which goes on where the last one ends or begins later.
fn append(periods: &mut Vec<FreePeriod>, next: FreePeriod) {
    match periods.last_mut().filter(|last| last.end_time == next.start_time) {
        Some(last) => (last.end_time, last.units_free) = (next.end_time, last.units_free.min(next.units_free)),
        None => periods.push(next),
    }
}

fn too_many(most: usize, what: &str) -> ApiError {
    let message = format!("an answer has at most {most} {what}: ask for less time or a smaller page");
    ApiError::rule("to", "too_many_results", message)
}

/// What becomes of a booking of free time.
#[must_use]
pub fn outcome(resource: &Resource, location: &Location, asked: &Asked) -> BookingOutcome {
    if resource.is_active && location.is_active {
        policy::outcome(resource, asked.customer_first())
    } else {
        BookingOutcome::Refused
    }
}
