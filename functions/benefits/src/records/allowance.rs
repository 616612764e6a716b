//! How often one customer may have a benefit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    ApiError,
    api::Nullable,
    domain::{TimeZone, Timestamp},
};

/// How often one customer may have a benefit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowance {
    /// Once.
    #[default]
    Once,
    /// As often as wanted.
    Unlimited,
    /// So many times in each period of the location's calendar.
    PerPeriod {
        /// Times.
        count: i64,
        /// Period.
        period: AllowancePeriod,
    },
}

/// A period of the location's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowancePeriod {
    /// From midnight.
    Day,
    /// From Monday.
    Week,
    /// From the first.
    Month,
    /// From the first of January.
    Year,
}

/// Kind of an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowanceKind {
    /// Once ever.
    Once,
    /// As often as wanted.
    Unlimited,
    /// `count` times in each `period`.
    PerPeriod,
}

/// How often one customer may have a benefit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllowanceInput {
    /// Kind.
    kind: AllowanceKind,
    /// Times in each period; only for `per_period`, which needs it.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000))]
    count: Nullable<i64>,
    /// Period of the location's calendar; only for `per_period`, which needs it.
    #[serde(default)]
    period: Nullable<AllowancePeriod>,
}

/// How often one customer may have a benefit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Allowance")]
pub struct AllowanceView {
    /// Kind.
    kind: AllowanceKind,
    /// Times in each period; null unless `per_period`.
    count: Option<i64>,
    /// Period of the location's calendar; null unless `per_period`.
    period: Option<AllowancePeriod>,
}

impl AllowancePeriod {
    /// Name of the period around `now` in the location's calendar; different from every other's, of any length.
    #[must_use]
    pub fn label(self, now: Timestamp, zone: TimeZone) -> String {
        let pattern = match self {
            Self::Day => "%Y-%m-%d",
            Self::Week => "%G-W%V",
            Self::Month => "%Y-%m",
            Self::Year => "%Y",
        };
        now.day_in(zone).format(pattern).to_string()
    }
}

impl AllowanceInput {
    /// The allowance.
    ///
    /// # Errors
    /// 422 when count and period are missing or not for this kind.
    pub fn checked(self) -> Result<Allowance, ApiError> {
        let (count, period) = (self.count.into_option(), self.period.into_option());
        let refused =
            |field, reason| ApiError::rule(field, reason, "count and period are for per_period, which needs both");
        match self.kind {
            AllowanceKind::PerPeriod => Ok(Allowance::PerPeriod {
                count: count.ok_or_else(|| refused("allowance.count", "required_for_per_period"))?,
                period: period.ok_or_else(|| refused("allowance.period", "required_for_per_period"))?,
            }),
            _ if count.is_some() => Err(refused("allowance.count", "only_for_per_period")),
            _ if period.is_some() => Err(refused("allowance.period", "only_for_per_period")),
            AllowanceKind::Once => Ok(Allowance::Once),
            AllowanceKind::Unlimited => Ok(Allowance::Unlimited),
        }
    }
}

impl From<Allowance> for AllowanceView {
    fn from(allowance: Allowance) -> Self {
        let (kind, count, period) = match allowance {
            Allowance::Once => (AllowanceKind::Once, None, None),
            Allowance::Unlimited => (AllowanceKind::Unlimited, None, None),
            Allowance::PerPeriod { count, period } => (AllowanceKind::PerPeriod, Some(count), Some(period)),
        };
        Self { kind, count, period }
    }
}

#[cfg(test)]
mod tests {
    use shared::domain::{TimeZone, Timestamp};

    use super::AllowancePeriod;

    #[test]
    fn periods_follow_the_calendar_of_the_location() {
        let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
        for (instant, labels) in [
            ("2026-11-21T22:59:59Z", ["2026-11-21", "2026-W47", "2026-11", "2026"]),
            ("2026-11-21T23:00:00Z", ["2026-11-22", "2026-W47", "2026-11", "2026"]),
            ("2026-11-22T23:00:00Z", ["2026-11-23", "2026-W48", "2026-11", "2026"]),
            ("2026-12-31T23:00:00Z", ["2027-01-01", "2026-W53", "2027-01", "2027"]),
        ] {
            let now = Timestamp::parse(instant).expect("an instant");
            let periods = [AllowancePeriod::Day, AllowancePeriod::Week, AllowancePeriod::Month, AllowancePeriod::Year];
            assert_eq!(periods.map(|period| period.label(now, zone)), labels, "{instant}");
        }
    }
}
