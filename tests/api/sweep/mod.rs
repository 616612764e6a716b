//! Time-driven work: one run goes through what is due of all merchants, and no record stops another.

mod advance;
mod failures;
mod job;
mod limits;
mod timer;

use std::collections::BTreeSet;

use chrono::Duration;
use shared::due::{Limits, Registry, SHARDS, run};

use self::timer::{Conduct, Timers};

const RECORDS: usize = 40;

#[tokio::test]
async fn a_run_costs_what_is_due_and_not_how_many_merchants_there_are() {
    let timers = Timers::new().await;
    for _ in 0..997 {
        timers.of_new_merchant(Duration::hours(1), Conduct::Works).await;
    }
    let nothing = timers.run().await;
    assert_eq!((nothing.looked_at, nothing.calls), (0, u32::from(SHARDS)), "a query for each shard");
    for _ in 0..3 {
        timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    }
    let three = timers.run().await;
    assert_eq!((three.looked_at, three.done_of("timer"), three.failed()), (3, 3, 0));
    assert_eq!(three.calls, u32::from(SHARDS) + 3 * 2, "besides, each record is read and written");
}

#[tokio::test]
async fn the_shards_together_see_everything_exactly_once() {
    let timers = Timers::new().await;
    let mut all = BTreeSet::new();
    for number in (0_i64..).take(RECORDS) {
        all.insert(timers.of_new_merchant(Duration::seconds(-number), Conduct::Works).await);
    }
    // Small pages, so that each shard is read in several.
    let limits = Limits { page: 2, ..Limits::SCHEDULED };
    let (mut looked_at, mut shards) = (0, 0);
    for shard in 0..SHARDS {
        let report = run(&timers.app.context, &timers.registry(), [shard], &limits).await;
        assert!(report.is_finished && report.failures.is_empty(), "{report:?}");
        looked_at += report.looked_at as usize;
        shards += usize::from(report.looked_at > 0);
    }
    let rang = timers.rang();
    assert_eq!((looked_at, rang.len(), rang.into_iter().collect()), (RECORDS, RECORDS, all));
    assert!(shards > 1, "all records are in one shard");
    assert_eq!(timers.run().await.looked_at, 0);
}

#[tokio::test]
async fn two_runs_at_the_same_time_do_no_harm() {
    let timers = Timers::new().await;
    for _ in 0..RECORDS {
        timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    }
    let (one, other) = tokio::join!(timers.run(), timers.run());
    assert_eq!((one.failed(), other.failed()), (0, 0), "{one:?} {other:?}");
    assert_eq!((one.done_of("timer") + other.done_of("timer")) as usize, RECORDS);
    assert!(one.looked_at + other.looked_at > one.done_of("timer") + other.done_of("timer"), "they never met");
}

#[tokio::test]
async fn a_record_is_due_at_its_instant_and_not_before() {
    let timers = Timers::new().await;
    let id = timers.of_new_merchant(Duration::minutes(1), Conduct::Works).await;
    timers.app.clock.advance(Duration::milliseconds(59_999));
    assert_eq!(timers.run().await.looked_at, 0);
    timers.app.clock.advance(Duration::milliseconds(1));
    assert_eq!(timers.run().await.done_of("timer"), 1);
    assert_eq!(timers.rang(), [id]);
}

#[tokio::test]
async fn every_kind_is_registered_once() {
    let registry = sweep::due_work();
    let kinds: Vec<&str> = registry.kinds().collect();
    assert_eq!(kinds.iter().collect::<BTreeSet<_>>().len(), kinds.len(), "{kinds:?}");
    assert!(kinds.contains(&"booking"), "{kinds:?}");
    assert_eq!(Registry::default().kinds().count(), 0);
}
