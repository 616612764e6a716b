//! Sums of amounts, which may be larger than any amount of a record.

use std::{borrow::Cow, fmt};

use crate::{Currency, Decimal, Money};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// A sum in major units; it may be below zero.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub struct Total(Decimal);

impl Total {
    /// So many minor units of a currency.
    #[must_use]
    pub fn of(minor: i64, currency: Currency) -> Self {
        Self(Money::new(minor, currency).amount())
    }
}

impl fmt::Display for Total {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl JsonSchema for Total {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Total".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "format": "decimal", "multipleOf": 0.0001})
    }
}
