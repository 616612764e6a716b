//! What bookings owe, and how it is settled (`docs/areas/settlement.md`, 52 to 62).

mod ahead;
mod cancelled;
mod corrections;
mod created;
mod documents;
mod ended;
mod given_up;
mod handed_over;
mod moves;
mod payers;
mod price_overrides;
mod quotes;
mod races;
mod series;
mod subscriptions;
mod tax_by_date;

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, books_add_up, made, uses_credits, with};

/// The refusal of what credits or day passes do not suffice for.
pub const LACKING: &str = "402 insufficient_balance payment_source insufficient_balance";

/// A room at 20 and two credits an hour, with tax on top, and a member. Afterwards the books must add up.
pub async fn with_room(fields: Value, test: impl AsyncFnOnce(&RoomFixture)) {
    let fields = with(
        json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 2}], "tax_rate": 21}),
        &fields,
    );
    let fixture = RoomFixture::with_room(fields).await;
    uses_credits(&fixture.app).await;
    test(&fixture).await;
    books_add_up(&fixture.app).await;
}

/// Gives a customer credits.
pub async fn grant(fixture: &RoomFixture, customer: &str, amount: i64, fields: Value) {
    let body = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
    made(&fixture.app, "/credit-transactions", with(body, &fields)).await;
}

/// Gives a customer day passes.
pub async fn grant_passes(fixture: &RoomFixture, customer: &str, amount: i64) {
    let body = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
    made(&fixture.app, "/day-pass-transactions", body).await;
}

/// What a customer has.
pub async fn left(fixture: &RoomFixture, customer: &str, kind: &str) -> i64 {
    let balances = fixture.app.get(&format!("/customers/{customer}/balances")).await;
    accepted(&balances, 200);
    let balances = &balances.body["data"];
    balances[kind]["total"].as_i64().unwrap_or(-1)
}

/// Books the room, to be paid so.
pub async fn book(fixture: &RoomFixture, from: &str, to: &str, source: &str, fields: Value) -> TestResponse {
    fixture.book_with(from, to, with(json!({"payment_source": source}), &fields)).await
}

/// The same, which must succeed; the booking as it is answered.
pub async fn booked(fixture: &RoomFixture, from: &str, to: &str, source: &str, fields: Value) -> Value {
    let answer = book(fixture, from, to, source, fields).await;
    accepted(&answer, 201);
    answer.body["data"].clone()
}

/// The id of an answer.
pub fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_default()
}

/// What is charged: credits, day passes, on invoices, outside.
pub fn charged(record: &Value) -> (i64, i64, f64, f64) {
    let charged = &record["charged"];
    let units = |name: &str| {
        let parts = charged[name].as_array().cloned().unwrap_or_default();
        parts.iter().filter_map(|part| part["amount"].as_i64()).sum()
    };
    let amount = |name: &str| charged[name].as_f64().unwrap_or(-1.0);
    (
        units("credits_applied"),
        units("day_passes_applied"),
        amount("invoice_amount"),
        amount("external_amount"),
    )
}

/// What is charged of a booking now.
pub async fn charged_now(fixture: &RoomFixture, id: &str) -> (i64, i64, f64, f64) {
    let booking = fixture.app.get(&format!("/bookings/{id}")).await;
    accepted(&booking, 200);
    charged(&booking.body["data"])
}

/// The items of a source.
pub async fn items(fixture: &RoomFixture, source: &str) -> Vec<Value> {
    let list = fixture.app.get(&format!("/invoice-items?source_id={source}")).await;
    accepted(&list, 200);
    list.body["data"].as_array().cloned().unwrap_or_default()
}

/// Issues an invoice of everything that waits of a customer; its id.
pub async fn invoiced(fixture: &RoomFixture, customer: &str) -> String {
    let body = json!({"customer_id": customer, "location_id": fixture.location, "pending_items": true});
    let draft = made(&fixture.app, "/invoices", body).await;
    accepted(&fixture.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
    draft
}

/// A draft of what waits, with a line that credits so much before tax.
async fn drafted_less(room: &RoomFixture, credit: i64) -> String {
    let item = json!({"description": "Goodwill", "quantity": 1, "unit_amount": credit, "tax_rate": 21});
    let body = json!({"customer_id": room.member, "location_id": room.location, "items": [item]});
    made(&room.app, "/invoices", body).await
}

/// The same issued.
async fn invoiced_less(room: &RoomFixture, credit: i64) -> String {
    let draft = drafted_less(room, credit).await;
    accepted(&room.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
    draft
}

/// The member's balance of money.
async fn balance(room: &RoomFixture) -> Value {
    let found = room.app.get(&format!("/customers/{}/balances", room.member)).await;
    accepted(&found, 200);
    found.body["data"]["money"].as_array().and_then(|money| money.first()).map_or(json!(0), |one| one["amount"].clone())
}

/// What items of a source are on no invoice, because they wait for one or are booked: their amounts.
async fn waiting(room: &RoomFixture, source: &str) -> Vec<f64> {
    let items = items(room, source).await;
    let waiting = items.iter().filter(|item| item["invoice_id"].is_null());
    let mut amounts: Vec<f64> = waiting.filter_map(|item| item["unit_amount"].as_f64()).collect();
    amounts.sort_by(f64::total_cmp);
    amounts
}

/// An invoice as it is shown.
async fn invoice(room: &RoomFixture, id: &str) -> Value {
    room.app.get(&format!("/invoices/{id}")).await.body["data"].clone()
}
