//! Judges a recorded history, and what is stored when nobody writes any more, by the rules C1 to C5 of
//! `docs/RELIABILITY.md`.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::{
    fixture::Fixture,
    history::{Event, Operation, Outcome},
    model::{Slot, overfull, takes},
};

/// What is stored when nobody writes any more.
pub struct Rest {
    pub bookings: Vec<Value>,
    pub holds: Vec<Value>,
    pub blocks: Vec<Value>,
}

/// Time that was taken, and the first and the last moment at which it may have been.
struct Claim {
    place: usize,
    slot: Slot,
    from: u64,
    to: u64,
}

impl Rest {
    /// Reads every list, resource by resource.
    pub async fn read(fixture: &Fixture) -> Self {
        let (mut bookings, mut holds, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (list, all) in
            [("bookings", &mut bookings), ("booking-holds", &mut holds), ("calendar-blocks", &mut blocks)]
        {
            for id in &fixture.ids {
                for page in 1.. {
                    let path = format!("/{list}?resource_id={id}&per_page=100&page={page}");
                    let rows = fixture.app.get(&path).await.body["data"].as_array().unwrap().clone();
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
        bookings.chain(&self.holds).chain(&self.blocks)
    }
}

/// Everything that is wrong, each with the name of its rule.
pub fn faults(fixture: &Fixture, events: &[Event], rest: &Rest) -> Vec<String> {
    let mut faults = overlaps(fixture, rest);
    faults.extend(lost(events, rest));
    faults.extend(strangers(events, rest));
    faults.extend(unjustified(fixture, events));
    faults.extend(unread(events));
    faults
}

/// C1: when nobody writes any more, no more of a resource is taken than there is, buffers included.
fn overlaps(fixture: &Fixture, rest: &Rest) -> Vec<String> {
    let slots: Vec<(usize, Slot)> = rest.live().flat_map(|thing| slots(fixture, thing)).collect();
    let full = fixture.places.iter().enumerate().filter_map(|(number, place)| {
        let here: Vec<Slot> = slots.iter().filter(|(at, _)| *at == number).map(|(_, slot)| *slot).collect();
        let minute = overfull(&here, place.units)?;
        Some(format!("C1: place {number} is overfull at {}", fixture.instant(minute)))
    });
    full.collect()
}

/// C2: what was made is there, unless it was cancelled.
fn lost(events: &[Event], rest: &Rest) -> Vec<String> {
    let live: HashSet<&str> = rest.live().filter_map(|thing| thing["id"].as_str()).collect();
    let cancels = events.iter().filter(|event| event.operation == Operation::Cancel && event.outcome != Outcome::Fail);
    let cancelled: HashSet<&str> = cancels.filter_map(|event| event.path.split('/').nth(2)).collect();
    let made = events.iter().filter(|event| event.operation == Operation::Book && event.outcome == Outcome::Ok);
    made.filter(|event| !live.contains(event.id()) && !cancelled.contains(event.id()))
        .map(|event| format!("C2: booking {} was made and is lost", event.id()))
        .collect()
}

/// C3: every booking comes from exactly one request.
fn strangers(events: &[Event], rest: &Rest) -> Vec<String> {
    let (mut made, mut unknown) = (HashMap::<&str, usize>::new(), Vec::new());
    for event in events.iter().filter(|event| event.operation == Operation::Book) {
        match event.outcome {
            Outcome::Ok => *made.entry(event.id()).or_default() += 1,
            Outcome::Unknown => unknown.push(&event.request),
            Outcome::Fail => {}
        }
    }
    let fits = |booking: &Value, request: &Value| {
        ["resource_id", "start_time", "end_time"].iter().all(|field| booking[field] == request[field])
    };
    let attempts = |booking: &Value| match made.get(booking["id"].as_str().unwrap_or_default()) {
        Some(count) => *count,
        None => unknown.iter().filter(|request| fits(booking, request)).count().min(1),
    };
    rest.bookings
        .iter()
        .filter(|booking| attempts(booking) != 1)
        .map(|booking| format!("C3: booking {} belongs to {} requests", booking["id"], attempts(booking)))
        .collect()
}

/// C4: a conflict names an interval that may have been taken while the request was open, and that is too close.
fn unjustified(fixture: &Fixture, events: &[Event]) -> Vec<String> {
    let claims = claims(fixture, events);
    let made = events.iter().filter(|event| event.operation == Operation::Book && event.outcome == Outcome::Ok);
    let units: HashMap<&str, u64> =
        made.map(|event| (event.id(), event.response["data"]["units"].as_u64().unwrap_or(1))).collect();
    let refused = events.iter().filter(|event| event.code() == "booking_conflict");
    let unfair = refused.filter(|event| {
        // A request that asks for no time meets a conflict only when its booking has lost the time it had.
        if !event.takes_time() {
            return true;
        }
        let named = &event.response["error"]["details"]["conflicts"][0];
        let (start, end) = (fixture.minute(&named["start_time"]), fixture.minute(&named["end_time"]));
        let place = fixture.place(&named["resource_id"]);
        let mut wanted = event.request.clone();
        if event.operation == Operation::Move {
            wanted["units"] = units.get(event.path.split('/').nth(2).unwrap_or_default()).copied().into();
        }
        let own = slots(fixture, &wanted).into_iter().find(|(at, _)| *at == place).map(|(_, slot)| slot);
        let Some(own) = own else { return true };
        let open = |claim: &&Claim| claim.place == place && claim.from < event.complete && event.invoke < claim.to;
        let near: Vec<&Claim> = claims.iter().filter(open).filter(|claim| claim.slot.meets(&own)).collect();
        let is_named = near.iter().any(|claim| (claim.slot.start, claim.slot.end) == (start, end));
        let used: u32 = near.iter().map(|claim| claim.slot.units).sum();
        !is_named || used + own.units <= fixture.places[place].units
    });
    let told = |event: &Event| {
        let Event { seed, process, operation, request, .. } = event;
        format!("C4: seed {seed}, worker {process}: {operation:?} {request} is refused by nothing")
    };
    unfair.map(told).collect()
}

/// C5: what was made is found by its id at once.
fn unread(events: &[Event]) -> Vec<String> {
    // 503 says that nothing could be read, which is honest on a machine that is too busy.
    let reads = events.iter().filter(|event| event.operation == Operation::Get && event.status != 503);
    let missed = reads.filter(|event| event.status != 200 || !event.path.ends_with(event.id()));
    missed.map(|event| format!("C5: {} is answered {}", event.path, event.status)).collect()
}

/// Every interval that was taken, each from before the request that took it until after the one that freed it.
fn claims(fixture: &Fixture, events: &[Event]) -> Vec<Claim> {
    let ends = ends(events);
    let mut claims = Vec::new();
    for event in events.iter().filter(|event| event.takes_time() && event.outcome != Outcome::Fail) {
        let taken = if event.outcome == Outcome::Ok { &event.response["data"] } else { &event.request };
        let later = ends.get(event.id()).into_iter().flatten().filter(|(version, _)| *version > event.version());
        let to = later.map(|(_, complete)| *complete).min().unwrap_or(u64::MAX);
        claims.extend(slots(fixture, taken).into_iter().map(|(place, slot)| Claim {
            place,
            slot,
            from: event.invoke,
            to,
        }));
    }
    claims
}

/// For each id, when its time was freed: the version that did it, and the moment after the answer.
fn ends(events: &[Event]) -> HashMap<&str, Vec<(i64, u64)>> {
    let mut ends: HashMap<&str, Vec<(i64, u64)>> = HashMap::new();
    for event in events.iter().filter(|event| event.outcome == Outcome::Ok) {
        if matches!(event.operation, Operation::Cancel | Operation::Move | Operation::Release) {
            ends.entry(event.id()).or_default().push((event.version(), event.complete));
        }
        // A hold that becomes a booking ends whatever its version.
        if let Some(hold) = event.request["hold_id"].as_str() {
            ends.entry(hold).or_default().push((i64::MAX, event.complete));
        }
    }
    ends
}

/// The time that a record or a request takes, resource by resource.
fn slots(fixture: &Fixture, thing: &Value) -> Vec<(usize, Slot)> {
    let place = fixture.place(&thing["resource_id"]);
    let facts = &fixture.places[place];
    // Only blocks have no `units`: they take all units and have no buffers.
    let units = thing["units"].as_u64().and_then(|units| u32::try_from(units).ok());
    let (start, end) = (fixture.minute(&thing["start_time"]), fixture.minute(&thing["end_time"]));
    takes(&fixture.places, place, None, units.unwrap_or(facts.units))
        .into_iter()
        .map(|taken| {
            let (before, after) = units.map_or((0, 0), |_| taken.gap);
            (taken.place, Slot { start, end, before, after, units: taken.units })
        })
        .collect()
}
