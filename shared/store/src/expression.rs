//! Conditions, filters and updates, written with placeholders so that no value becomes part of an expression.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::table::{PARTITION_KEY, SORT_KEY};
use values::Timestamp;

/// An expression with its names and values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expression {
    /// The text, with `#name` and `:value` placeholders.
    pub text: String,
    /// Attribute names by placeholder.
    pub names: HashMap<String, String>,
    /// Attribute values by placeholder, such as `:value`.
    pub values: HashMap<String, AttributeValue>,
}

impl Expression {
    /// An expression of this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The item does not exist.
    #[must_use]
    pub fn absent() -> Self {
        Self::new("attribute_not_exists(#pk)").name("#pk", PARTITION_KEY)
    }

    /// The condition that the item exists.
    #[must_use]
    pub fn present() -> Self {
        Self::new("attribute_exists(#pk)").name("#pk", PARTITION_KEY)
    }

    /// A condition that always holds, whether or not the item exists.
    #[must_use]
    pub fn always() -> Self {
        Self::new("attribute_exists(#pk) OR attribute_not_exists(#pk)").name("#pk", PARTITION_KEY)
    }

    /// The item exists in this version.
    #[must_use]
    pub fn version(version: i64) -> Self {
        Self::new("#version = :version").name("#version", "version").number(":version", version)
    }

    /// With the placeholder `#placeholder` for the attribute `name`.
    #[must_use]
    pub fn name(mut self, placeholder: &str, name: &str) -> Self {
        self.names.insert(placeholder.to_owned(), name.to_owned());
        self
    }

    /// With the placeholder `:placeholder` for `value`.
    #[must_use]
    pub fn value(mut self, placeholder: &str, value: AttributeValue) -> Self {
        self.values.insert(placeholder.to_owned(), value);
        self
    }

    /// With the placeholder `:placeholder` for an integer.
    #[must_use]
    pub fn number(self, placeholder: &str, value: i64) -> Self {
        self.value(placeholder, AttributeValue::N(value.to_string()))
    }

    /// With the placeholder `:placeholder` for a string.
    #[must_use]
    pub fn string(self, placeholder: &str, value: impl Into<String>) -> Self {
        self.value(placeholder, AttributeValue::S(value.into()))
    }

    /// With the placeholder `:placeholder` for null.
    #[must_use]
    pub fn null(self, placeholder: &str) -> Self {
        self.value(placeholder, AttributeValue::Null(true))
    }

    /// Adds `path = value`, `path <> value`, `path >= value` or `contains(path, value)`, joined with `AND`; the path is
    /// relative to the record.
    #[must_use]
    pub fn and_body(mut self, path: &str, comparison: Comparison, value: AttributeValue) -> Self {
        let number = self.values.len();
        let mut placeholders = Vec::new();
        for (step, name) in path.split('.').enumerate() {
            let placeholder = format!("#f{number}_{step}");
            self.names.insert(placeholder.clone(), name.to_owned());
            placeholders.push(placeholder);
        }
        let attribute = placeholders.join(".");
        let placeholder = format!(":f{number}");
        if !self.text.is_empty() {
            self.text.push_str(" AND ");
        }
        let test = match comparison {
            Comparison::Equal => format!("{attribute} = {placeholder}"),
            Comparison::NotEqual => format!("{attribute} <> {placeholder}"),
            Comparison::AtLeast => format!("{attribute} >= {placeholder}"),
            Comparison::Contains => format!("contains({attribute}, {placeholder})"),
        };
        self.text.push_str(&test);
        self.value(&placeholder, value)
    }

    /// Adds that the instant at `path` lies after `now`, or does not, joined with `AND`. Instants compare as their
    /// text.
    #[must_use]
    pub fn and_instant(mut self, path: &str, is_ahead: IsAhead, now: Timestamp) -> Self {
        for (step, name) in path.split('.').enumerate() {
            self = self.name(&format!("#now_{step}"), name);
        }
        let steps: Vec<String> = path.split('.').enumerate().map(|(step, _)| format!("#now_{step}")).collect();
        let sign = if is_ahead == IsAhead::Yes { ">" } else { "<=" };
        let join = if self.text.is_empty() { "" } else { " AND " };
        self.text = format!("{}{join}{} {sign} {NOW}", self.text, steps.join("."));
        self.string(NOW, now.to_string())
    }

    /// The expression with another one that must hold, too.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        let join = if self.text.is_empty() { "" } else { " AND " };
        self.text = format!("{}{join}({})", self.text, other.text);
        self.joined(other)
    }

    /// Names and values of both; the texts are used apart.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        self.names.extend(other.names.clone());
        self.values.extend(other.values.clone());
        self
    }
}

/// Placeholder of the present instant. It is left out of a cursor's fingerprint, because it differs between two
/// requests for the same list.
pub const NOW: &str = ":now";

/// Whether an instant lies ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsAhead {
    /// It lies after the present instant.
    Yes,
    /// It is now or lies behind.
    No,
}

/// How a filter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The attribute is the value.
    Equal,
    /// The attribute is something else.
    NotEqual,
    /// The attribute is a number, and the value or more.
    AtLeast,
    /// The attribute is a list that contains the value.
    Contains,
}

/// Names of the partition and sort key that a query of `index` uses.
#[must_use]
pub fn key_names(index: Option<crate::Index>) -> (String, String) {
    match index {
        None => (PARTITION_KEY.to_owned(), SORT_KEY.to_owned()),
        Some(index) => (format!("{}pk", index.name()), format!("{}sk", index.name())),
    }
}
