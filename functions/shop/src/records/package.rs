//! What a credit package grants, and what was granted by one that was ordered.

use billing::wallet::{Bucket, Unit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::ApiError;

/// For how many days what is granted may last.
const DURATIONS: [i64; 4] = [30, 90, 180, 365];

/// What one of a credit package grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CreditPackageGrant")]
pub struct PackageGrant {
    /// Unit that is granted: credits or day passes.
    #[serde(rename = "type")]
    pub unit: Unit,
    /// Number of credits or day passes that one package grants, from 1 to 100,000.
    #[schemars(range(min = 1, max = 100_000))]
    pub amount: i64,
    /// After how many days they expire: 30, 90, 180 or 365; null when they do not.
    #[serde(default)]
    #[schemars(range(min = 30, max = 365))]
    pub duration_days: Option<i64>,
}

/// What an item of an order granted, less what was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Granted {
    /// Unit that was granted: credits or day passes.
    pub unit: Unit,
    /// The bucket, as far as this order made it.
    pub bucket: Bucket,
}

impl PackageGrant {
    /// Refuses a duration that is not offered.
    ///
    /// # Errors
    /// 422 `unknown_duration` naming the field.
    pub fn check(&self, position: usize) -> Result<(), ApiError> {
        match self.duration_days {
            Some(days) if !DURATIONS.contains(&days) => {
                let message = "what is granted lasts for 30, 90, 180 or 365 days, or for ever";
                Err(ApiError::rule(format!("grants[{position}].duration_days"), "unknown_duration", message))
            }
            Some(_) | None => Ok(()),
        }
    }
}
