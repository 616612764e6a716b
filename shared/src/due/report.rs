//! What a run has done.

use std::collections::BTreeMap;

use serde::Serialize;

/// What a run has done. It is the sweep's line of the log.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Records that were due.
    pub looked_at: u32,
    /// Records whose work was done, by kind.
    pub done: BTreeMap<String, u32>,
    /// Records whose work failed, by kind. They are tried again after a pause.
    pub failures: BTreeMap<String, u32>,
    /// Whether everything that was due at the beginning was looked at before the time was over.
    pub is_finished: bool,
    /// For how long the record that was due first had been due when the run began; 0 when nothing was.
    pub oldest_due_seconds: i64,
    /// Calls to DynamoDB that the run made.
    pub calls: u32,
    /// Capacity units that those calls consumed, read and written.
    pub units: f64,
}

impl Report {
    /// How many records of a kind were done.
    #[must_use]
    pub fn done_of(&self, kind: &str) -> u32 {
        self.done.get(kind).copied().unwrap_or_default()
    }

    /// How many records of all kinds failed.
    #[must_use]
    pub fn failed(&self) -> u32 {
        self.failures.values().sum()
    }

    /// What this run and another one have done.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.looked_at += other.looked_at;
        for (kind, count) in other.done {
            *self.done.entry(kind).or_default() += count;
        }
        for (kind, count) in other.failures {
            *self.failures.entry(kind).or_default() += count;
        }
        self.is_finished &= other.is_finished;
        self.oldest_due_seconds = self.oldest_due_seconds.max(other.oldest_due_seconds);
        self.calls += other.calls;
        self.units = [self.units, other.units].iter().sum();
        self
    }

    pub(super) fn count_done(&mut self, kind: &str) {
        *self.done.entry(kind.to_owned()).or_default() += 1;
    }

    pub(super) fn count_failure(&mut self, kind: &str) {
        *self.failures.entry(kind.to_owned()).or_default() += 1;
    }
}
