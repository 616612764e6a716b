//! Unique keys: names that only one record holds at a time, on which a transaction may be conditional.

use std::fmt::Display;

use super::text::{comparable, digest, folded};

/// A name that only one record may hold: its item exists exactly while it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueKey {
    name: String,
    former: Option<String>,
    field: &'static str,
}

impl UniqueKey {
    /// The unique key of `rule`, such as `plan_name`, for `name`, of which the key holds a digest: a name may be longer
    /// than a key.
    #[must_use]
    pub fn new(rule: &'static str, name: impl Display) -> Self {
        Self { name: stored(rule, &name.to_string()), former: None, field: "name" }
    }

    /// The unique key of a name that people gave, in the form in which two of them are the same; `within` says in what
    /// it is unique.
    #[must_use]
    pub fn of_name(rule: &'static str, name: &str, within: impl Fn(String) -> String) -> Self {
        let former = Some(folded(name)).filter(|former| *former != comparable(name));
        let former = former.map(|former| stored(rule, &within(former)));
        Self { former, ..Self::new(rule, within(comparable(name))) }
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

    /// The same name as a record may still hold it that was stored before names were compared without characters that
    /// are not shown; nothing when it has none of them.
    #[must_use]
    pub fn former(&self) -> Option<Self> {
        let name = self.former.clone()?;
        Some(Self { name, former: None, field: self.field })
    }
}

fn stored(rule: &str, name: &str) -> String {
    format!("{rule}#{}", digest(name))
}
