//! Ranges of sort keys.

use crate::expression::Expression;
use values::Timestamp;

/// Before every id that was made at this instant or later: the first 48 bits of a UUID version 7 are milliseconds since
/// 1970.
#[must_use]
pub fn earliest_id(at: Timestamp) -> String {
    let millis = at.millis().max(0);
    format!("{:08x}-{:04x}", millis >> 16, millis & 0xffff)
}

/// Sort keys that are at least `from`, and less than `before`, as far as these are given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub from: Option<String>,
    pub before: Option<String>,
}

/// A condition on an instant of a record which its id tells nearly.
#[derive(Clone, Debug)]
pub struct Period {
    pub condition: Expression,
    /// The records of this range meet the condition for certain.
    pub certain: Range,
}

impl Range {
    pub const fn is_unbounded(&self) -> bool {
        self.from.is_none() && self.before.is_none()
    }

    /// DynamoDB refuses a range that ends before it begins.
    pub fn or_nothing(self) -> Self {
        match (&self.from, &self.before) {
            (Some(from), Some(before)) if before < from => Self::of_nothing(),
            _ => self,
        }
    }

    /// Nothing has a key like this.
    pub fn of_nothing() -> Self {
        Self { from: Some(" ".to_owned()), before: Some(" ".to_owned()) }
    }
}

/// The first sort key after this one: sort keys end with a UUID, so `~` sorts just after one.
#[must_use]
pub fn just_after(sort: &str) -> String {
    format!("{sort}~")
}
