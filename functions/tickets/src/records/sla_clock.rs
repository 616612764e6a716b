//! The clock of a ticket: since when its time counts, and when it stood still. How much of that were business hours is
//! `rules::sla`'s.

use serde::{Deserialize, Serialize};
use values::Timestamp;

/// The clock of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlaClock {
    /// Since when it counts.
    pub since: Timestamp,
    /// Milliseconds of business hours that were counted before.
    pub counted_ms: i64,
    /// When numbers of minutes were over before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ran_out: Vec<RanOut>,
    /// When it stood still since then, in order. It stands still now when the last one has no end.
    pub pauses: Vec<Pause>,
}

/// When so many minutes of a clock were over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanOut {
    /// Minutes of business hours, such as those that a priority allows.
    pub minutes: u32,
    /// When they were over.
    pub at: Timestamp,
}

/// A time in which a clock stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// First instant at which the clock stands still.
    pub from: Timestamp,
    /// First instant after it; none while it goes on.
    pub until: Option<Timestamp>,
}

impl SlaClock {
    /// A clock that begins to run.
    #[must_use]
    pub const fn running(since: Timestamp) -> Self {
        Self { since, counted_ms: 0, ran_out: Vec::new(), pauses: Vec::new() }
    }

    /// When so many minutes were over that were before it counts: at an instant that is known of them, else by the
    /// first that is known of more minutes, and when it began to count at the latest.
    #[must_use]
    pub fn ran_out_at(&self, minutes: u32) -> Timestamp {
        let known = self.ran_out.iter().filter(|known| minutes <= known.minutes).map(|known| known.at);
        known.min().unwrap_or(self.since)
    }

    /// Whether it stands still.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.pauses.last().is_some_and(|pause| pause.until.is_none())
    }

    /// Stops it; one that stands still goes on to.
    pub fn pause(&mut self, now: Timestamp) {
        if !self.is_paused() {
            self.pauses.push(Pause { from: now, until: None });
        }
    }

    /// Lets it run again.
    pub fn resume(&mut self, now: Timestamp) {
        if let Some(pause) = self.pauses.last_mut().filter(|pause| pause.until.is_none()) {
            pause.until = Some(now);
        }
    }

    /// The times in which it runs, in order; the last one has no end while it runs.
    #[must_use]
    pub fn running_times(&self) -> Vec<(Timestamp, Option<Timestamp>)> {
        let mut running_times = Vec::new();
        let mut from = Some(self.since);
        for pause in &self.pauses {
            running_times.extend(from.map(|from| (from, Some(pause.from))));
            from = pause.until;
        }
        running_times.extend(from.map(|from| (from, None)));
        running_times
    }
}
