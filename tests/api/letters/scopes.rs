//! What of a letter a client reads that may read some areas alone.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};

use super::Rooms;

/// The service called by a client with these scopes.
async fn client(app: &TestApp, scopes: Value) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Mail", "scopes": scopes})).await);
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

#[tokio::test]
async fn what_a_letter_says_is_shown_to_who_may_read_what_it_is_about() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    for (scopes, is_shown) in [(json!(["members:read"]), false), (json!(["members:read", "bookings:read"]), true)] {
        let client = client(&app, scopes).await;
        let listed = client.get("/letters?letter=booking_confirmed").await;
        let letter = &listed.body["data"][0];
        assert_eq!(letter["status"], "sent", "{}", listed.text);
        let path = format!("/letters/{}", letter["id"].as_str().expect("an id"));
        for shown in [letter.clone(), client.get(&path).await.body["data"].clone()] {
            for field in ["subject", "text"] {
                assert_eq!(shown[field] != "", is_shown, "{field}: {shown}");
            }
        }
        let section = format!("/members/{}/export?section=letters", rooms.room.member);
        let exported = client.get(&section).await;
        assert_eq!(exported.text.contains("Room"), is_shown, "{}", exported.text);
    }
}

#[tokio::test]
async fn a_letter_is_shown_about_an_event_that_the_client_may_read() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let event = rooms.letters.outbox.events("type=booking.created").await.remove(0);
    let asked = json!({"letter": "booking_confirmed", "language": "en", "event_id": event["id"]});
    let client = client(&app, json!(["members:read", "merchant:admin"])).await;
    assert_eq!(client.post("/letter-templates/preview", asked).await.refusal(), "403 forbidden");
}
