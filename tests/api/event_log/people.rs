//! What events have of people: it is exported with the person and emptied when the person is anonymised, whenever the
//! consumer runs.

use serde_json::{Value, json};
use tests::{FeedFixture, OutboxFixture, instant, location, made, member, resource, sweep, uses_credits};

/// A person with records in which something is written, and a booking that is still to be changed.
async fn person(fixture: &OutboxFixture) -> (String, String) {
    let app = &fixture.app;
    let place = location(app).await;
    let room = resource(app, &place, "Room", "meeting_room", json!({})).await;
    let fields = json!({"email": "canary@example.com", "name": "Canary", "surname": "Canary", "about": "canary"});
    let id = made(app, "/members", fields).await;
    let wish = json!({"resource_id": room, "customer_id": id, "start_time": instant("10:00"), "end_time": instant("11:00"),
        "title": "canary", "notes": "canary", "metadata": {"canary": "canary"}});
    let booking = made(app, "/bookings", wish).await;
    (id, booking)
}

async fn anonymise(fixture: &OutboxFixture, id: &str) {
    let answer = fixture.app.post(&format!("/members/{id}/anonymise?on_future_bookings=cancel"), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// Events in which something of the person stands.
async fn canaries(fixture: &OutboxFixture) -> Vec<String> {
    let items = fixture.app.table_text().await;
    items.into_iter().filter(|item| item.contains("logged_event") && item.to_lowercase().contains("canary")).collect()
}

async fn later(fixture: &OutboxFixture, minutes: i64) {
    fixture.app.clock.advance(chrono::Duration::minutes(minutes));
    sweep(&fixture.app.context).await;
}

#[tokio::test]
async fn anonymising_empties_the_events_that_were_made_before_and_tells_nothing_new() {
    let mut fixture = OutboxFixture::new().await;
    let (id, booking) = person(&fixture).await;
    fixture.consume().await;
    assert!(!canaries(&fixture).await.is_empty());
    anonymise(&fixture, &id).await;
    fixture.consume().await;
    later(&fixture, 2).await;
    fixture.consume().await;
    later(&fixture, 2).await;
    let left = canaries(&fixture).await;
    assert!(left.is_empty(), "{left:?}");
    let events = fixture.events(&format!("object_id={booking}")).await;
    assert!(events.len() >= 2, "{events:?}");
    assert!(events.iter().all(|event| event["object"].is_null() && event["previous_attributes"].is_null()));
    let types = fixture.types(&format!("object_id={id}")).await;
    assert!(types.contains(&"member.anonymised".to_owned()), "{types:?}");
}

#[tokio::test]
async fn anonymising_empties_what_both_customers_of_a_transfer_were_told() {
    for is_giver in [true, false] {
        let mut fixture = OutboxFixture::new().await;
        let app = &fixture.app;
        uses_credits(app).await;
        let [giver, receiver] = [member(app, "giver@example.com").await, member(app, "receiver@example.com").await];
        made(app, "/credit-transactions", json!({"customer_id": giver, "type": "admin_allocation", "amount": 5})).await;
        let moved = json!({"from_customer_id": giver, "to_customer_id": receiver, "amount": 5, "reason": "canary"});
        assert_eq!(app.post("/credit-transactions/transfer", moved).await.status, 200);
        fixture.consume().await;
        assert_eq!(canaries(&fixture).await.len(), 4, "each stands once more under the other customer");
        anonymise(&fixture, if is_giver { &giver } else { &receiver }).await;
        fixture.consume().await;
        later(&fixture, 2).await;
        fixture.consume().await;
        later(&fixture, 2).await;
        assert_eq!(canaries(&fixture).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_consumer_that_is_late_does_not_write_what_was_removed_meanwhile() {
    let mut fixture = OutboxFixture::new().await;
    let (id, booking) = person(&fixture).await;
    anonymise(&fixture, &id).await;
    later(&fixture, 2).await;
    assert!(fixture.consume().await > 3);
    let left = canaries(&fixture).await;
    assert!(left.is_empty(), "{left:?}");
    assert!(!fixture.events(&format!("object_id={booking}")).await.is_empty());
}

#[tokio::test]
async fn an_export_has_the_events_that_name_the_person() {
    let mut fixture = OutboxFixture::new().await;
    let (id, _) = person(&fixture).await;
    let other = member(&fixture.app, "other@example.com").await;
    fixture.consume().await;
    let exported = async |id: &str| -> Vec<Value> {
        let answer = fixture.app.get(&format!("/members/{id}/export?section=logged_events&per_page=100")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["data"].as_array().expect("a list").clone()
    };
    assert!(exported(&id).await.len() >= 2);
    assert_eq!(exported(&other).await.len(), 1);
}

#[tokio::test]
async fn somebody_who_is_mentioned_with_many_others_is_anonymised_whole() {
    let mut fixture = OutboxFixture::new().await;
    let feed = FeedFixture::of(fixture.app.clone()).await;
    let mut others = Vec::new();
    for number in 0..10 {
        others.push(feed.subscriber(&format!("p{number}"), &feed.location).await);
    }
    let post = feed.post(json!({"text": "canary"})).await;
    for _ in 0..18 {
        feed.comment(&post, json!({"text": "canary text", "mentions": others})).await;
    }
    fixture.consume().await;
    anonymise(&fixture, &feed.ann).await;
    for _ in 0..3 {
        fixture.consume().await;
        later(&fixture, 2).await;
    }
    let left = canaries(&fixture).await;
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn no_event_has_what_a_visitor_said_of_themselves() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let contact = json!({"location_id": place, "name": "Canary", "email": "canary@example.com", "metadata": {"passport": "canary"}});
    made(&fixture.app, "/visitor-contacts", contact).await;
    fixture.consume().await;
    let found = canaries(&fixture).await;
    assert!(found.is_empty(), "{found:?}");
}
