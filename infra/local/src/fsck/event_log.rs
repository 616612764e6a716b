//! Events against what is counted of them: for each list and UTC day as many as are stored.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// What disagrees.
pub fn findings(items: &Items) -> Vec<Finding> {
    let mut stored: BTreeMap<(String, String), i64> = BTreeMap::new();
    for (_, event) in items.records("logged_event") {
        let body = &event["body"];
        let text = |field: &str| body[field].as_str().unwrap_or_default();
        let day = text("occurred_at").get(..10).unwrap_or_default();
        for list in [
            "all".to_owned(),
            format!("type#{}", text("event_type")),
            format!("object_type#{}", text("object_type")),
            format!("object#{}", text("object_id")),
        ] {
            *stored.entry((list, day.to_owned())).or_default() += 1;
        }
    }
    let is_bucket = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let counts = |item: &Value| {
        let fields = item.as_object().into_iter().flatten();
        fields.filter(|(name, _)| is_bucket(name)).filter_map(|(_, count)| count.as_i64()).sum::<i64>()
    };
    let counted: BTreeMap<(String, String), i64> =
        items.space("event-counts").map(|(list, day, item)| ((list.to_owned(), day.clone()), counts(item))).collect();
    let mut lists: Vec<&(String, String)> = stored.keys().chain(counted.keys()).collect();
    lists.sort();
    lists.dedup();
    let differs = |key: &&&(String, String)| stored.get(*key).unwrap_or(&0) != counted.get(*key).unwrap_or(&0);
    lists.iter().filter(differs).map(|key| different(key, stored.get(*key), counted.get(*key))).collect()
}

fn different((list, day): &(String, String), stored: Option<&i64>, counted: Option<&i64>) -> Finding {
    let number = |number: Option<&i64>| number.copied().unwrap_or_default();
    let what = format!("{} events of {day} are stored and {} counted", number(stored), number(counted));
    Finding { kind: "event log", id: list.clone(), what }
}
