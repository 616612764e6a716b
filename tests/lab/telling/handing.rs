//! How the stream is handed to its consumer: in pieces, some of them twice, in overlapping ones, to two consumers at
//! once, and to one that fails at any of its calls.

use std::collections::VecDeque;

use event_history::Outcome;
use serde_json::{Value, json};
use testing::{Fault, TestApp};

use crate::random::Random;

/// Records behind the position that may be handed over once more.
const BEHIND: usize = 40;
/// Attempts at a piece that may fail; the next one meets no fault, so that everything ends.
const FAILING_MAX: u32 = 3;
/// The SDK repeats a call five times: then it has failed for good.
const CALL_ATTEMPTS: u32 = 5;
/// Calls of the consumer that faults come after in turn; a piece of one merchant takes fewer.
const CALLS: u32 = 10;

/// Hands over what it is given.
pub struct Handing {
    app: TestApp,
    random: Random,
    /// What is handed over, and some records that were.
    window: VecDeque<Value>,
    /// How many of the window were consumed.
    position: usize,
    turn: u32,
    /// How many attempts will meet a fault.
    faults_left: u64,
    /// Attempts that failed or were broken off.
    pub failures: u64,
    /// Records that were handed over again.
    pub repeated: u64,
    /// Events that were stored.
    pub written: usize,
}

impl Handing {
    /// Of the stream of this service, with so many attempts that meet a fault.
    pub fn new(app: TestApp, seed: u64, faults: u64) -> Self {
        let (random, window) = (Random(seed), VecDeque::new());
        Self { app, random, window, position: 0, turn: 0, faults_left: faults, failures: 0, repeated: 0, written: 0 }
    }

    /// Hands over these records, until all are consumed.
    pub async fn hand_over(&mut self, records: &[Value]) {
        self.window.extend(records.iter().cloned());
        while self.position < self.window.len() {
            let end = (self.position + 1 + self.random.index(80)).min(self.window.len());
            self.piece(end).await;
            self.position = end;
            let old = self.position.saturating_sub(BEHIND);
            self.window.drain(..old);
            self.position -= old;
        }
    }

    /// Hands over the records up to `end`, and some before them once more, until a consumer says that none failed.
    async fn piece(&mut self, end: usize) {
        let behind = if self.random.below(3) == 0 { self.random.index(BEHIND) } else { 0 };
        let begin = self.position.saturating_sub(behind);
        self.repeated += (self.position - begin) as u64;
        let batch = json!({"Records": self.window.range(begin..end).collect::<Vec<_>>()});
        let has_changes = self.window.range(begin..end).any(is_told);
        for attempt in 0..=FAILING_MAX {
            let is_last = attempt == FAILING_MAX || self.faults_left == 0 || !has_changes;
            let hangs = !is_last && self.set_fault();
            let outcome = self.consumed(&batch, is_last, hangs).await;
            self.app.faults.clear();
            let failed = outcome.is_none_or(|outcome| !outcome.failed.is_empty());
            assert!(!(failed && is_last), "without faults nothing fails: {:?}", self.app.logged().last());
            if !failed {
                return;
            }
            self.failures += 1;
        }
    }

    /// Sets the next fault at the next call; whether it hangs there.
    fn set_fault(&mut self) -> bool {
        let kinds = [Fault::DropBefore, Fault::DropAfter, Fault::Hang, Fault::FailAfter(500, "InternalServerError")];
        let turn = usize::try_from(self.turn).unwrap();
        let call = self.turn / u32::try_from(kinds.len()).unwrap() % CALLS;
        let fault = kinds[turn % kinds.len()].clone();
        self.app.faults.after_for("*", call, CALL_ATTEMPTS, fault.clone());
        (self.turn, self.faults_left) = (self.turn + 1, self.faults_left - 1);
        fault == Fault::Hang
    }

    /// Lets one consumer, or two at once, have the batch; none when the process died at a call that hung.
    async fn consumed(&mut self, batch: &Value, is_last: bool, hangs: bool) -> Option<Outcome> {
        let context = &self.app.context;
        let is_twice = is_last && self.random.below(2) == 0;
        let consuming = async {
            if is_twice {
                let (one, other) = tokio::join!(outbox::consume(context, batch), outbox::consume(context, batch));
                assert!(other.failed.is_empty(), "{:?}", self.app.logged().last());
                return Outcome { written: one.written + other.written, ..one };
            }
            outbox::consume(context, batch).await
        };
        drop(self.app.faults.seen());
        let outcome = tokio::select! {
            outcome = consuming => Some(outcome),
            () = hung(&self.app), if hangs => None,
        };
        self.written += outcome.as_ref().map_or(0, |outcome| outcome.written);
        outcome
    }
}

/// Whether a record of the stream is of a kind that is told.
pub fn is_told(record: &Value) -> bool {
    let change = &record["dynamodb"];
    let kind = [&change["NewImage"], &change["OldImage"]].into_iter().find_map(|image| image["kind"]["S"].as_str());
    kind.is_some_and(|kind| outbox::event_types().of_kind(kind).is_some())
}

/// Returns once a call hangs: the process dies there.
async fn hung(app: &TestApp) {
    while !app.faults.seen().iter().any(|seen| seen.fault == Some(Fault::Hang)) {
        tokio::task::yield_now().await;
    }
}
