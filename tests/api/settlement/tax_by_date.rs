//! The tax of a booking, a ticket and an order is that of the day on which it takes place (`docs/areas/invoices.md`, 22).

use serde_json::{Value, json};
use testing::TestApp;
use tests::{EventFixture, RoomFixture, ShopFixture, accepted, books_add_up, made};
use values::Clock as _;

use super::{booked, id, with_room};

/// A rate of 10 %, and of another from a day on.
fn values(from: &str, percent: i64) -> Value {
    json!([{"from": "2012-10-01", "percent": 10}, {"from": from, "percent": percent}])
}

async fn rate(app: &TestApp, values: Value) -> String {
    made(app, "/tax-rates", json!({"name": "Rooms", "values": values})).await
}

/// The rates of the lines of an invoice that takes what waits for a customer.
async fn invoiced(app: &TestApp, customer: &str, location: &str) -> Value {
    let draft = made(app, "/invoices", json!({"customer_id": customer, "location_id": location})).await;
    let issued = app.post(&format!("/invoices/{draft}/issue"), json!({})).await;
    accepted(&issued, 200);
    issued.body["data"].clone()
}

fn lines(invoice: &Value) -> Vec<Value> {
    let lines = invoice["items"].as_array().into_iter().flatten();
    lines.map(|line| json!([line["unit_amount"], line["tax_rate"]])).collect()
}

async fn taxed(fixture: &RoomFixture, rate: &str) {
    let path = format!("/resources/{}", fixture.room);
    accepted(&fixture.app.put(&path, json!({"tax_rate_id": rate})).await, 200);
}

#[tokio::test]
async fn a_booking_is_taxed_as_of_the_day_on_which_it_begins() {
    with_room(json!({}), async |fixture| {
        let rate = rate(&fixture.app, values("2026-12-01", 30)).await;
        taxed(fixture, &rate).await;
        let (from, to) = ("2026-11-30T10:00:00.000Z", "2026-11-30T11:00:00.000Z");
        let before = booked(fixture, from, to, "invoice", json!({})).await;
        let after = booked(fixture, "10:00", "11:00", "invoice", json!({})).await;
        assert_eq!((&before["total_amount"], &after["total_amount"]), (&json!(22), &json!(26)));
        // Another law before they are invoiced: by then 40 % from 1 December on.
        let changed = json!({"values": values("2026-12-01", 40)});
        accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), changed).await, 200);
        let invoice = invoiced(&fixture.app, &fixture.member, &fixture.location).await;
        let mut told = lines(&invoice);
        told.sort_by_key(Value::to_string);
        assert_eq!(json!(told), json!([[20, 10], [20, 40]]));
        // What moves over the day of the law is credited at what it had, and charged anew at what holds there.
        let moved = json!({"start_time": "2026-12-02T10:00:00Z", "end_time": "2026-12-02T11:00:00Z"});
        accepted(&fixture.reschedule(id(&before), moved).await, 200);
        let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await;
        let note = &notes.body["data"][0];
        assert_eq!((&note["total"], &note["lines"][0]["tax_rate"]), (&json!(22), &json!(10)));
        let invoice = invoiced(&fixture.app, &fixture.member, &fixture.location).await;
        assert_eq!(json!(lines(&invoice)), json!([[20, 40]]));
    })
    .await;
}

#[tokio::test]
async fn a_booking_that_is_cancelled_after_the_law_is_credited_at_what_it_had() {
    with_room(json!({}), async |fixture| {
        let rate = rate(&fixture.app, values("2030-01-01", 30)).await;
        taxed(fixture, &rate).await;
        let booking = booked(fixture, "10:00", "11:00", "invoice", json!({})).await;
        invoiced(&fixture.app, &fixture.member, &fixture.location).await;
        let changed = json!({"values": values("2026-11-23", 40)});
        accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), changed).await, 200);
        accepted(&fixture.act(id(&booking), "cancel").await, 200);
        let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await;
        let note = &notes.body["data"][0];
        assert_eq!((&note["total"], &note["lines"][0]["tax_rate"]), (&json!(22), &json!(10)));
    })
    .await;
}

#[tokio::test]
async fn what_asks_for_two_tax_rates_is_no_item_of_an_invoice() {
    with_room(json!({}), async |fixture| {
        let exempt = json!([{"from": "2012-10-01", "percent": 0, "category": "E", "exemption_reason": "Article 132"}]);
        let first = rate(&fixture.app, exempt).await;
        taxed(fixture, &first).await;
        let beamer = fixture.resource("Beamer", json!({"rates": [{"unit_amount": 5}], "tax_rate": 0})).await;
        let both = json!({"additional_resource_ids": [beamer], "payment_source": "invoice"});
        let refused = fixture.book_with("10:00", "11:00", both).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_taxed_as_of_the_day_of_the_event() {
    let fixture = EventFixture::new().await;
    let rate = rate(&fixture.app, values("2026-12-10", 30)).await;
    let event = fixture.event(json!({"tax_rate_id": rate})).await;
    let early = fixture
        .event(json!({"tax_rate_id": rate, "start_time": "2026-12-09T18:00:00.000Z",
        "end_time": "2026-12-09T20:00:00.000Z"}))
        .await;
    for (event, total) in [(event, 13), (early, 11)] {
        let ticket = fixture.registered(&event, 1, json!({"payment_source": "invoice"})).await;
        assert_eq!(ticket.body["data"]["total_amount"], total);
    }
    let invoice = invoiced(&fixture.app, &fixture.member, &fixture.location).await;
    let mut told = lines(&invoice);
    told.sort_by_key(Value::to_string);
    assert_eq!(json!(told), json!([[10, 10], [10, 30]]));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_order_is_taxed_as_of_its_day_whenever_it_is_invoiced() {
    let fixture = ShopFixture::new().await;
    let rate = rate(&fixture.app, json!([{"from": "2012-10-01", "percent": 10}])).await;
    let sold = fixture.product(json!({}), json!({"tax_rate_id": rate})).await;
    let order = fixture.ordered(&[(&sold, 2)], json!({})).await;
    assert_eq!(order.body["data"]["total"], 22);
    let tomorrow = fixture.app.clock.now().plus(chrono::Duration::days(1));
    let changed = json!({"values": values(&tomorrow.utc().date_naive().to_string(), 30)});
    accepted(&fixture.app.put(&format!("/tax-rates/{rate}"), changed).await, 200);
    fixture.app.clock.set(tomorrow);
    let invoice = invoiced(&fixture.app, &fixture.member, &fixture.location).await;
    assert_eq!(json!(lines(&invoice)), json!([[20, 10]]));
    let next = fixture.ordered(&[(&sold, 1)], json!({})).await;
    assert_eq!(next.body["data"]["total"], 13);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_booking_of_a_customer_who_owes_the_tax_is_invoiced_without() {
    with_room(json!({}), async |fixture| {
        accepted(&fixture.app.put("/merchant", json!({"address": {"country_code": "NL"}})).await, 200);
        let german =
            json!({"tax_status": "reverse_charge", "tax_id": "DE136695976", "billing_address": {"country_code": "DE"}});
        accepted(&fixture.app.put(&format!("/members/{}", fixture.member), german).await, 200);
        let booking = booked(fixture, "10:00", "12:00", "invoice", json!({})).await;
        let invoice = invoiced(&fixture.app, &fixture.member, &fixture.location).await;
        assert_eq!((&invoice["total"], &invoice["tax_lines"][0]["category"]), (&json!(40), &json!("AE")));
        // A shorter one is credited by the difference alone: its tax is what it was.
        let shorter = json!({"start_time": "2026-12-01T10:00:00Z", "end_time": "2026-12-01T11:00:00Z"});
        accepted(&fixture.reschedule(id(&booking), shorter).await, 200);
        let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await;
        assert_eq!(notes.body["data"][0]["total"], 20);
    })
    .await;
}
