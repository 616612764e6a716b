//! Sums of reports against the records: each row is what the accounts have added to it, each account is what its record
//! says, and the days of the journal are its entries up to the one to which they are counted.
//!
//! The consumer of the stream follows some seconds later, so a record whose last change it has not seen is no finding;
//! unless it has seen a change a day later: then the stream has forgotten that one.

use std::collections::BTreeMap;

use agreements::subscription::record::Subscription;
use chrono::Duration;
use figures::{
    account::Account,
    occupancy::{self, booking_account::CountedBooking, booking_sums::booking_sums},
    opening::{self, opening_sums::opening_sums, resource_account::CountedResource},
    recurring::{
        self,
        customer_account::{CountedCustomer, steps_of},
        customer_sums::customer_sums,
    },
    revenue::{COUNTED, ROWS, entry_sums::add_entry, journal_days::CountedJournal},
    sums::Sums,
};
use records::Location;
use scheduling::{Booking, Resource};
use serde::de::DeserializeOwned;
use serde_json::Value;
use values::Timestamp;
use wallets_and_journal::PostedEntry;

use super::{finding::Finding, table::Items};

/// Hours after which a stream has forgotten a change.
const FORGOTTEN_AFTER: Duration = Duration::hours(25);

/// Sums that disagree with accounts or records.
pub fn findings(items: &Items) -> Vec<Finding> {
    let bookings = accounts::<CountedBooking>(items, occupancy::BOOK.accounts);
    let resources = accounts::<CountedResource>(items, opening::BOOK.accounts);
    let customers = accounts::<CountedCustomer>(items, recurring::BOOK.accounts);
    let mut findings = different(items, occupancy::BOOK.rows, &added(&bookings));
    findings.extend(different(items, opening::BOOK.rows, &added(&resources)));
    findings.extend(different(items, recurring::BOOK.rows, &added(&customers)));
    findings.extend(different(items, ROWS, &journal(items)));
    findings.extend(of_bookings(items, &bookings));
    findings.extend(of_resources(items, &resources));
    findings.extend(of_customers(items, &customers));
    findings
}

type Accounts<M> = BTreeMap<String, Account<M>>;

fn decoded<T: DeserializeOwned>(value: &Value) -> Option<T> {
    // As text: exact decimals are read from it alone.
    serde_json::from_str(&value.to_string()).ok()
}

fn accounts<M: DeserializeOwned>(items: &Items, space: &str) -> Accounts<M> {
    items.space(space).filter_map(|(name, _, item)| Some((name.to_owned(), decoded(item)?))).collect()
}

fn finding(id: &str, what: String) -> Finding {
    Finding { kind: "figures", id: id.to_owned(), what }
}

/// What accounts say that they have added, together.
fn added<M>(accounts: &Accounts<M>) -> Sums {
    let mut sums = Sums::default();
    for account in accounts.values() {
        sums.plus(&account.sums);
    }
    sums
}

/// What entries add that are counted.
fn journal(items: &Items) -> Sums {
    let mut sums = Sums::default();
    let Some(counted) = items.space(COUNTED).find_map(|(_, _, item)| decoded::<CountedJournal>(item)) else {
        return sums;
    };
    let through = counted.through.map(|through| through.to_string()).unwrap_or_default();
    for (_, entry) in items.records("journal_entry").filter(|(id, _)| **id <= through) {
        if let Some(entry) = decoded::<PostedEntry>(&entry["body"]) {
            add_entry(&mut sums, &entry, counted.zone);
        }
    }
    sums
}

/// Rows that are not what was added to them.
fn different(items: &Items, space: &str, expected: &Sums) -> Vec<Finding> {
    let mut told = BTreeMap::new();
    for (place, sort, row) in items.space(space) {
        for (cell, number) in row.as_object().into_iter().flatten() {
            if let Some(number) = number.as_i64().filter(|number| *number != 0) {
                told.insert((place, sort.as_str(), cell.as_str()), number);
            }
        }
    }
    let mut findings = Vec::new();
    for (place, sort, cells) in expected.rows() {
        for (cell, expected) in cells {
            let told = told.remove(&(place, sort, cell)).unwrap_or_default();
            if told != *expected {
                findings
                    .push(finding(space, format!("says {told} of {cell} at {place} in {sort} instead of {expected}")));
            }
        }
    }
    let more = told.into_iter();
    findings.extend(more.map(|((place, sort, cell), told)| {
        finding(space, format!("says {told} of {cell} at {place} in {sort}, which nothing has added"))
    }));
    findings
}

fn version(record: &Value) -> i64 {
    record["version"].as_i64().unwrap_or_default()
}

fn changed_at(record: &Value) -> Option<Timestamp> {
    record["updated_at"].as_str().and_then(Timestamp::parse)
}

/// Whether the stream has forgotten the last change of a record that nobody has counted.
fn is_forgotten(record: &Value, seen: Option<Timestamp>) -> bool {
    changed_at(record).zip(seen).is_some_and(|(changed, seen)| changed.plus(FORGOTTEN_AFTER) <= seen)
}

fn of_bookings(items: &Items, accounts: &Accounts<CountedBooking>) -> Vec<Finding> {
    let seen = accounts.values().filter_map(|account| account.memory.changed_at).max();
    let mut findings = Vec::new();
    for (id, record) in items.records("booking") {
        let Some(booking) = decoded::<Booking>(&record["body"]) else { continue };
        let account = accounts.get(id);
        let types = account.map(|account| account.memory.types.clone()).unwrap_or_default();
        let counted = account.map(|account| account.sums.clone()).unwrap_or_default();
        let is_current = account.is_some_and(|account| account.memory.version == version(record));
        if booking_sums(&booking, &types) != counted && (is_current || is_forgotten(record, seen)) {
            findings.push(finding(id, "is a booking that is counted otherwise than it is".to_owned()));
        }
    }
    findings
}

fn of_resources(items: &Items, accounts: &Accounts<CountedResource>) -> Vec<Finding> {
    let locations: BTreeMap<&String, &Value> = items.records("location").collect();
    let mut findings = Vec::new();
    for (id, record) in items.records("resource") {
        let Some(account) = accounts.get(id) else { continue };
        let location = record["body"]["location_id"].as_str().map(str::to_owned);
        let Some(location) = location.and_then(|location| locations.get(&location)) else { continue };
        let is_current =
            account.memory.version == version(record) && account.memory.location_version == version(location);
        let expected = decoded::<Location>(&location["body"])
            .zip(decoded::<Resource>(&record["body"]))
            .map(|(location, resource)| opening_sums(&location, &resource));
        if is_current && expected.is_some_and(|expected| expected != account.sums) {
            findings.push(finding(id, "is a resource whose hours are counted otherwise than they are".to_owned()));
        }
    }
    findings
}

fn of_customers(items: &Items, accounts: &Accounts<CountedCustomer>) -> Vec<Finding> {
    let seen = accounts.values().filter_map(|account| account.memory.changed_at).max();
    let is_wrong = |account: &Account<CountedCustomer>| customer_sums(&account.memory.subscriptions) != account.sums;
    let wrong = accounts.iter().filter(|(_, account)| is_wrong(account));
    let mut findings: Vec<Finding> = wrong
        .map(|(id, _)| finding(id, "is a customer who is counted otherwise than their subscriptions are".to_owned()))
        .collect();
    for (id, record) in items.records("subscription") {
        let customer = record["body"]["customer_id"].as_str().unwrap_or_default();
        let known = accounts.get(customer).and_then(|account| account.memory.subscriptions.get(id));
        let body = decoded::<Subscription>(&record["body"]);
        let Some((subscription, changed_at)) = body.zip(changed_at(record)) else { continue };
        let is_current = known.is_some_and(|known| known.version == version(record));
        let steps = steps_of(known, &subscription, changed_at, true);
        let is_same = known.map(|known| known.steps.as_slice()).unwrap_or_default() == steps;
        if !is_same && (is_current || is_forgotten(record, seen)) {
            findings.push(finding(id, "is a subscription that is counted otherwise than it is".to_owned()));
        }
    }
    findings
}
