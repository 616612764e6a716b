//! Tickets against what stands beside them: the counters of what they stand in the way of, their numbers, the rows of
//! the metrics, their activity and their blocks.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{counters::different, finding::Finding, table::Items};

/// The two registers: kind, counter of numbers, and whether its types are sensitive.
const REGISTERS: [(&str, &str, bool); 2] =
    [("ticket", "counter#ticket_number", false), ("sensitive_ticket", "counter#sensitive_ticket_number", true)];

/// Numbers by name of a row, day and field.
type Rows = BTreeMap<(String, String, String), i64>;

/// Tickets that disagree with their counters, numbers, metrics, activity or blocks.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = counted(items);
    findings.extend(REGISTERS.iter().flat_map(|register| numbered(items, *register)));
    findings.extend(measured(items));
    findings.extend(told(items));
    findings.extend(blocked(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn number(value: &Value, field: &str) -> i64 {
    value[field].as_i64().unwrap_or_default()
}

fn finding(id: &str, what: String) -> Finding {
    Finding { kind: "ticket", id: id.to_owned(), what }
}

fn tickets(items: &Items) -> impl Iterator<Item = (&String, &Value)> {
    REGISTERS.iter().flat_map(|(kind, ..)| items.records(kind)).map(|(id, ticket)| (id, &ticket["body"]))
}

/// Tickets that are not closed are counted for their requester and their assignee.
fn counted(items: &Items) -> Vec<Finding> {
    let fields = [("requester_id", "customer_open_tickets"), ("assignee_id", "customer_assigned_tickets")];
    let mut findings = Vec::new();
    for (field, name) in fields {
        let mut open: BTreeMap<String, i64> = BTreeMap::new();
        for (_, ticket) in tickets(items).filter(|(_, ticket)| text(ticket, "status") != "closed") {
            if let Some(id) = ticket[field].as_str() {
                *open.entry(id.to_owned()).or_default() += 1;
            }
        }
        let space = format!("counter#{name}");
        let told = items.space(&space).map(|(id, _, item)| (id.to_owned(), number(item, "count"))).collect();
        findings.extend(different(name, &open, &told));
    }
    findings
}

/// No number stands twice at a location, none is above the last one that was given, and what is sensitive is in its
/// register.
fn numbered(items: &Items, (kind, counter, is_sensitive): (&str, &str, bool)) -> Vec<Finding> {
    let given: BTreeMap<&str, i64> = items.space(counter).map(|(id, _, item)| (id, number(item, "count"))).collect();
    let (mut known, mut findings) = (BTreeSet::new(), Vec::new());
    for (id, ticket) in items.records(kind) {
        let body = &ticket["body"];
        let (location, own) = (text(body, "location_id"), number(body, "number"));
        if !known.insert((location, own)) || own < 1 || own > given.get(location).copied().unwrap_or_default() {
            findings.push(finding(id, format!("has the number {own}, which stands twice or was never given")));
        }
        if matches!(text(body, "type"), "harassment" | "offensive_content") != is_sensitive {
            findings.push(finding(id, format!("is of the type {} among the {kind}s", text(body, "type"))));
        }
    }
    findings
}

/// The rows of the metrics are what the tickets say of themselves.
fn measured(items: &Items) -> Vec<Finding> {
    let mut expected = Rows::new();
    for (_, ticket) in tickets(items) {
        let (measured, kind) = (&ticket["measured"], text(ticket, "type"));
        let mut add = |day: &Value, measure: &str, by: i64| {
            for name in ["all", text(ticket, "location_id")] {
                let key = (name.to_owned(), day.as_str().unwrap_or_default().to_owned(), format!("{kind}#{measure}"));
                *expected.entry(key).or_default() += by;
            }
        };
        add(&measured["created_on"], "created", 1);
        if measured["response"].is_object() {
            add(&measured["response"]["on"], "responded", 1);
            add(&measured["response"]["on"], "response_minutes", number(&measured["response"], "minutes"));
        }
        if measured["resolution"].is_object() {
            add(&measured["resolution"]["on"], "solved", 1);
            add(&measured["resolution"]["on"], "resolution_minutes", number(&measured["resolution"], "minutes"));
            add(&measured["resolution"]["on"], "breached", i64::from(measured["breached"] == true));
        }
    }
    let mut told = Rows::new();
    for (name, day, row) in items.space("ticket_metrics") {
        for (field, value) in row.as_object().into_iter().flatten() {
            if let Some(value) = value.as_i64() {
                told.insert((name.to_owned(), day.clone(), field.clone()), value);
            }
        }
    }
    expected.retain(|_, value| *value != 0);
    told.retain(|_, value| *value != 0);
    let keys: BTreeSet<_> = expected.keys().chain(told.keys()).collect();
    let wrong = keys.into_iter().filter(|key| expected.get(*key) != told.get(*key));
    wrong
        .map(|key| {
            let (told, expected) = (told.get(key), expected.get(key));
            finding(&key.0, format!("counts {told:?} {} on {} instead of {expected:?}", key.2, key.1))
        })
        .collect()
}

/// Every ticket was created once, everything that happened did so to a ticket, and every comment was told.
fn told(items: &Items) -> Vec<Finding> {
    let known: BTreeSet<&String> = tickets(items).map(|(id, _)| id).collect();
    let mut created: BTreeMap<&str, i64> = BTreeMap::new();
    let (mut comments, mut findings) = (BTreeSet::new(), Vec::new());
    for (id, activity) in items.records("ticket_activity") {
        let body = &activity["body"];
        if text(body, "kind") == "created" {
            *created.entry(text(body, "ticket_id")).or_default() += 1;
        }
        comments.extend(body["comment_id"].as_str());
        if !known.contains(&text(body, "ticket_id").to_owned()) {
            findings.push(finding(id, "happened to no ticket".to_owned()));
        }
    }
    let untold = items.records("ticket_comment").filter(|(id, _)| !comments.contains(id.as_str()));
    findings.extend(untold.map(|(id, _)| finding(id, "is a comment that was not told".to_owned())));
    let wrong = known.iter().filter(|id| created.get(id.as_str()) != Some(&1));
    findings.extend(wrong.map(|id| finding(id, "was not created once".to_owned())));
    findings
}

/// The block that a ticket names is there, is one of a ticket, of the same resource, and no other ticket's.
fn blocked(items: &Items) -> Vec<Finding> {
    let blocks: BTreeMap<&String, &Value> = items.records("calendar_block").collect();
    let mut claimed = BTreeSet::new();
    let named = tickets(items).filter_map(|(id, ticket)| Some((id, ticket, ticket["block_id"].as_str()?)));
    let wrong = named.filter(|(_, ticket, block)| {
        let found = blocks.get(&(*block).to_owned()).map(|block| &block["body"]);
        let is_own = found.is_some_and(|found| {
            text(&found["made_by"], "kind") == "ticket" && found["resource_id"] == ticket["resource_id"]
        });
        !claimed.insert(*block) || !is_own
    });
    wrong.map(|(id, _, block)| finding(id, format!("names the block {block}, which is not its own"))).collect()
}
