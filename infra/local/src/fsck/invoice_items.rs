//! Invoice items of bookings, of orders and of tickets against these: each is known to its source, which settles it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// Items that say they are of a booking, of an order's item or of a ticket which does not have them. Nothing would ever
/// change or credit them.
pub fn findings(items: &Items) -> Vec<Finding> {
    let bookings = items.records("booking").chain(items.records("booking#archived"));
    let orders = items.records("shop_order");
    let ordered = orders.flat_map(|(_, order)| order["body"]["items"].as_array().into_iter().flatten());
    let mut known: BTreeSet<(&str, &str)> = ordered.flat_map(of_order_item).collect();
    known.extend(bookings.flat_map(|(id, booking)| of_booking(id, booking)));
    known.extend(items.records("event_registration").flat_map(|(id, ticket)| of_ticket(id, ticket)));
    let lost = items.records("invoice_item").filter_map(|(id, item)| {
        let source = &item["body"]["settled_by"];
        let of = source["id"].as_str().filter(|of| !known.contains(&(of, id)))?;
        let what = format!("is of {} {of}, which does not have it", source["type"].as_str().unwrap_or_default());
        Some(Finding { kind: "invoice_item", id: id.clone(), what })
    });
    lost.collect()
}

/// The items that a booking has, each with the booking.
fn of_booking<'a>(id: &'a str, booking: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let ids = booking["body"]["payment"]["account"]["item_ids"].as_array().into_iter().flatten();
    ids.filter_map(move |item| Some((id, item.as_str()?)))
}

/// The items that a registration for an event has, each with it.
fn of_ticket<'a>(id: &'a str, ticket: &'a Value) -> impl Iterator<Item = (&'a str, &'a str)> {
    let ids = ticket["body"]["account"]["item_ids"].as_array().into_iter().flatten();
    ids.filter_map(move |item| Some((id, item.as_str()?)))
}

/// The items of invoices that an item of an order has, each with it.
fn of_order_item(item: &Value) -> impl Iterator<Item = (&str, &str)> {
    let id = item["id"].as_str().unwrap_or_default();
    let ids = item["account"]["item_ids"].as_array().into_iter().flatten();
    ids.filter_map(move |invoiced| Some((id, invoiced.as_str()?)))
}
