//! What a decision about time needs, read together, and the one way in which time is taken, kept and freed.
//!
//! Every operation that touches a calendar goes through here: it reads the day items, changes them in memory and
//! writes them under their versions with everything else in one transaction. Nothing else decides about time.

mod load;

use money_documents::known_tax_rates::KnownTaxRates;
use records::{EntitlementsAt, Location, booking_policy::BookingPolicy};
use store::{
    Record, Transaction,
    transaction::{ACTIONS_MAX, version_conflict},
};
use values::{ApiError, Id, Period, Timestamp};

use crate::{
    booking::{
        Booking, BookingRequest, TakenResource,
        availability::{BookableResource, ResourceCalendar},
        taken::{self, Gaps},
    },
    calendar::{Calendar, SlotConflict},
    resource::Resource,
    resource_assignment::ResourceAssignments,
    slot::{Slot, fits_one_write},
};

/// Actions of the transaction that are kept for what is added after the calendars: records and the idempotency key.
const OTHER_ACTIONS: usize = 4;

/// Resources with their location and calendars.
#[derive(Debug)]
pub struct ScheduleSnapshot {
    /// Where the resources are.
    pub location: Record<Location>,
    /// What was asked for: first the resource, then the additional ones in their order.
    pub asked: Vec<Record<Resource>>,
    /// Children of what was asked for.
    children: Vec<Record<Resource>>,
    /// Assignments of those resources that can be assigned, and of their parents.
    assignments: Vec<Record<ResourceAssignments>>,
    /// Calendars of all of them.
    pub calendar: Calendar,
    /// Tax rates by date that bookings of what was asked for have.
    pub tax_rates: KnownTaxRates,
    /// Whether one of them is closed while a change of it is decided: then nothing is written.
    is_closed: bool,
}

impl ScheduleSnapshot {
    /// The resource that was asked for first.
    #[must_use]
    pub fn resource(&self) -> &Record<Resource> {
        &self.asked[0]
    }

    /// What was asked for beside the first resource.
    #[must_use]
    pub fn others(&self) -> Vec<(Id<Resource>, &Resource)> {
        self.asked[1..].iter().map(|other| (other.id, &other.body)).collect()
    }

    /// The request for a period of the resource, as rules and prices judge it.
    #[must_use]
    pub fn request<'a>(
        &'a self,
        period: Period,
        (units, attendees): (u32, i64),
        customer: &'a EntitlementsAt,
        now: Timestamp,
    ) -> BookingRequest<'a> {
        let (resource_id, resource) = (self.resource().id, &self.resource().body);
        BookingRequest { resource_id, resource, location: &self.location.body, period, units, attendees, customer, now }
    }

    /// The first resource with the calendars that were read, as availability looks at it.
    #[must_use]
    pub fn bookable(&self, now: Timestamp) -> BookableResource<'_> {
        let own = self.resource();
        let is_child = |child: &&Record<Resource>| own.body.child_resource_ids.contains(&child.id);
        BookableResource {
            location: &self.location.body,
            own: self.held(own, now),
            children: self.children.iter().filter(is_child).map(|child| self.held(child, now)).collect(),
            parent: own.body.parent_resource_id.and_then(|parent| self.assigned(parent)),
        }
    }

    fn held<'a>(&'a self, resource: &'a Record<Resource>, now: Timestamp) -> ResourceCalendar<'a> {
        let slots = self.calendar.slots_of(resource.id);
        ResourceCalendar::new(resource.id, &resource.body, &slots, self.assigned(resource.id), now)
    }

    /// The resources whose calendars a booking needs: those that were asked for, and their children.
    fn concerned(&self) -> impl Iterator<Item = &Record<Resource>> {
        self.asked.iter().chain(&self.children)
    }

    /// What a booking takes: `units` of the resource, one unit of each additional one, and all units of their children.
    /// Each keeps the gaps of its own policy.
    #[must_use]
    pub fn taken(&self, units: u32) -> Vec<TakenResource> {
        let policies: Vec<_> = self.asked.iter().map(|resource| &resource.body.policy).collect();
        self.taken_by(units, &policies)
    }

    /// What a booking takes that was agreed under these policies: that of the resource, then those of the additional
    /// ones.
    #[must_use]
    pub fn taken_by(&self, units: u32, policies: &[&BookingPolicy]) -> Vec<TakenResource> {
        let first = policies.first().map(|policy| Gaps::of(policy));
        let other_than_first = |gaps: Gaps| Some(gaps).filter(|gaps| Some(*gaps) != first);
        let mut taken = Vec::new();
        for (position, (resource, policy)) in self.asked.iter().zip(policies).enumerate() {
            let units = if position == 0 { units } else { 1 };
            taken.push(TakenResource { resource_id: resource.id, units, gaps: other_than_first(Gaps::of(policy)) });
        }
        for child in &self.children {
            let is_parent =
                |(resource, _): &(&Record<Resource>, _)| resource.body.child_resource_ids.contains(&child.id);
            let parent = self.asked.iter().zip(policies).find(is_parent);
            let gaps = parent.and_then(|(_, policy)| other_than_first(Gaps::of(policy).with_child(&child.body.policy)));
            taken.push(TakenResource { resource_id: child.id, units: child.body.units, gaps });
        }
        taken
    }

    /// The policies under which the resources that are asked for are booked by a booking that there is already: of each
    /// that it has the agreed one.
    #[must_use]
    pub fn agreed<'a>(&'a self, before: &'a Booking) -> Vec<&'a BookingPolicy> {
        let agreed = |resource: &'a Record<Resource>| before.policy_of(resource.id).unwrap_or(&resource.body.policy);
        self.asked.iter().map(agreed).collect()
    }

    /// What a block takes: all units of the resource and of its children, with no gaps.
    #[must_use]
    pub fn blocked(&self) -> Vec<TakenResource> {
        let all = self.taken(self.resource().body.units).into_iter();
        all.map(|taken| TakenResource { gaps: None, ..taken }).collect()
    }

    /// Refuses what does not fit one transaction.
    ///
    /// # Errors
    /// 422 `too_many_calendar_days`
    pub fn check_size(&self, taken: &[TakenResource], slot: impl Fn(u32) -> Slot) -> Result<(), ApiError> {
        let days = taken::days_of(taken, &slot(0)).len();
        // A booking is stored once more for every additional resource.
        let others = self.concerned().count() + self.assignments.len() + self.asked.len() - 1;
        if fits_one_write(days, others) { Ok(()) } else { Err(too_many_days()) }
    }

    /// Takes time in every calendar of `taken`; `slot` is what is taken of so many units of the first resource.
    pub fn take(
        &mut self,
        taken: &[TakenResource],
        slot: impl Fn(u32) -> Slot,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        self.check_size(taken, &slot)?;
        taken.iter().try_for_each(|one| self.take_one(one, slot(one.units), now))
    }

    /// Takes time in one calendar, where `first` would be taken in that of the first resource.
    pub fn take_one(&mut self, taken: &TakenResource, first: Slot, now: Timestamp) -> Result<(), ApiError> {
        let (id, slot) = (taken.resource_id, taken.slot(first));
        let capacity = self.capacity(id, &slot)?;
        self.calendar.take(id, capacity, &slot, now).map_err(|conflict| conflict.on(id))
    }

    /// Whether time could be taken in every calendar.
    pub fn has_room(&self, taken: &[TakenResource], slot: impl Fn(u32) -> Slot, now: Timestamp) -> bool {
        taken.iter().all(|one| {
            let (id, slot) = (one.resource_id, one.slot(slot(one.units)));
            let room = |capacity| self.calendar.room(id, capacity, &slot, now).is_ok();
            self.capacity(id, &slot).is_ok_and(room)
        })
    }

    /// Adds the changed calendars to `transaction`, on the condition that the resources have not changed since they
    /// were read, because their units, children and policy were part of the decision.
    pub fn write(self, transaction: &mut Transaction) {
        if self.is_closed {
            transaction.refuse(version_conflict());
        }
        for resource in self.concerned() {
            transaction.require_unchanged(resource);
        }
        for assignments in &self.assignments {
            transaction.require_unchanged(assignments);
        }
        self.calendar.write(transaction);
        // A move also writes the days that it frees, so the number of actions is only known here.
        if transaction.actions() + OTHER_ACTIONS > ACTIONS_MAX {
            transaction.refuse(too_many_days());
        }
    }

    /// Actions that writing it needs.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.concerned().count() + self.assignments.len() + self.calendar.changed_days()
    }

    /// Units of a resource that are not assigned on the days of `slot`; none when its parent is assigned then.
    fn capacity(&self, id: Id<Resource>, slot: &Slot) -> Result<u32, ApiError> {
        let resource = self.concerned().find(|resource| resource.id == id);
        let (units, zone) = (resource.map_or(0, |resource| resource.body.units), self.location.body.time_zone);
        let Some(period) = slot.period() else { return Ok(units) };
        let parent = resource.and_then(|resource| resource.body.parent_resource_id).and_then(|id| self.assigned(id));
        let left = parent.map_or(Ok(1), |assigned| assigned.left(period, 1, 1, zone));
        let own = || self.assigned(id).map_or(Ok(units), |assigned| assigned.left(period, slot.units, units, zone));
        left.and_then(|_| own()).map_err(|period| SlotConflict { period }.on(id))
    }

    /// What is assigned of a resource, if it can be assigned.
    fn assigned(&self, resource: Id<Resource>) -> Option<&ResourceAssignments> {
        let id = ResourceAssignments::id_of(resource);
        self.assignments.iter().find(|assignments| assignments.id == id).map(|assignments| &assignments.body)
    }
}

fn too_many_days() -> ApiError {
    let message = "so many resources for so many days do not fit one booking";
    ApiError::rule("additional_resource_ids", "too_many_calendar_days", message)
}
