//! What a change of a booking makes of the documents on which it stands.

use serde_json::{Value, json};
use tests::{accepted, made, with};

use super::{booked, charged_now, id, invoiced, items, with_room};

#[tokio::test]
async fn an_item_has_the_tax_the_time_and_the_name_of_where_the_booking_has_moved() {
    with_room(json!({}), async |room| {
        let other = room.resource("Untaxed", json!({"rates": [{"unit_amount": 20}], "tax_rate": 0})).await;
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        accepted(&room.reschedule(id(&made), json!({"start_time": "2026-12-02T10:00:00Z"})).await, 200);
        let item = items(room, id(&made)).await.remove(0);
        let shown = (&item["description"], &item["period_start"], &item["tax_rate"]);
        assert_eq!(shown, (&json!("Room, 2026-12-02 11:00 to 12:00"), &json!("2026-12-02"), &json!(21)));
        accepted(&room.reschedule(id(&made), json!({"resource_id": other})).await, 200);
        let item = items(room, id(&made)).await.remove(0);
        let shown = (&item["description"], &item["unit_amount"], &item["tax_rate"]);
        assert_eq!(shown, (&json!("Untaxed, 2026-12-02 11:00 to 12:00"), &json!(20), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn what_was_invoiced_at_another_tax_is_credited_and_charged_anew() {
    with_room(json!({}), async |room| {
        let other = room.resource("Untaxed", json!({"rates": [{"unit_amount": 20}], "tax_rate": 0})).await;
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let first = invoiced(room, &room.member).await;
        accepted(&room.reschedule(id(&made), json!({"resource_id": other})).await, 200);
        let second = invoiced(room, &room.member).await;
        let due = async |invoice: &str| {
            room.app.get(&format!("/invoices/{invoice}")).await.body["data"]["amount_due"].clone()
        };
        assert_eq!((due(&first).await, due(&second).await), (json!(0), json!(20)));
        assert_eq!(charged_now(room, id(&made)).await, (0, 0, 20.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn what_stood_on_a_voided_invoice_is_charged_when_the_booking_changes() {
    let fee = json!({"cancellation_policy": {"public_ladder": [{"minutes_before": 60, "fee_percent": 100}]}});
    with_room(fee, async |room| {
        let made = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let invoice = invoiced(room, &room.member).await;
        accepted(&room.app.post(&format!("/invoices/{invoice}/void"), json!({})).await, 200);
        room.clock("09:30");
        accepted(&room.act(id(&made), "cancel").await, 200);
        let waiting: Vec<Value> =
            items(room, id(&made)).await.into_iter().filter(|item| item["invoice_id"].is_null()).collect();
        assert_eq!((waiting.len(), &waiting[0]["unit_amount"]), (1, &json!(20)), "the fee is the whole price");
        assert_eq!(waiting[0]["description"], "Room, 2026-12-01 11:00 to 12:00");
    })
    .await;
}

#[tokio::test]
async fn a_discount_of_a_draft_keeps_no_booking_from_being_cancelled() {
    with_room(json!({}), async |room| {
        let first = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        booked(room, "12:00", "13:00", "invoice", json!({})).await;
        let body = json!({"customer_id": room.member, "location_id": room.location, "discount_amount": 30});
        let draft = made(&room.app, "/invoices", body).await;
        accepted(&room.act(id(&first), "cancel").await, 200);
        let draft = room.app.get(&format!("/invoices/{draft}")).await.body["data"].clone();
        let shown = (draft["items"].as_array().map(Vec::len), &draft["discount_amount"], &draft["total"]);
        assert_eq!(shown, (Some(1), &json!(20), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn a_company_pays_where_its_invoice_takes_all_that_is_booked() {
    with_room(json!({}), async |room| {
        let fields = json!({"location_id": room.location, "name": "Blue Harbour", "pay_with_invoice": {"desks": true}});
        let company = made(&room.app, "/companies", fields).await;
        let place = json!({"member_id": room.member, "role": "manager"});
        accepted(&room.app.post(&format!("/companies/{company}/members"), place).await, 201);
        let desk = json!({"rates": [{"unit_amount": 5}], "tax_rate": 21, "units": 4});
        let desk = tests::resource(&room.app, &room.location, "Desk", "hot_desk", desk).await;
        let alone = booked(room, "10:00", "11:00", "invoice", json!({"resource_id": desk})).await;
        let with_the_room = json!({"resource_id": desk, "additional_resource_ids": [room.room]});
        let both = booked(room, "10:00", "11:00", "invoice", with_the_room).await;
        assert_eq!((&alone["payer_id"], &both["payer_id"]), (&json!(company), &json!(room.member)));
    })
    .await;
}

#[tokio::test]
async fn what_waited_waits_again_when_a_subscription_never_begins() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let offer =
            json!({"location_id": room.location, "name": "Desk", "cycle": "monthly", "price": 100, "currency": "EUR"});
        let plan = made(&room.app, "/memberships", offer).await;
        let agreed = json!({"customer_id": room.member, "membership_plan_id": plan, "collection": "charge"});
        let agreed = with(agreed, &json!({"start_date": "2026-11-21"}));
        let subscription = made(&room.app, "/subscriptions", agreed).await;
        assert!(!items(room, id(&booking)).await[0]["invoice_id"].is_null(), "the first invoice takes it");
        accepted(&room.app.post(&format!("/subscriptions/{subscription}/cancel"), json!({})).await, 200);
        let item = items(room, id(&booking)).await.remove(0);
        assert_eq!((&item["invoice_id"], &item["unit_amount"]), (&Value::Null, &json!(20)));
        let invoice = invoiced(room, &room.member).await;
        assert_eq!(room.app.get(&format!("/invoices/{invoice}")).await.body["data"]["total"], 24.2);
    })
    .await;
}
