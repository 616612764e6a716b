//! Booking policy: the keys that a merchant sets as defaults and a resource sets for itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Percent;

/// Rules for booking. A key that is null or absent sets no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BookingPolicy {
    /// Start and length are multiples of this many minutes of the local day.
    #[schemars(range(min = 1, max = 1440), extend("x-nullable" = true))]
    pub step_minutes: Option<u32>,
    /// Shortest booking.
    #[schemars(range(min = 1, max = 44640), extend("x-nullable" = true))]
    pub min_minutes: Option<u32>,
    /// Longest booking; 31 days is the most there is.
    #[schemars(range(min = 1, max = 44640), extend("x-nullable" = true))]
    pub max_minutes: Option<u32>,
    /// Time between booking and start.
    #[schemars(range(min = 0, max = 525_600), extend("x-nullable" = true))]
    pub lead_time_minutes: Option<u32>,
    /// How many days ahead a booking may start.
    #[schemars(range(min = 0, max = 3650), extend("x-nullable" = true))]
    pub book_ahead_days: Option<u32>,
    /// Minutes kept free before a booking.
    #[schemars(range(min = 0, max = 1440))]
    pub buffer_before_minutes: u32,
    /// Minutes kept free after a booking.
    #[schemars(range(min = 0, max = 1440))]
    pub buffer_after_minutes: u32,
    /// What a cancellation costs.
    pub cancellation_policy: CancellationPolicy,
    /// Whether people check in, and when.
    pub check_in: CheckInPolicy,
}

/// What a cancellation costs, by how long before the start it comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CancellationPolicy {
    /// Free until this many minutes before the start.
    #[schemars(range(min = 0, max = 525_600))]
    pub free_minutes: u32,
    /// Fees for members, longest notice first.
    #[schemars(length(max = 20))]
    pub member_ladder: Vec<CancellationStep>,
    /// Fees for everybody else, longest notice first.
    #[schemars(length(max = 20))]
    pub public_ladder: Vec<CancellationStep>,
    /// Fee of a booking nobody came to, in percent of its price.
    pub no_show_fee_percent: Option<Percent>,
}

/// One step of a cancellation ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationStep {
    /// Applies to cancellations at most this many minutes before the start.
    #[schemars(range(min = 0, max = 525_600))]
    pub minutes_before: u32,
    /// Fee in percent of the price.
    pub fee_percent: Percent,
}

/// Checking in to a booking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CheckInPolicy {
    /// Whether people check in at all.
    pub enabled: bool,
    /// Check-in opens this many minutes before the start.
    #[schemars(range(min = 0, max = 60))]
    pub opens_minutes: u32,
    /// A booking nobody checked in to is released this many minutes after its start.
    #[schemars(range(min = 1, max = 120), extend("x-nullable" = true))]
    pub auto_release_minutes: Option<u32>,
}
