//! How much one request reads of lists: a list whose total can be told only by reading very much is refused before the
//! request's time is over.

use std::sync::{Mutex, PoisonError};

use aws_sdk_dynamodb::types::ConsumedCapacity;

use crate::error::StoreError;

/// Read units that one request spends on what is not counted: sixteen megabytes of an index, eight of the table itself,
/// where each read is of the present. About five thousand records of the table, or ten thousand of an index.
const UNITS_MAX: f64 = 2_000.0;

/// What a request has read of lists so far.
#[derive(Debug)]
pub struct Reading {
    units: Mutex<f64>,
    is_last: bool,
}

impl Reading {
    /// Nothing yet; `is_last` when it is not done again, whatever is changed meanwhile.
    pub const fn new(is_last: bool) -> Self {
        Self { units: Mutex::new(0.0), is_last }
    }

    /// Whether it is not done again.
    pub const fn is_last(&self) -> bool {
        self.is_last
    }

    /// Counts what a query consumed.
    #[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float")]
    pub fn add(&self, consumed: Option<&ConsumedCapacity>) {
        let units = consumed.and_then(ConsumedCapacity::capacity_units).unwrap_or_default();
        *self.units.lock().unwrap_or_else(PoisonError::into_inner) += units;
    }

    /// Refuses to go on once it is too much.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn check(&self) -> Result<(), StoreError> {
        let units = *self.units.lock().unwrap_or_else(PoisonError::into_inner);
        if units > UNITS_MAX { Err(StoreError::TooMany) } else { Ok(()) }
    }
}
