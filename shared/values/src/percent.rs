//! Percentages: tax rates and discounts, 0 to 100 with at most four decimals: `21` is 21 %.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::decimal::Decimal;

const DECIMALS: u32 = 4;

/// A percentage, inside in ten-thousandths of a percent: 21 % is 210,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(i64);

impl Percent {
    /// No percent at all: nothing is taxed or taken off.
    pub const ZERO: Self = Self(0);
    /// The whole: 100 percent, the largest there is.
    pub const HUNDRED: Self = Self(1_000_000);

    /// The percentage a client wrote; `None` outside 0 to 100 or with more than four decimals.
    #[must_use]
    pub fn from_decimal(number: Decimal) -> Option<Self> {
        number.scaled(DECIMALS).map(Self).filter(|rate| (Self::ZERO..=Self::HUNDRED).contains(rate))
    }

    /// In ten-thousandths of a percent.
    #[must_use]
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// The percentage as the API shows it: `21` is 21 %.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, DECIMALS)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.decimal().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Decimal::deserialize(deserializer)?;
        Self::from_decimal(number).ok_or_else(|| de::Error::custom("not a percentage"))
    }
}

impl JsonSchema for Percent {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Percent".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "format": "decimal", "minimum": 0, "maximum": 100, "multipleOf": 0.0001})
    }
}
