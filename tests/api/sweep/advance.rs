//! Advancing the clock of a sandbox merchant does in order of time what falls due, each record at its instant.

use std::time::Duration as Wait;

use chrono::Duration;
use shared::{
    api::Call,
    due::{Advance, advance},
};
use store::Transaction;
use testing::{TestApp, TestClient};
use values::{ApiError, Clock as _, Id, Timestamp};
use work::unit_of_work::read_sandbox_clock;

use super::timer::{Conduct, Timer, Timers};

struct Sandbox {
    timers: Timers,
    client: TestClient,
}

impl Sandbox {
    async fn new() -> Self {
        let timers = Timers::new().await;
        let client = timers.new_sandbox().await;
        Self { timers, client }
    }

    async fn timer(&self, after: Duration, conduct: Conduct) -> Id<Timer> {
        self.timers.of(&self.client, after, conduct).await
    }

    fn app(&self) -> TestApp {
        self.timers.app.as_client(&self.client)
    }

    fn call(&self) -> Call {
        Call::of_job(&self.timers.app.context, self.app().tenant(), "test")
    }

    /// Advances the clock so far from real time and lets it run on.
    async fn advanced(&self, by: Duration) -> Advance {
        let call = self.call();
        let to = call.now.plus(by);
        let advanced = advance(&call, &self.timers.registry(), to, |_| Ok(())).await.unwrap();
        let mut transaction = call.transaction();
        transaction.replace(&advanced.before, &call.next_version(&advanced.before, advanced.clock.clone(), None));
        call.store.commit(transaction).await.unwrap();
        advanced
    }

    /// When the work of a record was done.
    async fn changed_at(&self, id: Id<Timer>) -> Timestamp {
        let (store, tenant) = (&self.timers.app.context.store, self.app().tenant());
        store.find(&tenant, id).await.unwrap().unwrap().updated_at
    }

    async fn shown(&self) -> Timestamp {
        let clock = read_sandbox_clock(&self.timers.app.context.store, &self.app().tenant()).await.unwrap().unwrap();
        clock.body.at(self.timers.app.clock.now())
    }
}

#[tokio::test]
async fn what_falls_due_is_done_in_order_of_time_each_at_its_instant() {
    let sandbox = Sandbox::new().await;
    let began = sandbox.timers.app.clock.now();
    let days = [200, 3, 90, 0, 365];
    let mut made = Vec::new();
    for day in days {
        made.push((day, sandbox.timer(Duration::days(day), Conduct::Works).await));
    }
    sandbox.timer(Duration::days(366), Conduct::Works).await;
    made.sort();
    let advanced = sandbox.advanced(Duration::days(365)).await;
    assert_eq!((advanced.done["timer"], advanced.failed, advanced.is_complete), (5, 0, true));
    assert_eq!(sandbox.timers.rang(), made.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    for (day, id) in made {
        assert_eq!(sandbox.changed_at(id).await, began.plus(Duration::days(day)), "due in {day} days");
    }
    assert_eq!(sandbox.shown().await, began.plus(Duration::days(365)));
}

#[tokio::test]
async fn a_record_that_fails_is_tried_once_and_stops_nobody() {
    let sandbox = Sandbox::new().await;
    let failing = sandbox.timer(Duration::days(1), Conduct::Fails).await;
    let idle = sandbox.timer(Duration::days(2), Conduct::Idles).await;
    sandbox.timer(Duration::days(3), Conduct::Panics).await;
    let working = sandbox.timer(Duration::days(4), Conduct::Works).await;
    let advanced = sandbox.advanced(Duration::days(365)).await;
    assert_eq!(sandbox.timers.rang(), [working]);
    assert_eq!((advanced.failed, advanced.is_complete), (3, true));
    let named: Vec<_> = advanced.failures.iter().map(|failed| failed.row.id).collect();
    assert_eq!(named[..2], [failing.uuid(), idle.uuid()]);
    assert_eq!(advanced.failures[0].row.at, sandbox.timers.app.clock.now().plus(Duration::days(1)));
    // The clock runs on, and the sweep tries them again.
    sandbox.timers.mend(&sandbox.client, failing).await;
    sandbox.timers.app.clock.advance(Duration::minutes(2));
    let swept = sandbox.timers.run_sandboxes().await;
    assert_eq!((swept.done_of("timer"), swept.failed()), (1, 2), "{swept:?}");
}

#[tokio::test]
async fn the_sweep_does_what_is_due_by_the_clock_of_each_sandbox_and_only_there() {
    let sandbox = Sandbox::new().await;
    let other = sandbox.timers.new_sandbox().await;
    sandbox.advanced(Duration::days(30)).await;
    let due = sandbox.timer(Duration::days(30), Conduct::Works).await;
    sandbox.timer(Duration::days(31), Conduct::Works).await;
    sandbox.timers.of(&other, Duration::days(30), Conduct::Works).await;
    assert_eq!(sandbox.timers.run().await.looked_at, 0, "the shards have the records of live merchants");
    let swept = sandbox.timers.run_sandboxes().await;
    assert_eq!((swept.done_of("timer"), swept.looked_at, swept.is_finished), (1, 1, true));
    assert_eq!(sandbox.timers.rang(), [due]);
    assert_eq!(sandbox.changed_at(due).await, sandbox.shown().await);
}

#[tokio::test]
async fn what_does_not_fit_into_one_request_is_done_by_the_next() {
    let sandbox = Sandbox::new().await;
    let mut made = Vec::new();
    for day in 1..=3 {
        made.push(sandbox.timer(Duration::days(day), Conduct::Works).await);
    }
    let mut call = sandbox.call();
    let to = call.now.plus(Duration::days(10));
    // Too little time to begin another record after the first.
    let limits = platform::config::TimeLimits { request: Wait::from_millis(3_900), ..Default::default() };
    let hurried = sandbox.app().limited(limits).await;
    let mut seen = Vec::new();
    loop {
        call = Call::of_job(&hurried.context, sandbox.app().tenant(), "test");
        let advanced = advance(&call, &sandbox.timers.registry(), to, |_| Ok(())).await.unwrap();
        let mut transaction: Transaction = call.transaction();
        transaction.replace(&advanced.before, &call.next_version(&advanced.before, advanced.clock.clone(), None));
        call.store.commit(transaction).await.unwrap();
        seen.push((sandbox.shown().await, advanced.is_complete));
        if advanced.is_complete {
            break;
        }
    }
    let began = sandbox.timers.app.clock.now();
    let expected = [(1, false), (2, false), (10, true)].map(|(day, done)| (began.plus(Duration::days(day)), done));
    assert_eq!(seen, expected);
    assert_eq!(sandbox.timers.rang(), made);
}

#[tokio::test]
async fn a_request_goes_on_with_what_another_did_not_finish_also_when_the_clock_has_run_past_it() {
    let sandbox = Sandbox::new().await;
    let mut made = Vec::new();
    for day in [5, 5, 5] {
        made.push(sandbox.timer(Duration::days(day), Conduct::Works).await);
    }
    let to = sandbox.timers.app.clock.now().plus(Duration::days(5));
    let limits = platform::config::TimeLimits { request: Wait::from_millis(3_900), ..Default::default() };
    let hurried = sandbox.app().limited(limits).await;
    let in_the_past = |now: Timestamp| {
        if to <= now {
            Err(ApiError::rule("advance_to", "in_the_past", "a clock is only ever advanced"))
        } else {
            Ok(())
        }
    };
    let mut seen = Vec::new();
    for _ in 0..3 {
        let call = Call::of_job(&hurried.context, sandbox.app().tenant(), "test");
        let advanced = advance(&call, &sandbox.timers.registry(), to, in_the_past).await.unwrap();
        let mut transaction: Transaction = call.transaction();
        transaction.replace(&advanced.before, &call.next_version(&advanced.before, advanced.clock.clone(), None));
        call.store.commit(transaction).await.unwrap();
        seen.push(advanced.is_complete);
        sandbox.timers.app.clock.advance(Duration::minutes(1));
    }
    assert_eq!((seen, sandbox.timers.rang().len()), (vec![false, false, true], made.len()));
    let call = Call::of_job(&hurried.context, sandbox.app().tenant(), "test");
    let refused = advance(&call, &sandbox.timers.registry(), to, in_the_past).await.map(|_| ());
    assert_eq!(refused.map_err(|error| error.fields[0].reason.to_string()), Err("in_the_past".to_owned()));
}
