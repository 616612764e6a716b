//! An operation on a series, as the series stores it (`docs/areas/bookings.md`, 65 to 68).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{
    LongText, ShortText, Timestamp,
    operation::{Operation, OperationStatus},
};

use super::scope_of_change::SeriesScope;

/// An operation on a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesOperation {
    /// What is carried out.
    pub task: SeriesTask,
    /// How far it has come.
    pub progress: Operation,
    /// How many bookings are written together in each step of the present pass.
    pub groups: Vec<usize>,
    /// How many of these steps were done.
    pub next: usize,
    /// How many occurrences at the beginning of the series have a booking, or how many bookings are changed.
    pub made: usize,
    /// How many of those that are made are final.
    #[serde(default)]
    pub settled: usize,
    /// How many bookings are to be changed, where it is a change.
    #[serde(default)]
    pub to_change: usize,
    /// What was asked for of bookings that are there, while it is carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Changing>,
}

/// What may be carried out for a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SeriesTask {
    /// The series is made.
    #[serde(rename = "create_series")]
    Create,
    /// Bookings of the series are changed.
    #[serde(rename = "update_series")]
    Update,
    /// Bookings of the series are cancelled.
    #[serde(rename = "cancel_series")]
    Cancel,
}

/// A change of bookings that are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changing {
    /// What was asked for.
    pub asked: Asked,
    /// Positions of the bookings that are to be changed among those of the series, in the order of the steps.
    pub places: Vec<usize>,
    /// Those that could not be moved in the present pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Unmoved>,
    /// Whether any was moved in the present pass: then those that were refused may fit in the next one.
    #[serde(default)]
    pub has_moved: bool,
}

/// What is asked for of bookings of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// They are changed so.
    Update(UpdateAsked),
    /// They are cancelled so.
    Cancel(CancelAsked),
}

/// How bookings of a series are changed; what is absent stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateAsked {
    /// Which bookings of the series are changed.
    pub scope: SeriesScope,
    /// What they are for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<ShortText>,
    /// How many people come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attendees: Option<i64>,
    /// For the people who run the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<LongText>,
    /// Local time at which each begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time_of_day: Option<String>,
    /// How long each lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<i64>,
    /// Whether policy is set aside.
    pub is_override: bool,
}

/// How bookings of a series are cancelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelAsked {
    /// Whether the operator cancels them, at no fee.
    pub by_operator: bool,
    /// Why they are cancelled, in the words of whoever asks for it.
    pub comment: LongText,
    /// Whether the series ends too.
    pub ends_series: bool,
    /// What waits for the series from this instant on leaves the waiting list.
    pub from: Option<Timestamp>,
}

/// A booking that could not be moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmoved {
    /// Its position among the bookings of the series.
    pub place: usize,
    /// When it would start.
    pub start: Timestamp,
    /// Why it keeps its time: the reason of the refusal.
    pub reason: ShortText,
}

impl SeriesOperation {
    /// One that was just asked for, with so many bookings in each of its steps.
    #[must_use]
    pub const fn new(task: SeriesTask, groups: Vec<usize>, now: Timestamp) -> Self {
        let progress = Operation::new(now);
        Self { task, progress, groups, next: 0, made: 0, settled: 0, to_change: 0, change: None }
    }

    /// How many bookings the next step is about.
    #[must_use]
    pub fn group(&self) -> usize {
        self.groups.get(self.next).copied().unwrap_or(0)
    }

    /// Whether the present pass is over.
    #[must_use]
    pub const fn is_passed(&self) -> bool {
        self.groups.len() <= self.next
    }

    /// The same after a step.
    #[must_use]
    pub fn stepped(&self, now: Timestamp) -> Self {
        Self { progress: self.progress.stepped(OperationStatus::Running, now), ..self.clone() }
    }

    /// The same after its end: how it went, and nothing of what was asked for.
    #[must_use]
    pub fn ended(&self, progress: Operation) -> Self {
        Self { progress, groups: Vec::new(), change: None, ..self.clone() }
    }

    /// So many of the bookings that were made last are gone.
    pub fn forget_last(&mut self, count: usize) {
        self.made -= count;
        let mut left = count;
        for group in self.groups.iter_mut().take(self.next).rev() {
            let gone = left.min(*group);
            *group -= gone;
            left -= gone;
        }
    }

    /// Parts of it that are done, and all: an occurrence that is made is made, and then made final; one that is changed
    /// is changed once.
    #[must_use]
    pub const fn parts(&self, occurrences: usize) -> (usize, usize) {
        match self.task {
            SeriesTask::Create => (self.made + self.settled, 2 * occurrences),
            SeriesTask::Update | SeriesTask::Cancel => (self.made, self.to_change),
        }
    }
}

impl Changing {
    /// Whether the series ends with its bookings.
    #[must_use]
    pub const fn ends_series(&self) -> bool {
        matches!(&self.asked, Asked::Cancel(asked) if asked.ends_series)
    }
}
