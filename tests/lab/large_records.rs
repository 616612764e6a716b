//! What records cost that are as large as they may be, or are settled one by one, when what they rest on goes.

use serde_json::{Map, Value, json};
use tests::{RoomFixture, accepted, carried_out, company, made, with};

use crate::largest_inputs::{compare, whole};

/// Bookings that go.
const BOOKINGS: u32 = 60;
/// Bookings that go and stand on one invoice.
const INVOICED: u32 = 50;

/// The most metadata that a record has room for.
fn most_metadata() -> Value {
    let keys = (0..50).map(|number| (format!("key_{number}"), json!("é".repeat(400))));
    Value::Object(keys.collect::<Map<_, _>>())
}

/// The time at ten o'clock of a day, counted from 2026-12-01, and an hour later.
fn hour(day: u32) -> (String, String) {
    let (month, day) = (12 + day / 31, 1 + day % 31);
    let date = if month == 12 { format!("2026-12-{day:02}") } else { format!("2027-{:02}-{day:02}", month - 12) };
    (format!("{date}T10:00:00Z"), format!("{date}T11:00:00Z"))
}

/// A room, and so many bookings of a customer that have as much metadata.
async fn heavy(is_company: bool) -> (RoomFixture, String) {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let customer = if is_company { company(&fixture.app, &fixture.location).await } else { fixture.member.clone() };
    for day in 0..BOOKINGS {
        let (start, end) = hour(day);
        let body = json!({"resource_id": fixture.room, "customer_id": customer, "start_time": start, "end_time": end,
            "metadata": most_metadata()});
        made(&fixture.app, "/bookings", body).await;
    }
    (fixture, customer)
}

#[tokio::test]
async fn bookings_with_the_most_metadata_are_cancelled_in_steps_that_cost_what_one_may() {
    let (fixture, company) = heavy(true).await;
    let path = format!("/companies/{company}/archive?on_future_bookings=cancel");
    let (_, cost) = whole(&fixture, "POST", &path, json!({})).await;
    compare(&("archive_company", "its 60 bookings with the most metadata are cancelled", cost));
}

#[tokio::test]
async fn bookings_with_the_most_metadata_are_emptied_in_portions_that_cost_what_one_may() {
    let (fixture, member) = heavy(false).await;
    let path = format!("/members/{member}/anonymise?on_future_bookings=keep");
    let (_, cost) = whole(&fixture, "POST", &path, json!({})).await;
    compare(&("anonymise_member", "60 bookings with the most metadata are kept, and emptied", cost));
}

#[tokio::test]
async fn waiting_list_entries_with_the_most_metadata_end_in_portions_that_cost_what_one_may() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let company = company(&fixture.app, &fixture.location).await;
    for day in 0..50 {
        let (start, end) = hour(day);
        let times = json!({"resource_id": fixture.room, "start_time": start, "end_time": end});
        made(&fixture.app, "/bookings", with(times, &json!({"customer_id": fixture.member}))).await;
        let entry = json!({"location_id": fixture.location, "customer_id": company, "resource_id": fixture.room,
            "earliest_start": start, "latest_end": end, "duration_minutes": 60, "metadata": most_metadata()});
        made(&fixture.app, "/waitlist-entries", entry).await;
    }
    let (_, cost) = whole(&fixture, "POST", &format!("/companies/{company}/archive"), json!({})).await;
    compare(&("archive_company", "its 50 waiting-list entries with the most metadata end", cost));
}

#[tokio::test]
async fn bookings_on_an_invoice_are_cancelled_in_steps_that_cost_what_one_may() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null, "rates": [{"unit_amount": 20}]})).await;
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": "2026-12-01T10:00:00Z", "rule": {"frequency": "daily", "count": INVOICED},
        "payment_source": "invoice"});
    let answer = fixture.app.post("/booking-series", series).await;
    if answer.status == 202 {
        carried_out(&fixture.app, &answer).await;
    }
    let invoice = json!({"customer_id": fixture.member, "location_id": fixture.location});
    let invoice = made(&fixture.app, "/invoices", invoice).await;
    accepted(&fixture.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    let body = json!({"is_active": false, "on_future_bookings": "cancel"});
    let (_, cost) = whole(&fixture, "PUT", &format!("/resources/{}", fixture.room), body).await;
    assert_eq!(tests::total(&fixture.app, "/credit-notes").await, u64::from(INVOICED));
    compare(&("update_resource", "deactivated, with 50 bookings on an invoice", cost));
}
