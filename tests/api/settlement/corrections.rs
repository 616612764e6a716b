//! What a booking gives back of an invoice that takes no credit note of it, or not of all of it.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted, made, with};

use super::{balance, booked, charged_now, drafted_less, id, invoice, invoiced, invoiced_less, waiting, with_room};

async fn cancelled(room: &RoomFixture, booking: &Value) {
    accepted(&room.act(id(booking), "cancel").await, 200);
    assert_eq!(charged_now(room, id(booking)).await, (0, 0, 0.0, 0.0), "nothing is owed of what is cancelled");
}

#[tokio::test]
async fn what_credits_left_of_an_invoice_is_credited_by_a_note_and_the_rest_is_booked() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced_less(room, -15).await;
        assert_eq!(invoice(room, &first).await["amount_due"], 6.05, "5 with tax");
        cancelled(room, &booking).await;
        assert_eq!(invoice(room, &first).await["amount_due"], 0);
        assert_eq!(waiting(room, id(&booking)).await, [-15.0]);
        assert_eq!(balance(room).await, json!(18.15), "15 with tax");
        booked(room, "12:00", "13:00", "invoice", json!({})).await;
        let next = invoice(room, &invoiced(room, &room.member).await).await;
        assert_eq!(
            (&next["total"], &next["applied_balance"], &next["amount_due"]),
            (&json!(24.2), &json!(18.15), &json!(6.05))
        );
    })
    .await;
}

#[tokio::test]
async fn a_booking_on_two_invoices_is_credited_on_both() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T12:00:00Z"})).await, 200);
        let second = invoiced(room, &room.member).await;
        cancelled(room, &booking).await;
        for invoice_id in [&first, &second] {
            assert_eq!(invoice(room, invoice_id).await["amount_due"], 0);
        }
        let notes = room.app.get(&format!("/credit-notes?customer_id={}", room.member)).await;
        let mut numbers: Vec<&str> =
            notes.body["data"].as_array().into_iter().flatten().filter_map(|note| note["number"].as_str()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, ["CN-000001", "CN-000002"], "they follow each other");
    })
    .await;
}

#[tokio::test]
async fn of_a_booking_on_very_many_invoices_three_are_credited_and_the_rest_is_booked() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "08:00", "09:00", "invoice", json!({})).await;
        invoiced(room, &room.member).await;
        for hour in 10..14 {
            let longer = json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
            accepted(&room.reschedule(id(&booking), longer).await, 200);
            invoiced(room, &room.member).await;
        }
        assert_eq!(charged_now(room, id(&booking)).await, (0, 0, 100.0, 0.0));
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [-20.0, -20.0]);
        let open = room.app.get(&format!("/invoices?customer_id={}&status=issued", room.member)).await;
        let open = open.body["data"].as_array().map_or(0, Vec::len);
        assert_eq!(balance(room).await, [json!(0), json!(24.2), json!(48.4)][open], "what is not set off yet is open");
    })
    .await;
}

#[tokio::test]
async fn of_an_invoice_with_all_its_credit_notes_the_rest_is_booked_as_it_was_charged_and_set_off_against_it() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        booked(room, "12:00", "13:00", "invoice", json!({})).await;
        // 10 % off each line.
        let body = json!({"customer_id": room.member, "location_id": room.location, "discount_amount": 4});
        let draft = made(&room.app, "/invoices", body).await;
        accepted(&room.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
        let line = invoice(room, &draft).await["items"][1]["id"].clone();
        for _ in 0..50 {
            let lines = json!([{"invoice_item_id": line, "amount": 0.01}]);
            let note = json!({"invoice_id": draft, "reason": "order_change", "lines": lines});
            made(&room.app, "/credit-notes", note).await;
        }
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [-18.0], "the discount is not given back");
        // 43.56 less 50 cents with tax, and 18 with tax.
        assert_eq!(invoice(room, &draft).await["amount_due"], 21.17);
        assert_eq!(balance(room).await, json!(0));
    })
    .await;
}

#[tokio::test]
async fn what_is_booked_as_a_credit_is_not_given_again() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "13:00", "invoice", json!({})).await;
        invoiced_less(room, -55).await;
        let ends = async |hour: u32| {
            let body = json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
            accepted(&room.reschedule(id(&booking), body).await, 200);
        };
        ends(12).await;
        assert_eq!(waiting(room, id(&booking)).await, [-15.0], "5 by a note");
        ends(13).await;
        assert_eq!(waiting(room, id(&booking)).await, [-15.0, 20.0]);
        ends(11).await;
        assert_eq!(waiting(room, id(&booking)).await, [-20.0, -15.0]);
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [-20.0, -20.0, -15.0]);
    })
    .await;
}

#[tokio::test]
async fn a_credit_on_a_draft_is_booked_when_the_draft_asks_for_less() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let draft = drafted_less(room, -15).await;
        assert_eq!(invoice(room, &draft).await["total"], 6.05);
        let goodwill = invoice(room, &draft).await["items"][1]["id"].clone();
        cancelled(room, &booking).await;
        let draft = invoice(room, &draft).await;
        assert_eq!((&draft["items"], &draft["total"]), (&json!([]), &json!(0)));
        let path = format!("/invoice-items/{}", goodwill.as_str().unwrap_or_default());
        let goodwill = room.app.get(&path).await.body["data"].clone();
        assert_eq!((&goodwill["invoice_id"], &goodwill["booked_amount"]), (&Value::Null, &json!(18.15)));
        assert_eq!(balance(room).await, json!(18.15));
    })
    .await;
}

#[tokio::test]
async fn what_waits_again_becomes_one_item_with_what_waits_already() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T12:00:00Z"})).await, 200);
        accepted(&room.app.post(&format!("/invoices/{first}/void"), json!({})).await, 200);
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T13:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [60.0]);
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [0.0; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_was_credited_by_hand_is_a_gift_that_later_changes_leave_alone() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        let line = json!({"invoice_item_id": invoice(room, &first).await["items"][0]["id"], "amount": 20});
        let note = json!({"invoice_id": first, "reason": "other", "lines": [line]});
        made(&room.app, "/credit-notes", note).await;
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T12:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [20.0], "the further hour");
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [0.0; 0], "nothing is left of what was invoiced");
    })
    .await;
}

#[tokio::test]
async fn what_a_booking_gave_back_is_not_taken_back_by_hand() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        cancelled(room, &booking).await;
        let notes = room.app.get(&format!("/credit-notes?invoice_id={first}")).await;
        let note = notes.body["data"][0].clone();
        assert_eq!(note["source"], json!({"type": "booking", "id": booking["id"]}));
        let refused = room.app.post(&format!("/credit-notes/{}/void", id(&note)), json!({})).await;
        assert_eq!(refused.refusal(), "409 in_use source settled_by_source");
    })
    .await;
}

#[tokio::test]
async fn notes_of_several_invoices_take_their_numbers_beside_those_of_others() {
    with_room(json!({"units": 9}), async |room| {
        let mut bookings = Vec::new();
        for _ in 0..6 {
            bookings.push(booked(room, "10:00", "11:00", "invoice", json!({})).await);
        }
        invoiced(room, &room.member).await;
        for booking in &bookings {
            accepted(&room.reschedule(id(booking), json!({"end_time": "2026-12-01T12:00:00Z"})).await, 200);
        }
        invoiced(room, &room.member).await;
        let requests = bookings.iter().map(|booking| ("POST", format!("/bookings/{}/cancel", id(booking)), json!({})));
        let cancelled = tests::at_once(&room.app, requests).await;
        for answer in &cancelled {
            accepted(answer, 200);
        }
        let notes = room.app.get(&format!("/credit-notes?per_page=50&customer_id={}", room.member)).await;
        assert_eq!(notes.body["data"].as_array().map(Vec::len), Some(12));
    })
    .await;
}

#[tokio::test]
async fn a_gift_is_not_given_again_by_what_is_booked() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "14:00", "invoice", json!({})).await;
        let first = invoiced_less(room, -50).await;
        let first_invoice = invoice(room, &first).await;
        let mut lines = first_invoice["items"].as_array().into_iter().flatten();
        let line = lines.find(|line| line["amount"] == 80).map(|line| line["id"].clone());
        let line = json!({"invoice_item_id": line, "amount": 20});
        made(&room.app, "/credit-notes", json!({"invoice_id": first, "reason": "other", "lines": [line]})).await;
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T11:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [-50.0], "10 by a note");
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [-50.0], "20 is the gift");
    })
    .await;
}

#[tokio::test]
async fn what_was_given_back_is_in_the_balance_again_when_the_invoice_that_it_paid_is_voided() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        invoiced_less(room, -15).await;
        cancelled(room, &booking).await;
        booked(room, "12:00", "13:00", "invoice", json!({})).await;
        let next = invoiced(room, &room.member).await;
        assert_eq!(balance(room).await, json!(0));
        accepted(&room.app.post(&format!("/invoices/{next}/void"), json!({})).await, 200);
        assert_eq!(balance(room).await, json!(18.15));
    })
    .await;
}

#[tokio::test]
async fn of_an_invoice_that_was_given_up_what_was_paid_comes_back() {
    with_room(json!({"tax_rate": 0}), async |room| {
        let booking = booked(room, "08:00", "10:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        let payment =
            json!({"customer_id": room.member, "invoice_id": first, "amount": 30, "method": "cash", "currency": "EUR"});
        made(&room.app, "/payment-transactions", payment).await;
        accepted(&room.app.post(&format!("/invoices/{first}/mark-uncollectible"), json!({})).await, 200);
        for hour in 11..14 {
            let longer = json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
            accepted(&room.reschedule(id(&booking), longer).await, 200);
            invoiced(room, &room.member).await;
        }
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [-30.0], "nobody asks for the other 10");
    })
    .await;
}

#[tokio::test]
async fn a_gift_stays_given_when_the_tax_changes() {
    with_room(json!({}), async |room| {
        let other = room.resource("Untaxed", json!({"rates": [{"unit_amount": 20}], "tax_rate": 0})).await;
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        let line = json!({"invoice_item_id": invoice(room, &first).await["items"][0]["id"], "amount": 5});
        made(&room.app, "/credit-notes", json!({"invoice_id": first, "reason": "other", "lines": [line]})).await;
        for start in ["10:00", "12:00"] {
            let moved = json!({"resource_id": other, "start_time": format!("2026-12-02T{start}:00Z")});
            accepted(&room.reschedule(id(&booking), moved).await, 200);
            assert_eq!(invoice(room, &first).await["amount_due"], 0);
            assert_eq!(waiting(room, id(&booking)).await, [15.0]);
        }
    })
    .await;
}

#[tokio::test]
async fn what_a_discount_paid_whole_is_not_charged_again() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let body = json!({"customer_id": room.member, "location_id": room.location, "discount_amount": 20});
        let draft = made(&room.app, "/invoices", with(body, &json!({"pending_items": true}))).await;
        accepted(&room.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
        accepted(&room.reschedule(id(&booking), json!({"end_time": "2026-12-01T12:00:00Z"})).await, 200);
        assert_eq!(waiting(room, id(&booking)).await, [20.0], "the further hour");
        cancelled(room, &booking).await;
        assert_eq!(waiting(room, id(&booking)).await, [0.0; 0]);
    })
    .await;
}
