//! States of an event.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode, LongText, Timestamp};

/// State of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventStatus {
    /// It is being prepared; nobody registers.
    Draft,
    /// It takes place; people can register while registration is open.
    Published,
    /// It does not take place.
    Cancelled,
    /// It was published, and its end has passed.
    Completed,
}

impl EventStatus {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Cancelled => "cancelled",
            Self::Completed => "completed",
        }
    }

    /// Refuses what only an event in one of `allowed` may.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn require(self, allowed: &[Self]) -> Result<(), ApiError> {
        if allowed.contains(&self) {
            return Ok(());
        }
        let message = format!("the event is {}, which does not allow this", self.as_str());
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }
}

/// How an event came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCancellation {
    /// When the event was cancelled.
    pub at: Timestamp,
    /// Reason for the cancellation, in words; empty when none was given.
    pub reason: LongText,
}

/// How many seats of an event are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatNumbers {
    /// Those of registrations that were not cancelled.
    pub taken: i64,
    /// Those that are kept for offers.
    pub offered: i64,
    /// Those that people wait for.
    pub waited_for: i64,
    /// Whether some are left.
    pub available: Availability,
}

/// Whether seats are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventAvailability")]
pub enum Availability {
    /// More than a tenth of the seats are free, or there is no limit.
    Available,
    /// At most a tenth of them.
    Limited,
    /// No seat is free.
    SoldOut,
}
