//! Events, and deliveries of them, against what is counted of them: for each list and UTC day as many as are stored.

use std::collections::BTreeMap;

use serde_json::Value;
use values::Id;
use webhooks::records::delivery::WebhookDelivery;

use super::{finding::Finding, table::Items};

/// How many rows each list has on each day.
type Rows = BTreeMap<(String, String), i64>;

/// Counts of events and deliveries that disagree with what is stored.
pub fn findings(items: &Items) -> Vec<Finding> {
    let events = different(items, "event log", "event-counts", &events(items));
    let deliveries = different(items, "webhook deliveries", "delivery-counts", &deliveries(items));
    events.into_iter().chain(deliveries).collect()
}

fn events(items: &Items) -> Rows {
    let mut stored = Rows::new();
    for (_, event) in items.records("logged_event") {
        let body = &event["body"];
        let text = |field: &str| body[field].as_str().unwrap_or_default();
        let day = text("occurred_at").get(..10).unwrap_or_default();
        let actor = body["actor"]["id"].as_str().map(|member| format!("actor#{member}"));
        let lists = [
            "all".to_owned(),
            format!("type#{}", text("event_type")),
            format!("object_type#{}", text("object_type")),
            format!("object#{}", text("object_id")),
        ];
        for list in lists.into_iter().chain(actor) {
            *stored.entry((list, day.to_owned())).or_default() += 1;
        }
    }
    stored
}

fn deliveries(items: &Items) -> Rows {
    let mut stored = Rows::new();
    for (id, delivery) in items.records("webhook_delivery") {
        let at =
            Id::parse(id).map(|id: Id<WebhookDelivery>| WebhookDelivery::dated(id).to_string()).unwrap_or_default();
        let day = at.get(..10).unwrap_or_default();
        let endpoint = delivery["body"]["endpoint_id"].as_str().unwrap_or_default();
        for list in ["all".to_owned(), format!("endpoint#{endpoint}")] {
            *stored.entry((list, day.to_owned())).or_default() += 1;
        }
    }
    stored
}

fn different(items: &Items, kind: &'static str, space: &str, stored: &Rows) -> Vec<Finding> {
    let is_bucket = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let counts = |item: &Value| {
        let fields = item.as_object().into_iter().flatten();
        fields.filter(|(name, _)| is_bucket(name)).filter_map(|(_, count)| count.as_i64()).sum::<i64>()
    };
    let counted: Rows =
        items.space(space).map(|(list, day, item)| ((list.to_owned(), day.clone()), counts(item))).collect();
    let mut lists: Vec<&(String, String)> = stored.keys().chain(counted.keys()).collect();
    lists.sort();
    lists.dedup();
    lists.into_iter().filter_map(|list| finding(kind, list, number(stored, list), number(&counted, list))).collect()
}

fn number(rows: &Rows, list: &(String, String)) -> i64 {
    rows.get(list).copied().unwrap_or_default()
}

fn finding(kind: &'static str, (list, day): &(String, String), stored: i64, counted: i64) -> Option<Finding> {
    let what = format!("{stored} rows of {day} are stored and {counted} counted");
    (stored != counted).then(|| Finding { kind, id: list.clone(), what })
}
