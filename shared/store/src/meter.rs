//! What one request uses: calls to DynamoDB and the capacity units they consumed.

use std::sync::Mutex;

use aws_sdk_dynamodb::types::ConsumedCapacity;

/// Counts the calls and units of one request.
#[derive(Debug, Default)]
pub struct Meter {
    used: Mutex<Usage>,
}

/// Calls and capacity units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Calls of DynamoDB that the request made.
    pub calls: u32,
    /// Read and write units together, as DynamoDB reports them.
    pub units: f64,
}

impl Usage {
    /// The units as a whole number, at least as many.
    #[must_use]
    pub fn whole_units(&self) -> i64 {
        format!("{:.0}", self.units.ceil()).parse().unwrap_or_default()
    }
}

impl Meter {
    /// Adds a call with what it consumed.
    #[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float; it is only logged")]
    pub(crate) fn add<'a>(&self, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
        let units: f64 = consumed.into_iter().filter_map(ConsumedCapacity::capacity_units).sum();
        let mut used = self.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        used.calls += 1;
        used.units += units;
    }

    /// What was used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        *self.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
