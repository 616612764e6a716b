//! What a new booking is charged.

use serde_json::json;
use tests::{accepted, total};

use super::{book, booked, charged, grant, grant_passes, items, left, with_room};

#[tokio::test]
async fn a_booking_by_credits_takes_begun_credits_whole_and_what_expires_first() {
    with_room(json!({}), async |room| {
        let soon = "2026-12-20T00:00:00.000Z";
        grant(room, &room.member, 5, json!({})).await;
        grant(room, &room.member, 2, json!({"expires_at": soon})).await;
        let made = booked(room, "10:00", "11:10", "credits", json!({})).await;
        assert_eq!(charged(&made), (3, 0, 0.0, 0.0));
        let parts = made["charged"]["credits_applied"].clone();
        assert_eq!(
            (&parts[0]["amount"], &parts[0]["expires_at"], &parts[1]["amount"]),
            (&json!(2), &json!(soon), &json!(1))
        );
        assert_eq!((&made["payer_id"], &made["status"]), (&json!(room.member), &json!("confirmed")));
        assert_eq!(left(room, &room.member, "credits").await, 4);
        let transactions =
            room.app.get(&format!("/credit-transactions?customer_id={}&type=booking", room.member)).await;
        assert_eq!(transactions.body["data"][0]["source"], json!({"type": "booking", "id": made["id"]}));
    })
    .await;
}

#[tokio::test]
async fn credits_that_do_not_suffice_refuse_the_booking_and_leave_no_trace() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 1, json!({})).await;
        let refused = book(room, "10:00", "11:00", "credits", json!({})).await;
        assert_eq!(refused.refusal(), super::LACKING);
        assert_eq!((left(room, &room.member, "credits").await, total(&room.app, "/bookings").await), (1, 0));
        accepted(&room.book("10:00", "11:00").await, 201);
    })
    .await;
}

#[tokio::test]
async fn of_what_has_no_price_in_credits_and_where_credits_are_not_used_they_do_not_pay() {
    with_room(json!({"credit_rates": []}), async |room| {
        grant(room, &room.member, 10, json!({})).await;
        let refused = "422 rule_violation payment_source not_payable";
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({})).await.refusal(), refused);
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({"allow_mixed": true})).await.refusal(), refused);
        assert_eq!(book(room, "10:00", "11:00", "day_pass", json!({})).await.refusal(), refused);
        let priced = room.resource("Priced", json!({"credit_rates": [{"unit_amount": 1}]})).await;
        accepted(&book(room, "10:00", "11:00", "credits", json!({"resource_id": priced})).await, 201);
        accepted(&room.app.put("/merchant", json!({"credit_settings": {"enabled": false}})).await, 200);
        let off = book(room, "12:00", "13:00", "credits", json!({"resource_id": priced})).await;
        assert_eq!(off.refusal(), refused);
    })
    .await;
}

#[tokio::test]
async fn a_day_pass_pays_for_a_local_day_and_unit() {
    with_room(json!({"day_passes_enabled": true, "units": 4}), async |room| {
        grant_passes(room, &room.member, 6).await;
        assert_eq!(charged(&booked(room, "10:00", "11:00", "day_pass", json!({})).await), (0, 1, 0.0, 0.0));
        let nights = json!({"units": 2, "start_time": "2026-12-02T10:00:00Z", "end_time": "2026-12-03T10:00:00Z"});
        assert_eq!(charged(&booked(room, "", "", "day_pass", nights).await), (0, 4, 0.0, 0.0));
        let nights = json!({"start_time": "2026-12-04T10:00:00Z", "end_time": "2026-12-05T10:00:00Z"});
        let refused = book(room, "", "", "day_pass", nights).await;
        assert_eq!(refused.refusal(), super::LACKING);
        assert_eq!(left(room, &room.member, "day_passes").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_booking_on_the_invoice_is_one_item_that_waits_and_only_the_booking_changes_it() {
    with_room(json!({}), async |room| {
        let made = booked(room, "10:00", "11:30", "invoice", json!({})).await;
        assert_eq!(charged(&made), (0, 0, 30.0, 0.0));
        let waiting = items(room, super::id(&made)).await;
        assert_eq!(waiting.len(), 1);
        let item = &waiting[0];
        assert_eq!(
            (&item["unit_amount"], &item["tax_rate"], &item["kind"]),
            (&json!(30), &json!(21), &json!("booking"))
        );
        assert_eq!(item["source"], json!({"type": "booking", "id": made["id"]}));
        assert_eq!((&item["period_start"], &item["period_end"]), (&json!("2026-12-01"), &json!("2026-12-01")));
        assert_eq!(item["description"], "Room, 2026-12-01 11:00 to 12:30");
        let path = format!("/invoice-items/{}", super::id(item));
        let refused = "409 in_use source_id settled_by_source";
        assert_eq!(room.app.put(&path, json!({"quantity": 2})).await.refusal(), refused);
        assert_eq!(room.app.delete(&path).await.refusal(), refused);
    })
    .await;
}

#[tokio::test]
async fn credits_first_and_the_rest_in_money() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 1, json!({})).await;
        let mixed = json!({"allow_mixed": true});
        let made = booked(room, "10:00", "11:00", "credits", mixed).await;
        assert_eq!(charged(&made), (1, 0, 10.0, 0.0));
        assert_eq!((items(room, super::id(&made)).await.len(), left(room, &room.member, "credits").await), (1, 0));
    })
    .await;
}

#[tokio::test]
async fn what_is_paid_outside_is_recorded_and_what_nobody_pays_is_not() {
    with_room(json!({}), async |room| {
        assert_eq!(charged(&booked(room, "10:00", "11:00", "external", json!({})).await), (0, 0, 0.0, 24.2));
        let free = booked(room, "12:00", "13:00", "none", json!({})).await;
        assert_eq!((charged(&free), &free["payer_id"]), ((0, 0, 0.0, 0.0), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn credits_of_another_location_pay_only_where_the_merchant_lets_them() {
    with_room(json!({}), async |room| {
        let other = tests::location_with(&room.app, json!({"name": "Elsewhere"})).await;
        grant(room, &room.member, 5, json!({"location_id": other})).await;
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({})).await.refusal(), super::LACKING);
        accepted(&room.app.put("/merchant", json!({"credit_settings": {"cross_location": true}})).await, 200);
        accepted(&book(room, "10:00", "11:00", "credits", json!({})).await, 201);
    })
    .await;
}

#[tokio::test]
async fn credits_that_expire_before_the_booking_begins_do_not_pay_for_it() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 5, json!({"expires_at": "2026-12-01T12:00:00Z"})).await;
        assert_eq!(book(room, "12:00", "13:00", "credits", json!({})).await.refusal(), super::LACKING);
        accepted(&book(room, "11:00", "12:00", "credits", json!({})).await, 201);
    })
    .await;
}

#[tokio::test]
async fn what_is_taxed_at_several_rates_does_not_go_on_an_invoice() {
    with_room(json!({}), async |room| {
        let other = room.resource("Projector", json!({"rates": [{"unit_amount": 5}], "tax_rate": 9})).await;
        let both = json!({"additional_resource_ids": [other]});
        let refused = book(room, "10:00", "11:00", "invoice", both.clone()).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
        accepted(&book(room, "10:00", "11:00", "external", both).await, 201);
    })
    .await;
}
