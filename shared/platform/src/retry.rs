//! The one policy of repeating what did not come about: how often, and with which pauses.
//!
//! Three things are repeated, each in one place and for a failure that the other two never repeat:
//! - a call that DynamoDB throttled or could not answer, by the SDK (`store::make_client`);
//! - a transaction that was cancelled because others were writing the same items, by `Store::commit`: its conditions
//!   are
//!   judged again, and its token makes sure that it happens once. Not where a decision is repeated:
//! - a decision that rests on a record which has changed since, or whose transaction met another one, by `retried`,
//!   which reads and decides anew. A transaction that was sent again unread would most often fail on what the other one
//!   wrote, and would keep the item from the next in the meantime. It waits for its turn ([decision
//!   42](../../docs/decisions/0042-turns.md), [decision 11](../../docs/decisions/0011-closing.md);
//!   `tests/lab/rush.rs`).

use std::time::Duration;

/// Attempts at one call to DynamoDB, the first included.
pub const CALL_ATTEMPTS_MAX: u32 = 5;
/// Attempts at one transaction that is cancelled because others are writing the same items. Their pauses are 3 s
/// together, 6 s at the most, so that an operation of several transactions has time left to take back what it began.
pub const TRANSACTION_ATTEMPTS_MAX: u32 = 16;
/// Attempts at a decision that other writers come in between of. Of writers that meet, one always gets through, so this
/// is how many can meet; the deadline of the request usually comes first.
pub const DECISION_ATTEMPTS_MAX: u32 = 100;
/// First pause. Each later one is twice as long as the one before it, until the longest is reached.
pub const PAUSE_FIRST: Duration = Duration::from_millis(25);
/// Longest pause between two attempts at the same thing.
pub const PAUSE_MAX: Duration = Duration::from_millis(500);

/// Longest pause between two attempts at a decision that met nobody over an item, but found that what it read did not
/// belong together.
pub const DECISION_PAUSE_MAX: Duration = Duration::from_secs(4);
/// How long a turn of an item lasts that several decisions want to write (`store::turns`): a decision's reads and its
/// transaction, which takes 22 ms in DynamoDB.
pub const TURN: Duration = Duration::from_millis(40);

/// How far ahead turns are given. Those of requests that have given up meanwhile stay taken, so without this a rush
/// would keep whoever comes after it waiting for longer than a request may take.
pub const TURNS_AHEAD_MAX: Duration = Duration::from_secs(4);

/// The longest that attempt number `attempt` at a call or a transaction waits; 1 is the first repetition. The wait is a
/// random part of it, so that those who met do not meet again.
#[must_use]
pub fn longest_pause(attempt: u32) -> Duration {
    doubled(PAUSE_FIRST, attempt).min(PAUSE_MAX)
}

/// The same of an attempt at a decision.
#[must_use]
pub fn longest_decision_pause(attempt: u32) -> Duration {
    doubled(PAUSE_FIRST, attempt).min(DECISION_PAUSE_MAX)
}

fn doubled(first: Duration, attempt: u32) -> Duration {
    first.saturating_mul(1 << attempt.saturating_sub(1).min(10))
}

#[cfg(test)]
mod tests {
    use super::{longest_decision_pause, longest_pause};

    #[test]
    fn pauses_double_until_the_longest() {
        let pauses = [1, 2, 3, 4, 5, 6, 7, u32::MAX].map(|attempt| longest_pause(attempt).as_millis());
        assert_eq!(pauses, [25, 50, 100, 200, 400, 500, 500, 500]);
        let pauses = [1, 2, 6, 7, 8, u32::MAX].map(|attempt| longest_decision_pause(attempt).as_millis());
        assert_eq!(pauses, [25, 50, 800, 1_600, 3_200, 4_000]);
    }
}
