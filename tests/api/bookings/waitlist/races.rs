//! The waiting list among parallel requests, and its end.

use chrono::Duration;
use serde_json::json;
use tests::{RoomFixture, instant};
use tokio::task::JoinSet;

use super::{entry, full, join, joined};

#[tokio::test]
async fn of_a_release_a_join_and_many_bookings_at_once_nothing_is_lost_or_given_twice() {
    for round in 0..5 {
        let (fixture, booking, bob) = full().await;
        let waiting = joined(&fixture, &bob, ("10:00", "12:00")).await;
        let mut tasks = JoinSet::new();
        let app = fixture.app.clone();
        tasks.spawn(async move { app.post(&format!("/bookings/{booking}/cancel"), json!({})).await.status });
        for _ in 0..8 {
            let (app, wish) = (fixture.app.clone(), fixture.booking("10:00", "12:00"));
            tasks.spawn(async move { app.post("/bookings", wish).await.status });
        }
        let statuses = tasks.join_all().await;
        let booked = statuses.iter().filter(|status| **status == 201).count();
        assert!(statuses.iter().all(|status| [200, 201, 409].contains(status)), "{statuses:?}");
        let offered = entry(&fixture, &waiting).await["status"] == "offered";
        assert_eq!(booked + usize::from(offered), 1, "round {round}: {statuses:?}");
    }
}

#[tokio::test]
async fn of_parallel_acceptances_of_one_offer_exactly_one_books() {
    let (fixture, booking, bob) = full().await;
    let id = joined(&fixture, &bob, ("10:00", "12:00")).await;
    fixture.act(&booking, "cancel").await;
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (app, path) = (fixture.app.clone(), format!("/waitlist-entries/{id}/accept"));
        tasks.spawn(async move { app.post(&path, json!({})).await.refusal() });
    }
    let refusals = tasks.join_all().await;
    assert_eq!(
        refusals.iter().filter(|refusal| refusal.starts_with("409 invalid_state")).count(),
        15,
        "{refusals:?}"
    );
    let bookings = fixture.app.get(&format!("/bookings?customer_id={bob}")).await;
    assert_eq!(bookings.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn at_most_so_many_wait_at_one_location() {
    let fixture = RoomFixture::new().await;
    let month =
        json!({"resource_id": fixture.room, "start_time": "2026-12-01T00:00:00Z", "end_time": "2026-12-31T00:00:00Z"});
    assert_eq!(fixture.app.post("/calendar-blocks", month).await.status, 201);
    let start = values::Timestamp::parse(&instant("00:00")).unwrap();
    let hour = |number: i64| {
        let at = |hours: i64| json!(start.plus(Duration::hours(hours)));
        json!({"earliest_start": at(number), "latest_end": at(number + 1)})
    };
    for number in 0..150 {
        let joined = join(&fixture, &fixture.member, ("10:00", "11:00"), hour(number)).await;
        assert_eq!(joined.status, 201, "{}", joined.text);
    }
    let refused = join(&fixture, &fixture.member, ("10:00", "11:00"), hour(150)).await;
    assert_eq!(refused.refusal(), "409 capacity_exceeded");
}
