//! Prices that staff give instead of those by the rates, and what is charged by them (`docs/areas/bookings.md`, 71 to
//! 73).

use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use tests::{OutboxFixture, RoomFixture, accepted, location_with, made, member, resource, with};

use super::{booked, charged, charged_now, grant, id, invoice, invoiced, items, waiting, with_room};

/// A price with its reason, as a field of a booking.
fn given(amount: f64) -> Value {
    json!({"price_override": {"amount": amount, "reason": "The heating failed."}})
}

async fn price(room: &RoomFixture, booking: &str, body: Value) -> TestResponse {
    room.app.post(&format!("/bookings/{booking}/override-price"), body).await
}

async fn priced(room: &RoomFixture, booking: &str, amount: f64) -> Value {
    let answer = price(room, booking, json!({"amount": amount, "reason": "As agreed."})).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

fn total(booking: &Value) -> (f64, f64) {
    let number = |value: &Value| value.as_f64().unwrap_or(-1.0);
    (number(&booking["price_breakdown"]["subtotal"]), number(&booking["total_amount"]))
}

async fn moved(room: &RoomFixture, booking: &str, fields: Value) -> Value {
    let answer = room.reschedule(booking, fields).await;
    accepted(&answer, 200);
    answer.body["data"]["price_breakdown"]["subtotal"].clone()
}

fn hours(from: &str, to: &str) -> Value {
    json!({"start_time": tests::instant(from), "end_time": tests::instant(to)})
}

#[tokio::test]
async fn a_booking_is_made_at_the_given_price_and_shows_what_it_would_have_cost_who_gave_it_and_why() {
    with_room(json!({}), async |room| {
        let new = booked(room, "10:00", "12:00", "invoice", given(15.0)).await;
        assert_eq!((total(&new), charged(&new)), ((15.0, 18.15), (0, 0, 15.0, 0.0)));
        let shown = &new["price_override"];
        assert_eq!((&shown["amount"], &shown["reason"]), (&json!(15), &json!("The heating failed.")));
        let list = &new["list_price"];
        assert_eq!((&list["subtotal"], &list["total"]), (&json!(40), &json!(48.4)));
        assert!(shown["decided_by"]["api_client_id"].is_string() && shown["decided_by"]["member_id"].is_null());
        assert_eq!(shown["decided_at"], new["created_at"]);
        // The lines are of what is charged, with the tax of the room.
        let lines = &new["price_breakdown"]["rate_lines"];
        assert_eq!(lines, &json!([{"resource_id": room.room, "minutes": 120, "units": 1, "amount": 15}]));
        let line = &items(room, id(&new)).await[0];
        assert_eq!((&line["unit_amount"], &line["tax_rate"]), (&json!(15), &json!(21)));
        let free = booked(room, "13:00", "14:00", "invoice", given(0.0)).await;
        assert_eq!((total(&free), items(room, id(&free)).await.len()), ((0.0, 0.0), 0));
        let dearer = booked(room, "15:00", "16:00", "external", given(50.0)).await;
        assert_eq!(charged(&dearer), (0, 0, 0.0, 60.5));
        let plain = booked(room, "17:00", "18:00", "invoice", json!({})).await;
        assert!(plain["price_override"].is_null());
    })
    .await;
}

#[tokio::test]
async fn several_resources_divide_a_given_price_and_an_invoice_has_it_with_the_tax_that_is_included() {
    let room = RoomFixture::new().await;
    let location = format!("/locations/{}", room.location);
    accepted(&room.app.put(&location, json!({"tax_rate": 21, "tax_inclusive": true})).await, 200);
    let rates = json!({"rates": [{"unit_amount": 20}]});
    accepted(&room.app.put(&format!("/resources/{}", room.room), rates).await, 200);
    let beside = room.resource("Beamer", json!({"rates": [{"unit_amount": 10}]})).await;
    let fields = with(given(12.1), &json!({"additional_resource_ids": [beside]}));
    let new = booked(&room, "10:00", "11:00", "invoice", fields).await;
    assert_eq!((total(&new), charged(&new).2), ((12.1, 12.1), 12.1));
    let amounts: Vec<&Value> =
        new["price_breakdown"]["rate_lines"].as_array().expect("lines").iter().map(|line| &line["amount"]).collect();
    assert_eq!(amounts, [&json!(8.07), &json!(4.03)]);
    let tax = &new["price_breakdown"]["tax_lines"];
    assert_eq!(tax, &json!([{"rate": 21, "taxable": 10, "amount": 2.1, "inclusive": true}]));
}

#[tokio::test]
async fn a_quote_shows_the_given_price_and_only_a_booking_at_it_has_the_quote() {
    with_room(json!({}), async |room| {
        let body = with(room.booking("10:00", "11:00"), &with(json!({"payment_source": "invoice"}), &given(5.0)));
        let quote = room.app.post("/bookings/quote", body.clone()).await;
        accepted(&quote, 200);
        let quote = &quote.body["data"];
        assert_eq!((&quote["total_amount"], &quote["invoice_amount"]), (&json!(6.05), &json!(5)));
        assert_eq!(quote["list_price"]["total"], json!(24.2));
        assert_eq!(quote["outcome"], "confirmed");
        let by_quote = json!({"quote_id": quote["id"]});
        let plain = with(with(room.booking("10:00", "11:00"), &json!({"payment_source": "invoice"})), &by_quote);
        assert_eq!(room.app.post("/bookings", plain).await.refusal(), "409 quote_stale quote_id quote_stale");
        accepted(&room.app.post("/bookings", with(body, &by_quote)).await, 201);
    })
    .await;
}

#[tokio::test]
async fn what_waits_or_is_on_a_draft_follows_a_price_that_is_given_later() {
    with_room(json!({}), async |room| {
        let booking = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let booking = id(&booking);
        let cheaper = priced(room, booking, 8.0).await;
        assert_eq!((charged(&cheaper).2, waiting(room, booking).await), (8.0, vec![8.0]));
        assert_eq!(cheaper["list_price"]["subtotal"], json!(20));
        // Nothing, and something again: in place of the same price by the rates.
        assert_eq!(charged(&priced(room, booking, 0.0).await), (0, 0, 0.0, 0.0));
        assert!(waiting(room, booking).await.is_empty());
        let again = priced(room, booking, 30.0).await;
        assert_eq!((total(&again), &again["list_price"]["total"]), ((30.0, 36.3), &json!(24.2)));
        let body = json!({"customer_id": room.member, "location_id": room.location, "pending_items": true});
        let draft = made(&room.app, "/invoices", body).await;
        priced(room, booking, 10.0).await;
        assert_eq!(invoice(room, &draft).await["total"], json!(12.1));
        // It is over, and waits for its invoice all the same.
        room.clock("13:00");
        priced(room, booking, 4.0).await;
        assert_eq!(invoice(room, &draft).await["total"], json!(4.84));
    })
    .await;
}

#[tokio::test]
async fn an_issued_invoice_does_not_change_and_neither_does_what_is_cancelled_or_paid_by_credits() {
    with_room(json!({}), async |room| {
        let of = json!({"amount": 5, "reason": "Goodwill"});
        let billed = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let issued = invoiced(room, &room.member).await;
        assert_eq!(price(room, id(&billed), of.clone()).await.refusal(), "409 invalid_state id invoiced");
        assert_eq!(charged_now(room, id(&billed)).await, (0, 0, 20.0, 0.0));
        // What was credited whole is charged no more, and may be given another price.
        accepted(&room.app.post(&format!("/invoices/{issued}/void"), json!({})).await, 200);
        assert_eq!(charged(&priced(room, id(&billed), 5.0).await), (0, 0, 5.0, 0.0));
        grant(room, &room.member, 5, json!({})).await;
        let by_credits = booked(room, "12:00", "13:00", "credits", json!({})).await;
        let refusal = "422 rule_violation price_override not_in_money";
        assert_eq!(price(room, id(&by_credits), of.clone()).await.refusal(), refusal);
        for source in ["credits", "day_pass"] {
            let new = room.book_with("14:00", "15:00", with(given(5.0), &json!({"payment_source": source}))).await;
            assert_eq!(new.refusal(), refusal, "{source}");
        }
        let quoted = with(with(room.booking("14:00", "15:00"), &given(5.0)), &json!({"payment_source": "credits"}));
        let quoted = room.app.post("/bookings/quote", quoted).await;
        let broken = &quoted.body["data"]["violations"][0];
        assert_eq!((&broken["field"], &broken["reason"]), (&json!("price_override"), &json!("not_in_money")));
        accepted(&room.act(id(&by_credits), "cancel").await, 200);
        assert_eq!(price(room, id(&by_credits), of).await.refusal(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn a_price_has_an_amount_with_few_decimals_and_a_reason() {
    let room = RoomFixture::with_room(json!({"rates": [{"unit_amount": 20}], "tax_rate": 21})).await;
    let booking = room.booked("10:00", "11:00").await;
    for (fields, refusal) in [
        (
            json!({"amount": 1.005, "reason": "x"}),
            "422 rule_violation price_override.amount too_many_decimals",
        ),
        (
            json!({"amount": 999_999_999, "reason": "x"}),
            "422 rule_violation price_override.amount price_out_of_range",
        ),
        (json!({"amount": -1, "reason": "x"}), "400 validation_error price_override.amount out_of_range"),
        (json!({"amount": 1, "reason": " "}), "400 validation_error price_override.reason invalid_format"),
        (json!({"amount": 1}), "400 validation_error price_override.reason required"),
    ] {
        let new = room.book_with("12:00", "13:00", json!({"price_override": fields})).await;
        assert_eq!(new.refusal(), refusal, "{fields}");
        let later = refusal.replace("price_override.", if refusal.starts_with("400") { "" } else { "price_override." });
        assert_eq!(price(&room, &booking, fields.clone()).await.refusal(), later, "{fields}");
    }
    assert_eq!(
        price(&room, "00000000-0000-0000-0000-000000000009", json!({"amount": 1, "reason": "x"})).await.status,
        404
    );
}

#[tokio::test]
async fn a_move_adds_what_the_new_time_costs_more_and_gives_no_more_than_was_given() {
    with_room(json!({}), async |room| {
        let hall = room.resource("Hall", json!({"rates": [{"unit_amount": 50}], "tax_rate": 21})).await;
        let free = booked(room, "10:00", "11:00", "invoice", given(0.0)).await;
        let free = id(&free);
        assert_eq!(moved(room, free, hours("12:00", "13:00")).await, 0, "as dear");
        assert_eq!(moved(room, free, hours("12:00", "14:00")).await, 20, "an hour more");
        assert_eq!(moved(room, free, json!({"resource_id": hall})).await, 80, "two hours of a dearer one");
        assert_eq!(charged_now(room, free).await, (0, 0, 80.0, 0.0));
        let back = json!({"resource_id": room.room});
        assert_eq!(moved(room, free, with(back, &hours("10:00", "11:00"))).await, 0, "as it was given");
        let shown = room.app.get(&format!("/bookings/{free}")).await.body["data"].clone();
        assert_eq!((&shown["price_override"]["amount"], &shown["list_price"]["subtotal"]), (&json!(0), &json!(20)));
        let reduced = booked(room, "15:00", "17:00", "invoice", given(30.0)).await;
        assert_eq!(moved(room, id(&reduced), hours("15:00", "16:00")).await, 20, "by the rates, which are less");
        assert_eq!(moved(room, id(&reduced), hours("15:00", "16:45")).await, 30);
        let raised = booked(room, "18:00", "19:00", "invoice", given(25.0)).await;
        assert_eq!(moved(room, id(&raised), hours("18:00", "18:30")).await, 25, "it was given although it is more");
    })
    .await;
}

#[tokio::test]
async fn a_late_move_keeps_a_given_price_and_a_fee_is_of_it() {
    with_room(json!({"cancellation_policy": {"free_minutes": 1440}}), async |room| {
        let booking = booked(room, "10:00", "12:00", "invoice", given(30.0)).await;
        room.clock("08:00");
        let shorter = room.reschedule(id(&booking), with(hours("10:00", "11:00"), &json!({"override": true}))).await;
        accepted(&shorter, 200);
        assert_eq!(total(&shorter.body["data"]), (20.0, 24.2));
        let longer = room.reschedule(id(&booking), hours("10:00", "12:30")).await;
        assert_eq!(total(&longer.body["data"]), (40.0, 48.4), "{}", longer.text);
        let ended = room.act(id(&booking), "cancel").await;
        assert_eq!(ended.body["data"]["cancellation_fee"], json!(48.4), "{}", ended.text);
        assert_eq!(charged(&ended.body["data"]), (0, 0, 40.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn what_is_handed_over_costs_its_new_customer_what_the_rates_say() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        let booking = booked(room, "10:00", "11:00", "invoice", given(1.0)).await;
        let path = format!("/bookings/{}/hand-over", id(&booking));
        let new = room.app.post(&path, json!({"customer_id": bob})).await;
        accepted(&new, 201);
        assert_eq!((total(&new.body["data"]).0, &new.body["data"]["price_override"]), (20.0, &Value::Null));
        assert_eq!(charged_now(room, id(&booking)).await, (0, 0, 0.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn what_was_given_for_nothing_counts_among_free_bookings_while_it_costs_nothing() {
    let room = RoomFixture::with_room(json!({"rates": [{"unit_amount": 20}], "max_free_bookings": 1})).await;
    let first = room.booked("10:00", "11:00").await;
    priced(&room, &first, 0.0).await;
    let second = room.book_with("12:00", "13:00", given(0.0)).await;
    assert_eq!(second.refusal(), "422 rule_violation customer_id too_many_free_bookings");
    priced(&room, &first, 1.0).await;
    accepted(&room.book_with("12:00", "13:00", given(0.0)).await, 201);
}

#[tokio::test]
async fn a_price_needs_the_scope_and_the_log_says_who_gave_it() {
    let mut fixture = OutboxFixture::new().await;
    let location = location_with(&fixture.app, json!({"name": "Canal House"})).await;
    let room = resource(&fixture.app, &location, "Room", "meeting_room", json!({"rates": [{"unit_amount": 20}]})).await;
    let ann = member(&fixture.app, "ann@example.com").await;
    let body = |from: &str, to: &str| with(hours(from, to), &json!({"resource_id": room, "customer_id": ann}));
    let booking = made(&fixture.app, "/bookings", body("10:00", "11:00")).await;
    let client = json!({"name": "Desk", "scopes": ["bookings:write", "bookings:read", "bookings:manage"]});
    let client = TestApp::made(&fixture.app.post("/api-clients", client).await);
    let text = |field: &str| client[field].as_str().expect("a string").to_owned();
    let desk = fixture.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    let path = format!("/bookings/{booking}/override-price");
    let five = json!({"amount": 5, "reason": "Goodwill"});
    assert_eq!(desk.post(&path, five.clone()).await.refusal(), "403 forbidden");
    let refusal = "403 forbidden price_override scope_missing";
    for path in ["/bookings", "/bookings/quote"] {
        assert_eq!(desk.post(path, with(body("12:00", "13:00"), &given(1.0))).await.refusal(), refusal, "{path}");
    }
    accepted(&fixture.app.post(&path, five).await, 200);
    accepted(&fixture.app.put(&format!("/bookings/{booking}"), json!({"title": "Pitch"})).await, 200);
    let events = fixture.events(&format!("object_id={booking}")).await;
    let types: Vec<&Value> = events.iter().map(|event| &event["type"]).collect();
    assert_eq!(types, ["booking.created", "booking.price_overridden", "booking.updated"]);
    let told = &events[1];
    assert_eq!(
        (&told["object"]["price_override"]["reason"], &told["actor"]["type"]),
        (&json!("Goodwill"), &json!("client"))
    );
    assert_eq!(told["previous_attributes"]["price_override"], Value::Null);
}
