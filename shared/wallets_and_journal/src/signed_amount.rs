//! Amounts that may be below zero, as requests and answers have them: JSON numbers in major units.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use values::{ApiError, Currency, Decimal, Money, amount::minor_of, money::AMOUNT_MAX};

/// An amount above or below zero, without its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SignedAmount(Decimal);

impl SignedAmount {
    /// So many minor units of a currency.
    #[must_use]
    pub fn of(minor: i64, currency: Currency) -> Self {
        Self(Money::new(minor, currency).amount())
    }

    /// In minor units.
    ///
    /// # Errors
    /// 422 naming `field`: it has more decimals than the currency, or is too large.
    pub fn minor_in(self, currency: Currency, field: &str) -> Result<i64, ApiError> {
        minor_of(self.0, currency, field)
    }
}

impl JsonSchema for SignedAmount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SignedAmount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "number", "format": "decimal", "minimum": -AMOUNT_MAX, "maximum": AMOUNT_MAX, "multipleOf": 0.0001
        })
    }
}
