//! Visits against what stands beside them: the counters of their locations, who is on site, their codes, their
//! bookings; and the blocklist against the contacts that are blocked.

use std::collections::{BTreeMap, BTreeSet};

use records::{VisitorContact, VisitorRequest, VisitorVisit, visitor_visit::VisitStatus};
use scheduling::booking::Booking;
use serde_json::Value;
use store::{Entity, List, Record};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{counters::different, finding::Finding, table::Items};

/// Visits and contacts that disagree with counters, codes, bookings or the blocklist.
pub async fn find(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let mut findings = blocklist(&read_all::<VisitorContact>(work, items, "visitor_contact").await?, items);
    let visits = read_all::<VisitorVisit>(work, items, "visitor_visit").await?;
    let requests = read_all::<VisitorRequest>(work, items, "visitor_request").await?;
    findings.extend(counted(&visits, &requests, items));
    findings.extend(present(&visits, items));
    findings.extend(held(&visits, items));
    let bookings = read_all::<Booking>(work, items, "booking").await?;
    findings.extend(booked(&visits, &bookings, items));
    Ok(findings)
}

async fn read_all<E: Entity>(work: &UnitOfWork, items: &Items, kind: &str) -> Result<Vec<Record<E>>, ApiError> {
    if items.records(kind).next().is_none() {
        return Ok(Vec::new());
    }
    Ok(work.store.all(work.tenant(), &List::<E>::live(), usize::MAX).await?.records)
}

fn finding(id: &impl ToString, what: String) -> Finding {
    Finding { kind: "visit", id: id.to_string(), what }
}

/// Locations whose counter is not the number of their visits and requests that have not ended.
fn counted(visits: &[Record<VisitorVisit>], requests: &[Record<VisitorRequest>], items: &Items) -> Vec<Finding> {
    let mut live: BTreeMap<String, i64> = BTreeMap::new();
    let visits = visits.iter().filter(|visit| visit.body.is_live()).map(|visit| visit.body.location_id);
    let requests = requests.iter().filter(|request| request.body.is_live()).map(|request| request.body.location_id);
    for location in visits.chain(requests) {
        *live.entry(location.to_string()).or_default() += 1;
    }
    let told = items.space("counter#location_visits");
    let told = told.map(|(location, _, item)| (location.to_owned(), item["count"].as_i64().unwrap_or_default()));
    different("location_visits", &live, &told.collect())
}

/// Visitors who are there and do not stand among those on site, and the other way round.
fn present(visits: &[Record<VisitorVisit>], items: &Items) -> Vec<Finding> {
    let there = visits.iter().filter(|visit| visit.body.state == VisitStatus::CheckedIn);
    let there: BTreeSet<[String; 3]> = there
        .map(|visit| {
            let ends_at = visit.body.changes_at.map(|at| at.to_string()).unwrap_or_default();
            [visit.body.location_id.to_string(), visit.id.to_string(), ends_at]
        })
        .collect();
    let ends_at = |item: &Value| item["ends_at"].as_str().unwrap_or_default().to_owned();
    let told = items.space("visitors_present");
    let told: BTreeSet<[String; 3]> =
        told.map(|(location, visit, item)| [location.to_owned(), visit.clone(), ends_at(item)]).collect();
    let missing =
        there.difference(&told).map(|[_, id, _]| finding(id, "is there and not among those on site".to_owned()));
    let strange =
        told.difference(&there).map(|[_, id, _]| finding(id, "is among those on site and not there".to_owned()));
    missing.chain(strange).collect()
}

/// Live visits that do not hold their code or badge.
fn held(visits: &[Record<VisitorVisit>], items: &Items) -> Vec<Finding> {
    let names: BTreeMap<&str, &str> =
        items.space("unique").map(|(name, _, item)| (name, item["holder"].as_str().unwrap_or_default())).collect();
    let mut findings = Vec::new();
    for visit in visits {
        let id = visit.id.to_string();
        let lost = visit.unique_keys().into_iter().filter(|key| names.get(key.name()) != Some(&id.as_str()));
        findings.extend(lost.map(|key| finding(&id, format!("does not hold its {}", key.field()))));
    }
    findings
}

/// Visits that are for a booking and do not stand in it, and visitors of bookings that are not theirs.
fn booked(visits: &[Record<VisitorVisit>], bookings: &[Record<Booking>], items: &Items) -> Vec<Finding> {
    let mut findings = Vec::new();
    let bookings: BTreeMap<Id<Booking>, &Record<Booking>> =
        bookings.iter().map(|booking| (booking.id, booking)).collect();
    let mut theirs: BTreeSet<Id<VisitorVisit>> = BTreeSet::new();
    for visit in visits.iter().filter(|visit| visit.body.state != VisitStatus::Cancelled) {
        let Some(booking) = visit.body.booking_id.and_then(|id| bookings.get(&id.cast())) else { continue };
        theirs.insert(visit.id);
        if !booking.body.visitor_ids.contains(&visit.id) {
            findings.push(finding(&visit.id, format!("is for the booking {} and not in it", booking.id)));
        }
    }
    // Who has left and was deleted stays in the booking.
    let gone: BTreeSet<&String> = items.records("visitor_visit#archived").map(|(id, _)| id).collect();
    for booking in bookings.values() {
        let strange = booking.body.visitor_ids.iter();
        let strange = strange.filter(|id| !theirs.contains(id) && !gone.contains(&id.to_string()));
        findings.extend(strange.map(|id| finding(id, format!("is in the booking {} and not for it", booking.id))));
    }
    findings
}

/// Contacts that are blocked and do not stand under their addresses, and the other way round. What stands there is only
/// a digest.
fn blocklist(contacts: &[Record<VisitorContact>], items: &Items) -> Vec<Finding> {
    let blocked = contacts.iter().filter(|contact| contact.body.blocked);
    let of = |contact: &Record<VisitorContact>| {
        let id = contact.id.to_string();
        contact.body.visitor().addresses().into_iter().map(move |address| (address, id.clone())).collect::<Vec<_>>()
    };
    let blocked: BTreeSet<(String, String)> = blocked.flat_map(of).collect();
    let listed = items.space("visitor_blocklist").flat_map(|(address, _, item)| {
        let contacts = item["contacts"].as_array().cloned().unwrap_or_default();
        contacts.into_iter().filter_map(move |id| Some((address.to_owned(), id.as_str()?.to_owned())))
    });
    let listed: BTreeSet<(String, String)> = listed.collect();
    let missing =
        blocked.difference(&listed).map(|(_, id)| finding(id, "is blocked and not on the blocklist".to_owned()));
    let strange =
        listed.difference(&blocked).map(|(_, id)| finding(id, "is on the blocklist and not blocked".to_owned()));
    missing.chain(strange).collect()
}
