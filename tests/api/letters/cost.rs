//! What a letter costs, from its event to the answer of the server for outgoing mail.

use serde_json::Value;
use testing::TestApp;
use tests::accepted;

use super::Rooms;

/// Read and write units of a letter at most, with its reminder that is stored for later.
const UNITS_MAX: f64 = 100.0;

/// Units that `notify` says it took, in the lines that were logged since there were so many.
fn units_since(app: &TestApp, lines: usize) -> f64 {
    let logged = app.logged();
    let lines = logged[lines..].iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["message"] == "notify").filter_map(|line| line["units"].as_f64()).sum()
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "docs/PERFORMANCE.md shows the figures")]
async fn a_letter_costs_at_most_a_hundred_units_from_the_event_to_the_accepted_letter() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let mut booking = String::new();
    // What making the room has to say is not counted.
    drop(rooms.letters.posted().await);
    for what in ["booking", "cancellation"] {
        let lines = app.logged().len();
        match what {
            "booking" => booking = rooms.room.booked("10:00", "11:00").await,
            _ => accepted(&rooms.room.act(&booking, "cancel").await, 200),
        }
        rooms.letters.outbox.consume().await;
        rooms.letters.send().await;
        let units = units_since(&app, lines);
        println!("letters of a {what}: {units} units");
        assert_eq!(rooms.letters.server.newly_taken().len(), 1);
        assert!(units > 0.0 && units <= UNITS_MAX, "{what}: {units}");
    }
}
