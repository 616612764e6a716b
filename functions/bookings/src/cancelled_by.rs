//! Who cancels a booking, or bookings of a series.

use schemars::JsonSchema;
use serde::Deserialize;

/// Who cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CancellationParty")]
pub enum CancelledBy {
    /// The customer.
    Customer,
    /// The operator.
    Operator,
}
