//! Many at once.

use serde_json::json;
use tests::{EventFixture, accepted, at_once, having, successes};

#[tokio::test(flavor = "multi_thread")]
async fn the_last_seat_goes_to_one_of_sixty_four() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 5})).await;
    fixture.registered(&event, 4, json!({})).await;
    let mut requests = Vec::new();
    for number in 0..64 {
        let person = fixture.other(&format!("p{number}")).await;
        let body = fixture.registration(&event, 1, &json!({"customer_id": person}));
        requests.push(("POST", "/event-registrations".to_owned(), body));
    }
    // As DynamoDB does it: overlapping transactions conflict on every item that they name.
    fixture.app.faults.overlaps_conflict(5);
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!(successes(&answers, 201), 1);
    assert_eq!(fixture.seats(&event).await, (5, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn parties_take_all_of_their_seats_or_none_among_sixty_four() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 41})).await;
    let mut requests = Vec::new();
    for number in 0..64 {
        let guest = json!({"name": "G", "email": format!("g{number}@example.com")});
        let body = json!({"event_id": event, "guest": guest, "quantity": 1 + number % 3, "payment_source": "external"});
        requests.push(("POST", "/event-registrations".to_owned(), body));
    }
    let answers = at_once(&fixture.app, requests).await;
    assert!(having(&answers, 201) + having(&answers, 409) == 64, "{answers:?}");
    let taken = answers.iter().filter_map(|answer| answer.body["data"]["quantity"].as_i64()).sum::<i64>();
    assert_eq!(fixture.seats(&event).await, (taken, 0, 0));
    assert!((39..=41).contains(&taken), "{taken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lowered_capacity_and_registrations_at_once_never_disagree() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 20, "max_per_customer": 1})).await;
    let mut requests = Vec::new();
    for number in 0..12 {
        let guest = json!({"name": "G", "email": format!("g{number}@example.com")});
        let body = json!({"event_id": event, "guest": guest, "quantity": 1, "payment_source": "external"});
        requests.push(("POST", "/event-registrations".to_owned(), body));
        requests.push(("PUT", format!("/events/{event}"), json!({"capacity": 6})));
    }
    let answers = at_once(&fixture.app, requests).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 409)), "{answers:?}");
    let shown = fixture.shown(&event).await;
    assert!(shown["seats_taken"].as_i64() <= shown["capacity"].as_i64(), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_registers_for_what_is_cancelled_at_the_same_moment() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({"credit_price": 1})).await;
    let mut requests = vec![("POST", format!("/events/{event}/cancel"), json!({}))];
    for number in 0..31 {
        let person = fixture.other(&format!("p{number}")).await;
        fixture.grant(&person, 1).await;
        let body = fixture.registration(&event, 1, &json!({"customer_id": person, "payment_source": "credits"}));
        requests.push(("POST", "/event-registrations".to_owned(), body));
    }
    let answers = at_once(&fixture.app, requests).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 409)), "{answers:?}");
    for _ in 0..3 {
        fixture.app.clock.advance(chrono::Duration::seconds(10));
        tests::sweep(&fixture.app.context).await;
    }
    assert_eq!(fixture.seats(&event).await, (0, 0, 0));
    for answer in answers.iter().filter(|answer| answer.status == 201) {
        let shown = fixture.ticket(answer).await;
        if let Some(customer) = shown["customer_id"].as_str() {
            assert_eq!(fixture.credits(customer).await, json!(1));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_accepted_once() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 5, "waitlist_enabled": true})).await;
    let all = fixture.registered(&event, 5, json!({})).await;
    let entry = fixture.waiting(&event, &fixture.other("bob").await, 5).await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    let path = format!("/event-waitlist-entries/{entry}/accept");
    let requests = (0..16).map(|_| ("POST", path.clone(), json!({"payment_source": "invoice"})));
    assert_eq!(successes(&at_once(&fixture.app, requests).await, 200), 1);
    assert_eq!(fixture.seats(&event).await, (5, 0, 0));
}
