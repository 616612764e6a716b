//! What of a ticket is counted in the metrics, and on which day. The day is that of the location when it happened, and
//! is kept: another time zone does not move what was counted.

use serde::{Deserialize, Serialize};
use values::Day;

/// What of a ticket is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// When it was created.
    pub created_on: Day,
    /// How long the first response took, and when it came.
    pub response: Option<Measure>,
    /// How long it took until it was solved, and when that was; none while it is not solved.
    pub resolution: Option<Measure>,
    /// Whether it was solved too late.
    pub breached: bool,
}

/// How long something took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The day on which it ended.
    pub on: Day,
    /// Whole minutes of business hours.
    pub minutes: i64,
}
