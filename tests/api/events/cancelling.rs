//! Cancelling an event with everything that people have of it.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{EventFixture, accepted, books_add_up, made, resource, sixteen, sweep, total};

async fn cancel(fixture: &EventFixture, event: &str) -> TestResponse {
    fixture.app.post(&format!("/events/{event}/cancel"), json!({"reason": "Ill"})).await
}

/// An event with tickets of every source: credits, an item that waits, one that was issued, a payment outside that was
/// made and one that was not, a guest, and somebody who waits.
struct Crowd {
    fixture: EventFixture,
    event: String,
    tickets: Vec<TestResponse>,
    entry: String,
}

impl Crowd {
    async fn new() -> Self {
        let fixture = EventFixture::alone().await;
        let hall = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
        let fields = json!({"credit_price": 2, "capacity": 7, "waitlist_enabled": true, "resource_id": hall});
        let event = fixture.event(fields).await;
        let mut tickets = Vec::new();
        let rich = fixture.other("rich").await;
        fixture.grant(&rich, 10).await;
        let billed = fixture.other("billed").await;
        let person = |customer: &str, source: &str| json!({"customer_id": customer, "payment_source": source});
        tickets.push(fixture.registered(&event, 1, person(&billed, "invoice")).await);
        let invoice = json!({"customer_id": billed, "location_id": fixture.location});
        let invoice = made(&fixture.app, "/invoices", invoice).await;
        accepted(&fixture.app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
        tickets.push(fixture.registered(&event, 2, person(&rich, "credits")).await);
        tickets.push(fixture.registered(&event, 1, person(&fixture.member, "invoice")).await);
        let paid = fixture.registered(&event, 1, person(&fixture.other("paid").await, "external")).await;
        accepted(&fixture.act(&paid, "pay", json!({})).await, 200);
        tickets.push(paid);
        let guest = json!({"customer_id": null, "guest": {"name": "G", "email": "g@example.com"}, "payment_source": "external"});
        let guest = fixture.registered(&event, 1, guest).await;
        accepted(&fixture.act(&guest, "pay", json!({})).await, 200);
        tickets.push(guest);
        tickets.push(fixture.registered(&event, 1, person(&fixture.other("unpaid").await, "external")).await);
        let entry = fixture.waiting(&event, &fixture.other("waits").await, 1).await;
        Self { fixture, event, tickets, entry }
    }

    /// What everybody has afterwards, which is the same however the job went.
    async fn outcome(&self) -> Value {
        let mut told = Vec::new();
        for ticket in &self.tickets {
            let shown = self.fixture.ticket(ticket).await;
            told.push(json!([
                shown["status"],
                shown["cancelled_by"],
                shown["payment_status"],
                shown["refunded_total"]
            ]));
        }
        let rich = &self.tickets[1].body["data"]["customer_id"];
        let notes = self.fixture.app.get("/credit-notes").await;
        json!({"tickets": told, "credits": self.fixture.credits(rich.as_str().unwrap_or_default()).await,
            "notes": notes.body["data"].as_array().map(|notes| notes.iter().map(|note| note["total"].clone()).collect::<Vec<_>>()),
            "entry": self.fixture.entry(&self.entry).await, "seats": json!(self.fixture.seats(&self.event).await),
            "closing": self.fixture.shown(&self.event).await["is_closing"]})
    }

    fn expected() -> Value {
        let by_event = |amount: f64| json!(["cancelled", "event", "refunded", amount]);
        json!({"tickets": [by_event(12.1), by_event(24.2), by_event(12.1), by_event(12.1), by_event(12.1),
                json!(["cancelled", "event", "unpaid", 0])],
            "credits": 10, "notes": [12.1], "entry": "cancelled", "seats": [0, 0, 0], "closing": false})
    }
}

#[tokio::test]
async fn everybody_gets_everything_back_from_where_it_came() {
    let crowd = Crowd::new().await;
    let cancelled = cancel(&crowd.fixture, &crowd.event).await;
    let data = &cancelled.body["data"];
    assert_eq!((&data["status"], &data["cancelled_reason"]), (&json!("cancelled"), &json!("Ill")));
    assert_eq!(crowd.outcome().await, Crowd::expected());
    let pending = format!("/invoice-items?customer_id={}&pending=true", crowd.fixture.member);
    assert_eq!(total(&crowd.fixture.app, &pending).await, 0);
    assert_eq!(cancel(&crowd.fixture, &crowd.event).await.refusal(), "409 invalid_state");
    books_add_up(&crowd.fixture.app).await;
}

#[tokio::test]
async fn a_job_that_died_at_any_transaction_is_finished_by_the_sweep() {
    for died_after in 0..7 {
        let crowd = Crowd::new().await;
        let app = &crowd.fixture.app;
        app.faults.after("TransactWriteItems", died_after, Fault::DropBefore);
        let answer = cancel(&crowd.fixture, &crowd.event).await;
        app.faults.clear();
        if died_after == 0 {
            assert_eq!(answer.status, 503, "{}", answer.text);
            accepted(&cancel(&crowd.fixture, &crowd.event).await, 200);
        } else {
            accepted(&answer, 200);
        }
        for _ in 0..3 {
            app.clock.advance(Duration::seconds(10));
            sweep(&app.context).await;
        }
        assert_eq!(crowd.outcome().await, Crowd::expected(), "died after {died_after}");
        books_add_up(app).await;
    }
}

#[tokio::test]
async fn a_job_whose_answer_was_lost_at_any_transaction_gives_nothing_back_twice() {
    for lost_after in 0..7 {
        let crowd = Crowd::new().await;
        let app = &crowd.fixture.app;
        app.faults.after("TransactWriteItems", lost_after, Fault::DropAfter);
        drop(cancel(&crowd.fixture, &crowd.event).await);
        app.faults.clear();
        let again = cancel(&crowd.fixture, &crowd.event).await;
        assert!(matches!(again.status, 200 | 409), "{}", again.text);
        for _ in 0..3 {
            app.clock.advance(Duration::seconds(10));
            sweep(&app.context).await;
        }
        assert_eq!(crowd.outcome().await, Crowd::expected(), "lost after {lost_after}");
        books_add_up(app).await;
    }
}

#[tokio::test]
async fn what_is_being_cancelled_is_cancelled_for_everybody_at_once() {
    let crowd = Crowd::new().await;
    let app = &crowd.fixture.app;
    app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    accepted(&cancel(&crowd.fixture, &crowd.event).await, 200);
    app.faults.clear();
    assert_eq!(crowd.fixture.shown(&crowd.event).await["is_closing"], json!(true));
    for ticket in &crowd.tickets {
        assert_eq!(crowd.fixture.ticket(ticket).await["status"], json!("cancelled"));
        assert_eq!(crowd.fixture.act(ticket, "cancel", json!({})).await.refusal(), "409 invalid_state");
    }
    assert_eq!(total(app, &format!("/event-registrations?event_id={}&status=cancelled", crowd.event)).await, 6);
    assert_eq!(crowd.fixture.entry(&crowd.entry).await, json!("cancelled"));
    assert_eq!(app.delete(&format!("/events/{}", crowd.event)).await.refusal(), "409 in_use");
    let again = cancel(&crowd.fixture, &crowd.event).await;
    accepted(&again, 200);
    assert_eq!(crowd.outcome().await, Crowd::expected(), "a repeat goes on with it");
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_cancellations_at_once_give_everything_back_once() {
    let crowd = Crowd::new().await;
    let path = format!("/events/{}/cancel", crowd.event);
    let answers = sixteen(&crowd.fixture.app, "POST", &path, Some(json!({}))).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)), "{answers:?}");
    crowd.fixture.app.clock.advance(Duration::seconds(10));
    sweep(&crowd.fixture.app.context).await;
    assert_eq!(crowd.outcome().await, Crowd::expected());
    books_add_up(&crowd.fixture.app).await;
}

#[tokio::test]
async fn five_hundred_registrations_are_refunded_once_each_within_a_few_runs() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({"credit_price": 1, "max_per_customer": 100})).await;
    let mut people = Vec::new();
    for number in 0..5 {
        let person = fixture.other(&format!("p{number}")).await;
        fixture.grant(&person, 100).await;
        for _ in 0..100 {
            fixture.registered(&event, 1, json!({"customer_id": person, "payment_source": "credits"})).await;
        }
        people.push(person);
    }
    accepted(&cancel(&fixture, &event).await, 200);
    for _ in 0..20 {
        if fixture.shown(&event).await["is_closing"] == json!(false) {
            break;
        }
        fixture.app.clock.advance(Duration::seconds(10));
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    }
    assert_eq!(fixture.seats(&event).await, (0, 0, 0));
    for person in &people {
        assert_eq!(fixture.credits(person).await, json!(100));
        let refunds = format!("/credit-transactions?customer_id={person}&type=refund");
        assert_eq!(total(&fixture.app, &refunds).await, 100);
    }
    books_add_up(&fixture.app).await;
}
