//! What stands in the way of a request.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An interval that stands in the way of what was asked for. Whose it is, is not told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TimeConflict {
    /// The resource that is taken.
    #[schemars(extend("format" = "uuid"))]
    pub resource_id: String,
    /// First instant that is taken.
    #[schemars(extend("format" = "date-time"))]
    pub start_time: String,
    /// First instant after it.
    #[schemars(extend("format" = "date-time"))]
    pub end_time: String,
}

impl TimeConflict {
    /// A resource's id, the first instant that is taken, and the first instant after it.
    #[must_use]
    pub fn new(resource_id: impl fmt::Display, start_time: impl fmt::Display, end_time: impl fmt::Display) -> Self {
        Self {
            resource_id: resource_id.to_string(),
            start_time: start_time.to_string(),
            end_time: end_time.to_string(),
        }
    }
}

/// Something that stands in the way of what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Obstacle {
    /// What it is, such as `booking`.
    pub kind: String,
    /// Identifier of the record that stands in the way.
    #[schemars(extend("format" = "uuid"))]
    pub id: String,
    /// First instant of what stands in the way.
    #[schemars(extend("format" = "date-time"))]
    pub start_time: String,
    /// First instant after it; left out when it has no end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("format" = "date-time"))]
    pub end_time: String,
}

/// The first few of what stands in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles(pub Vec<Obstacle>);
