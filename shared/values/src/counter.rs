//! Counters: numbers that many writers change, and on which a transaction may be conditional.

use std::fmt::Display;

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

    /// Rule and name with `#` between, as the store's key has them.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
