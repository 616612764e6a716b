//! Invoice items of bookings against the bookings: each is known to its booking, which settles it.

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// Items that say they are of a booking which does not have them. Nothing would ever change or credit them.
pub fn findings(items: &Items) -> Vec<Finding> {
    let bookings: Vec<(&String, &Value)> = items.records("booking").chain(items.records("booking#archived")).collect();
    let has = |booking: &str, item: &str| {
        let body = bookings.iter().find(|(id, _)| *id == booking).map(|(_, booking)| &booking["body"]);
        let ids = body.and_then(|body| body["payment"]["account"]["item_ids"].as_array());
        ids.is_some_and(|ids| ids.iter().any(|id| id == item))
    };
    let lost = items.records("invoice_item").filter_map(|(id, item)| {
        let booking = item["body"]["settled_by"]["id"].as_str().filter(|booking| !has(booking, id))?;
        let what = format!("is of booking {booking}, which does not have it");
        Some(Finding { kind: "invoice_item", id: id.clone(), what })
    });
    lost.collect()
}
