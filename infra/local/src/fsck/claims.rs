//! Claims that are noted beside locations and membership plans, against the events and contracts that have them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// What disagrees: of each claim the thing on which it stands, and the kind and id of the record that has it.
pub fn findings(items: &Items) -> Vec<Finding> {
    let had: BTreeSet<[String; 2]> = of_events(items).chain(of_contracts(items)).collect();
    let noted: BTreeSet<[String; 2]> =
        items.space("claims").map(|(thing, claim, _)| [thing.to_owned(), claim.clone()]).collect();
    let finding = |[thing, claim]: &[String; 2], what: &str| Finding {
        kind: "claim",
        id: format!("{thing}#{claim}"),
        what: what.to_owned(),
    };
    let missing = had.difference(&noted).map(|claim| finding(claim, "is not noted"));
    let strange = noted.difference(&had).map(|claim| finding(claim, "is noted and nobody has it"));
    missing.chain(strange).collect()
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

/// Published events stand on their locations.
fn of_events(items: &Items) -> impl Iterator<Item = [String; 2]> {
    let published = items.records("event").filter(|(_, event)| event["body"]["status"] == "published");
    published.map(|(id, event)| [text(&event["body"], "location_id"), format!("event#{id}")])
}

/// Contracts that wait for signatures stand on their locations and plans.
fn of_contracts(items: &Items) -> impl Iterator<Item = [String; 2]> {
    let issued = items.records("contract").filter(|(_, contract)| contract["body"]["status"] == "issued");
    issued.flat_map(|(id, contract)| {
        let plans = contract["body"]["items"].as_array().cloned().unwrap_or_default();
        let plans = plans.into_iter().filter_map(|item| Some(item["membership_plan_id"].as_str()?.to_owned()));
        let claim = format!("contract#{id}");
        let things = plans.chain([text(&contract["body"], "location_id")]);
        things.map(move |thing| [thing, claim.clone()]).collect::<Vec<_>>()
    })
}
