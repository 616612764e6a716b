//! What a booking gave back of an invoice that is to be voided or given up since, and gifts because of which it gave back
//! less.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, made, with};

use super::{balance, booked, id, invoice, invoiced, invoiced_less, waiting, with_room};

async fn void(room: &RoomFixture, invoice: &str) -> String {
    room.app.post(&format!("/invoices/{invoice}/void"), json!({})).await.refusal()
}

/// A booking that stood on five invoices with 20 each and was cancelled: three are credited, of the two others the
/// credit is booked.
async fn cancelled_on_five(room: &RoomFixture) -> (Value, Vec<String>) {
    let booking = booked(room, "08:00", "09:00", "invoice", json!({})).await;
    let mut invoices = vec![invoiced(room, &room.member).await];
    for hour in 10..14 {
        let longer = json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
        accepted(&room.reschedule(id(&booking), longer).await, 200);
        invoices.push(invoiced(room, &room.member).await);
    }
    accepted(&room.act(id(&booking), "cancel").await, 200);
    assert_eq!(waiting(room, id(&booking)).await, [-20.0, -20.0]);
    (booking, invoices)
}

#[tokio::test]
async fn an_invoice_of_which_something_is_booked_is_not_voided() {
    with_room(json!({}), async |room| {
        let (_, invoices) = cancelled_on_five(room).await;
        for invoice in &invoices {
            assert_eq!(void(room, invoice).await, "409 invalid_state");
        }
    })
    .await;
}

#[tokio::test]
async fn a_booking_that_goes_on_owes_what_is_left_where_no_note_can_be_written() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "12:00", "invoice", json!({})).await;
        let first = invoiced_less(room, -39).await;
        let lines = invoice(room, &first).await["items"].as_array().cloned().unwrap_or_default();
        let line = lines.iter().find(|line| line["unit_amount"] == 40).map(|line| line["id"].clone());
        for _ in 0..50 {
            let lines = json!([{"invoice_item_id": line, "amount": 0.01}]);
            let note = json!({"invoice_id": first, "reason": "other", "lines": lines});
            let note = made(&room.app, "/credit-notes", note).await;
            accepted(&room.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
        }
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T11:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [-20.0], "no further note is written");
        // 24.20 came, of which 1.21 has paid the invoice.
        assert_eq!((invoice(room, &first).await["amount_due"].clone(), balance(room).await), (json!(0), json!(22.99)));
        assert_eq!(void(room, &first).await, "409 invalid_state");
        accepted(&room.reschedule(id(&booking), json!({"start_time": "2026-12-02T10:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [-20.0], "it costs as much on another day");
    })
    .await;
}

#[tokio::test]
async fn what_is_given_up_is_what_the_balance_does_not_pay() {
    with_room(json!({"tax_rate": 0}), async |room| {
        let (_, invoices) = cancelled_on_five(room).await;
        booked(room, "14:00", "17:00", "invoice", json!({})).await;
        let next = invoiced(room, &room.member).await;
        for given_up in invoices[..2].iter().chain([&next]) {
            let path = format!("/invoices/{given_up}/mark-uncollectible");
            let answer = room.app.post(&path, json!({})).await;
            assert!(answer.status == 200 || answer.refusal() == "409 invalid_state", "{}", answer.text);
        }
        // 40 are booked: of 100 that were due, 60 are given up.
        let mut found = Vec::new();
        for given_up in invoices[..2].iter().chain([&next]) {
            let invoice = invoice(room, given_up).await;
            found.push((invoice["status"].clone(), invoice["amount_due"].as_f64().unwrap_or_default()));
        }
        let lost: f64 = found.iter().filter(|(status, _)| status == "uncollectible").map(|(_, due)| due).sum();
        assert_eq!((lost.to_string().as_str(), balance(room).await), ("60", json!(0)), "{found:?}");
    })
    .await;
}

#[tokio::test]
async fn a_gift_because_of_which_less_came_back_is_not_taken_back() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "12:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        let line = invoice(room, &first).await["items"][0]["id"].clone();
        let gift = async |amount: i64| {
            let lines = json!([{"invoice_item_id": line, "amount": amount}]);
            made(&room.app, "/credit-notes", json!({"invoice_id": first, "reason": "other", "lines": lines})).await
        };
        let taken_back = async |note: &str| room.app.post(&format!("/credit-notes/{note}/void"), json!({})).await;
        let (small, large) = (gift(5).await, gift(30).await);
        // 5 are left to be credited of the 20 that are cheaper.
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T11:00:00Z"})).await, 200);
        assert_eq!(invoice(room, &first).await["amount_due"], 0);
        let refusal = "409 in_use source settled_by_source";
        assert_eq!(taken_back(&large).await.refusal(), refusal);
        accepted(&taken_back(&small).await, 200);
        assert_eq!(invoice(room, &first).await["amount_due"], 6.05, "5 with tax");
        accepted(&room.act(id(&booking), "cancel").await, 200);
        assert_eq!(invoice(room, &first).await["amount_due"], 0);
        assert_eq!(taken_back(&large).await.refusal(), refusal, "nothing of what is cancelled is due again");
    })
    .await;
}

/// A booking of ten hours at 0.10 each, on an issued invoice where a discount leaves 0.07 of it.
async fn nearly_given_away(room: &RoomFixture, item: Option<i64>, discount: f64) -> (Value, String) {
    let booking = booked(room, "08:00", "18:00", "invoice", json!({})).await;
    if let Some(amount) = item {
        let body = json!({"customer_id": room.member, "location_id": room.location, "description": "Other",
                          "quantity": 1, "unit_amount": amount, "tax_rate": 0});
        made(&room.app, "/invoice-items", body).await;
    }
    let body = json!({"customer_id": room.member, "location_id": room.location, "pending_items": true});
    let draft = made(&room.app, "/invoices", with(body, &json!({"discount_amount": discount}))).await;
    accepted(&room.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
    (booking, draft)
}

fn cheap() -> Value {
    json!({"rates": [{"unit_amount": 0.1}], "tax_rate": 0})
}

#[tokio::test]
async fn what_a_discount_makes_less_is_not_charged_more_when_it_comes_again() {
    with_room(cheap(), async |room| {
        let (booking, draft) = nearly_given_away(room, None, 0.93).await;
        let ends = async |hour: u32| {
            let body = json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
            accepted(&room.reschedule(id(&booking), body).await, 200);
        };
        ends(17).await;
        assert_eq!(invoice(room, &draft).await["amount_due"], 0.06);
        ends(18).await;
        assert_eq!(waiting(room, id(&booking)).await, [0.1]);
    })
    .await;
}

#[tokio::test]
async fn what_waits_in_many_steps_is_together_what_was_asked_for() {
    with_room(cheap(), async |room| {
        let (booking, draft) = nearly_given_away(room, Some(100), 93.93).await;
        let draft_items = invoice(room, &draft).await["items"].clone();
        let mut lines = draft_items.as_array().into_iter().flatten();
        let other = lines.find(|line| line["description"] == "Other").map(|line| line["id"].clone());
        for _ in 0..50 {
            let lines = json!([{"invoice_item_id": other, "amount": 0.01}]);
            made(&room.app, "/credit-notes", json!({"invoice_id": draft, "reason": "other", "lines": lines})).await;
        }
        for hour in (9..18).rev() {
            let body = json!({"end_time": format!("2026-12-01T{hour:02}:00:00Z")});
            accepted(&room.reschedule(id(&booking), body).await, 200);
        }
        accepted(&room.act(id(&booking), "cancel").await, 200);
        let credits = waiting(room, id(&booking)).await;
        let cents: Vec<String> = credits.iter().map(|amount| format!("{amount:.2}")).collect();
        assert_eq!(cents, ["-0.01"; 7]);
    })
    .await;
}

/// A booking of six resources for so many days, on three invoices, is moved to where it is cheaper and taken elsewhere.
async fn moved_with_five_others(room: &RoomFixture, days: u32) -> TestResponse {
    let mut others = Vec::new();
    for number in 0..5 {
        others.push(room.resource(&format!("Part {number}"), json!({})).await);
    }
    let at = |day: u32, end: &str| {
        let last = day + days - 1;
        json!({"start_time": format!("2026-12-{day:02}T08:00:00Z"), "end_time": format!("2026-12-{last:02}T{end}:00Z")})
    };
    let fields = with(at(1, "07:00"), &json!({"additional_resource_ids": others, "payment_source": "invoice"}));
    let booking = room.book_with("10:00", "11:00", fields).await;
    accepted(&booking, 201);
    let id = booking.id();
    for end in ["08:00", "09:00", "10:00"] {
        accepted(&room.reschedule(&id, at(1, end)).await, 200);
        invoiced(room, &room.member).await;
    }
    room.reschedule(&id, at(10, "02:00")).await
}

#[tokio::test]
async fn a_move_of_many_calendars_books_what_it_cannot_credit() {
    with_room(json!({"tax_rate": 0}), async |room| {
        let moved = moved_with_five_others(room, 5).await;
        accepted(&moved, 200);
        assert_eq!(super::charged(&moved.body["data"]), (0, 0, 90.0 * 20.0, 0.0));
        let booking = moved.body["data"]["id"].as_str().unwrap_or_default();
        let all: Vec<f64> = waiting(room, booking).await;
        assert!(all.iter().any(|amount| *amount < 0.0), "{all:?}");
    })
    .await;
}

#[tokio::test]
async fn a_move_of_seven_days_and_six_resources_on_three_invoices_is_refused_and_changes_nothing() {
    with_room(json!({"tax_rate": 0}), async |room| {
        let refused = moved_with_five_others(room, 7).await;
        assert_eq!(refused.refusal(), "422 rule_violation additional_resource_ids too_many_calendar_days");
        assert_eq!(tests::total(&room.app, "/credit-notes").await, 0);
    })
    .await;
}
