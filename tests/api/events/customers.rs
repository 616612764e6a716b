//! Customers who go, and guests who are forgotten.

use chrono::Duration;
use serde_json::json;
use tests::{EventFixture, accepted, sweep};

#[tokio::test]
async fn an_open_registration_stands_in_the_way_of_its_customer() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 5, "waitlist_enabled": true})).await;
    let ticket = fixture.registered(&event, 5, json!({})).await;
    let anonymise = format!("/members/{}/anonymise", fixture.member);
    assert_eq!(fixture.app.post(&anonymise, json!({})).await.code(), "in_use");
    accepted(&fixture.act(&ticket, "cancel", json!({"reason": "Away"})).await, 200);
    accepted(&fixture.app.post(&anonymise, json!({})).await, 200);
    let waiting = fixture.other("bob").await;
    fixture.registered(&event, 5, json!({"customer_id": fixture.other("cas").await})).await;
    let entry = fixture.waiting(&event, &waiting, 1).await;
    let anonymise = format!("/members/{waiting}/anonymise");
    assert_eq!(fixture.app.post(&anonymise, json!({})).await.code(), "in_use");
    accepted(&fixture.app.delete(&format!("/event-waitlist-entries/{entry}")).await, 200);
    accepted(&fixture.app.post(&anonymise, json!({})).await, 200);
}

#[tokio::test]
async fn a_guest_is_purged_when_the_retention_is_over() {
    let fixture = EventFixture::alone().await;
    accepted(&fixture.app.put("/merchant", json!({"retention": {"visitor_days": 30}})).await, 200);
    let event = fixture.event(json!({"capacity": 5, "waitlist_enabled": true})).await;
    let guest = |email: &str| json!({"name": "canary", "email": format!("{email}-canary@example.com")});
    let body = json!({"event_id": event, "guest": guest("g"), "quantity": 5, "payment_source": "external", "comment": "canary",
        "metadata": {"note": "canary"}});
    let ticket = fixture.app.post("/event-registrations", body).await;
    accepted(&ticket, 201);
    accepted(&fixture.act(&ticket, "pay", json!({})).await, 200);
    let other = fixture.event(json!({})).await;
    let body = json!({"event_id": other, "guest": guest("k"), "quantity": 1, "payment_source": "external"});
    let given_back = fixture.app.post("/event-registrations", body).await;
    accepted(&fixture.act(&given_back, "pay", json!({"payment_reference": "canary"})).await, 200);
    accepted(&fixture.act(&given_back, "cancel", json!({"reason": "canary"})).await, 200);
    let entry = json!({"event_id": event, "guest": guest("h"), "quantity": 1, "metadata": {"note": "canary"}});
    accepted(&fixture.app.post("/event-waitlist-entries", entry).await, 201);
    fixture.clock("2026-12-10T20:00:00Z");
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    for day in 1..=30 {
        let stored = fixture.app.table_text().await;
        assert!(stored.iter().any(|item| item.contains("canary")), "day {day}");
        fixture.app.clock.advance(Duration::days(1));
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    }
    let stored = fixture.app.table_text().await;
    let left = stored.iter().find(|item| item.contains("canary"));
    assert!(left.is_none(), "{left:?}");
    assert_eq!(fixture.seats(&event).await, (5, 0, 0), "what is counted stays");
    assert_eq!(fixture.ticket(&ticket).await["status"], json!("no_show"));
}
