//! What a move changes of what is charged.

use serde_json::json;
use tests::{accepted, instant};

use super::{LACKING, booked, charged, charged_now, grant, id, invoiced, items, left, with_room};

#[tokio::test]
async fn a_longer_booking_takes_more_and_a_shorter_one_gives_back() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 6, json!({})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        let moved = room.reschedule(id(&made), json!({"end_time": instant("12:00")})).await;
        assert_eq!((charged(&moved.body["data"]), left(room, &room.member, "credits").await), ((4, 0, 0.0, 0.0), 2));
        let refused = room.reschedule(id(&made), json!({"end_time": instant("14:00")})).await;
        assert_eq!(refused.refusal(), LACKING);
        assert_eq!(charged_now(room, id(&made)).await, (4, 0, 0.0, 0.0));
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("10:30")})).await, 200);
        assert_eq!(
            (charged_now(room, id(&made)).await, left(room, &room.member, "credits").await),
            ((1, 0, 0.0, 0.0), 5)
        );
    })
    .await;
}

#[tokio::test]
async fn a_move_that_costs_the_same_writes_nothing_to_the_wallet() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 6, json!({})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        accepted(&room.reschedule(id(&made), json!({"start_time": instant("15:00")})).await, 200);
        let path = format!("/credit-transactions?customer_id={}", room.member);
        assert_eq!(tests::total(&room.app, &path).await, 2, "a grant and a charge");
    })
    .await;
}

#[tokio::test]
async fn an_item_that_waits_grows_and_shrinks_and_one_source_has_one() {
    with_room(json!({}), async |room| {
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("13:00")})).await, 200);
        let waiting = items(room, id(&made)).await;
        assert_eq!((waiting.len(), &waiting[0]["unit_amount"]), (1, &json!(60)));
        assert_eq!(waiting[0]["description"], "Room, 2026-12-01 11:00 to 14:00");
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("10:30")})).await, 200);
        assert_eq!(items(room, id(&made)).await[0]["unit_amount"], 10);
    })
    .await;
}

#[tokio::test]
async fn once_invoiced_more_is_another_item_and_less_a_credit_note() {
    with_room(json!({}), async |room| {
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let invoice = invoiced(room, &room.member).await;
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("12:00")})).await, 200);
        assert_eq!(items(room, id(&made)).await.len(), 2);
        assert_eq!(charged_now(room, id(&made)).await, (0, 0, 40.0, 0.0));
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("10:30")})).await, 200);
        assert_eq!((items(room, id(&made)).await.len(), charged_now(room, id(&made)).await), (1, (0, 0, 10.0, 0.0)));
        let invoice = room.app.get(&format!("/invoices/{invoice}")).await;
        assert_eq!(invoice.body["data"]["amount_due"], 12.1, "{}", invoice.text);
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("11:00")})).await, 200);
        assert_eq!(charged_now(room, id(&made)).await, (0, 0, 20.0, 0.0));
        accepted(&room.act(id(&made), "cancel").await, 200);
        assert_eq!(charged_now(room, id(&made)).await, (0, 0, 0.0, 0.0));
        assert_eq!(tests::total(&room.app, "/credit-notes").await, 2);
    })
    .await;
}

#[tokio::test]
async fn what_the_operator_credited_by_hand_is_not_credited_again() {
    with_room(json!({}), async |room| {
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let invoice = invoiced(room, &room.member).await;
        let invoice = room.app.get(&format!("/invoices/{invoice}")).await.body["data"].clone();
        let line = json!({"invoice_item_id": invoice["items"][0]["id"], "amount": 5});
        let note = json!({"invoice_id": invoice["id"], "reason": "other", "lines": [line]});
        accepted(&room.app.post("/credit-notes", note).await, 201);
        accepted(&room.act(id(&made), "cancel").await, 200);
        let after = room.app.get(&format!("/invoices/{}", id(&invoice))).await;
        assert_eq!((&after.body["data"]["amount_due"], &after.body["data"]["status"]), (&json!(0), &json!("paid")));
    })
    .await;
}

#[tokio::test]
async fn a_late_move_makes_it_cheaper_in_no_unit() {
    let fee = json!({"cancellation_policy": {"public_ladder": [{"minutes_before": 60, "fee_percent": 50}]}});
    with_room(fee, async |room| {
        grant(room, &room.member, 9, json!({})).await;
        let cheaper = room.resource("Cheaper", json!({"rates": [{"unit_amount": 30}], "credit_rates": [{"unit_amount": 1}]}));
        let cheaper = cheaper.await;
        let made = booked(room, "10:00", "12:00", "credits", json!({})).await;
        room.clock("11:00");
        let body = json!({"resource_id": cheaper, "override": true, "start_time": instant("12:00"), "end_time": instant("13:00")});
        accepted(&room.reschedule(id(&made), json!({"end_time": instant("12:30")})).await, 200);
        assert_eq!(charged_now(room, id(&made)).await, (5, 0, 0.0, 0.0));
        accepted(&room.reschedule(id(&made), body).await, 200);
        assert_eq!(charged_now(room, id(&made)).await, (1, 0, 0.0, 0.0), "the operator may");
    })
    .await;
}

#[tokio::test]
async fn credits_do_not_pay_where_a_booking_moves_that_has_no_price_in_them() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 9, json!({})).await;
        let other = room.resource("Other", json!({"rates": [{"unit_amount": 30}]})).await;
        let made = booked(room, "10:00", "12:00", "credits", json!({})).await;
        let refused = room.reschedule(id(&made), json!({"resource_id": other})).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
        assert_eq!(charged_now(room, id(&made)).await, (4, 0, 0.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn credits_that_expire_before_the_new_start_pay_for_it_no_more() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 2, json!({"expires_at": "2026-12-02T00:00:00Z"})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        let later = json!({"start_time": "2026-12-03T10:00:00Z"});
        assert_eq!(room.reschedule(id(&made), later.clone()).await.refusal(), LACKING);
        grant(room, &room.member, 2, json!({})).await;
        accepted(&room.reschedule(id(&made), later).await, 200);
        let balances = room.app.get(&format!("/customers/{}/balances", room.member)).await.body["data"].clone();
        let left = &balances["credits"];
        assert_eq!(
            (&left["total"], &left["expiring"][0]["expires_at"]),
            (&json!(2), &json!("2026-12-02T00:00:00.000Z"))
        );
        assert_eq!(charged_now(room, id(&made)).await, (2, 0, 0.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn credits_that_expired_after_the_booking_began_have_paid_for_it_wherever_the_operator_moves_it() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 2, json!({"expires_at": "2026-12-01T10:30:00Z"})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        grant(room, &room.member, 10, json!({})).await;
        room.clock("10:45");
        let later = json!({"start_time": "2026-12-01T14:00:00Z", "override": true});
        accepted(&room.reschedule(id(&made), later).await, 200);
        assert_eq!(left(room, &room.member, "credits").await, 10);
        assert_eq!(charged_now(room, id(&made)).await, (2, 0, 0.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn what_costs_only_credits_is_not_moved_away_from_its_fee_either() {
    let policy =
        json!({"rates": [], "cancellation_policy": {"public_ladder": [{"minutes_before": 60, "fee_percent": 50}]}});
    with_room(policy, async |room| {
        grant(room, &room.member, 9, json!({})).await;
        let made = booked(room, "10:00", "11:00", "credits", json!({})).await;
        room.clock("09:30");
        let refused = room.reschedule(id(&made), json!({"start_time": "2026-12-03T10:00:00Z"})).await;
        assert_eq!(refused.refusal(), "422 rule_violation start_time fee_window");
        let later = json!({"start_time": "2026-12-03T10:00:00Z", "override": true});
        accepted(&room.reschedule(id(&made), later).await, 200);
        accepted(&room.act(id(&made), "cancel").await, 200);
        assert_eq!(charged_now(room, id(&made)).await, (1, 0, 0.0, 0.0), "a later day buys no free cancellation");
    })
    .await;
}
