//! What the stream says was changed, read without the consumer, and what the service tells of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use serde_json::Value;
use testing::TestApp;
use tests::{accepted, total};

/// A change that is told: merchant, record, its version, and whether it was deleted for good.
pub type Change = (String, String, i64, bool);

/// Changes with how often each is there.
pub type Counted<T> = BTreeMap<T, u64>;

/// The changes of these records of the stream that clients are told of: each that gives a record of a told kind a new
/// version.
pub fn changes(records: &[Value], found: &mut Counted<Change>) {
    for record in records {
        let change = &record["dynamodb"];
        let (old, new) = (&change["OldImage"], &change["NewImage"]);
        let image = if new.is_null() { old } else { new };
        let Some(told) = image["kind"]["S"].as_str().and_then(|kind| outbox::event_types().of_kind(kind)) else {
            continue;
        };
        let is_removal = new.is_null();
        // What disappears from one list to stand in another is told by where it comes to.
        if (is_removal && !told.is_removed) || old["version"] == new["version"] {
            continue;
        }
        let merchant = image["pk"]["S"].as_str().unwrap().split('#').next().unwrap();
        let version = image["version"]["N"].as_str().unwrap().parse().unwrap();
        let change = (merchant.to_owned(), image["id"]["S"].as_str().unwrap().to_owned(), version, is_removal);
        *found.entry(change).or_default() += 1;
    }
}

/// Everything of a list, by cursor.
pub async fn all(app: &TestApp, list: &str) -> Vec<Value> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let next = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
        let answer = app.get(&format!("{list}?limit=100{next}")).await;
        accepted(&answer, 200);
        found.extend(answer.body["data"].as_array().unwrap().iter().cloned());
        cursor = answer.body["pagination"]["next_cursor"].as_str().unwrap_or_default().to_owned();
        if cursor.is_empty() {
            return found;
        }
    }
}

/// The changes that a merchant's events tell.
pub fn told(merchant: &str, events: &[Value]) -> Counted<Change> {
    let mut told = Counted::new();
    for event in events {
        // Only of what was deleted for good nobody is named.
        let is_removal = event["actor"].is_null();
        let (id, version) = (event["object_id"].as_str().unwrap(), event["version"].as_i64().unwrap());
        *told.entry((merchant.to_owned(), id.to_owned(), version, is_removal)).or_default() += 1;
    }
    told
}

/// Endpoint and event of each delivery of a merchant.
pub async fn deliveries(app: &TestApp) -> Counted<(String, String)> {
    let mut found = Counted::new();
    for delivery in all(app, "/webhook-deliveries").await {
        assert_eq!(delivery["status"], "delivered", "{delivery}");
        let text = |field: &str| delivery[field].as_str().unwrap().to_owned();
        *found.entry((text("endpoint_id"), text("event_id"))).or_default() += 1;
    }
    found
}

/// Compares the totals of the log's lists with the events themselves: of all, of each type, of each type of object and
/// of some records.
pub async fn check_totals(app: &TestApp, events: &[Value]) {
    let of = |field: &str| -> BTreeSet<String> {
        events.iter().map(|event| event[field].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(total(app, "/event-log?per_page=1").await, events.len() as u64);
    for (field, most) in [("type", usize::MAX), ("object_type", usize::MAX), ("object_id", 40)] {
        for value in of(field).into_iter().take(most) {
            let own = events.iter().filter(|event| event[field] == value.as_str()).count() as u64;
            assert_eq!(total(app, &format!("/event-log?per_page=1&{field}={value}")).await, own, "{field} {value}");
        }
    }
}

/// A digest of each item of a merchant but those that have this text: of its texts and numbers in order, because an item
/// names its attributes in any order.
pub async fn items_without(app: &TestApp, left_out: Option<&str>) -> Counted<u64> {
    let mut items = Counted::new();
    for item in app.table_text().await.iter().filter(|item| left_out.is_none_or(|text| !item.contains(text))) {
        // Between texts stand brackets and commas, which are others where attributes are in another order.
        let mut parts: Vec<&str> = item.split('"').skip(1).step_by(2).collect();
        let mut between: Vec<char> = item.split('"').step_by(2).flat_map(str::chars).collect();
        parts.sort_unstable();
        between.sort_unstable();
        let mut digest = DefaultHasher::new();
        (parts, between).hash(&mut digest);
        *items.entry(digest.finish()).or_default() += 1;
    }
    items
}
