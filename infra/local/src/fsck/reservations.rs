//! What bookings have reserved of periods of subscriptions, against the transactions that wait: each is known to the
//! other.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// A reservation: booking, transaction, amount.
type Known<'a> = BTreeMap<(&'a str, &'a str), i64>;

/// Reservations of bookings that no transaction has, and transactions that wait for a booking which does not know them:
/// nothing would ever give those up.
pub fn findings(items: &Items) -> Vec<Finding> {
    let bookings = items.records("booking").chain(items.records("booking#archived"));
    let reserved: Known<'_> = bookings.flat_map(|(id, booking)| of_booking(id, booking)).collect();
    let mut findings = Vec::new();
    let mut made = Known::new();
    for kind in ["credit_transaction", "day_pass_transaction"] {
        for (id, transaction) in items.records(kind) {
            let body = &transaction["body"];
            let booking = if body["source"]["type"] == "booking" { body["source"]["id"].as_str() } else { None };
            let Some(booking) = booking else {
                continue;
            };
            made.insert((booking, id), body["amount"].as_i64().unwrap_or_default());
            if body["status"] == "scheduled" && !reserved.contains_key(&(booking, id.as_str())) {
                let what = format!("waits for booking {booking}, which does not have it");
                findings.push(Finding { kind: "reservation", id: id.clone(), what });
            }
        }
    }
    for ((booking, transaction), amount) in reserved {
        let told = made.get(&(booking, transaction)).copied();
        if told != Some(amount) {
            let what = format!("has reserved {amount} by {transaction}, which has {told:?}");
            findings.push(Finding { kind: "reservation", id: booking.to_owned(), what });
        }
    }
    findings
}

/// What a booking has reserved.
fn of_booking<'a>(id: &'a str, booking: &'a Value) -> impl Iterator<Item = ((&'a str, &'a str), i64)> {
    let reserved = booking["body"]["payment"]["account"]["charged"]["reserved"].as_array().into_iter().flatten();
    reserved.filter_map(move |one| Some(((id, one["t"].as_str()?), one["n"].as_i64()?)))
}
