//! One merchant's letters keep no other's waiting.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use notify::{Courier, Outgoing, Taken};
use serde_json::json;
use tests::{made, member, send_letters};
use tokio::sync::Semaphore;

use super::Rooms;

/// A server that takes the letters of one address only when it is told to.
struct Slow {
    to: &'static str,
    released: Semaphore,
    taken: Mutex<Vec<String>>,
}

impl Courier for Slow {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        Box::pin(async move {
            if outgoing.to.as_str() == self.to {
                drop(self.released.acquire().await);
            } else {
                // Whatever the other merchant has is taken from now on.
                self.released.add_permits(1_000);
            }
            self.taken.lock().unwrap_or_else(PoisonError::into_inner).push(outgoing.to.to_string());
            Taken::Accepted(String::new())
        })
    }

    fn takes_of_sandboxes(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn a_code_is_sent_while_another_merchants_letters_find_no_server() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    for hour in 0..14 {
        rooms.room.booked(&format!("{:02}:00", hour + 7), &format!("{:02}:30", hour + 7)).await;
    }
    rooms.letters.outbox.consume().await;
    let other = app.as_client(&app.stranger);
    member(&other, "zoe@example.com").await;
    let pages = json!({"name": "Pages", "scopes": ["bookings:read"], "origins": ["https://members.example.com"]});
    let pages = other.post("/api-clients", pages).await;
    let public = testing::TestClient {
        client_id: pages.body["data"]["client_id"].as_str().unwrap_or_default().to_owned(),
        secret: pages.body["data"]["publishable_key"].as_str().unwrap_or_default().to_owned(),
    };
    drop(made(&app.as_client(&public), "/sign-ins", json!({"email": "zoe@example.com"})).await);
    let slow = Arc::new(Slow { to: "ann@example.com", released: Semaphore::new(0), taken: Mutex::default() });
    send_letters(&app, Arc::<Slow>::clone(&slow)).await;
    let taken = slow.taken.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert_eq!(taken.first().map(String::as_str), Some("zoe@example.com"), "the code waits for nobody");
    assert_eq!(taken.len(), 15);
}
