//! Judges a history and what stands at rest by rules C1 to C5 of `proof.md`.

use serde_json::Value;

use crate::{
    history::{Event, Operation, Outcome},
    model::{Slot, overfull, takes},
    site::Site,
};

/// What stands when nobody is writing.
pub struct Rest {
    pub bookings: Vec<Value>,
    pub holds: Vec<Value>,
    pub blocks: Vec<Value>,
}

/// Time that something had, from the first moment it may have had it to the last.
struct Claim {
    place: usize,
    slot: Slot,
    from: u64,
    to: u64,
}

impl Rest {
    /// Reads every list, resource by resource.
    pub async fn read(site: &Site) -> Self {
        let (mut bookings, mut holds, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (list, all) in
            [("bookings", &mut bookings), ("booking-holds", &mut holds), ("calendar-blocks", &mut blocks)]
        {
            for id in &site.ids {
                for page in 1.. {
                    let path = format!("/{list}?resource_id={id}&per_page=100&page={page}");
                    let rows = site.app.get(&path).await.body["data"].as_array().unwrap().clone();
                    let is_last = rows.len() < 100;
                    all.extend(rows);
                    if is_last {
                        break;
                    }
                }
            }
        }
        Self { bookings, holds, blocks }
    }

    fn live(&self) -> impl Iterator<Item = &Value> {
        let stands = |booking: &&Value| matches!(booking["status"].as_str(), Some("pending" | "confirmed"));
        let bookings = self.bookings.iter().filter(stands);
        bookings.chain(self.holds.iter().filter(|hold| hold["is_expired"] == false)).chain(&self.blocks)
    }
}

/// Everything that is wrong, each with the name of its rule.
pub fn faults(site: &Site, events: &[Event], rest: &Rest) -> Vec<String> {
    let mut faults = overlaps(site, rest);
    faults.extend(lost(events, rest));
    faults.extend(strangers(events, rest));
    faults.extend(unjustified(site, events));
    faults.extend(unread(events));
    faults
}

/// C1: at rest nothing takes more of a resource than there is, gaps included.
fn overlaps(site: &Site, rest: &Rest) -> Vec<String> {
    let slots: Vec<(usize, Slot)> = rest.live().flat_map(|thing| slots(site, thing)).collect();
    let full = site.places.iter().enumerate().filter_map(|(number, place)| {
        let here: Vec<Slot> = slots.iter().filter(|(at, _)| *at == number).map(|(_, slot)| *slot).collect();
        let minute = overfull(&here, place.units)?;
        Some(format!("C1: place {number} is overfull at {}", site.instant(minute)))
    });
    full.collect()
}

/// C2: what was made is there, unless it was cancelled.
fn lost(events: &[Event], rest: &Rest) -> Vec<String> {
    let made = events.iter().filter(|event| event.operation == Operation::Book && event.outcome == Outcome::Ok);
    let cancelled = |id: &str| {
        let mut cancels = events.iter().filter(|event| event.operation == Operation::Cancel);
        cancels.any(|event| event.outcome != Outcome::Fail && event.path.contains(id))
    };
    let is_there = |id: &str| rest.live().any(|thing| thing["id"] == id);
    made.filter(|event| !is_there(event.id()) && !cancelled(event.id()))
        .map(|event| format!("C2: booking {} was made and is lost", event.id()))
        .collect()
}

/// C3: every booking comes from exactly one request.
fn strangers(events: &[Event], rest: &Rest) -> Vec<String> {
    let made: Vec<&Event> = events.iter().filter(|event| event.operation == Operation::Book).collect();
    let fits = |booking: &Value, event: &Event| {
        let same = |field: &str| booking[field] == event.request[field];
        event.id() == booking["id"]
            || (event.outcome == Outcome::Unknown && same("resource_id") && same("start_time") && same("end_time"))
    };
    let attempts = |booking: &Value| made.iter().filter(|event| fits(booking, event)).count();
    rest.bookings
        .iter()
        .filter(|booking| attempts(booking) != 1)
        .map(|booking| format!("C3: booking {} belongs to {} requests", booking["id"], attempts(booking)))
        .collect()
}

/// C4: a conflict names what really could stand there while the request was open, and that is really too close.
fn unjustified(site: &Site, events: &[Event]) -> Vec<String> {
    let claims = claims(site, events);
    let refused = events.iter().filter(|event| event.code() == "booking_conflict");
    let unfair = refused.filter(|event| {
        let named = &event.response["error"]["details"]["conflicts"][0];
        let (start, end) = (site.minute(&named["start_time"]), site.minute(&named["end_time"]));
        let place = site.place(&named["resource_id"]);
        let mut wanted = event.request.clone();
        if event.operation == Operation::Move {
            wanted["units"] = 1.into();
        }
        let own = slots(site, &wanted).into_iter().find(|(at, _)| *at == place).map(|(_, slot)| slot);
        let Some(own) = own else { return true };
        let open = |claim: &&Claim| claim.place == place && claim.from < event.complete && event.invoke < claim.to;
        let near: Vec<&Claim> = claims.iter().filter(open).filter(|claim| claim.slot.meets(&own)).collect();
        let is_named = near.iter().any(|claim| (claim.slot.start, claim.slot.end) == (start, end));
        let used: u32 = near.iter().map(|claim| claim.slot.units).sum();
        !is_named || used + own.units <= site.places[place].units
    });
    unfair.map(|event| format!("C4: {:?} {} is refused by nothing", event.operation, event.request)).collect()
}

/// C5: what was made is found by its id at once.
fn unread(events: &[Event]) -> Vec<String> {
    let reads = events.iter().filter(|event| event.operation == Operation::Get);
    let missed = reads.filter(|event| event.status != 200 || !event.path.ends_with(event.id()));
    missed.map(|event| format!("C5: {} is answered {}", event.path, event.status)).collect()
}

/// Every interval that anything had, each from before the request that took it to after the one that gave it up.
fn claims(site: &Site, events: &[Event]) -> Vec<Claim> {
    let happened: Vec<&Event> = events.iter().filter(|event| event.outcome != Outcome::Fail).collect();
    let mut claims = Vec::new();
    for event in happened.iter().filter(|event| event.takes_time()) {
        let taken = if event.outcome == Outcome::Ok { &event.response["data"] } else { &event.request };
        let version = event.response["data"]["version"].as_i64().unwrap_or(0);
        let ends = happened.iter().filter(|end| {
            let is_next = end.id() == event.id() && end.response["data"]["version"].as_i64() > Some(version);
            let gives_up = matches!(end.operation, Operation::Cancel | Operation::Move | Operation::Release);
            let redeems = end.operation == Operation::Book && end.request["hold_id"] == event.id();
            end.outcome == Outcome::Ok && ((is_next && gives_up) || redeems)
        });
        let to = ends.map(|end| end.complete).min().unwrap_or(u64::MAX);
        claims.extend(slots(site, taken).into_iter().map(|(place, slot)| Claim { place, slot, from: event.invoke, to }));
    }
    claims
}

/// The time that a record or a request takes, place by place.
fn slots(site: &Site, thing: &Value) -> Vec<(usize, Slot)> {
    let place = site.place(&thing["resource_id"]);
    let Some(facts) = site.places.get(place) else { return Vec::new() };
    // Blocks are what has no units: they take all of them and need no gaps.
    let units = thing["units"].as_u64().and_then(|units| u32::try_from(units).ok());
    let (before, after) = units.map_or((0, 0), |_| (facts.before, facts.after));
    let (start, end) = (site.minute(&thing["start_time"]), site.minute(&thing["end_time"]));
    takes(&site.places, place, None, units.unwrap_or(facts.units))
        .into_iter()
        .map(|(place, units)| (place, Slot { start, end, before, after, units }))
        .collect()
}
