//! Who pays: the member, or a company of the member.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted, at_once, having, made};

use super::{LACKING, book, booked, charged, grant, id, items, left, with_room};

/// A company at the location that lets members put rooms on its invoice, with the fixture's member as its manager and
/// Bob with these fields.
async fn company(room: &RoomFixture, bob: Value) -> (String, String) {
    let fields = json!({"location_id": room.location, "name": "Blue Harbour", "pay_with_invoice": {"rooms": true}});
    let company = made(&room.app, "/companies", fields).await;
    let member = room.another_member().await;
    let path = format!("/companies/{company}/members");
    accepted(&room.app.post(&path, json!({"member_id": room.member, "role": "manager"})).await, 201);
    let place = tests::with(json!({"member_id": member, "role": "member"}), &bob);
    accepted(&room.app.post(&path, place).await, 201);
    (company, member)
}

#[tokio::test]
async fn the_company_is_invoiced_for_what_its_members_may_put_on_its_invoice() {
    with_room(json!({}), async |room| {
        let (company, bob) = company(room, json!({})).await;
        let made = booked(room, "10:00", "11:00", "invoice", json!({"customer_id": bob})).await;
        assert_eq!((&made["payer_id"], &made["customer_id"]), (&json!(company), &json!(bob)));
        assert_eq!(items(room, id(&made)).await[0]["customer_id"], json!(company));
        let desk = json!({"type": "hot_desk", "rates": [{"unit_amount": 5}]});
        let desk = tests::resource(&room.app, &room.location, "Desk", "hot_desk", tests::without(desk, "type")).await;
        let own = booked(room, "10:00", "11:00", "invoice", json!({"customer_id": bob, "resource_id": desk})).await;
        assert_eq!(own["payer_id"], json!(bob));
        let elsewhere = tests::location_with(&room.app, json!({"name": "Elsewhere"})).await;
        let there = json!({"rates": [{"unit_amount": 5}]});
        let there = tests::resource(&room.app, &elsewhere, "There", "meeting_room", there).await;
        let own = booked(room, "10:00", "11:00", "invoice", json!({"customer_id": bob, "resource_id": there})).await;
        assert_eq!(own["payer_id"], json!(bob), "the company is a customer of the other location");
    })
    .await;
}

#[tokio::test]
async fn company_credits_pay_for_members_who_may_spend_them_while_they_last() {
    with_room(json!({"units": 9}), async |room| {
        let (company, bob) = company(room, json!({})).await;
        grant(room, &company, 3, json!({})).await;
        grant(room, &bob, 2, json!({})).await;
        let own = booked(room, "10:00", "11:00", "credits", json!({"customer_id": bob})).await;
        assert_eq!(own["payer_id"], json!(bob), "Bob may not spend the company's");
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({"customer_id": bob})).await.refusal(), LACKING);
        let by_manager = booked(room, "10:00", "11:00", "credits", json!({})).await;
        assert_eq!((&by_manager["payer_id"], left(room, &company, "credits").await), (&json!(company), 1));
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({})).await.refusal(), LACKING, "one is left");
        let refused = book(room, "10:00", "11:00", "credits", json!({"customer_id": company, "member_id": bob})).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_allowed");
    })
    .await;
}

#[tokio::test]
async fn a_member_spends_at_most_the_monthly_limit_and_gets_it_back_by_cancelling() {
    with_room(json!({"units": 9}), async |room| {
        let (company, bob) = company(room, json!({"may_use_company_credits": true, "monthly_credit_limit": 5})).await;
        grant(room, &company, 50, json!({})).await;
        let for_company = json!({"customer_id": company, "member_id": bob});
        let first = booked(room, "10:00", "11:00", "credits", for_company.clone()).await;
        booked(room, "10:00", "11:00", "credits", json!({"customer_id": bob})).await;
        let limited = "402 insufficient_balance payment_source monthly_credit_limit";
        assert_eq!(book(room, "10:00", "11:00", "credits", for_company.clone()).await.refusal(), limited);
        let longer = room.reschedule(id(&first), json!({"end_time": tests::instant("12:00")})).await;
        assert_eq!(longer.refusal(), limited);
        assert_eq!(book(room, "10:00", "11:00", "credits", json!({"customer_id": bob})).await.refusal(), LACKING);
        accepted(&room.act(id(&first), "cancel").await, 200);
        booked(room, "10:00", "11:00", "credits", for_company.clone()).await;
        room.clock("2026-12-01T09:00:00Z");
        booked(room, "10:00", "11:00", "credits", for_company).await;
        assert_eq!(left(room, &company, "credits").await, 44, "a new month");
    })
    .await;
}

#[tokio::test]
async fn the_monthly_limit_holds_for_many_at_the_same_moment() {
    with_room(json!({"units": 40}), async |room| {
        let (company, bob) = company(room, json!({"may_use_company_credits": true, "monthly_credit_limit": 10})).await;
        grant(room, &company, 50, json!({})).await;
        let body = room.booking("10:00", "11:00");
        let body = tests::with(body, &json!({"customer_id": company, "member_id": bob, "payment_source": "credits"}));
        let answers = at_once(&room.app, (0..16).map(|_| ("POST", "/bookings".to_owned(), body.clone()))).await;
        assert_eq!((having(&answers, 201), having(&answers, 402)), (5, 11));
        assert_eq!(left(room, &company, "credits").await, 40);
    })
    .await;
}

#[tokio::test]
async fn the_rest_goes_on_the_invoice_of_who_may_and_outside_otherwise() {
    with_room(json!({}), async |room| {
        let (company, _) = company(room, json!({})).await;
        grant(room, &company, 1, json!({})).await;
        let mixed = json!({"allow_mixed": true, "customer_id": company});
        assert_eq!(charged(&booked(room, "10:00", "11:00", "credits", mixed).await), (1, 0, 10.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn who_books_for_the_company_puts_on_its_invoice_what_members_may() {
    with_room(json!({"units": 9}), async |room| {
        let (company, bob) = company(room, json!({})).await;
        let desk = tests::resource(&room.app, &room.location, "Desk", "hot_desk", json!({"rates": [{"unit_amount": 5}], "units": 9})).await;
        let for_it = |member: &str, resource: &str| {
            json!({"customer_id": company, "member_id": member, "resource_id": resource})
        };
        booked(room, "10:00", "11:00", "invoice", for_it(&bob, &room.room)).await;
        let refused = book(room, "10:00", "11:00", "invoice", for_it(&bob, &desk)).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_allowed");
        booked(room, "10:00", "11:00", "invoice", for_it(&room.member, &desk)).await;
        booked(room, "10:00", "11:00", "invoice", json!({"customer_id": company, "resource_id": desk})).await;
    })
    .await;
}

#[tokio::test]
async fn what_stood_on_a_voided_invoice_is_not_charged_to_a_company_that_was_archived() {
    with_room(json!({"units": 9}), async |room| {
        let (company, _) = company(room, json!({})).await;
        let booking = booked(room, "10:00", "12:00", "invoice", json!({})).await;
        let invoice = super::invoiced(room, &company).await;
        accepted(&room.app.post(&format!("/invoices/{invoice}/void"), json!({})).await, 200);
        accepted(&room.app.post(&format!("/companies/{company}/archive"), json!({})).await, 200);
        let moved = room.reschedule(id(&booking), json!({"start_time": "2026-12-02T10:00:00Z"})).await;
        assert_eq!(moved.refusal(), "422 rule_violation payer_id not_payable");
        accepted(&room.act(id(&booking), "cancel").await, 200);
    })
    .await;
}

#[tokio::test]
async fn a_company_that_is_archived_or_was_left_pays_for_nothing_more() {
    with_room(json!({"units": 9}), async |room| {
        let (company, bob) = company(room, json!({})).await;
        let by_bob = booked(room, "10:00", "12:00", "invoice", json!({"customer_id": bob})).await;
        let by_manager = booked(room, "10:00", "12:00", "invoice", json!({})).await;
        let ends = |hour: u32| json!({"end_time": format!("2026-12-01T{hour}:00:00Z")});
        let refusal = "422 rule_violation payer_id not_payable";
        accepted(&room.app.delete(&format!("/companies/{company}/members/{bob}")).await, 200);
        assert_eq!(room.reschedule(id(&by_bob), ends(13)).await.refusal(), refusal);
        accepted(&room.reschedule(id(&by_bob), ends(11)).await, 200);
        super::invoiced(room, &company).await;
        tests::write_off_invoices(&room.app, &company).await;
        accepted(&room.app.post(&format!("/companies/{company}/archive"), json!({})).await, 200);
        assert_eq!(room.reschedule(id(&by_manager), ends(13)).await.refusal(), refusal);
        accepted(&room.act(id(&by_manager), "cancel").await, 200);
    })
    .await;
}
