//! The first time in a window at which a customer could have what it waits for: as policy allows and calendars have room.

use std::collections::BTreeSet;

use chrono::{Duration, NaiveTime};
use shared::{
    api::{CustomerRecord, scene::Scene},
    domain::{
        Id, Period, Timestamp,
        booking::{TakenResource, frequency, policy},
        calendar::{Slot, days_between},
    },
};

use super::entry::{Offer, WaitlistEntry, Want};
use crate::standing;

/// Starts are looked for on these steps of the local day unless the resource has its own, and where something ends.
const STEP_MINUTES: u32 = 15;

/// What can be offered of the scene's resource, the earliest first.
#[must_use]
pub fn first_fit(
    scene: &Scene,
    id: Id<WaitlistEntry>,
    want: &Want,
    customer: &CustomerRecord,
    (now, offer_minutes): (Timestamp, u32),
) -> Option<Offer> {
    let (resource, taken) = (scene.resource(), scene.taken(want.units));
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
        let wish = Period::new(offer.start, offer.end)
            .map(|period| scene.wish(period, (want.units, 1), standing::standing_of(customer), now));
        now < offer.expires_at
            && keeps_cooldown(scene, offer, id, customer, now)
            && scene.has_room(&taken, |units| offer.slot(id.uuid(), units), now)
            && wish.is_some_and(|wish| policy::violations(&wish).is_empty())
    };
    starts(scene, want, &taken, now).into_iter().map(offered).find(fits)
}

/// Whether the customer's other bookings of the resource are far enough away.
fn keeps_cooldown(
    scene: &Scene,
    offer: &Offer,
    id: Id<WaitlistEntry>,
    customer: &CustomerRecord,
    now: Timestamp,
) -> bool {
    let cooldown_minutes = scene.resource().body.policy.cooldown_minutes;
    let slot = Slot { customer: Some(customer.id().uuid()), cooldown_minutes, ..offer.slot(id.uuid(), 1) };
    frequency::cooldown(&slot, &scene.calendar.slots(offer.resource_id, &slot.days()), now).is_none()
}

/// Instants at which it could begin, in order: the earliest one asked for, every step, and where something ends.
fn starts(scene: &Scene, want: &Want, taken: &[TakenResource], now: Timestamp) -> BTreeSet<Timestamp> {
    let Some(window) = want.window(now) else { return BTreeSet::new() };
    let (zone, policy) = (scene.location.body.time_zone, &scene.resource().body.policy);
    let days = days_between(window.start().plus(Duration::days(-1)), window.end().plus(Duration::days(1)));
    let step = policy.step_minutes.filter(|step| *step > 0).unwrap_or(STEP_MINUTES);
    let minutes = || (0..24 * 60).step_by(step as usize);
    let steps = days.iter().flat_map(|day| {
        minutes()
            .filter_map(|minute| zone.first_at(day.and_time(NaiveTime::MIN) + Duration::minutes(i64::from(minute))))
    });
    let ends = taken.iter().flat_map(|taken| scene.calendar.slots(taken.resource_id, &days)).map(|slot| {
        slot.end.plus(Duration::minutes(slot.buffer_after_minutes.max(policy.buffer_before_minutes).into()))
    });
    steps
        .chain(ends)
        .chain([want.earliest_start])
        .filter(|start| window.contains(*start) && *start <= want.latest_start())
        .collect()
}
