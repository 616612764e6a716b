//! Check-ins against what people are checked in to, and against the day passes that paid for them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// A local day of a person at a location.
type Visit<'a> = [&'a str; 3];

/// People in two places at once or noted otherwise than they are, and days that were paid for twice or by nothing.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = overlaps(items);
    findings.extend(noted(items));
    findings.extend(paid(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value["body"][field].as_str().unwrap_or_default()
}

fn visit(check_in: &Value) -> Visit<'_> {
    ["member_id", "location_id", "day"].map(|field| text(check_in, field))
}

/// A person is at one place at a time. Instants compare as their text.
fn overlaps(items: &Items) -> Vec<Finding> {
    let mut of_member: BTreeMap<&str, Vec<(&str, &str, &String)>> = BTreeMap::new();
    for (id, check_in) in items.records("check_in") {
        let lasts = (text(check_in, "checked_in_at"), text(check_in, "ends_at"), id);
        of_member.entry(text(check_in, "member_id")).or_default().push(lasts);
    }
    let mut findings = Vec::new();
    for visits in of_member.values_mut() {
        visits.sort_unstable();
        let pairs = visits.windows(2).filter(|pair| pair[1].0 < pair[0].1);
        findings.extend(pairs.map(|pair| finding(pair[1].2, format!("begins before {} has ended", pair[0].2))));
    }
    findings
}

/// The last check-in that a person's item names is one of theirs and lasts as long.
fn noted(items: &Items) -> Vec<Finding> {
    let check_ins: BTreeMap<&String, &Value> = items.records("check_in").collect();
    let mut findings = Vec::new();
    for (member, _, item) in items.space("check_in_presence") {
        let id = item["last"][0].as_str().unwrap_or_default().to_owned();
        let is_it =
            |check_in: &&Value| text(check_in, "member_id") == member && check_in["body"]["ends_at"] == item["last"][1];
        if !check_ins.get(&id).is_some_and(is_it) {
            findings.push(finding(&id, format!("is noted for {member} until {} and is not so", item["last"][1])));
        }
    }
    findings
}

/// Whether it paid for a check-in, and not for a guest.
fn is_of_check_in(transaction: &Value) -> bool {
    text(transaction, "type") == "check_in" && transaction["body"]["source"]["type"] != "visit"
}

/// A day that a day pass paid for was paid for once, by a transaction of the person.
fn paid(items: &Items) -> Vec<Finding> {
    let check_ins: BTreeMap<&String, &Value> = items.records("check_in").collect();
    let transactions: BTreeMap<&String, &Value> = items.records("day_pass_transaction").collect();
    let mut findings = Vec::new();
    let mut paid: BTreeMap<Visit<'_>, &String> = BTreeMap::new();
    for (id, transaction) in transactions.iter().filter(|(_, transaction)| is_of_check_in(transaction)) {
        let source = transaction["body"]["source"]["id"].as_str().unwrap_or_default().to_owned();
        let Some(check_in) = check_ins.get(&source) else {
            findings.push(finding(&source, format!("was paid for by {id} and is not there")));
            continue;
        };
        if let Some(other) = paid.insert(visit(check_in), id) {
            findings.push(finding(&source, format!("is of a day that both {other} and {id} paid for")));
        }
    }
    for (id, check_in) in &check_ins {
        let Some(transaction) = check_in["body"]["admission"]["day_pass_transaction_id"].as_str() else { continue };
        if paid.get(&visit(check_in)).is_none_or(|paid| *paid != transaction) {
            findings.push(finding(id, format!("names {transaction}, which did not pay for its day")));
        }
    }
    findings
}

fn finding(id: &str, what: String) -> Finding {
    Finding { kind: "check_in", id: id.to_owned(), what }
}
