//! Seats: how many are left, and what a change of their number does.

use serde_json::json;
use tests::{EventFixture, accepted};

#[tokio::test]
async fn seats_are_taken_all_or_none() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 10})).await;
    fixture.registered(&event, 4, json!({"customer_id": fixture.other("bob").await})).await;
    fixture.registered(&event, 3, json!({})).await;
    assert_eq!(fixture.shown(&event).await["available"], json!("available"));
    let full = fixture.register(&event, 4, json!({"customer_id": fixture.other("cas").await})).await;
    assert_eq!(full.refusal(), "409 capacity_exceeded quantity capacity_exceeded");
    assert!(full.text.contains("3 are free"), "{}", full.text);
    assert_eq!(fixture.seats(&event).await, (7, 0, 0));
    fixture.registered(&event, 2, json!({"customer_id": fixture.other("dan").await})).await;
    assert_eq!(fixture.shown(&event).await["available"], json!("limited"));
    fixture.registered(&event, 1, json!({"customer_id": fixture.other("eve").await})).await;
    assert_eq!(fixture.shown(&event).await["available"], json!("sold_out"));
}

#[tokio::test]
async fn fewer_seats_than_are_taken_are_refused_with_the_numbers() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 10})).await;
    fixture.registered(&event, 5, json!({})).await;
    fixture.registered(&event, 1, json!({"customer_id": fixture.other("bob").await})).await;
    let path = format!("/events/{event}");
    let refused = fixture.app.put(&path, json!({"capacity": 5})).await;
    assert_eq!(refused.refusal(), "409 capacity_exceeded capacity below_taken");
    assert!(refused.text.contains("6 seats are taken and 0 are kept"), "{}", refused.text);
    accepted(&fixture.app.put(&path, json!({"capacity": 6})).await, 200);
    assert_eq!(fixture.shown(&event).await["available"], json!("sold_out"));
    accepted(&fixture.app.put(&path, json!({"capacity": null})).await, 200);
    fixture.registered(&event, 5, json!({"customer_id": fixture.other("cas").await})).await;
}
