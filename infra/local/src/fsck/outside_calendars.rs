//! Outside calendars: each has a state, and their blocks are those that their states know.

use std::collections::{BTreeMap, BTreeSet};

use calendars::outside_calendars::busy::{BusyTimes, Standing};
use serde_json::Value;
use values::Timestamp;

use super::{finding::Finding, table::Items};

/// Calendars that disagree with their states, states with blocks, and blocks that are no calendar's.
pub fn findings(items: &Items, now: Timestamp) -> Vec<Finding> {
    let states: BTreeMap<&String, Option<BusyTimes>> =
        items.records("outside_calendar_state").map(|(id, state)| (id, busy(&state["body"]))).collect();
    let mut findings = Vec::new();
    for (id, _) in items.records("outside_calendar").filter(|(id, _)| !states.contains_key(id)) {
        findings.push(finding(id, "has no state".to_owned()));
    }
    let calendars: BTreeSet<&String> = items.records("outside_calendar").map(|(id, _)| id).collect();
    let blocks: BTreeMap<&String, &Value> = items.records("calendar_block").collect();
    for (id, busy) in &states {
        let Some(busy) = busy else {
            findings.push(finding(id, "has busy times that cannot be read".to_owned()));
            continue;
        };
        if !calendars.contains(id) && busy.0.iter().any(|time| time.standing != Standing::Gone) {
            findings.push(finding(id, "was put away and keeps blocks".to_owned()));
        }
        let lost = busy.0.iter().filter(|time| time.standing == Standing::Taken && now < time.end);
        let lost = lost.filter(|time| !blocks.contains_key(&time.block.to_string()));
        findings.extend(lost.map(|time| finding(id, format!("has no block from {} on", time.start))));
    }
    findings.extend(orphans(&blocks, &states, now));
    findings
}

fn finding(id: &str, what: String) -> Finding {
    Finding { kind: "outside_calendar", id: id.to_owned(), what }
}

fn busy(state: &Value) -> Option<BusyTimes> {
    let read = |text: &str| BusyTimes::try_from(text.to_owned()).ok();
    let (busy, pieces) = (read(state["busy"].as_str()?)?, read(state["pieces"].as_str().unwrap_or_default())?);
    Some(BusyTimes([busy.0, pieces.0].concat()))
}

/// Blocks of calendars that no state knows, so that nothing would ever delete them. What is over stays.
fn orphans(
    blocks: &BTreeMap<&String, &Value>,
    states: &BTreeMap<&String, Option<BusyTimes>>,
    now: Timestamp,
) -> Vec<Finding> {
    let known: BTreeSet<String> =
        states.values().flatten().flat_map(|busy| &busy.0).map(|time| time.block.to_string()).collect();
    let is_ahead = |block: &Value| block["end_time"].as_str().and_then(Timestamp::parse).is_some_and(|end| now < end);
    let of_calendars = blocks.iter().filter(|(_, block)| block["body"]["made_by"]["kind"] == "outside_calendar");
    let orphans = of_calendars.filter(|(id, block)| is_ahead(&block["body"]) && !known.contains(id.as_str()));
    orphans.map(|(id, _)| finding(id, "is a block that no calendar knows".to_owned())).collect()
}
