//! States of a ticket and how they follow each other. Pure: no IO.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode};

use super::ticket_type::named;

named!(
    /// State of a ticket.
    TicketStatus {
        /// Nobody is at it yet.
        New "new",
        /// Somebody is at it.
        InProgress "in_progress",
        /// It waits for the requester or somebody else; its time stands still.
        Pending "pending",
        /// It is done, unless the requester says something else.
        Solved "solved",
        /// It is done for good.
        Closed "closed",
    }
);

/// What moves a ticket from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Somebody begins, or goes on.
    Start,
    /// It waits for somebody.
    Wait,
    /// The matter is settled, by somebody who took care of it.
    Solve,
    /// It is not done after all.
    Reopen,
    /// It is done for good.
    Close,
}

impl Step {
    /// Every step, for tests that try each.
    #[cfg(test)]
    const ALL: [Self; 5] = [Self::Start, Self::Wait, Self::Solve, Self::Reopen, Self::Close];
}

impl TicketStatus {
    /// The state after a step.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn after(self, step: Step) -> Result<Self, ApiError> {
        match (self, step) {
            (Self::New | Self::Pending, Step::Start) | (Self::Solved, Step::Reopen) => Ok(Self::InProgress),
            (Self::InProgress, Step::Wait) => Ok(Self::Pending),
            (Self::InProgress | Self::Pending, Step::Solve) => Ok(Self::Solved),
            (Self::Solved, Step::Close) => Ok(Self::Closed),
            _ => Err(self.refusal()),
        }
    }

    /// Refuses what is done with no ticket that is closed.
    ///
    /// # Errors
    /// 409 `invalid_state` naming `follow_up_of`.
    pub fn check_not_closed(self) -> Result<(), ApiError> {
        if self == Self::Closed { Err(self.refusal()) } else { Ok(()) }
    }

    fn refusal(self) -> ApiError {
        if self == Self::Closed {
            let message = "the ticket is closed for good: create another one with its id as follow_up_of";
            return ApiError::conflict(ErrorCode::InvalidState, message).at("follow_up_of", "closed");
        }
        let message = format!("the ticket is {}, which does not allow this", self.as_str());
        ApiError::conflict(ErrorCode::InvalidState, message)
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, TicketStatus};

    #[test]
    fn a_state_allows_these_steps_and_no_others() {
        use TicketStatus::{Closed, InProgress, New, Pending, Solved};
        let allowed = [
            (New, Step::Start, InProgress),
            (InProgress, Step::Wait, Pending),
            (InProgress, Step::Solve, Solved),
            (Pending, Step::Start, InProgress),
            (Pending, Step::Solve, Solved),
            (Solved, Step::Reopen, InProgress),
            (Solved, Step::Close, Closed),
        ];
        for status in [New, InProgress, Pending, Solved, Closed] {
            for step in Step::ALL {
                let expected =
                    allowed.iter().find(|(from, by, _)| (*from, *by) == (status, step)).map(|(_, _, to)| *to);
                assert_eq!(status.after(step).ok(), expected, "{status:?} {step:?}");
            }
        }
    }
}
