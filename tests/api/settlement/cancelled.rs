//! What a booking that is cancelled gives back.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted};

use super::{booked, charged, charged_now, grant, id, invoiced, items, left, with_room};

/// Half of it from an hour before the start on.
fn half() -> Value {
    json!({"cancellation_policy": {"public_ladder": [{"minutes_before": 60, "fee_percent": 50}]}})
}

async fn cancel(room: &RoomFixture, id: &str, by: &str) -> Value {
    let cancelled = room.app.post(&format!("/bookings/{id}/cancel"), json!({"by": by})).await;
    accepted(&cancelled, 200);
    cancelled.body["data"].clone()
}

#[tokio::test]
async fn a_cancelled_booking_gives_credits_back_to_their_buckets() {
    with_room(half(), async |room| {
        grant(room, &room.member, 5, json!({"expires_at": "2026-12-20T00:00:00Z"})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        assert_eq!(charged(&cancel(room, id(&made), "customer").await), (0, 0, 0.0, 0.0));
        assert_eq!(left(room, &room.member, "credits").await, 5);
        let balances = room.app.get(&format!("/customers/{}/balances", room.member)).await;
        assert_eq!(balances.body["data"]["credits"]["expiring"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn the_fee_of_a_late_cancellation_stays_charged_in_what_it_was_paid_with() {
    with_room(half(), async |room| {
        grant(room, &room.member, 9, json!({})).await;
        let by_credits = booked(room, "10:00", "11:30", "credits", json!({})).await;
        let by_invoice = booked(room, "12:00", "13:00", "invoice", json!({})).await;
        let outside = booked(room, "14:00", "15:00", "external", json!({})).await;
        room.clock("09:30");
        let quote = room.act(id(&by_credits), "quote-cancel").await;
        assert_eq!(charged(&quote.body["data"]), (2, 0, 0.0, 0.0), "half of three, a begun one whole: {}", quote.text);
        assert_eq!(charged(&cancel(room, id(&by_credits), "customer").await), (2, 0, 0.0, 0.0));
        assert_eq!(left(room, &room.member, "credits").await, 7);
        room.clock("11:30");
        assert_eq!(charged(&cancel(room, id(&by_invoice), "customer").await), (0, 0, 10.0, 0.0));
        assert_eq!(items(room, id(&by_invoice)).await[0]["unit_amount"], 10);
        room.clock("13:30");
        assert_eq!(charged(&cancel(room, id(&outside), "customer").await), (0, 0, 0.0, 12.1));
    })
    .await;
}

#[tokio::test]
async fn an_item_that_waits_vanishes_with_its_booking_also_from_a_draft() {
    with_room(json!({}), async |room| {
        let waiting = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let on_draft = booked(room, "12:00", "13:00", "invoice", json!({})).await;
        cancel(room, id(&waiting), "customer").await;
        assert_eq!(items(room, id(&waiting)).await, Vec::<Value>::new());
        let body = json!({"customer_id": room.member, "location_id": room.location, "pending_items": true,
            "items": [{"description": "Key", "quantity": 1, "unit_amount": 5}]});
        let draft = tests::made(&room.app, "/invoices", body).await;
        let total = async || room.app.get(&format!("/invoices/{draft}")).await.body["data"]["total"].clone();
        let before = total().await;
        cancel(room, id(&on_draft), "customer").await;
        assert_ne!(before, total().await);
        assert_eq!(items(room, id(&on_draft)).await, Vec::<Value>::new());
    })
    .await;
}

#[tokio::test]
async fn what_is_on_an_issued_invoice_is_credited() {
    with_room(json!({}), async |room| {
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let invoice = invoiced(room, &room.member).await;
        let cancelled = cancel(room, id(&made), "customer").await;
        assert_eq!(charged(&cancelled), (0, 0, 0.0, 0.0));
        let invoice = room.app.get(&format!("/invoices/{invoice}")).await.body["data"].clone();
        assert_eq!((&invoice["status"], &invoice["amount_due"]), (&json!("paid"), &json!(0)), "{invoice}");
        let notes = tests::only(&room.app, "/credit-notes").await;
        assert_eq!((&notes["total"], &notes["lines"][0]["amount"]), (&json!(24.2), &json!(20)));
    })
    .await;
}

#[tokio::test]
async fn what_was_paid_of_an_invoice_goes_to_the_balance_of_who_paid_it() {
    with_room(half(), async |room| {
        grant(room, &room.member, 1, json!({})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({"allow_mixed": true})).await;
        let invoice = invoiced(room, &room.member).await;
        let paid = json!({"amount": 12.1, "method": "cash"});
        accepted(&room.app.post(&format!("/invoices/{invoice}/pay"), paid).await, 200);
        cancel(room, id(&made), "operator").await;
        assert_eq!(
            (charged_now(room, id(&made)).await, left(room, &room.member, "credits").await),
            ((0, 0, 0.0, 0.0), 1)
        );
        let balances = room.app.get(&format!("/customers/{}/balances", room.member)).await;
        assert_eq!(balances.body["data"]["money"][0]["amount"], 12.1, "{}", balances.text);
    })
    .await;
}

#[tokio::test]
async fn what_costs_only_credits_keeps_the_fee_of_its_policy_too() {
    let free = json!({"rates": [], "cancellation_policy": half()["cancellation_policy"]});
    with_room(free, async |room| {
        grant(room, &room.member, 4, json!({})).await;
        let made = booked(room, "10:00", "12:00", "credits", json!({})).await;
        room.clock("09:30");
        assert_eq!(charged(&cancel(room, id(&made), "customer").await), (2, 0, 0.0, 0.0));
        assert_eq!(left(room, &room.member, "credits").await, 2);
    })
    .await;
}
