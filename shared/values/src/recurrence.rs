//! The rule by which something repeats: a booking, a visit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Day, schedule::Weekday};
use crate::ApiError;

/// Most occurrences of a series (`docs/areas/bookings.md`, 31).
pub const OCCURRENCES_MAX: u32 = 200;

/// How a booking repeats: exactly one of `count` and `until` ends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecurrenceRule {
    /// Unit of the interval.
    pub frequency: Frequency,
    /// Every so many of them; 1 when left out.
    #[serde(default = "every")]
    #[schemars(range(min = 1, max = 52))]
    pub interval: u32,
    /// Weekly: the days, that of the first start when left out. Monthly: the same weekday of the month as the first
    /// start, such as the second Tuesday; the fifth is the last. Without weekdays a month repeats by its day, and a
    /// month that has no such day is left out. Daily and yearly have none.
    #[serde(default)]
    #[schemars(length(max = 7), extend("uniqueItems" = true))]
    pub weekdays: Vec<Weekday>,
    /// So many occurrences, at most 200.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: Option<u32>,
    /// Until this local day, which is included.
    #[serde(default)]
    pub until: Option<Day>,
}

/// Unit of the interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    /// Repeats every `interval` days, without weekdays.
    Daily,
    /// Repeats every `interval` weeks, which begin on Monday.
    Weekly,
    /// Repeats every `interval` months, on a day or a weekday of the month.
    Monthly,
    /// Years; 29 February only in leap years.
    Yearly,
}

const fn every() -> u32 {
    1
}

impl RecurrenceRule {
    /// Refuses a rule that contradicts itself.
    ///
    /// # Errors
    /// 422 naming what contradicts itself.
    pub fn check(&self) -> Result<(), ApiError> {
        match (self.count, self.until) {
            (None, None) => {
                return Err(ApiError::rule("rule.count", "end_required", "a series ends: give count or until"));
            }
            (Some(_), Some(_)) => {
                return Err(ApiError::rule("rule.until", "count_or_until", "a series ends by count or by until"));
            }
            (Some(count), None) if count > OCCURRENCES_MAX => return Err(too_many("rule.count")),
            (Some(_), None) | (None, Some(_)) => {}
        }
        match self.frequency {
            Frequency::Daily | Frequency::Yearly if !self.weekdays.is_empty() => {
                let message = "only weekly and monthly series have weekdays";
                Err(ApiError::rule("rule.weekdays", "weekdays_not_allowed", message))
            }
            Frequency::Daily | Frequency::Weekly | Frequency::Monthly | Frequency::Yearly => Ok(()),
        }
    }
}

/// 422: more occurrences than a series has at most.
#[must_use]
pub fn too_many(field: &str) -> ApiError {
    ApiError::rule(field, "too_many_occurrences", format!("a series has at most {OCCURRENCES_MAX} occurrences"))
}
