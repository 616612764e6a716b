//! Subscriptions.

mod allowances;
mod benefits;
mod called_off;
mod change_plan;
mod commitment;
mod create;
mod credited;
mod cycles;
mod discounts;
mod due_again;
mod dues;
mod ends;
mod given_back_once;
mod items;
mod largest;
mod leaving;
mod lists;
mod never_begins;
mod notice;
mod pause;
mod payment;
mod prices;
mod registrations;
mod renewal;
mod seats;
mod standing;
mod standing_readers;
mod tax_by_date;
mod tiers;
mod upcoming;
mod way_out;

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, resource};

/// A meeting room of the fixture's location with these fields too.
async fn room_with(fixture: &SubscriptionFixture, fields: Value) -> String {
    resource(&fixture.app, &fixture.location, "Room", "meeting_room", fields).await
}

/// An hour of it on a day in January costs a hundred without a discount.
fn hundred() -> Value {
    json!({"rates": [{"unit_amount": 100}]})
}

/// What subscriptions gave back to the member, without tax, in cents: by credit notes, and by credits that are booked.
/// None of it waits.
async fn given_back(fixture: &SubscriptionFixture) -> i64 {
    let of_member = async |path: &str| -> Vec<Value> {
        let list = fixture.app.get(&format!("{path}customer_id={}&per_page=100", fixture.member)).await;
        accepted(&list, 200);
        list.body["data"].as_array().cloned().unwrap_or_default()
    };
    let waiting = of_member("/invoice-items?pending=true&").await;
    assert!(waiting.iter().all(|item| 0 <= cents(&item["unit_amount"])), "{waiting:?}");
    let notes = of_member("/credit-notes?status=issued&").await;
    let own = notes.iter().filter(|note| note["source"]["type"] == "subscription");
    let lines = own.flat_map(|note| note["lines"].as_array().cloned().unwrap_or_default());
    let by_notes: i64 = lines.map(|line| cents(&line["amount"])).sum();
    let items = of_member("/invoice-items?").await;
    let booked = items.iter().filter(|item| !item["booked_at"].is_null());
    by_notes - booked.map(|item| cents(&item["unit_amount"])).sum::<i64>()
}

/// The member's balance of money.
async fn balance(fixture: &SubscriptionFixture) -> Value {
    let found = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
    accepted(&found, 200);
    found.body["data"]["money"].clone()
}

fn cents(amount: &Value) -> i64 {
    let text = amount.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, "00"));
    let digits = format!("{whole}{part:0<2}");
    digits.parse().unwrap_or_default()
}

fn id_of(body: &Value) -> String {
    body["id"].as_str().unwrap_or_default().to_owned()
}

/// Takes so much off a line of an invoice of which nothing is paid; the credit note's id.
async fn credit_note(fixture: &SubscriptionFixture, invoice: &Value, line: usize, amount: Value) -> String {
    let lines = json!([{"invoice_item_id": invoice["items"][line]["id"], "amount": amount}]);
    let body = json!({"invoice_id": invoice["id"], "reason": "order_change", "lines": lines});
    tests::made(&fixture.app, "/credit-notes", body).await
}

/// The member's booking of a resource from one instant to another.
fn wish(fixture: &SubscriptionFixture, resource: &str, from: &str, to: &str) -> Value {
    json!({"resource_id": resource, "customer_id": fixture.member, "start_time": from, "end_time": to})
}

/// What becomes of such a booking by what a quote says of it: its outcome and total. It is then booked, and that it is
/// made at that price, or refused, is checked.
async fn booked_as_quoted(fixture: &SubscriptionFixture, resource: &str, from: &str, to: &str) -> (String, Value) {
    let wish = wish(fixture, resource, from, to);
    let quote = fixture.app.post("/bookings/quote", wish.clone()).await;
    accepted(&quote, 200);
    let quoted = &quote.body["data"];
    let made = fixture.app.post("/bookings", wish).await;
    let outcome = quoted["outcome"].as_str().unwrap_or_default().to_owned();
    if outcome == "refused" {
        assert_eq!(made.status, 422, "{}", made.text);
    } else {
        accepted(&made, 201);
        assert_eq!(made.body["data"]["total_amount"], quoted["total_amount"]);
        assert_eq!(made.body["data"]["price_breakdown"], quoted["price_breakdown"]);
        assert_eq!(made.body["data"]["status"], quoted["outcome"]);
    }
    (outcome, quoted["total_amount"].clone())
}
