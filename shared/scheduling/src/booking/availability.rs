//! When a resource is free, and when a booking of it may start. Pure: what was read is handed in.
//!
//! A period is free when at each of its instants location and resource are open, enough units are neither booked nor
//! assigned, and no child of the resource is in use. Whether a booking is accepted depends on more, such as buffers and
//! limits. So starts that the calendars allow are judged one by one, by the same rules as a booking.

use agreements::subscription::entitlements::Entitlements;
use chrono::Duration;
use money_documents::known_tax_rates::KnownTaxRates;
use records::{EntitlementsAt, Location};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;
use values::{Day, Id, Period, TimeZone, Timestamp};

use crate::{
    booking::{
        BookingRequest, TakenResource, policy,
        start_windows::{self, Asked, StartWindow, steps},
        taken::Gaps,
    },
    discount::discounts_at,
    levels::Levels,
    opening::open_periods,
    price::price,
    resource::Resource,
    resource_assignment::ResourceAssignments,
    slot::{self, Slot, SlotKind},
};

/// Steps of starts where the resource has none of its own.
pub const STEP_MINUTES: u32 = 15;

/// A resource with its location and the calendars that a booking of it needs.
#[derive(Clone, Debug)]
pub struct BookableResource<'a> {
    /// Location of the resource, with its opening hours.
    pub location: &'a Location,
    /// The resource's own calendar.
    pub own: ResourceCalendar<'a>,
    /// Those of its children, of which a booking takes all units.
    pub children: Vec<ResourceCalendar<'a>>,
    /// Assignments of its parent: while the parent is assigned, so is the child.
    pub parent: Option<&'a ResourceAssignments>,
}

/// What is taken and assigned of a resource.
#[derive(Clone, Debug)]
pub struct ResourceCalendar<'a> {
    resource_id: Id<Resource>,
    resource: &'a Resource,
    /// What counts, each once, by start.
    slots: Vec<Slot>,
    assignments: Option<&'a ResourceAssignments>,
}

/// The search that availability answers: when, how many units and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where to look; bookings lie in it from start to end.
    pub within: Period,
    /// How many units must be free.
    pub units: u32,
    /// What the customer is at the location when a booking starts.
    pub customer: &'a EntitlementsAt,
    /// Whose other bookings decide; nobody's when no customer is named.
    pub booker: Option<&'a Booker<'a>>,
    /// The instant at which it is asked.
    pub now: Timestamp,
}

/// A customer, as far as the customer's other bookings of a resource decide.
#[derive(Clone, Copy, Debug)]
pub struct Booker<'a> {
    /// Identifier of the customer: of a member or a company.
    pub id: Uuid,
    /// What the customer is subscribed to, which takes something off a price.
    pub entitlements: &'a Entitlements,
    /// Whether the customer has as many bookings free of charge as the resource allows at a time.
    pub has_all_free: bool,
}

/// A period in which the resource is open and units of it are free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FreePeriod {
    /// First instant of the free time.
    pub start_time: Timestamp,
    /// First instant after it.
    pub end_time: Timestamp,
    /// Units that are free through all of it.
    pub units_free: u32,
}

/// Places of the amounts that decide about a period.
const OPEN: usize = 0;
const TAKEN: usize = 1;
const IN_CHILDREN: usize = 2;

impl BookableResource<'_> {
    /// The longest periods in which the resource is open and enough units are free, in order; none when the resource or
    /// its location is not active.
    #[must_use]
    pub fn free_periods(&self, question: &Question<'_>) -> Vec<FreePeriod> {
        let (resource, location) = (self.own.resource, self.location);
        if !resource.is_active || !location.is_active {
            return Vec::new();
        }
        let (within, zone) = (question.within, location.time_zone);
        let mut levels = Levels::<3>::new(within);
        for open in open_periods(location, &resource.schedule, question.customer.tier, within) {
            levels.add(OPEN, open, 1);
        }
        self.own.add_to(&mut levels, TAKEN, question, zone);
        self.children.iter().for_each(|child| child.add_to(&mut levels, IN_CHILDREN, question, zone));
        add_assigned(self.parent, &mut levels, IN_CHILDREN, 1, question, zone);
        let mut free: Vec<FreePeriod> = Vec::new();
        for (span, amounts) in levels.spans() {
            let units_free = u32::try_from(i64::from(resource.units) - amounts[TAKEN]).unwrap_or(0);
            if amounts[OPEN] == 0 || amounts[IN_CHILDREN] > 0 || units_free < question.units {
                continue;
            }
            match free.last_mut().filter(|last| last.end_time == span.start()) {
                Some(last) => (last.end_time, last.units_free) = (span.end(), last.units_free.min(units_free)),
                None => free.push(FreePeriod { start_time: span.start(), end_time: span.end(), units_free }),
            }
        }
        free
    }

    /// In which windows of these free periods the calendars allow a booking of this length to start, and the earliest
    /// and the last start that the resource allows. For a customer who is named, its cooldown is kept.
    #[must_use]
    pub fn start_windows(&self, question: &Question<'_>, free: &[FreePeriod], minutes: u32) -> Vec<StartWindow> {
        let (policy, length) = (&self.own.resource.policy, Duration::minutes(minutes.into()));
        let (earliest, latest) = self.start_bounds(question);
        let window = |period: &FreePeriod| StartWindow {
            first: period.start_time.max(earliest),
            last: period.end_time.plus(-length).min(latest),
        };
        let windows: Vec<_> = free.iter().map(window).filter(|window| window.first <= window.last).collect();
        let buffers = (policy.buffer_before_minutes, policy.buffer_after_minutes);
        let own = Asked { length, buffers, units: question.units, capacity: self.own.resource.units };
        let mut excluded = start_windows::excluded(&self.own.slots, &own);
        for child in &self.children {
            let (units, gaps) = (child.resource.units, Gaps::of(policy).with_child(&child.resource.policy));
            let buffers = (gaps.before_minutes, gaps.after_minutes);
            excluded.extend(start_windows::excluded(&child.slots, &Asked { length, buffers, units, capacity: units }));
        }
        if let Some(booker) = question.booker {
            let cooldown = policy.cooldown_minutes;
            excluded.extend(start_windows::excluded_by_cooldown(&self.own.slots, booker.id, cooldown, length));
        }
        start_windows::without(&windows, excluded)
    }

    /// The first and the last instant at which a booking may start by the resource's limits on how soon and how early
    /// it is booked.
    fn start_bounds(&self, question: &Question<'_>) -> (Timestamp, Timestamp) {
        let (limits, zone) = (self.own.resource.limits(question.customer.tier), self.location.time_zone);
        let lead = Duration::minutes(limits.lead_time_minutes.unwrap_or(0).into());
        let last_day = limits.book_ahead_days.and_then(|days| {
            Day::new(question.now.day_in(zone).checked_add_signed(Duration::days(days.into()))?)?.end_in(zone)
        });
        let latest = last_day.map_or(question.within.end(), |end| end.plus(-Duration::milliseconds(1)));
        (question.now.plus(lead), latest)
    }

    /// Every step in these free periods at which a booking of this length would be taken now; `None` when more than
    /// `most` would have to be judged.
    #[must_use]
    pub fn starts(
        &self,
        question: &Question<'_>,
        free: &[FreePeriod],
        minutes: u32,
        most: usize,
    ) -> Option<Vec<Timestamp>> {
        let step = self.own.resource.policy.step_minutes.filter(|step| *step > 0).unwrap_or(STEP_MINUTES);
        let length = Duration::minutes(minutes.into());
        let windows = self.start_windows(question, free, minutes);
        let candidates =
            windows.into_iter().flat_map(|window| steps(window.first, window.last, step, self.location.time_zone));
        let candidates: Vec<Timestamp> = candidates.take(most.saturating_add(1)).collect();
        let fits = |start: &Timestamp| {
            Period::new(*start, start.plus(length)).is_some_and(|booking| self.takes(question, booking))
        };
        (candidates.len() <= most).then(|| candidates.into_iter().filter(fits).collect())
    }

    /// How many conditions the transaction of a booking has: one for each resource, and one for each record of
    /// assignments.
    fn conditions(&self) -> usize {
        let held = || std::iter::once(&self.own).chain(&self.children);
        held().count() + held().filter(|held| held.assignments.is_some()).count() + usize::from(self.parent.is_some())
    }

    /// Whether a booking of this period, which starts in a window that the calendars allow, would be taken now.
    fn takes(&self, question: &Question<'_>, period: Period) -> bool {
        let Question { units, customer, now, .. } = *question;
        let (resource, location) = (self.own.resource, self.location);
        let resource_id = self.own.resource_id;
        let request = BookingRequest { resource_id, resource, location, period, units, attendees: 1, customer, now };
        let slot = |units: u32| Slot {
            id: Uuid::nil(),
            kind: SlotKind::Booking,
            start: period.start(),
            end: period.end(),
            buffer_before_minutes: resource.policy.buffer_before_minutes,
            buffer_after_minutes: resource.policy.buffer_after_minutes,
            units,
            customer: None,
            cooldown_minutes: resource.policy.cooldown_minutes,
            until: None,
        };
        let in_child = |child: &ResourceCalendar<'_>| {
            let gaps = Gaps::of(&resource.policy).with_child(&child.resource.policy);
            let taken = TakenResource { resource_id: child.resource_id, units: child.resource.units, gaps: Some(gaps) };
            taken.slot(slot(taken.units))
        };
        let days =
            || slot(units).days().len() + self.children.iter().map(|child| in_child(child).days().len()).sum::<usize>();
        policy::violations(&request).is_empty()
            && self.parent.is_none_or(|assignments| assignments.left(period, 1, 1, location.time_zone).is_ok())
            && slot::fits_one_write(days(), self.conditions())
            && self.own.takes(&slot(units), location.time_zone, now)
            && self.children.iter().all(|child| child.takes(&in_child(child), location.time_zone, now))
            && is_payable(&request, question.booker)
    }
}

/// Whether a booking has a price, and one that is not 0 where the customer has as many free of charge as there may be.
fn is_payable(request: &BookingRequest<'_>, booker: Option<&Booker<'_>>) -> bool {
    let at = request.period.start();
    let discounts = booker.map_or_else(Vec::new, |booker| discounts_at(booker.entitlements, at));
    let has_all_free = booker.is_some_and(|booker| booker.has_all_free);
    // What the tax is does not decide whether there is a price.
    price(request, &[], &discounts, &KnownTaxRates::default()).is_ok_and(|price| price.total_minor > 0 || !has_all_free)
}

impl<'a> ResourceCalendar<'a> {
    /// A resource with the slots of its calendar around the period that is asked about, and its assignments, if it was
    /// ever assignable.
    #[must_use]
    pub fn new(
        resource_id: Id<Resource>,
        resource: &'a Resource,
        slots: &[Slot],
        assignments: Option<&'a ResourceAssignments>,
        now: Timestamp,
    ) -> Self {
        let mut slots: Vec<Slot> = slot::distinct(slots, now).into_iter().cloned().collect();
        slots.sort_by_key(|slot| slot.start);
        Self { resource_id, resource, slots, assignments }
    }

    /// Whether a slot fits beside what is assigned, too. Without assignments the start windows have decided it.
    fn takes(&self, slot: &Slot, zone: TimeZone, now: Timestamp) -> bool {
        let Some(assignments) = self.assignments.filter(|assignments| !assignments.assigned.is_empty()) else {
            return true;
        };
        let units = self.resource.units;
        let left = slot.period().map_or(Ok(units), |period| assignments.left(period, slot.units, units, zone));
        left.is_ok_and(|units| slot::conflict(&self.slots, slot, units, now).is_none())
    }

    /// Adds the units that are booked, held, blocked or assigned.
    fn add_to(&self, levels: &mut Levels<3>, amount: usize, question: &Question<'_>, zone: TimeZone) {
        for slot in &self.slots {
            if let Some(period) = slot.period() {
                levels.add(amount, period, slot.units);
            }
        }
        add_assigned(self.assignments, levels, amount, self.resource.units, question, zone);
    }
}

/// Adds the units that are assigned; `all` of them where no number is.
fn add_assigned(
    assignments: Option<&ResourceAssignments>,
    levels: &mut Levels<3>,
    amount: usize,
    all: u32,
    question: &Question<'_>,
    zone: TimeZone,
) {
    for assigned in assignments.into_iter().flat_map(|assignments| &assignments.assigned) {
        let start = assigned.days.first.start_in(zone);
        let end = assigned.days.last.map_or(Some(question.within.end()), |last| last.end_in(zone));
        if let Some(period) = start.zip(end).and_then(|(start, end)| Period::new(start, end)) {
            levels.add(amount, period, assigned.units.unwrap_or(all));
        }
    }
}

#[cfg(test)]
mod tests;
