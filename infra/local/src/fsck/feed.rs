//! The feed: what is counted of posts and comments, their entries, pinned posts and open reports.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{counters::different, finding::Finding, table::Items};

/// Stands for every location where one is named.
const EVERYWHERE: &str = "00000000-0000-0000-0000-000000000000";

/// Posts, comments and reports that disagree with what is counted and listed of them.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut findings = counts(items);
    findings.extend(left_behind(items));
    findings.extend(states(items));
    findings.extend(entries(items));
    findings.extend(pins(items));
    findings.extend(open_reports(items));
    findings
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn finding(id: &str, what: String) -> Finding {
    Finding { kind: "feed", id: id.to_owned(), what }
}

fn status_of(body: &Value) -> &'static str {
    if body["removed_at"].is_string() {
        "removed"
    } else if body["hidden"].is_object() {
        "hidden"
    } else {
        "published"
    }
}

/// Likes, comments, answers, reports and kept versions are counted as they are there. What is being removed is looked
/// at when it is gone.
fn counts(items: &Items) -> Vec<Finding> {
    let removed: BTreeSet<&str> = items.records("feed_removal").map(|(id, _)| id.as_str()).collect();
    let mut counted: BTreeMap<String, BTreeMap<&str, i64>> = BTreeMap::new();
    for (id, _) in items.records("feed_post") {
        counted.entry(id.clone()).or_default();
    }
    for (id, comment) in items.records("feed_comment") {
        let body = &comment["body"];
        if removed.contains(text(body, "post_id")) {
            continue;
        }
        counted.entry(id.clone()).or_default();
        for above in [body["post_id"].as_str(), body["parent_comment_id"].as_str()].into_iter().flatten() {
            let of = counted.entry(above.to_owned()).or_default();
            *of.entry("children").or_default() += 1;
            *of.entry("comments").or_default() += i64::from(status_of(body) == "published");
        }
    }
    for (kind, field) in [("feed_like", "likes"), ("feed_report", "reports"), ("feed_edit", "edits")] {
        for (_, record) in items.records(kind) {
            let target = text(&record["body"], "target_id").to_owned();
            *counted.entry(target).or_default().entry(field).or_default() += 1;
        }
    }
    let told: BTreeMap<String, &Value> =
        items.space("feed_counts").map(|(target, _, item)| (target.to_owned(), item)).collect();
    let mut findings = Vec::new();
    for (target, sums) in &counted {
        let of = told.get(target);
        for field in ["likes", "comments", "children", "reports", "edits"] {
            let (is, sum) = (of.and_then(|of| of[field].as_i64()), sums.get(field).copied().unwrap_or_default());
            if is != Some(sum) && !is_below_removed(items, target, &removed) {
                findings.push(finding(target, format!("has {is:?} {field}, of which there are {sum}")));
            }
        }
    }
    let lost = told.keys().filter(|target| !counted.contains_key(*target) && !removed.contains(target.as_str()));
    findings.extend(
        lost.filter(|target| !is_below_removed(items, target, &removed))
            .map(|target| finding(target, "is counted and not there".to_owned())),
    );
    findings
}

/// Likes, reports and kept versions belong to a post or a comment that is there; of what was removed a job takes them
/// away.
fn left_behind(items: &Items) -> Vec<Finding> {
    let removed: BTreeSet<&str> = items.records("feed_removal").map(|(id, _)| id.as_str()).collect();
    let records = items.records("feed_post").chain(items.records("feed_comment"));
    let there: BTreeSet<&str> =
        records.filter(|(_, record)| status_of(&record["body"]) != "removed").map(|(id, _)| id.as_str()).collect();
    let mut findings = Vec::new();
    for kind in ["feed_like", "feed_report", "feed_edit"] {
        for (id, record) in items.records(kind) {
            let target = text(&record["body"], "target_id");
            if !there.contains(target) && !is_below_removed(items, target, &removed) {
                findings.push(finding(id, format!("is a {kind} of {target}, which is gone, and no job takes it away")));
            }
        }
    }
    findings
}

/// What is hidden takes no likes, and what was removed neither.
fn states(items: &Items) -> Vec<Finding> {
    let records = items.records("feed_post").chain(items.records("feed_comment"));
    let status: BTreeMap<&str, &str> = records.map(|(id, record)| (id.as_str(), status_of(&record["body"]))).collect();
    let mut findings = Vec::new();
    for (target, _, item) in items.space("feed_counts") {
        let Some(status) = status.get(target) else { continue };
        let told = (item["removed"] == 1, item["closed"] == 1 && item["removed"] != 1);
        if told != (*status == "removed", *status == "hidden") {
            findings.push(finding(target, format!("is {status}, and counted as {item}")));
        }
    }
    findings
}

/// Whether it is a comment on a post that is being removed, or what is being removed itself.
fn is_below_removed(items: &Items, target: &str, removed: &BTreeSet<&str>) -> bool {
    let comment = items.records("feed_comment").find(|(id, _)| id.as_str() == target);
    removed.contains(target) || comment.is_some_and(|(_, comment)| removed.contains(text(&comment["body"], "post_id")))
}

/// Lists find every post and comment, and what they find it by is what it says.
fn entries(items: &Items) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (kind, entry_kind) in [("feed_post", "feed_post_entry"), ("feed_comment", "feed_comment_entry")] {
        let mut entries: BTreeMap<&str, &Value> =
            items.records(entry_kind).map(|(id, entry)| (id.as_str(), &entry["body"])).collect();
        for (id, record) in items.records(kind) {
            let body = &record["body"];
            let Some(entry) = entries.remove(id.as_str()) else {
                findings.push(finding(id, "has no entry".to_owned()));
                continue;
            };
            let mut expected = json!({"status": status_of(body), "author_id": body["author_id"]});
            if kind == "feed_post" {
                expected["place"] = body["location_id"].as_str().unwrap_or(EVERYWHERE).into();
                expected["visibility"] = body["visibility"].clone();
                expected["pinned"] = body["pinned_at"].is_string().into();
            } else {
                for field in ["post_id", "parent_comment_id", "mentions"] {
                    expected[field] = body[field].clone();
                }
            }
            let differs = expected.as_object().into_iter().flatten().find(|(field, value)| entry[*field] != **value);
            if let Some((field, value)) = differs {
                findings.push(finding(id, format!("has {field} {value}, and its entry {}", entry[field])));
            }
        }
        findings.extend(entries.keys().map(|id| finding(id, "has an entry and is not there".to_owned())));
    }
    findings
}

/// Pinned posts are counted by place.
fn pins(items: &Items) -> Vec<Finding> {
    let mut pinned: BTreeMap<String, i64> = BTreeMap::new();
    for (_, post) in items.records("feed_post").filter(|(_, post)| post["body"]["pinned_at"].is_string()) {
        let place = post["body"]["location_id"].as_str().unwrap_or(EVERYWHERE);
        *pinned.entry(place.to_owned()).or_default() += 1;
    }
    let told = items.space("counter#feed_pins");
    let told = told.map(|(place, _, item)| (place.to_owned(), item["count"].as_i64().unwrap_or_default())).collect();
    different("feed_pins", &pinned, &told)
}

/// The open reports of something are those that say so.
fn open_reports(items: &Items) -> Vec<Finding> {
    let removed: BTreeSet<&str> = items.records("feed_removal").map(|(id, _)| id.as_str()).collect();
    let mut open: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (id, report) in items.records("feed_report").filter(|(_, report)| text(&report["body"], "status") == "open") {
        open.entry(text(&report["body"], "target_id")).or_default().insert(id);
    }
    let mut findings = Vec::new();
    for (target, _, item) in items.space("feed_open_reports") {
        let told: BTreeSet<&str> = item["reports"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if told != open.remove(target).unwrap_or_default() && !is_below_removed(items, target, &removed) {
            findings.push(finding(target, format!("has the open reports {told:?}, which are others")));
        }
    }
    let lost = open.into_keys().filter(|target| !is_below_removed(items, target, &removed));
    findings.extend(lost.map(|target| finding(target, "does not know its open reports".to_owned())));
    findings
}
