//! One number in percent of another, with one decimal.

use std::{borrow::Cow, fmt};

use billing::arithmetic::share;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use values::Decimal;

/// A part in percent of a whole; above 100 when the part is the larger one.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub struct Percentage(Decimal);

impl Percentage {
    /// `part` in percent of `whole`, rounded half up; none of nothing.
    #[must_use]
    pub fn of(part: i64, whole: i64) -> Option<Self> {
        let tenths = share(part, 1_000, whole).ok()?;
        (whole > 0).then(|| Self(Decimal::new(tenths, 1)))
    }
}

impl fmt::Display for Percentage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl JsonSchema for Percentage {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Percentage".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "format": "decimal", "minimum": 0, "multipleOf": 0.1})
    }
}

#[cfg(test)]
mod tests {
    use super::Percentage;

    #[test]
    fn a_part_is_rounded_to_a_tenth_of_a_percent_and_of_nothing_there_is_none() {
        for (part, whole, expected) in
            [(1, 3, Some("33.3")), (2, 3, Some("66.7")), (5, 2, Some("250")), (0, 4, Some("0")), (1, 0, None)]
        {
            assert_eq!(Percentage::of(part, whole).map(|share| share.to_string()).as_deref(), expected);
        }
    }
}
