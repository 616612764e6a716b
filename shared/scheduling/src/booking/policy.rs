//! Booking policy: every rule that a request can break, each with its own reason, judged by the clock of the location.

use std::borrow::Cow;

use chrono::{Duration, Timelike};
use records::EntitlementsAt;
use values::{ApiError, Day, Id, Period, TimeZone, Timestamp, audience::Audience};

use crate::{
    booking::{
        BOOKING_DAYS_MAX, BookingOutcome, BookingRequest,
        length::{Length, MINUTE_MS},
    },
    opening::{covers, touches_closed_day},
    resource::{Limits, Resource},
};

/// A rule that a request breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Field of the request that breaks it.
    pub field: &'static str,
    /// Name of the broken rule, such as `too_short`.
    pub reason: &'static str,
    /// A sentence for people.
    pub message: Cow<'static, str>,
    /// Whether it can be set aside.
    pub severity: Severity,
}

/// Whether a broken rule can be set aside. A rule that makes a booking wait for approval is not broken: the booking is
/// pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// An override of booking policy sets it aside.
    Overridable,
    /// By nothing: no more of a resource than there is, no more people in it than it takes, no longer than the calendar
    /// takes, and nothing that has been switched off.
    Final,
}

impl Violation {
    /// A rule that an override sets aside.
    pub(super) fn new(field: &'static str, reason: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { field, reason, message: message.into(), severity: Severity::Overridable }
    }

    /// A rule that nothing sets aside.
    fn of_facts(field: &'static str, reason: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { severity: Severity::Final, ..Self::new(field, reason, message) }
    }

    /// Whether an override sets it aside.
    #[must_use]
    pub const fn is_overridable(&self) -> bool {
        matches!(self.severity, Severity::Overridable)
    }

    /// 422 naming field and reason.
    #[must_use]
    pub fn into_error(self) -> ApiError {
        ApiError::rule(self.field, self.reason, self.message)
    }
}

/// Refuses what is longer than any booking, whatever the clocks do, before its days are read.
pub fn check_length(period: Period) -> Result<(), ApiError> {
    let longest_ms = (BOOKING_DAYS_MAX + 1) * 24 * 60 * MINUTE_MS;
    if period.end().millis() - period.start().millis() > longest_ms {
        Err(booking_too_long().into_error())
    } else {
        Ok(())
    }
}

/// Every rule that the request and those for what is booked with it break, each once.
#[must_use]
pub fn violations_of_all(request: &BookingRequest<'_>, others: &[(Id<Resource>, &Resource)]) -> Vec<Violation> {
    let mut all: Vec<Violation> = Vec::new();
    for (position, part) in request.with_others(others).enumerate() {
        for mut violation in violations(&part) {
            if position > 0 && violation.field == "resource_id" {
                violation.field = "additional_resource_ids";
            }
            if !all.iter().any(|known| (known.field, known.reason) == (violation.field, violation.reason)) {
                all.push(violation);
            }
        }
    }
    all
}

/// Every rule that the request breaks: first what it may never be, then its time, then its size.
#[must_use]
pub fn violations(request: &BookingRequest<'_>) -> Vec<Violation> {
    let (resource, zone) = (request.resource, request.location.time_zone);
    let limits = resource.limits(request.customer.tier);
    let length = Length::of(request.period, zone);
    [
        (!resource.is_active)
            .then(|| Violation::of_facts("resource_id", "resource_inactive", "the resource is not bookable")),
        (!request.location.is_active).then(|| {
            Violation::of_facts("resource_id", "location_inactive", "the location of the resource is not open")
        }),
        not_for_customer(resource, request.customer),
        too_long_for_any(length),
        over_units(request),
        in_the_past(request),
        too_late(request, &limits),
        too_early(request, &limits),
        outside_opening_hours(request),
        too_short(length, &limits),
        too_long(length, &limits),
        off_step(request, length),
        over_capacity(request),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The rule that this customer cannot book a resource, whatever the time.
#[must_use]
pub fn not_for_customer(resource: &Resource, customer: &EntitlementsAt) -> Option<Violation> {
    if resource.bookable_by() == Audience::Admins {
        return Some(Violation::new("resource_id", "for_admins", "the resource is for those who run the space"));
    }
    let naming = &resource.exclusive_membership_plan_ids;
    (!naming.is_empty() && !customer.subscribes_to_any(naming)).then(|| {
        let message = "the resource is for subscribers of the membership plans that name it";
        Violation::new("resource_id", "for_subscribers", message)
    })
}

/// The first rule that a hold breaks. The rest of the policy depends on who books, and is judged when the booking is
/// made.
#[must_use]
pub fn violation_of_hold(request: &BookingRequest<'_>) -> Option<Violation> {
    let customer = not_for_customer(request.resource, request.customer);
    violations(request)
        .into_iter()
        .find(|violation| !violation.is_overridable() || customer.as_ref() == Some(violation))
}

/// What a booking of the resource becomes for a customer when its time is free and no rule about it is broken.
#[must_use]
pub fn outcome(resource: &Resource, customer: &EntitlementsAt) -> BookingOutcome {
    if not_for_customer(resource, customer).is_some() {
        return BookingOutcome::Refused;
    }
    let may_book = customer.is_among(resource.bookable_by(), &resource.exclusive_membership_plan_ids);
    if resource.requires_approval || !may_book { BookingOutcome::Pending } else { BookingOutcome::Confirmed }
}

fn too_long_for_any(length: Length) -> Option<Violation> {
    let longest_ms = BOOKING_DAYS_MAX * 24 * 60 * MINUTE_MS;
    (!length.fits(|ms| ms <= longest_ms)).then(booking_too_long)
}

fn booking_too_long() -> Violation {
    Violation::of_facts("end_time", "booking_too_long", format!("a booking lasts at most {BOOKING_DAYS_MAX} days"))
}

fn over_units(request: &BookingRequest<'_>) -> Option<Violation> {
    let units = request.resource.units;
    (request.units > units)
        .then(|| Violation::of_facts("units", "over_units", format!("the resource has {units} units")))
}

fn in_the_past(request: &BookingRequest<'_>) -> Option<Violation> {
    (request.period.start() < request.now)
        .then(|| Violation::new("start_time", "in_the_past", "a booking cannot start in the past"))
}

fn too_late(request: &BookingRequest<'_>, limits: &Limits) -> Option<Violation> {
    let minutes = limits.lead_time_minutes?;
    let earliest = request.now.plus(Duration::minutes(minutes.into()));
    (request.period.start() < earliest).then(|| {
        Violation::new("start_time", "too_late", format!("it is booked at least {minutes} minutes before the start"))
    })
}

/// Days ahead are local days: with 1, tomorrow can be booked until its midnight, at whatever time of today.
fn too_early(request: &BookingRequest<'_>, limits: &Limits) -> Option<Violation> {
    let (days, zone) = (limits.book_ahead_days?, request.location.time_zone);
    let ahead = request.period.start().day_in(zone) - request.now.day_in(zone);
    (ahead.num_days() > i64::from(days))
        .then(|| Violation::new("start_time", "too_early", format!("it is booked at most {days} days ahead")))
}

/// Both the location and the resource must be open, through the whole period.
fn outside_opening_hours(request: &BookingRequest<'_>) -> Option<Violation> {
    let (location, schedule, zone) = (request.location, &request.resource.schedule, request.location.time_zone);
    let holidays: Vec<Day> = location.holidays.iter().map(|holiday| holiday.date).collect();
    let open = !touches_closed_day(&holidays, request.period, zone)
        && covers(location.hours(request.customer.tier), request.period, zone)
        && schedule.is_open(request.period, zone, request.customer.tier);
    (!open).then(|| Violation::new("start_time", "outside_opening_hours", "it is not open through the whole booking"))
}

fn over_capacity(request: &BookingRequest<'_>) -> Option<Violation> {
    let most = request.resource.capacity?;
    (request.attendees > i64::from(most))
        .then(|| Violation::of_facts("attendees", "over_capacity", format!("the resource takes {most} people")))
}

fn too_short(length: Length, limits: &Limits) -> Option<Violation> {
    let minutes = limits.min_minutes?;
    (!length.fits(|ms| i64::from(minutes) * MINUTE_MS <= ms))
        .then(|| Violation::new("end_time", "too_short", format!("a booking lasts at least {minutes} minutes")))
}

fn too_long(length: Length, limits: &Limits) -> Option<Violation> {
    let minutes = limits.max_minutes?;
    (!length.fits(|ms| ms <= i64::from(minutes) * MINUTE_MS))
        .then(|| Violation::new("end_time", "too_long", format!("a booking lasts at most {minutes} minutes")))
}

/// The start lies on the steps of its local day, and the length is a number of steps.
fn off_step(request: &BookingRequest<'_>, length: Length) -> Option<Violation> {
    let policy = &request.resource.policy;
    let step = policy.step_minutes.filter(|step| *step > 0)?;
    let message = || format!("bookings start and last in steps of {step} minutes");
    if !starts_on_step(request.period.start(), step, request.location.time_zone) {
        return Some(Violation::new("start_time", "off_step", message()));
    }
    let whole = length.fits(|ms| ms % (i64::from(step) * MINUTE_MS) == 0);
    (!whole).then(|| Violation::new("end_time", "off_step", message()))
}

/// Whether an instant is one of the steps of its local day. A step that the clocks skip is where they go on.
fn starts_on_step(start: Timestamp, step: u32, zone: TimeZone) -> bool {
    let local = start.local_in(zone);
    let minute = local.hour() * 60 + local.minute();
    let Some(whole_minute) = local.with_second(0).and_then(|local| local.with_nanosecond(0)) else { return false };
    let on_step = whole_minute - Duration::minutes((minute % step).into());
    on_step == local || zone.first_at(on_step) == Some(start)
}

#[cfg(test)]
mod tests;
