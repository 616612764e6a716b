//! Names that one record holds at a time, and numbers that many writers change: what transactions are conditional on.

use std::fmt::Display;

/// A name that only one record may hold: its item exists exactly while it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    name: String,
}

impl Guard {
    /// The guard of `rule`, such as `plan_name`, for `name`.
    #[must_use]
    pub fn new(rule: &'static str, name: impl Display) -> Self {
        Self { name: format!("{rule}#{name}") }
    }

    /// Rule and name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A number that many writers change without reading it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    name: String,
}

impl Counter {
    /// The counter of `rule` for `name`, such as `("benefit_quota", <benefit id>)`.
    #[must_use]
    pub fn new(rule: &'static str, name: impl Display) -> Self {
        Self { name: format!("{rule}#{name}") }
    }

    /// Rule and name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
