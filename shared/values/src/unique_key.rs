//! Unique keys: names that only one record holds at a time, on which a transaction may be conditional.

use std::fmt::Display;

use super::text::digest;

/// A name that only one record may hold: its item exists exactly while it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueKey {
    name: String,
    field: &'static str,
}

impl UniqueKey {
    /// The unique key of `rule`, such as `plan_name`, for `name`, of which the key holds a digest: a name may be longer than a key.
    #[must_use]
    pub fn new(rule: &'static str, name: impl Display) -> Self {
        Self { name: format!("{rule}#{}", digest(&name.to_string())), field: "name" }
    }

    /// The same name, which stands in this field of the request; `name` unless it is said.
    #[must_use]
    pub const fn of_field(mut self, field: &'static str) -> Self {
        self.field = field;
        self
    }

    /// The field of the request that the refusal names.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// Rule, and digest of the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
