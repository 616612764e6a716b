//! What is carried out for a series and dies anywhere is resumed, and nothing of it is made twice.

use chrono::Duration;
use serde_json::json;
use testing::Fault;
use tests::{RoomFixture, hastened, hastened_step, sweep, total};

use super::{MANY, asked, dying_at_every_write, nothing_is_left};
use crate::bookings::series::{count, get, path};

#[tokio::test]
async fn a_series_that_dies_at_every_write_is_resumed_and_each_occurrence_is_booked_once() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let fixture = RoomFixture::alone().await;
        let (_, series) = asked(&fixture, json!({})).await;
        let (after, deaths) = dying_at_every_write(&fixture, &series, &fault).await;
        assert!(deaths >= 4, "{deaths} deaths");
        let operation = &after["operation"];
        assert_eq!((&operation["status"], &operation["done"]), (&json!("succeeded"), &json!(2 * MANY)), "{fault:?}");
        assert_eq!((&after["created_count"], &after["skipped"]), (&json!(MANY), &json!([])), "{fault:?}");
        assert_eq!(count(&fixture.app, "pending").await, 0);
        assert_eq!(count(&fixture.app, "confirmed").await, MANY);
        assert_eq!(total(&fixture.app, "/bookings").await, u64::from(MANY));
    }
}

#[tokio::test]
async fn a_series_that_is_taken_back_and_dies_at_every_write_leaves_nothing() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let fixture = RoomFixture::alone().await;
        let (_, series) = asked(&fixture, json!({})).await;
        for _ in 0..3 {
            assert!(hastened_step(&fixture.app.context).await);
        }
        let cancelled = fixture.app.post(&format!("{}/cancel", path(&series)), json!({"scope": "operation"})).await;
        assert_eq!(cancelled.status, 202, "{}", cancelled.text);
        let (after, deaths) = dying_at_every_write(&fixture, &series, &fault).await;
        assert!(deaths >= 3, "{deaths} deaths");
        assert_eq!(after["operation"]["status"], "cancelled", "{fault:?}");
        nothing_is_left(&fixture).await;
    }
}

#[tokio::test]
async fn a_series_that_nobody_carries_on_for_a_day_has_failed_and_leaves_nothing() {
    let fixture = RoomFixture::alone().await;
    let (_, series) = asked(&fixture, json!({})).await;
    assert!(hastened_step(&fixture.app.context).await);
    while fixture.app.due_queue.take(usize::MAX).is_some() {}
    fixture.app.clock.advance(Duration::hours(24));
    assert_eq!(get(&fixture.app, &series).await["status"], "failed");
    for _ in 0..3 {
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
        hastened(&fixture.app.context).await;
    }
    let after = get(&fixture.app, &series).await;
    assert_eq!(after["operation"]["failure"]["code"], "service_unavailable", "{after}");
    assert_eq!(after["operation"]["status"], "failed");
    nothing_is_left(&fixture).await;
}

#[tokio::test]
async fn a_series_that_stands_and_is_finished_a_day_later_takes_again_what_is_free() {
    let fixture = RoomFixture::alone().await;
    let (_, series) = asked(&fixture, json!({})).await;
    while get(&fixture.app, &series).await["status"] == "forming" {
        assert!(hastened_step(&fixture.app.context).await);
    }
    fixture.app.clock.advance(Duration::hours(24));
    fixture.booked("2027-04-01T09:30:00Z", "2027-04-01T10:30:00Z").await;
    hastened(&fixture.app.context).await;
    let after = get(&fixture.app, &series).await;
    assert_eq!((&after["operation"]["status"], &after["created_count"]), (&json!("succeeded"), &json!(MANY - 1)));
    assert_eq!(after["skipped"][0]["reason"], "booking_conflict");
    assert_eq!(count(&fixture.app, "confirmed").await, MANY);
}
