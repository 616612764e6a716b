//! Events: their seats against registrations and entries, blocks of their resources, and counters of what stands on
//! customers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{counters::different, finding::Finding, table::Items};

/// Events that disagree with their registrations, entries, blocks or counters.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = seats(items);
    findings.extend(blocks(items));
    findings.extend(people(items));
    findings.extend(held(items));
    findings.extend(present(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn number(value: &Value, field: &str) -> i64 {
    value[field].as_i64().unwrap_or_default()
}

fn is_open(registration: &Value) -> bool {
    matches!(text(&registration["body"], "status"), "pending" | "confirmed")
}

fn finding(event: &str, what: String) -> Finding {
    Finding { kind: "event", id: event.to_owned(), what }
}

/// Open and past seats are those of registrations, and whoever waits or has an offer has an entry that says so.
fn seats(items: &Items) -> Vec<Finding> {
    let mut registered: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for (_, registration) in items.records("event_registration") {
        let (body, quantity) = (&registration["body"], number(&registration["body"], "quantity"));
        let of = registered.entry(text(body, "event_id")).or_default();
        match text(body, "status") {
            "pending" | "confirmed" => of.0 += quantity,
            "attended" | "no_show" => of.1 += quantity,
            _ => {}
        }
    }
    let mut entries: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for (id, entry) in items.records("event_waitlist_entry") {
        if matches!(text(&entry["body"], "status"), "waiting" | "offered") {
            entries.insert((text(&entry["body"], "event_id"), id), number(&entry["body"], "quantity"));
        }
    }
    let mut findings = Vec::new();
    for (event, seats) in items.records("event_seats") {
        let body = &seats["body"];
        let told = (number(body, "open"), number(body, "past"));
        let sum = registered.remove(event.as_str()).unwrap_or_default();
        if told != sum {
            findings.push(finding(event, format!("has {told:?} seats open and past, of registrations {sum:?}")));
        }
        for waits in ["offers", "waiting"].iter().flat_map(|list| body[*list].as_array().into_iter().flatten()) {
            let entry = entries.remove(&(event.as_str(), text(waits, "entry_id")));
            if entry != Some(number(waits, "quantity")) {
                findings
                    .push(finding(event, format!("has {} in its line, who does not wait", text(waits, "entry_id"))));
            }
        }
    }
    let lost = entries.keys().map(|(event, entry)| finding(event, format!("does not have {entry} in its line")));
    findings.extend(lost);
    let unknown = registered.iter().filter(|(_, sum)| **sum != (0, 0));
    findings.extend(unknown.map(|(event, sum)| finding(event, format!("has no seats, of registrations {sum:?}"))));
    findings
}

/// An event has its block, and a block that an event made has its event.
fn blocks(items: &Items) -> Vec<Finding> {
    let mut made: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, block) in items.records("calendar_block") {
        let origin = &block["body"]["made_by"];
        if text(origin, "kind") == "event" {
            made.insert(id, text(origin, "id"));
        }
    }
    let mut findings = Vec::new();
    for (event, record) in items.records("event") {
        let Some(block) = record["body"]["block_id"].as_str() else { continue };
        if made.remove(block) != Some(event.as_str()) {
            findings.push(finding(event, format!("takes {block}, which is not there")));
        }
    }
    findings.extend(made.iter().map(|(block, event)| finding(event, format!("does not take {block}, which it made"))));
    findings
}

/// Open registrations and entries that stand in the way of their customers are counted.
fn people(items: &Items) -> Vec<Finding> {
    let registrations = items.records("event_registration").filter(|(_, registration)| is_open(registration));
    let entries = items.records("event_waitlist_entry");
    let entries = entries.filter(|(_, entry)| matches!(text(&entry["body"], "status"), "waiting" | "offered"));
    let mut open: BTreeMap<String, i64> = BTreeMap::new();
    for customer in registrations.chain(entries).filter_map(|(_, record)| record["body"]["customer_id"].as_str()) {
        *open.entry(customer.to_owned()).or_default() += 1;
    }
    let told = items.space("counter#customer_event_registrations");
    let told = told.map(|(customer, _, item)| (customer.to_owned(), number(item, "count"))).collect();
    different("customer_event_registrations", &open, &told)
}

/// Whoever has come by a registration that has not ended stands among those who are there, and nobody else does.
fn present(items: &Items) -> Vec<Finding> {
    let came = items.records("event_registration").filter(|(_, one)| is_open(one));
    let came = came.filter(|(_, one)| number(&one["body"], "checked_in_count") > 0);
    let came: BTreeSet<[&str; 2]> = came.map(|(id, one)| [text(&one["body"], "location_id"), id.as_str()]).collect();
    // Those whose event is over may be inside for a while, and DynamoDB deletes the items.
    let told = items.space("event_attendees_present").filter(|(_, _, item)| item["ended_at"].is_null());
    let told: BTreeSet<[&str; 2]> = told.map(|(location, id, _)| [location, id.as_str()]).collect();
    let wrong = came.symmetric_difference(&told);
    wrong
        .map(|[_, id]| {
            finding(id, "is there by its registration, and not among those present, or the other way round".to_owned())
        })
        .collect()
}

/// Nobody has more or fewer seats of an event than are counted.
fn held(items: &Items) -> Vec<Finding> {
    let mut held: BTreeMap<String, i64> = BTreeMap::new();
    for (_, registration) in items.records("event_registration") {
        let body = &registration["body"];
        for key in body["limit_keys"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            *held.entry(format!("{}#{key}", text(body, "event_id"))).or_default() += number(body, "quantity");
        }
    }
    let told = items.space("counter#event_seats_held");
    let told = told.map(|(name, _, item)| (name.to_owned(), number(item, "count"))).collect();
    different("event_seats_held", &held, &told)
}
