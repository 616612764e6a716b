//! Invoice items of bookings, of orders and of tickets against these: each is known to its source, which settles it. And
//! those below zero, of which none waits.

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
    lost.chain(items.records("invoice_item").filter_map(|(id, item)| waiting_credit(id, &item["body"]))).collect()
}

/// What is owed to a customer and booked nowhere, as in tables of before credits were booked when they arise.
fn waiting_credit(id: &str, item: &Value) -> Option<Finding> {
    let amount = &item["unit_amount"];
    let is_credit =
        amount.as_str().is_some_and(|text| text.starts_with('-')) || amount.as_f64().is_some_and(|it| it < 0.0);
    let waits = is_credit && item["invoice_id"].is_null() && item["booked"].is_null();
    let what = "is below zero and waits, booked nowhere: book-credits books it".to_owned();
    waits.then(|| Finding { kind: "invoice_item", id: id.to_owned(), what })
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
