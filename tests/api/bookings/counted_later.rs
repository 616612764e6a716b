//! Changes of lists by time are counted by the consumer of the stream and by the sweep (decision 46): once, whatever
//! fails, and none is forgotten.

use chrono::Duration;
use scheduling::Booking;
use serde_json::json;
use testing::Fault;
use tests::{accepted, instant, location, made, member, resource, sweep, time_lists::every_page};
use values::{KindName, Timestamp};

use super::burst::Burst;

#[tokio::test]
async fn changes_are_counted_by_the_consumer_when_it_comes_before_the_sweep() {
    let mut burst = Burst::new().await;
    burst.store(60).await;
    burst.fixture.consume().await;
    let app = burst.app().clone();
    for seconds in [40, 70, 70] {
        app.clock.advance(Duration::seconds(seconds));
        burst.book().await;
        burst.fixture.consume().await;
    }
    // What was counted a minute before is deleted: left are those of the last two minutes.
    assert!(burst.waiting().await <= 3, "{}", burst.waiting().await);
    assert_eq!(app.get("/bookings?per_page=2&page=2").await.body["pagination"]["total"], 63);
}

#[tokio::test]
async fn a_consumer_deletes_rows_of_what_time_has_changed() {
    let mut burst = Burst::new().await;
    let app = burst.app().clone();
    let rows = async || app.context.store.stored_transitions::<Booking>(&app.tenant()).await.expect("rows");
    burst.book().await;
    burst.fixture.consume().await;
    app.clock.advance(Duration::seconds(40));
    burst.book().await;
    burst.fixture.consume().await;
    assert_eq!(rows().await, 1, "one of those that end at eleven");
    app.clock.set(Timestamp::parse(&instant("11:00")).expect("an instant"));
    sweep(&app.context).await;
    burst.fixture.consume().await;
    for seconds in [40, 70, 660] {
        app.clock.advance(Duration::seconds(seconds));
        burst.book_at("14:00", "15:00").await;
        burst.fixture.consume().await;
    }
    assert_eq!(rows().await, 1, "one of those that end at three");
    assert_eq!(app.get("/bookings?status=completed&per_page=1&page=2").await.body["pagination"]["total"], 2);
}

#[tokio::test]
async fn once_everything_is_counted_nobody_looks_until_something_changes() {
    let mut burst = Burst::new().await;
    for _ in 0..3 {
        burst.book().await;
    }
    burst.fixture.consume().await;
    let app = burst.app().clone();
    let mut looks = Vec::new();
    for _ in 0..8 {
        app.clock.advance(Duration::seconds(60));
        looks.push(sweep(&app.context).await.done_of(KindName::CountingTask.as_str()));
    }
    assert_eq!(burst.waiting().await, 0);
    assert!(looks[0] > 0 && looks[5..].iter().all(|looked| *looked == 0), "{looks:?}");
    // The stream is read again: nothing is left to look for.
    burst.fixture.replay().await;
    app.clock.advance(Duration::seconds(60));
    assert_eq!(sweep(&app.context).await.done_of(KindName::CountingTask.as_str()), 0);
    burst.book().await;
    burst.fixture.consume().await;
    for _ in 0..4 {
        app.clock.advance(Duration::seconds(60));
        sweep(&app.context).await;
    }
    assert_eq!(burst.waiting().await, 0);
}

#[tokio::test]
async fn changes_are_counted_once_whatever_fails_while_they_are_noted_and_counted() {
    let mut burst = Burst::new().await;
    let app = burst.app().clone();
    let mut booked = Vec::new();
    for deadly in 0..24 {
        booked.push(burst.book().await);
        let batch = burst.fixture.batch();
        let fault = [Fault::Fail(400, "AccessDeniedException"), Fault::DropAfter][deadly % 2].clone();
        app.faults.after("*", u32::try_from(deadly).expect("a number"), fault.clone());
        drop(outbox::consume(&app.context, &batch).await);
        app.faults.clear();
        // Lambda hands over again what failed, and at times what did not.
        let again = outbox::consume(&app.context, &batch).await;
        assert!(again.failed.is_empty(), "{again:?}");
        app.clock.advance(Duration::seconds(40));
        app.faults.after("*", u32::try_from(deadly).expect("a number"), fault);
        sweep(&app.context).await;
        app.faults.clear();
    }
    assert_eq!(every_page(&app, "/bookings?").await.len(), booked.len());
    for _ in 0..6 {
        app.clock.advance(Duration::seconds(60));
        sweep(&app.context).await;
    }
    assert_eq!(burst.waiting().await, 0, "nothing that was noted is forgotten");
    for filter in burst.filters() {
        assert_eq!(every_page(&app, &format!("/bookings?{filter}")).await.len(), booked.len(), "{filter}");
    }
}

#[tokio::test]
async fn two_consumers_and_two_sweeps_at_once_count_once() {
    let mut burst = Burst::new().await;
    let app = burst.app().clone();
    let mut number = 0;
    for _ in 0..6 {
        for _ in 0..4 {
            burst.book().await;
            number += 1;
        }
        let batch = burst.fixture.batch();
        tokio::join!(
            outbox::consume(&app.context, &batch),
            outbox::consume(&app.context, &batch),
            sweep(&app.context),
            sweep(&app.context),
        );
        app.clock.advance(Duration::seconds(45));
    }
    for filter in burst.filters() {
        assert_eq!(every_page(&app, &format!("/bookings?{filter}")).await.len(), number, "{filter}");
    }
}

#[tokio::test]
async fn lists_of_a_sandbox_merchant_are_counted_in_real_time() {
    let mut burst = Burst::new().await;
    let sandbox = burst.app().sandbox().await;
    let place = location(&sandbox).await;
    let customer = member(&sandbox, "eve@example.com").await;
    let room = resource(&sandbox, &place, "Room", "meeting_room", json!({})).await;
    let wish = json!({"resource_id": room, "customer_id": customer, "start_time": instant("10:00"),
        "end_time": instant("11:00")});
    made(&sandbox, "/bookings", wish).await;
    burst.fixture.consume().await;
    let tenant = sandbox.tenant();
    let store = &sandbox.context.store;
    assert_eq!(store.stored_calendar_changes::<Booking>(&tenant).await, Ok(1));
    let now = sandbox.context.clock.now();
    let to: Timestamp = now.plus(Duration::days(400));
    let advanced = sandbox.post("/test-clock", json!({"advance_to": to})).await;
    accepted(&advanced, 200);
    assert!(!advanced.text.contains(KindName::CountingTask.as_str()), "{}", advanced.text);
    for _ in 0..6 {
        burst.fixture.consume().await;
        sandbox.clock.advance(Duration::seconds(60));
        sweep(&sandbox.context).await;
    }
    assert_eq!(store.stored_calendar_changes::<Booking>(&tenant).await, Ok(0));
}
