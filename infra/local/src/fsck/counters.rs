//! Counters against what they count.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// Seats of membership plans that are not the number of subscriptions that have one.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut seats: BTreeMap<String, i64> = BTreeMap::new();
    for (_, subscription) in items.records("subscription") {
        let body = &subscription["body"];
        if body["is_over"] == true {
            continue;
        }
        let plans = [&body["plan"], &body["scheduled"]["plan"]].map(|plan| plan["membership_plan_id"].as_str());
        let plans: BTreeSet<&str> = plans.into_iter().flatten().collect();
        for plan in plans {
            *seats.entry(plan.to_owned()).or_default() += 1;
        }
    }
    let count = |item: &Value| item["count"].as_i64().unwrap_or_default();
    let told = items.space("counter#membership_plan_subscribers");
    let told: BTreeMap<String, i64> = told.map(|(plan, _, item)| (plan.to_owned(), count(item))).collect();
    let mut findings = different("membership_plan_subscribers", &seats, &told);
    findings.extend(webhook_endpoints(items));
    findings
}

/// Merchants whose counter is not the number of their webhook endpoints.
fn webhook_endpoints(items: &Items) -> Vec<Finding> {
    let told = items.space("counter#webhook_endpoints");
    let told: BTreeMap<String, i64> =
        told.map(|(merchant, _, item)| (merchant.to_owned(), item["count"].as_i64().unwrap_or_default())).collect();
    let count = i64::try_from(items.records("webhook_endpoint").count()).unwrap_or_default();
    let counted = told.keys().next().map(|merchant| (merchant.clone(), count));
    let none = || (count > 0).then(|| ("the merchant".to_owned(), count));
    different("webhook_endpoints", &counted.or_else(none).into_iter().collect(), &told)
}

/// Counters that do not have what is counted; one that is not there has 0.
pub fn different(name: &str, counted: &BTreeMap<String, i64>, told: &BTreeMap<String, i64>) -> Vec<Finding> {
    let ids: BTreeSet<&String> = counted.keys().chain(told.keys()).collect();
    let of = |counts: &BTreeMap<String, i64>, id: &String| counts.get(id).copied().unwrap_or_default();
    ids.into_iter()
        .filter(|id| of(counted, id) != of(told, id))
        .map(|id| Finding {
            kind: "counter",
            id: format!("{name}#{id}"),
            what: format!("is {}, of what it counts there are {}", of(told, id), of(counted, id)),
        })
        .collect()
}
