//! A long-running operation on a record of an area: bookings that are cancelled because what they rest on goes, in more
//! steps than one request may take (decision 52). It is stored as it is shown, in the record that goes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{
    ApiError, ErrorCode, Timestamp,
    operation::{Operation, OperationFailure, OperationStatus},
};

/// What may be carried out for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordTask {
    /// The company is archived once its bookings are cancelled.
    ArchiveCompany,
    /// The company is deleted once its bookings are cancelled.
    DeleteCompany,
    /// The member is anonymised once the bookings are cancelled.
    AnonymiseMember,
    /// The member is deleted once the bookings are cancelled.
    DeleteMember,
    /// The resource is inactive, and its bookings are cancelled.
    DeactivateResource,
    /// The location is inactive, and its bookings are cancelled.
    DeactivateLocation,
}

/// What is carried out for a record in steps after its request, or was last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordOperation {
    /// What is carried out.
    #[serde(rename = "type")]
    pub task: RecordTask,
    /// Its status; `succeeded`, `failed` and `cancelled` are final.
    pub status: OperationStatus,
    /// Bookings that were cancelled.
    pub done: usize,
    /// Bookings that were to be cancelled when it was asked for, or more when others were made meanwhile.
    pub total: usize,
    /// Why it failed; null when nothing refused it. Bookings that were cancelled before stay cancelled.
    pub failure: Option<OperationFailure>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its last step was done.
    pub updated_at: Timestamp,
    /// When it ended; null while it is carried out.
    pub ended_at: Option<Timestamp>,
    /// Whether what is assigned to the customer ends with it.
    pub ends_assignments: bool,
}

impl RecordOperation {
    /// One that was just asked for, with so many bookings to cancel.
    #[must_use]
    pub const fn new(task: RecordTask, total: usize, ends_assignments: bool, now: Timestamp) -> Self {
        Self {
            task,
            status: OperationStatus::Queued,
            done: 0,
            total,
            failure: None,
            created_at: now,
            updated_at: now,
            ended_at: None,
            ends_assignments,
        }
    }

    /// Whether steps of it are left to be done.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.progress().is_open()
    }

    /// When the sweep carries it on, unless something else does before.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        self.progress().due_at()
    }

    /// The same after a step that has cancelled so many bookings.
    #[must_use]
    pub fn stepped(&self, cancelled: usize, now: Timestamp) -> Self {
        let done = self.done + cancelled;
        let after = self.with(self.progress().stepped(OperationStatus::Running, now));
        Self { done, total: self.total.max(done), ..after }
    }

    /// The same after it was done.
    #[must_use]
    pub fn succeeded(&self, now: Timestamp) -> Self {
        Self { total: self.done, ..self.with(self.progress().stepped(OperationStatus::Succeeded, now)) }
    }

    /// The same after `error` refused it for good.
    #[must_use]
    pub fn failed(&self, error: &ApiError, now: Timestamp) -> Self {
        self.with(self.progress().given_up(Some(error), now).undone(now))
    }

    /// The same after its record was archived: by then nothing was left that it could cancel.
    #[must_use]
    pub fn archived(&self, now: Timestamp) -> Self {
        if self.is_open() { self.succeeded(now) } else { self.clone() }
    }

    /// The same after it was cancelled, which nothing was done of.
    ///
    /// # Errors
    /// 409 `invalid_state` once its first step was done.
    pub fn cancelled(&self, now: Timestamp) -> Result<Self, ApiError> {
        if self.status == OperationStatus::Queued {
            return Ok(self.with(self.progress().given_up(None, now).undone(now)));
        }
        Err(ApiError::conflict(
            ErrorCode::InvalidState,
            "its bookings are being cancelled, which cannot be taken back any more",
        ))
    }

    fn progress(&self) -> Operation {
        Operation {
            state: self.status,
            failure: self.failure.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            ended_at: self.ended_at,
        }
    }

    fn with(&self, Operation { state, failure, created_at, updated_at, ended_at }: Operation) -> Self {
        Self { status: state, failure, created_at, updated_at, ended_at, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::{RecordOperation, RecordTask};
    use values::{ErrorCode, Timestamp, operation::OperationStatus};

    #[test]
    fn what_is_carried_out_can_be_cancelled_until_its_first_step() {
        let now = Timestamp::EPOCH;
        let queued = RecordOperation::new(RecordTask::ArchiveCompany, 3, false, now);
        let cancelled = queued.cancelled(now).expect("nothing was done");
        assert_eq!((cancelled.status, cancelled.due_at()), (OperationStatus::Cancelled, None));
        let running = queued.stepped(2, now);
        assert_eq!(running.cancelled(now).map_err(|error| error.code), Err(ErrorCode::InvalidState));
        assert_eq!((running.done, running.total, running.stepped(2, now).total), (2, 3, 4));
    }
}
