//! Finds the first time in a window at which a customer could book what it waits for, by policy and calendars.

use std::collections::BTreeSet;

use chrono::{Duration, NaiveTime};
use scheduling::{
    ScheduleSnapshot,
    booking::{TakenResource, frequency, policy},
    slot::{Slot, days_between},
};
use shared::{
    customer::CustomerRecord,
    domain::{Id, Period, Timestamp},
};

use super::entry::{Offer, WaitlistEntry, WantedTime};
use crate::customer_tier;

/// Starts are tried at multiples of this many minutes of the local day, unless the resource has its own step, and where
/// something else ends.
const STEP_MINUTES: u32 = 15;

/// What can be offered of the snapshot's resource, the earliest first.
#[must_use]
pub fn first_fit(
    snapshot: &ScheduleSnapshot,
    id: Id<WaitlistEntry>,
    want: &WantedTime,
    customer: &CustomerRecord,
    (now, offer_minutes): (Timestamp, u32),
) -> Option<Offer> {
    let (resource, taken) = (snapshot.resource(), snapshot.taken(want.units));
    let buffers = (resource.body.policy.buffer_before_minutes, resource.body.policy.buffer_after_minutes);
    let offered = |start: Timestamp| Offer {
        resource_id: resource.id,
        start,
        end: start.plus(want.duration()),
        made_at: now,
        expires_at: now.plus(Duration::minutes(offer_minutes.into())).min(start),
        buffers,
        taken: taken.clone(),
    };
    let fits = |offer: &Offer| {
        let request = Period::new(offer.start, offer.end)
            .map(|period| snapshot.request(period, (want.units, 1), customer_tier::tier_of(customer), now));
        now < offer.expires_at
            && keeps_cooldown(snapshot, offer, id, customer, now)
            && snapshot.has_room(&taken, |units| offer.slot(id.uuid(), units), now)
            && request.is_some_and(|request| policy::violations(&request).is_empty())
    };
    starts(snapshot, want, &taken, now).into_iter().map(offered).find(fits)
}

/// Whether the customer's other bookings of the resource are far enough away.
fn keeps_cooldown(
    snapshot: &ScheduleSnapshot,
    offer: &Offer,
    id: Id<WaitlistEntry>,
    customer: &CustomerRecord,
    now: Timestamp,
) -> bool {
    let cooldown_minutes = snapshot.resource().body.policy.cooldown_minutes;
    let slot = Slot { customer: Some(customer.id().uuid()), cooldown_minutes, ..offer.slot(id.uuid(), 1) };
    frequency::cooldown(&slot, &snapshot.calendar.slots(offer.resource_id, &slot.days()), now).is_none()
}

/// Instants at which it could begin, in order: the earliest one asked for, every step, and where something ends.
fn starts(
    snapshot: &ScheduleSnapshot,
    want: &WantedTime,
    taken: &[TakenResource],
    now: Timestamp,
) -> BTreeSet<Timestamp> {
    let Some(window) = want.window(now) else { return BTreeSet::new() };
    let (zone, policy) = (snapshot.location.body.time_zone, &snapshot.resource().body.policy);
    let days = days_between(window.start().plus(Duration::days(-1)), window.end().plus(Duration::days(1)));
    let step = policy.step_minutes.filter(|step| *step > 0).unwrap_or(STEP_MINUTES);
    let minutes = || (0..24 * 60).step_by(step as usize);
    let steps = days.iter().flat_map(|day| {
        minutes()
            .filter_map(|minute| zone.first_at(day.and_time(NaiveTime::MIN) + Duration::minutes(i64::from(minute))))
    });
    let ends = taken.iter().flat_map(|taken| snapshot.calendar.slots(taken.resource_id, &days)).map(|slot| {
        slot.end.plus(Duration::minutes(slot.buffer_after_minutes.max(policy.buffer_before_minutes).into()))
    });
    steps
        .chain(ends)
        .chain([want.earliest_start])
        .filter(|start| window.contains(*start) && *start <= want.latest_start())
        .collect()
}
