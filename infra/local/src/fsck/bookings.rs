//! Bookings and blocks against calendars: what is live stands in its day items exactly as its record says, nothing else
//! stands there, and no more is taken at any instant than there is.

use std::collections::{BTreeMap, BTreeSet};

use scheduling::{
    booking::Booking,
    calendar_block::CalendarBlock,
    customer_bookings::is_live,
    resource::Resource,
    slot::{Slot, SlotKind},
};
use serde_json::Value;
use store::{Entity, List, Record};
use uuid::Uuid;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use super::{counters::different, finding::Finding, table::Items};

/// Slots by resource and UTC day, as they are stored.
type Stored = BTreeMap<(Uuid, String), Vec<Slot>>;
/// Where a slot should stand.
type Expected = BTreeMap<(Uuid, Uuid), Slot>;

/// Bookings and blocks that disagree with the calendars, or calendars that take too much.
pub async fn find(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let (stored, mut findings) = stored(items);
    if stored.is_empty() && items.records("booking").next().is_none() {
        return Ok(findings);
    }
    let bookings = read_all::<Booking>(work).await?;
    let blocks = read_all::<CalendarBlock>(work).await?;
    let mut expected = Expected::new();
    for booking in bookings.iter().filter(|booking| is_live(&booking.body)) {
        for taken in &booking.body.taken {
            let slot = taken.slot(booking.body.slot(booking.id.uuid(), taken.units));
            expected.insert((taken.resource_id.uuid(), slot.id), slot);
        }
    }
    for block in &blocks {
        for taken in &block.body.taken {
            let slot = taken.slot(block.body.slot(block.id.uuid(), taken.units));
            expected.insert((taken.resource_id.uuid(), slot.id), slot);
        }
    }
    findings.extend(missing(&stored, &expected, work.now));
    findings.extend(strangers(&stored, &expected, items, work.now));
    findings.extend(counted(&bookings, items));
    findings.extend(left_over(&bookings, items));
    let resources = read_all::<Resource>(work).await?;
    let units = resources.iter().map(|resource| (resource.id.uuid(), i64::from(resource.body.units))).collect();
    findings.extend(overfull(&stored, &units, work.now));
    Ok(findings)
}

async fn read_all<E: Entity>(work: &UnitOfWork) -> Result<Vec<Record<E>>, ApiError> {
    Ok(work.store.all(work.tenant(), &List::<E>::live(), usize::MAX).await?.records)
}

fn finding(resource: Uuid, what: String) -> Finding {
    Finding { kind: "calendar", id: resource.to_string(), what }
}

fn stored(items: &Items) -> (Stored, Vec<Finding>) {
    let (mut stored, mut findings) = (Stored::new(), Vec::new());
    for (resource, day, item) in items.space("calendar") {
        let Ok(resource) = resource.parse::<Uuid>() else { continue };
        match serde_json::from_value::<Vec<Slot>>(item["slots"].clone()) {
            Ok(slots) => drop(stored.insert((resource, day.clone()), slots)),
            Err(error) => findings.push(finding(resource, format!("{day} cannot be read: {error}"))),
        }
    }
    (stored, findings)
}

/// What is live and does not stand on one of its days as its record says.
fn missing(stored: &Stored, expected: &Expected, now: Timestamp) -> Vec<Finding> {
    let mut findings = Vec::new();
    for ((resource, _), slot) in expected.iter().filter(|(_, slot)| slot.counts(now)) {
        for day in slot.days() {
            let slots = stored.get(&(*resource, day.to_string()));
            let found = slots.into_iter().flatten().find(|other| other.id == slot.id);
            match found {
                None => findings.push(finding(*resource, format!("{day} lacks {:?} {}", slot.kind, slot.id))),
                Some(found) if found != slot => {
                    findings.push(finding(*resource, format!("{day} has {found:?} instead of {slot:?}")));
                }
                Some(_) => {}
            }
        }
    }
    findings
}

/// What takes time and is nobody's.
fn strangers(stored: &Stored, expected: &Expected, items: &Items, now: Timestamp) -> Vec<Finding> {
    let held: BTreeSet<&String> =
        ["booking_hold", "waitlist_entry"].iter().flat_map(|kind| items.sorts(kind)).collect();
    // A booking whose time is over may stand there: nobody wants that time again.
    let over: BTreeSet<&String> = items
        .records("booking")
        .filter(|(_, booking)| booking["body"]["state"] == "completed")
        .map(|(id, _)| id)
        .collect();
    let mut findings = Vec::new();
    for ((resource, day), slots) in stored {
        for slot in slots.iter().filter(|slot| slot.counts(now)) {
            let id = slot.id.to_string();
            let is_known = match slot.kind {
                SlotKind::Booking => expected.contains_key(&(*resource, slot.id)) || over.contains(&id),
                SlotKind::Block => expected.contains_key(&(*resource, slot.id)),
                SlotKind::Hold => held.contains(&id),
            };
            if !is_known {
                findings.push(finding(*resource, format!("{day} has {:?} {id}, which is not live", slot.kind)));
            }
        }
    }
    findings
}

/// Instants at which more is taken than there is. Of what is over there may have been more units then.
fn overfull(stored: &Stored, units: &BTreeMap<Uuid, i64>, now: Timestamp) -> Vec<Finding> {
    let mut distinct: BTreeMap<Uuid, BTreeMap<Uuid, &Slot>> = BTreeMap::new();
    for ((resource, _), slots) in stored {
        let live = slots.iter().filter(|slot| slot.counts(now) && slot.end > now);
        distinct.entry(*resource).or_default().extend(live.map(|slot| (slot.id, slot)));
    }
    let mut findings = Vec::new();
    for (resource, slots) in distinct {
        let Some(units) = units.get(&resource) else { continue };
        let mut changes: BTreeMap<Timestamp, i64> = BTreeMap::new();
        for slot in slots.values() {
            *changes.entry(slot.start).or_default() += i64::from(slot.units);
            *changes.entry(slot.end).or_default() -= i64::from(slot.units);
        }
        let mut taken = 0;
        for (at, change) in changes {
            taken += change;
            if taken > *units {
                findings.push(finding(resource, format!("has {units} units, of which {taken} are taken at {at}")));
                break;
            }
        }
    }
    findings
}

/// Live bookings of a series that did not come about, of which everything was taken back.
fn left_over(bookings: &[Record<Booking>], items: &Items) -> Vec<Finding> {
    let is_over = |series: &Value| series["body"]["state"] == "failed" && series["body"]["provisional_until"].is_null();
    let failed: BTreeSet<&str> =
        items.records("booking_series").filter(|(_, series)| is_over(series)).map(|(id, _)| id.as_str()).collect();
    let live = bookings.iter().filter(|booking| is_live(&booking.body));
    let of_failed = |booking: &&Record<Booking>| {
        booking.body.series_id.is_some_and(|series| failed.contains(series.to_string().as_str()))
    };
    let left = live.filter(of_failed);
    let what = "is live, and its series did not come about";
    left.map(|booking| Finding { kind: "booking", id: booking.id.to_string(), what: what.to_owned() }).collect()
}

/// Customers whose counter is not the number of their live bookings.
fn counted(bookings: &[Record<Booking>], items: &Items) -> Vec<Finding> {
    let mut live: BTreeMap<String, i64> = BTreeMap::new();
    for booking in bookings.iter().filter(|booking| is_live(&booking.body)) {
        *live.entry(booking.body.customer_id.to_string()).or_default() += 1;
    }
    let count = |item: &Value| item["count"].as_i64().unwrap_or_default();
    let told: BTreeMap<String, i64> = items
        .space("counter#customer_bookings")
        .map(|(customer, _, item)| (customer.to_owned(), count(item)))
        .collect();
    different("customer_bookings", &live, &told)
}
