//! The days on which the periods of a subscription begin, as requests and answers have them.

use billing::cycles::Anchor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day, schedule::Weekday};

/// On which days periods begin: by one of these, or as the first period did when all are null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SubscriptionAnchor")]
pub struct AnchorView {
    /// Day of the month, which monthly, quarterly and yearly cycles can have.
    #[serde(default)]
    #[schemars(range(min = 1, max = 28))]
    day_of_month: Option<u32>,
    /// Day of the week, which weekly cycles can have.
    #[serde(default)]
    weekday: Option<Weekday>,
    /// First day of the first whole period, less than a cycle after the first day that is paid for.
    #[serde(default)]
    date: Option<Day>,
}

impl AnchorView {
    /// An anchor as it is shown.
    #[must_use]
    pub fn of(anchor: Anchor) -> Self {
        let none = Self::default();
        match anchor {
            Anchor::Rolling => none,
            Anchor::DayOfMonth(day) => Self { day_of_month: Some(day), ..none },
            Anchor::Weekday(weekday) => Self { weekday: Some(weekday), ..none },
            Anchor::Date(date) => Self { date: Some(date), ..none },
        }
    }

    /// The anchor that is asked for.
    ///
    /// # Errors
    /// 422 `only_one` on `anchor` for more than one of its fields.
    pub fn asked(&self) -> Result<Anchor, ApiError> {
        match (self.day_of_month, self.weekday, self.date) {
            (None, None, None) => Ok(Anchor::Rolling),
            (Some(day), None, None) => Ok(Anchor::DayOfMonth(day)),
            (None, Some(weekday), None) => Ok(Anchor::Weekday(weekday)),
            (None, None, Some(date)) => Ok(Anchor::Date(date)),
            _ => Err(ApiError::rule("anchor", "only_one", "an anchor has one of day_of_month, weekday and date")),
        }
    }
}
