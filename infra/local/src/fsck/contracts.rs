//! Contracts: what is counted of them, the hash of their texts, the chain of what happened to them, and what they
//! assign.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{counters::different, finding::Finding, table::Items};

/// Contracts that disagree with their counters, texts, trails or assignments.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = counted(items);
    findings.extend(texts(items));
    findings.extend(trails(items));
    findings.extend(assigned(items));
    findings.extend(held(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn finding(contract: &str, what: impl Into<String>) -> Finding {
    Finding { kind: "contract", id: contract.to_owned(), what: what.into() }
}

fn hash_of(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Contracts that stand in the way of their customers are counted.
fn counted(items: &Items) -> Vec<Finding> {
    let mut open: BTreeMap<String, i64> = BTreeMap::new();
    for (_, contract) in items.records("contract") {
        if contract["body"]["is_counted"] == true {
            *open.entry(text(&contract["body"], "customer_id").to_owned()).or_default() += 1;
        }
    }
    let told = items.space("counter#customer_contracts");
    let count = |item: &Value| item["count"].as_i64().unwrap_or_default();
    let told = told.map(|(customer, _, item)| (customer.to_owned(), count(item))).collect();
    different("customer_contracts", &open, &told)
}

/// The hash of an issued contract is that of its text, unless its text was emptied with the person.
fn texts(items: &Items) -> Vec<Finding> {
    let stored: BTreeMap<&String, &Value> = items.records("contract_text").collect();
    let mut findings = Vec::new();
    for (id, contract) in items.records("contract") {
        let Some(own) = stored.get(id).map(|text| &text["body"]) else {
            findings.push(finding(id, "has no text"));
            continue;
        };
        let Some(hash) = contract["body"]["document_hash"].as_str() else { continue };
        let is_emptied = text(own, "text").is_empty() && contract["body"]["signed_at"].is_null();
        if !is_emptied && hash_of(text(own, "text")) != hash {
            findings.push(finding(id, "has another text than the one whose hash it has"));
        }
    }
    findings
}

/// Each entry has the hash of the one before it.
fn trails(items: &Items) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (id, trail) in items.records("contract_trail") {
        let mut before = "0".repeat(64);
        for entry in trail["body"]["entries"].as_array().into_iter().flatten() {
            let hash = hash_of(&format!("{before}\n{}", text(entry, "content")));
            if hash != text(entry, "hash") {
                findings.push(finding(id, "has an entry in its trail that was changed"));
            }
            before = hash;
        }
    }
    findings
}

/// What is held of a resource is held for a contract that waits for signatures, and the other way round.
fn held(items: &Items) -> Vec<Finding> {
    let mut holding: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, contract) in items.records("contract").filter(|(_, contract)| contract["body"]["status"] == "issued") {
        let held = contract["body"]["made"]["held"].as_array().into_iter().flatten();
        holding.extend(held.filter_map(|assignment| Some((assignment.as_str()?, id.as_str()))));
    }
    let mut findings = Vec::new();
    for (resource, assignments) in items.records("resource_assignments") {
        for assigned in assignments["body"]["assigned"].as_array().into_iter().flatten() {
            let by = text(&assigned["held"], "by");
            if assigned["held"].is_object() && holding.get(text(assigned, "id")) != Some(&by) {
                findings.push(finding(by, format!("does not know that {resource} is held for it")));
            }
        }
    }
    findings
}

/// A signed contract has the assignments that it made, and an assignment that a contract made has its contract.
fn assigned(items: &Items) -> Vec<Finding> {
    let mut made: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, assignment) in items.records("resource_assignment") {
        let origin = &assignment["body"]["made_by"];
        if text(origin, "kind") == "contract" {
            made.insert(id, text(origin, "id"));
        }
    }
    let mut findings = Vec::new();
    for (id, contract) in items.records("contract") {
        for assignment in contract["body"]["made"]["assignments"].as_array().into_iter().flatten() {
            let is_own = assignment.as_str().and_then(|assignment| made.remove(assignment)) == Some(id.as_str());
            // One that never began was put away.
            let never_began = contract["body"]["termination"].is_object();
            if !is_own && !never_began {
                findings.push(finding(id, format!("assigns {assignment}, which is not there")));
            }
        }
    }
    findings.extend(made.iter().map(|(id, contract)| finding(contract, format!("did not make {id}, which says so"))));
    findings
}
