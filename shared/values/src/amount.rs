//! Amounts of money as requests and answers have them: JSON numbers in major units.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{Currency, Decimal, Money, MoneyError, money::AMOUNT_MAX};
use crate::ApiError;

/// A non-negative amount in major units; its currency stands in another field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(Decimal);

impl Amount {
    /// The wire form of `minor` units of `currency`.
    #[must_use]
    pub fn of(minor: i64, currency: Currency) -> Self {
        Self(Money::new(minor, currency).amount())
    }

    /// The amount in minor units of `currency`.
    ///
    /// # Errors
    /// 422 `too_many_decimals` naming `field` when it has more decimals than the currency.
    pub fn minor_in(self, currency: Currency, field: &str) -> Result<i64, ApiError> {
        minor_of(self.0, currency, field)
    }
}

impl Default for Amount {
    /// An amount of zero, without decimals.
    fn default() -> Self {
        Self(Decimal::new(0, 0))
    }
}

impl JsonSchema for Amount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "format": "decimal", "minimum": 0, "maximum": AMOUNT_MAX, "multipleOf": 0.0001})
    }
}

/// An amount in minor units of `currency`.
///
/// # Errors
/// 422 `too_many_decimals` or `out_of_range` naming `field`.
pub fn minor_of(amount: Decimal, currency: Currency, field: &str) -> Result<i64, ApiError> {
    Money::parse(amount, currency).map(Money::minor).map_err(|error| match error {
        MoneyError::TooManyDecimals => {
            let message = format!("{currency} has {} decimals", currency.decimals());
            ApiError::rule(field, "too_many_decimals", message)
        }
        MoneyError::OutOfRange => ApiError::rule(field, "out_of_range", "the amount is too large"),
    })
}
