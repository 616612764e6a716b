//! How much of a series a change is about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which bookings of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeriesScope {
    /// The one that `booking_id` names.
    This,
    /// That one, and those that start after it.
    ThisAndFollowing,
    /// All bookings of the series, and the series itself.
    #[default]
    All,
}
