//! From the change to the receiver and back: once a person is anonymised, nothing that the person wrote is left in the
//! log, in deliveries or in what is sent again.

use serde_json::{Value, json};
use tests::{
    FeedFixture, OutboxFixture, Receivers, WebhookFixture, accepted, instant, location, made, member_as, resource,
    sweep,
};

use super::{HOOK, path};

/// A member who has written things in many places; the member's id.
async fn person(fixture: &WebhookFixture) -> String {
    let app = &fixture.app;
    let place = location(app).await;
    let admin = member_as(app, "olga@example.com", "admin").await;
    let room = resource(app, &place, "Room", "meeting_room", json!({})).await;
    let fields = json!({"email": "canary@example.com", "name": "Canary", "surname": "Canary", "about": "canary"});
    let id = made(app, "/members", fields).await;
    let wish = json!({"resource_id": room, "customer_id": id, "start_time": instant("10:00"), "end_time": instant("11:00"),
        "title": "canary", "notes": "canary", "metadata": {"canary": "canary"}});
    made(app, "/bookings", wish).await;
    let post = json!({"location_id": place, "author_id": id, "text": "canary", "visibility": "public"});
    let post = made(app, "/feed-posts", post).await;
    made(app, "/feed-comments", json!({"post_id": post, "author_id": id, "text": "canary"})).await;
    let ticket = json!({"location_id": place, "requester_id": id, "assignee_id": admin, "type": "cleaning", "subject": "canary",
        "description": "canary"});
    let ticket = made(app, "/tickets", ticket).await;
    for action in ["start", "solve", "close"] {
        let answer = app.post(&format!("/tickets/{ticket}/{action}"), json!({})).await;
        assert_eq!(answer.status, 200, "{action}: {}", answer.text);
    }
    id
}

/// Stored events and deliveries in which something of the person stands.
async fn canaries(fixture: &WebhookFixture) -> Vec<String> {
    let items = fixture.app.table_text().await;
    let is_told = |item: &String| ["logged_event", "webhook_delivery"].iter().any(|kind| item.contains(kind));
    items.into_iter().filter(|item| is_told(item) && item.to_lowercase().contains("canary")).collect()
}

#[tokio::test]
async fn a_person_who_was_heard_of_and_is_anonymised_is_in_no_event_no_delivery_and_no_replay() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let id = person(&fixture).await;
    outbox.consume().await;
    fixture.deliver().await;
    let heard: Vec<String> = fixture.receivers.newly_sent().into_iter().map(|sent| sent.body).collect();
    assert!(heard.iter().filter(|body| body.to_lowercase().contains("canary")).count() >= 4, "{heard:?}");
    let answer = fixture.app.post(&format!("/members/{id}/anonymise?on_future_bookings=cancel"), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    for _ in 0..3 {
        outbox.consume().await;
        fixture.app.clock.advance(chrono::Duration::minutes(2));
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    }
    outbox.consume().await;
    let left = canaries(&fixture).await;
    assert!(left.is_empty(), "{left:?}");
    fixture.deliver().await;
    drop(fixture.receivers.newly_sent());
    let deliveries = fixture.app.get("/webhook-deliveries?per_page=100&status=delivered").await;
    let deliveries: Vec<Value> = deliveries.body["data"].as_array().expect("a list").clone();
    assert!(deliveries.len() >= heard.len());
    for delivery in &deliveries {
        let again = fixture.app.post(&(path("webhook-deliveries", delivery) + "/replay"), json!({})).await;
        assert_eq!(again.status, 200, "{}", again.text);
    }
    for _ in 0..30 {
        fixture.pass(chrono::Duration::minutes(1)).await;
    }
    let again: Vec<String> = fixture.receivers.newly_sent().into_iter().map(|sent| sent.body).collect();
    assert!(again.len() >= deliveries.len(), "{} of {}", again.len(), deliveries.len());
    assert!(again.iter().all(|body| !body.to_lowercase().contains("canary")), "{again:?}");
    assert_eq!(fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"]["status"], "enabled");
}

#[tokio::test]
async fn what_was_taken_back_is_not_sent_again_although_its_event_is_not_emptied_yet() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    fixture.endpoint(HOOK, &["feed_post.*"]).await;
    let feed = FeedFixture::of(outbox.app.clone()).await;
    let post = feed.post(json!({"text": "canary post"})).await;
    let other = feed.post(json!({"text": "canary that stays"})).await;
    outbox.consume().await;
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 2);
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    outbox.consume().await;
    // The event itself still says it, for a minute.
    assert_eq!(canaries(&fixture).await.len(), 2);
    fixture.deliver().await;
    drop(fixture.receivers.newly_sent());
    let deliveries = fixture.app.get("/webhook-deliveries?per_page=100").await;
    for delivery in deliveries.body["data"].as_array().expect("a list") {
        accepted(&fixture.app.post(&(path("webhook-deliveries", delivery) + "/replay"), json!({})).await, 200);
    }
    fixture.deliver().await;
    let again: Vec<String> = fixture.receivers.newly_sent().into_iter().map(|sent| sent.body).collect();
    let telling: Vec<&String> = again.iter().filter(|body| body.contains("canary")).collect();
    assert_eq!((again.len(), telling.len()), (3, 1), "{again:?}");
    assert!(telling[0].contains(&other), "{telling:?}");
}
