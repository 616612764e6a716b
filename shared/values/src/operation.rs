//! Long-running operations: what one request began and several steps carry on, as it is stored in the record that it is
//! about.
//!
//! A request whose work would cost more than one request may stores the operation, answers 202 and has the record's due
//! work begin at once (`shared::api::Call::hasten`). Each step is one transaction, in which the record says how far the
//! operation has come; so a step that died is done again, and none is done twice. What ends before its time is undone
//! by steps likewise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ApiError, ErrorCode, Timestamp,
    error::{FieldError, TimeConflict},
};

/// After how many seconds without a step the sweep carries an operation on.
const IDLE_SECONDS: i64 = 15;

/// How far an operation has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// What was decided about it.
    pub state: OperationStatus,
    /// Why it is undone, if it is because something refused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<OperationFailure>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its last step was done.
    pub updated_at: Timestamp,
    /// When it ended; none while steps are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
}

/// Why an operation failed: what a request that did it at once would have been answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperationFailure {
    /// Code of the refusal.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// Fields of the request that are refused.
    pub errors: Vec<OperationFieldError>,
    /// Times that are taken, of a `booking_conflict`.
    pub conflicts: Vec<TimeConflict>,
}

/// What is wrong with a field of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperationFieldError {
    /// The field, as in the details of an error.
    pub field: String,
    /// Why it is refused.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
}

/// How far a long-running operation has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Operation")]
pub struct OperationView<T> {
    /// What is carried out.
    #[serde(rename = "type")]
    pub operation_type: T,
    /// Its status; `succeeded`, `failed` and `cancelled` are final.
    pub status: OperationStatus,
    /// Parts of the work that are done and stand; while it is undone they become fewer.
    pub done: usize,
    /// Parts of the whole work.
    pub total: usize,
    /// Why it failed or is being undone; null when nothing refused it.
    pub failure: Option<OperationFailure>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its last step was done.
    pub updated_at: Timestamp,
    /// When it ended; null while it is carried out or undone.
    pub ended_at: Option<Timestamp>,
}

/// Status of a long-running operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OperationStatus {
    /// It waits for its first step.
    Queued,
    /// It is being carried out.
    Running,
    /// It was refused or cancelled, and what it has done is being taken back.
    Undoing,
    /// Every part of it is done.
    Succeeded,
    /// It was refused, and nothing is left of it.
    Failed,
    /// It was cancelled, and nothing is left of it.
    Cancelled,
}

impl Operation {
    /// One that was just asked for.
    #[must_use]
    pub const fn new(now: Timestamp) -> Self {
        Self { state: OperationStatus::Queued, failure: None, created_at: now, updated_at: now, ended_at: None }
    }

    /// Whether steps of it are left to be done, or to be undone.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, OperationStatus::Queued | OperationStatus::Running | OperationStatus::Undoing)
    }

    /// When the sweep carries it on, unless something else does before.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        self.is_open().then(|| self.updated_at.plus(chrono::Duration::seconds(IDLE_SECONDS)))
    }

    /// The same after a step at `now`, in this state.
    #[must_use]
    pub fn stepped(&self, state: OperationStatus, now: Timestamp) -> Self {
        let after = Self { state, updated_at: now, ..self.clone() };
        Self { ended_at: (!after.is_open()).then_some(now), ..after }
    }

    /// The same that is undone from now on: by `failure`, or because it was cancelled.
    #[must_use]
    pub fn given_up(&self, failure: Option<&ApiError>, now: Timestamp) -> Self {
        Self { failure: failure.map(OperationFailure::of), ..self.stepped(OperationStatus::Undoing, now) }
    }

    /// The same after everything was undone.
    #[must_use]
    pub fn undone(&self, now: Timestamp) -> Self {
        let state = if self.failure.is_some() { OperationStatus::Failed } else { OperationStatus::Cancelled };
        self.stepped(state, now)
    }

    /// How it is shown, with so many parts done.
    #[must_use]
    pub fn view<T>(&self, operation_type: T, (done, total): (usize, usize)) -> OperationView<T> {
        OperationView {
            operation_type,
            status: self.state,
            done,
            total,
            failure: self.failure.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            ended_at: self.ended_at,
        }
    }
}

impl OperationFailure {
    /// What a refusal says to the client.
    #[must_use]
    pub fn of(error: &ApiError) -> Self {
        let field = |field: &FieldError| OperationFieldError {
            field: field.field.clone(),
            reason: field.reason.to_string(),
            message: field.message.as_ref().unwrap_or(&error.message).to_string(),
        };
        Self {
            code: error.code.as_str().to_owned(),
            message: error.message.to_string(),
            errors: error.fields.iter().map(field).collect(),
            conflicts: error.conflicts.to_vec(),
        }
    }
}

/// Whether an error refuses the operation for good. Another one is of the moment: the step is done again later.
#[must_use]
pub const fn is_final(error: &ApiError) -> bool {
    let is_clients = error.status() < 500;
    is_clients && !matches!(error.code, ErrorCode::VersionConflict)
}

#[cfg(test)]
mod tests {
    use super::{Operation, OperationStatus, is_final};
    use crate::{ApiError, ErrorCode, Timestamp};

    #[test]
    fn an_operation_is_due_until_it_has_ended() {
        let (begun, later) = (Timestamp::EPOCH, Timestamp::EPOCH.plus(chrono::Duration::seconds(60)));
        let queued = Operation::new(begun);
        assert_eq!(queued.due_at().map(Timestamp::seconds), Some(15));
        let running = queued.stepped(OperationStatus::Running, later);
        assert_eq!((running.due_at().map(Timestamp::seconds), running.ended_at), (Some(75), None));
        let done = running.stepped(OperationStatus::Succeeded, later);
        assert_eq!((done.due_at(), done.ended_at), (None, Some(later)));
    }

    #[test]
    fn what_refused_an_operation_makes_it_fail_and_nothing_else_does() {
        let refusal = ApiError::rule("occurrences[3]", "booking_conflict", "taken");
        let undoing = Operation::new(Timestamp::EPOCH).given_up(Some(&refusal), Timestamp::EPOCH);
        assert_eq!(undoing.undone(Timestamp::EPOCH).state, OperationStatus::Failed);
        assert_eq!(undoing.failure.map(|failure| failure.errors[0].field.clone()).as_deref(), Some("occurrences[3]"));
        let cancelled = Operation::new(Timestamp::EPOCH).given_up(None, Timestamp::EPOCH).undone(Timestamp::EPOCH);
        assert_eq!(cancelled.state, OperationStatus::Cancelled);
    }

    #[test]
    fn an_error_of_the_moment_is_tried_again() {
        assert!(is_final(&ApiError::not_found()));
        for code in [ErrorCode::VersionConflict, ErrorCode::ServiceUnavailable, ErrorCode::InternalError] {
            assert!(!is_final(&ApiError::new(code, "later")), "{code:?}");
        }
    }
}
