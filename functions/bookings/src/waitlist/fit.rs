//! Finds the first time in a window at which a customer could book what it waits for, by policy and calendars.

use agreements::subscription::entitlements::Entitlements;
use chrono::Duration;
use scheduling::{
    ScheduleSnapshot,
    booking::{
        availability::{Booker, Question, STEP_MINUTES},
        start_windows::{StartWindow, steps},
    },
    waitlist::entry::{Offer, WaitlistEntry, WantedTime},
};
use values::{Customer, Id, Period, TimeZone, Timestamp};

use crate::policy_check::check_policy;

/// Most starts that are judged. Those that calendars, opening hours and limits exclude are not among them, so that the
/// first nearly always fits.
const STARTS_MAX: usize = 200;

/// What can be offered of the snapshot's resource, the earliest first: in steps of the local day, or, when the resource
/// has none of its own, also where something else ends. The others that were read with it must have time, too.
#[must_use]
pub fn first_fit(
    snapshot: &ScheduleSnapshot,
    id: Id<WaitlistEntry>,
    want: &WantedTime,
    (customer, entitlements): (Id<Customer>, &Entitlements),
    (now, offer_minutes, is_override): (Timestamp, u32, bool),
) -> Option<Offer> {
    let (resource, taken) = (snapshot.resource(), snapshot.taken(want.units));
    let (policy, zone) = (&resource.body.policy, snapshot.location.body.time_zone);
    let offered = |start: Timestamp| Offer {
        resource_id: resource.id,
        start,
        end: start.plus(want.duration()),
        made_at: now,
        expires_at: now.plus(Duration::minutes(offer_minutes.into())).min(start),
        buffers: (policy.buffer_before_minutes, policy.buffer_after_minutes),
        taken: taken.clone(),
    };
    let others = snapshot.others();
    let fits = |offer: &Offer| {
        let customer = entitlements.at(offer.start);
        let request =
            Period::new(offer.start, offer.end).map(|period| snapshot.request(period, (want.units, 1), &customer, now));
        now < offer.expires_at
            && snapshot.has_room(&taken, |units| offer.slot(id.uuid(), units), now)
            && request.is_some_and(|request| check_policy(&request, &others, is_override).is_ok())
    };
    if is_override {
        // Only series set policy aside, and they wait for exactly one time.
        return Some(offered(want.earliest_start)).filter(fits);
    }
    let (within, site) = (want.window(now)?, snapshot.bookable(now));
    let own_step = policy.step_minutes.filter(|step| *step > 0);
    let booker = Booker { id: customer.uuid(), entitlements, has_all_free: false };
    // What begins while the customer is one thing is judged by it, also when it ends after that.
    entitlements.through(within).into_iter().find_map(|(span, then)| {
        let question = Question { within, units: want.units, customer: &then, booker: Some(&booker), now };
        let free = site.free_periods(&question);
        let windows = site.start_windows(&question, &free, want.duration_minutes);
        let windows = windows.into_iter().filter_map(|window| within_span(window, span));
        let starts = windows.flat_map(|window| starts(window, own_step, zone, now));
        starts.take(STARTS_MAX).map(offered).find(fits)
    })
}

/// The part of a window that lies in a span.
fn within_span(window: StartWindow, span: Period) -> Option<StartWindow> {
    let last = span.end().plus(-Duration::milliseconds(1));
    let part = StartWindow { first: window.first.max(span.start()), last: window.last.min(last) };
    (part.first <= part.last).then_some(part)
}

/// The starts of a window that are tried, in order.
fn starts(
    window: StartWindow,
    own_step: Option<u32>,
    zone: TimeZone,
    now: Timestamp,
) -> impl Iterator<Item = Timestamp> {
    let first = (own_step.is_none() && window.first != now).then_some(window.first);
    let on_steps = steps(window.first, window.last, own_step.unwrap_or(STEP_MINUTES), zone);
    first.into_iter().chain(on_steps.filter(move |start| Some(*start) != first))
}
