//! With what registrations are paid, by whom, and what goes back.

use serde_json::{Value, json};
use tests::{EventFixture, accepted, books_add_up, company, made, total};

use super::called_with;

#[tokio::test]
async fn credits_are_taken_at_once_and_go_back_with_the_ticket() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"credit_price": 3})).await;
    let credits = json!({"payment_source": "credits"});
    let refused = fixture.register(&event, 2, credits.clone()).await;
    assert_eq!(refused.refusal(), "402 insufficient_balance payment_source insufficient_balance");
    assert_eq!(fixture.seats(&event).await, (0, 0, 0), "what is refused takes nothing");
    fixture.grant(&fixture.member, 10).await;
    let ticket = fixture.registered(&event, 2, credits).await;
    let data = &ticket.body["data"];
    assert_eq!((&data["payment_status"], &data["credits_total"]), (&json!("paid"), &json!(6)));
    assert_eq!(fixture.credits(&fixture.member).await, json!(4));
    let back = fixture.act(&ticket, "cancel", json!({})).await;
    assert_eq!(back.body["data"]["payment_status"], json!("refunded"));
    assert_eq!(fixture.credits(&fixture.member).await, json!(10));
    let list = fixture.app.get(&format!("/credit-transactions?customer_id={}", fixture.member)).await;
    assert_eq!(list.body["data"][0]["source"], json!({"type": "event_ticket", "id": data["id"]}));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn credits_pay_only_for_what_has_a_price_in_them_and_guests_pay_outside() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    fixture.grant(&fixture.member, 10).await;
    let refused = fixture.register(&event, 1, json!({"payment_source": "credits"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
    for source in ["credits", "invoice"] {
        let guest =
            json!({"customer_id": null, "guest": {"name": "G", "email": "g@example.com"}, "payment_source": source});
        let refused = fixture.register(&event, 1, guest).await;
        assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
    }
    accepted(&fixture.app.put("/merchant", json!({"credit_settings": {"enabled": false}})).await, 200);
    let event = fixture.event(json!({"credit_price": 1})).await;
    let refused = fixture.register(&event, 1, json!({"payment_source": "credits"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation payment_source not_payable");
}

#[tokio::test]
async fn what_costs_something_is_given_away_only_by_the_operator() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let unsaid = tests::without(fixture.registration(&event, 1, &json!({})), "payment_source");
    let refused = fixture.app.post("/event-registrations", unsaid).await;
    assert_eq!(refused.refusal(), "422 rule_violation payment_source required");
    let desk = called_with(&fixture.app, &["events:write"]).await;
    let free = json!({"payment_source": "none"});
    let refused = desk.post("/event-registrations", fixture.registration(&event, 1, &free)).await;
    assert_eq!(refused.refusal(), "403 forbidden payment_source scope_missing");
    let given = fixture.registered(&event, 1, free).await;
    assert_eq!((&given.body["data"]["total_amount"], &given.body["data"]["payer_id"]), (&json!(0), &Value::Null));
    let free = fixture.event(json!({"price": 0})).await;
    let unsaid = tests::without(fixture.registration(&free, 1, &json!({})), "payment_source");
    accepted(&desk.post("/event-registrations", unsaid).await, 201);
    let said = fixture.registration(&free, 1, &json!({"payment_source": "none"}));
    accepted(&desk.post("/event-registrations", said).await, 201);
    let outside = fixture.registered(&free, 1, json!({"payment_source": "external"})).await;
    let refused = fixture.act(&outside, "pay", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state", "nobody pays what costs nothing");
}

#[tokio::test]
async fn a_ticket_on_the_invoice_waits_for_it_and_is_credited_when_it_was_issued() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let waiting = fixture.registered(&event, 1, json!({})).await;
    let pending = format!("/invoice-items?customer_id={}&pending=true", fixture.member);
    let item = tests::only(&fixture.app, &pending).await;
    let told = json!([item["kind"], item["description"], item["unit_amount"], item["tax_rate"], item["period_start"]]);
    assert_eq!(told, json!(["event_ticket", "Taxes × 1", 10, 21, "2026-12-10"]));
    accepted(&fixture.act(&waiting, "cancel", json!({})).await, 200);
    assert_eq!(total(&fixture.app, &pending).await, 0);
    let ticket = fixture.registered(&event, 2, json!({})).await;
    let invoice = json!({"customer_id": fixture.member, "location_id": fixture.location});
    let invoice = made(&fixture.app, "/invoices", invoice).await;
    accepted(&fixture.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    let cancelled = fixture.act(&ticket, "cancel", json!({})).await;
    assert_eq!(cancelled.body["data"]["refunded_total"], json!(24.2));
    assert_eq!(tests::only(&fixture.app, "/credit-notes").await["total"], json!(24.2));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_is_paid_outside_keeps_its_seats_for_fifteen_minutes() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({"capacity": 5})).await;
    let outside = json!({"payment_source": "external"});
    let ticket = fixture.registered(&event, 5, outside.clone()).await;
    let data = &ticket.body["data"];
    assert_eq!((&data["status"], &data["payment_status"]), (&json!("pending"), &json!("unpaid")));
    assert_eq!(fixture.seats(&event).await, (5, 0, 0), "what is not paid yet has its seats");
    assert_eq!(fixture.shown(&event).await["available"], json!("sold_out"));
    let full = fixture.register(&event, 1, json!({"customer_id": fixture.other("bob").await})).await;
    assert_eq!(full.refusal(), "409 capacity_exceeded quantity capacity_exceeded");
    let paid = fixture.act(&ticket, "pay", json!({"payment_reference": "pi_1"})).await;
    assert_eq!(
        (&paid.body["data"]["status"], &paid.body["data"]["expires_at"]),
        (&json!("confirmed"), &Value::Null)
    );
    let again = fixture.act(&ticket, "pay", json!({"payment_reference": "pi_1"})).await;
    assert_eq!(again.body["data"], paid.body["data"]);
    let other = fixture.act(&ticket, "pay", json!({"payment_reference": "pi_2"})).await;
    assert_eq!(other.refusal(), "409 invalid_state");
    accepted(&fixture.act(&ticket, "cancel", json!({})).await, 200);
    let late = fixture.registered(&event, 2, outside).await;
    fixture.minutes(15);
    assert_eq!(fixture.ticket(&late).await["status"], json!("cancelled"));
    assert_eq!(fixture.act(&late, "pay", json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(tests::sweep(&fixture.app.context).await.done_of("event_registration"), 1);
    assert_eq!(fixture.seats(&event).await, (0, 0, 0));
    assert_eq!(fixture.ticket(&late).await["refunded_total"], json!(0));
}

#[tokio::test]
async fn the_company_of_a_member_pays_where_it_allows_events() {
    let fixture = EventFixture::new().await;
    let employer = company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{employer}/members"), place).await, 201);
    let event = fixture.event(json!({"credit_price": 2})).await;
    let payer = async |source: &str| {
        fixture.registered(&event, 1, json!({"payment_source": source})).await.body["data"]["payer_id"].clone()
    };
    assert_eq!(payer("invoice").await, json!(fixture.member));
    let allowed = json!({"pay_with_invoice": {"events": true}});
    accepted(&fixture.app.put(&format!("/companies/{employer}"), allowed).await, 200);
    assert_eq!(payer("invoice").await, json!(employer));
    assert_eq!(payer("external").await, json!(fixture.member));
    fixture.grant(&employer, 10).await;
    assert_eq!(payer("credits").await, json!(employer));
    assert_eq!(fixture.credits(&employer).await, json!(8));
}

#[tokio::test]
async fn everything_goes_back_until_the_cut_off_and_nothing_later() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"refund_cutoff_minutes": 60, "credit_price": 2})).await;
    fixture.grant(&fixture.member, 10).await;
    let credits = json!({"payment_source": "credits"});
    let in_time = fixture.registered(&event, 1, credits.clone()).await;
    let late = fixture.registered(&event, 1, credits.clone()).await;
    let by_operator = fixture.registered(&event, 1, credits).await;
    fixture.clock("2026-12-10T17:00:00Z");
    accepted(&fixture.act(&in_time, "cancel", json!({})).await, 200);
    assert_eq!(fixture.credits(&fixture.member).await, json!(6));
    fixture.clock("2026-12-10T17:00:00.001Z");
    let nothing = fixture.act(&late, "cancel", json!({})).await;
    assert_eq!(
        (&nothing.body["data"]["status"], &nothing.body["data"]["payment_status"]),
        (&json!("cancelled"), &json!("paid"))
    );
    assert_eq!(fixture.credits(&fixture.member).await, json!(6));
    assert_eq!(fixture.seats(&event).await, (1, 0, 0), "its seat is free all the same");
    let desk = called_with(&fixture.app, &["events:write"]).await;
    let path = format!("/event-registrations/{}/cancel", by_operator.id());
    assert_eq!(desk.post(&path, json!({"by": "operator"})).await.refusal(), "403 forbidden by scope_missing");
    let refused = fixture.app.post(&path, json!({"refund": true})).await;
    assert_eq!(refused.refusal(), "422 rule_violation refund only_for_operator");
    accepted(&fixture.app.post(&path, json!({"by": "operator"})).await, 200);
    assert_eq!(fixture.credits(&fixture.member).await, json!(8));
    let kept = fixture.event(json!({})).await;
    let kept = fixture.registered(&kept, 1, json!({})).await;
    let kept = fixture.act(&kept, "cancel", json!({"by": "operator", "refund": false})).await;
    assert_eq!(kept.body["data"]["refunded_total"], json!(0));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_was_cancelled_is_not_cancelled_again() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    accepted(&fixture.act(&ticket, "cancel", json!({})).await, 200);
    for action in ["cancel", "check-in", "undo-check-in", "pay"] {
        assert_eq!(fixture.act(&ticket, action, json!({})).await.refusal(), "409 invalid_state", "{action}");
    }
}

#[tokio::test]
async fn a_payment_that_is_awaited_when_the_event_ends_does_not_come_any_more() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let end = fixture.shown(&event).await["end_time"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"registration_closes_at": end})).await, 200);
    fixture.clock(&end);
    fixture.minutes(-1);
    let late = fixture.registered(&event, 1, json!({"payment_source": "external"})).await;
    fixture.minutes(1);
    let shown = fixture.ticket(&late).await;
    assert_eq!(
        [&shown["status"], &shown["cancelled_by"], &shown["cancelled_at"]],
        [&json!("cancelled"), &json!("time"), &json!(end)]
    );
    for action in ["pay", "cancel"] {
        assert_eq!(fixture.act(&late, action, json!({})).await.refusal(), "409 invalid_state", "{action}");
    }
    let listed = |status: &str| format!("/event-registrations?event_id={event}&status={status}");
    assert_eq!(total(&fixture.app, &listed("cancelled")).await, 1);
    assert_eq!(total(&fixture.app, &listed("pending")).await, 0);
}
