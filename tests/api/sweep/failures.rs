//! A record that fails stops nobody, in its own run or in a later one.

use std::time::Duration as Wait;

use chrono::Duration;
use shared::due::{Limits, Registry, SHARDS, run};
use testing::Fault;

use super::timer::{Conduct, Timers};

#[tokio::test]
async fn failing_and_panicking_records_stop_nobody() {
    let timers = Timers::new().await;
    let merchant = timers.new_merchant();
    let mut working = Vec::new();
    for number in 1..=10 {
        // The earliest are those that fail.
        let due = |minutes: i64| Duration::minutes(minutes * 10 + number);
        timers.of(&merchant, due(-30), Conduct::Fails).await;
        timers.of(&merchant, due(-20), Conduct::Panics).await;
        working.push(timers.of(&merchant, due(-11), Conduct::Works).await);
    }
    let report = timers.run().await;
    assert_eq!((report.looked_at, report.done_of("timer"), report.failed()), (30, 10, 20), "{report:?}");
    let mut rang = timers.rang();
    rang.sort();
    assert_eq!(rang, working);
    let log = timers.app.logged().join("\n");
    for cause in ["a timer that fails", "panicked: a timer that panics"] {
        assert_eq!(log.matches(cause).count(), 10, "{log}");
    }
}

#[tokio::test]
async fn a_record_that_never_ends_is_given_up() {
    let timers = Timers::new().await;
    timers.of_new_merchant(Duration::zero(), Conduct::Hangs).await;
    let report = timers.run_within(&Limits { per_record: Wait::from_millis(50), ..Limits::SCHEDULED }).await;
    assert_eq!((report.looked_at, report.failed()), (1, 1));
    assert!(timers.app.logged().join("\n").contains("took longer"));
}

#[tokio::test]
async fn what_keeps_failing_is_tried_more_and_more_rarely() {
    let timers = Timers::new().await;
    let merchant = timers.new_merchant();
    let id = timers.of(&merchant, Duration::zero(), Conduct::Fails).await;
    let mut tried = Vec::new();
    for minute in 0..200 {
        if timers.run().await.failed() == 1 {
            tried.push(minute);
        }
        timers.app.clock.advance(Duration::minutes(1));
    }
    // It is tried again in the next run; then the pause doubles, up to an hour.
    assert_eq!(tried, [0, 1, 2, 5, 12, 27, 58, 118, 178]);
    timers.mend(&merchant, id).await;
    assert_eq!(timers.run().await.done_of("timer"), 1, "a record that was written is due at its own instant");
}

#[tokio::test]
async fn a_record_whose_work_does_nothing_is_a_failure_and_not_looked_at_for_ever() {
    let timers = Timers::new().await;
    timers.of_new_merchant(Duration::zero(), Conduct::Idles).await;
    assert_eq!(timers.run().await.failed(), 1);
    assert_eq!(timers.run().await.failed(), 1);
    assert_eq!(timers.run().await.looked_at, 0, "it is postponed");
}

#[tokio::test]
async fn a_kind_that_nobody_registered_is_a_failure_until_somebody_does() {
    let timers = Timers::new().await;
    timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    let report = run(&timers.app.context, &Registry::default(), 0..SHARDS, &Limits::SCHEDULED).await;
    assert_eq!(report.failures, [("timer".to_owned(), 1)].into());
    assert!(timers.app.logged().join("\n").contains("nothing is registered"));
    assert_eq!(timers.run().await.done_of("timer"), 1);
}

#[tokio::test]
async fn a_shard_that_cannot_be_read_does_not_stop_the_others() {
    let timers = Timers::new().await;
    for _ in 0..40 {
        timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    }
    timers.app.faults.next("Query", 1, Fault::Fail(400, "ValidationException"));
    let report = timers.run().await;
    assert_eq!((report.failures.clone(), report.is_finished), ([("shard".to_owned(), 1)].into(), false));
    assert!(report.done_of("timer") > 0, "{report:?}");
    let rest = timers.run().await;
    assert_eq!((rest.done_of("timer") + report.done_of("timer"), rest.failed()), (40, 0));
}
