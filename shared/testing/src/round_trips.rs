//! Round trips in sequence, counted exactly and whatever the machine does: calls that are asked for side by side are
//! let go together, and the next ones when all of these have ended and nothing more can be done without them. So the
//! number of times that calls were let go is the length of the longest chain of calls of which each waits for the one
//! before it.
//!
//! Only on a runtime of one thread: there, who has yielded often enough knows that everybody else has done what they
//! can.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// How often a call yields before it believes that nobody has anything left to do but wait. The longest way from the
/// end of a call to the next is a few polls.
const QUIET_YIELDS: u32 = 64;

/// What was asked of DynamoDB.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// Round trips in sequence: calls side by side are one.
    pub round_trips: u32,
    /// Calls of DynamoDB, those side by side counted each.
    pub calls: u32,
    /// Capacity units of calls that read.
    pub read_units: f64,
    /// Capacity units of calls that write, what they only check included.
    pub write_units: f64,
}

/// Lets calls go together, and counts.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundTrips(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    account: Account,
    /// How often calls were let go.
    round: u64,
    /// Calls that have not been let go yet.
    waiting: u32,
    /// Calls that were let go and have not ended.
    running: u32,
    /// Changes of the two numbers, by which who waits sees that somebody does something.
    changes: u64,
}

/// A call from its arrival to its end.
pub(super) struct Departure {
    round_trips: RoundTrips,
    round: u64,
}

impl RoundTrips {
    /// What was asked since this was asked last.
    pub(super) fn account(&self) -> Account {
        std::mem::take(&mut self.state().account)
    }

    /// Waits until this call may go.
    pub(super) async fn wait_to_go(&self) -> Departure {
        let mut departure = self.arrival();
        let (mut seen, mut quiet) = (0, 0);
        while !self.has_gone(&mut departure, &mut seen, &mut quiet) {
            tokio::task::yield_now().await;
        }
        departure
    }

    fn arrival(&self) -> Departure {
        let mut state = self.state();
        state.waiting += 1;
        state.changes += 1;
        Departure { round_trips: self.clone(), round: state.round }
    }

    /// Whether the call has been let go, by itself or by another.
    fn has_gone(&self, departure: &mut Departure, seen: &mut u64, quiet: &mut u32) -> bool {
        let mut state = self.state();
        *quiet = if state.changes == *seen && state.running == 0 { *quiet + 1 } else { 0 };
        *seen = state.changes;
        if state.round == departure.round && *quiet >= QUIET_YIELDS {
            state.round += 1;
            state.running = std::mem::take(&mut state.waiting);
            state.account.round_trips += 1;
        }
        state.round > departure.round
    }

    /// Counts a call and the units of its answer.
    #[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float; it is only shown")]
    pub(super) fn count(&self, operation: &str, answer: &[u8]) {
        let answer: Value = serde_json::from_slice(answer).unwrap_or_default();
        let consumed = match &answer["ConsumedCapacity"] {
            Value::Array(tables) => tables.clone(),
            one => vec![one.clone()],
        };
        let units: f64 = consumed.iter().filter_map(|table| table["CapacityUnits"].as_f64()).sum();
        let account = &mut self.state().account;
        account.calls += 1;
        match operation {
            "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "TransactWriteItems" => {
                account.write_units += units;
            }
            _ => account.read_units += units,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Departure {
    fn drop(&mut self) {
        let mut state = self.round_trips.state();
        // One that is given up before it was let go was not running.
        let number = if state.round > self.round { &mut state.running } else { &mut state.waiting };
        *number = number.saturating_sub(1);
        state.changes += 1;
    }
}
