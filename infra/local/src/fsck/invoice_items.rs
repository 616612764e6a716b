//! Invoice items of bookings against the bookings: each is known to its booking, which settles it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// Items that say they are of a booking which does not have them. Nothing would ever change or credit them.
pub fn findings(items: &Items) -> Vec<Finding> {
    let bookings = items.records("booking").chain(items.records("booking#archived"));
    let known: BTreeSet<(&str, &str)> = bookings.flat_map(|(id, booking)| of_booking(id, booking)).collect();
    let lost = items.records("invoice_item").filter_map(|(id, item)| {
        let booking = item["body"]["settled_by"]["id"].as_str().filter(|booking| !known.contains(&(booking, id)))?;
        let what = format!("is of booking {booking}, which does not have it");
        Some(Finding { kind: "invoice_item", id: id.clone(), what })
    });
    lost.collect()
}

/// The items that a booking has, each with the booking.
fn of_booking<'a>(id: &'a str, booking: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let ids = booking["body"]["payment"]["account"]["item_ids"].as_array().into_iter().flatten();
    ids.filter_map(move |item| Some((id, item.as_str()?)))
}
