//! Names that only one record holds at a time: a transaction is conditional on them.

use std::fmt::Display;

/// A name that only one record may hold: its item exists exactly while it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueKey {
    name: String,
}

impl UniqueKey {
    /// The unique key of `rule`, such as `plan_name`, for `name`.
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
