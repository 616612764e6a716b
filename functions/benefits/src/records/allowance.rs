//! How often one customer may have a benefit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, TimeZone, Timestamp};

/// How often one customer may have a benefit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BenefitAllowance")]
pub struct Allowance {
    /// Whether a customer may have the benefit once, without limit, or so often in each period.
    pub kind: AllowanceKind,
    /// Times in each period; only for `per_period`, which needs it, and null otherwise.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000))]
    pub count: Option<i64>,
    /// Period of the location's calendar; only for `per_period`, which needs it, and null otherwise.
    #[serde(default)]
    pub period: Option<AllowancePeriod>,
}

/// Kind of an allowance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitAllowanceKind")]
pub enum AllowanceKind {
    /// One application for each customer, ever.
    #[default]
    Once,
    /// As often as wanted.
    Unlimited,
    /// `count` times in each `period`.
    PerPeriod,
}

/// A period of the location's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitAllowancePeriod")]
pub enum AllowancePeriod {
    /// A day from midnight to midnight, on the location's clock.
    Day,
    /// A week from Monday to Sunday, in the location's calendar.
    Week,
    /// A calendar month, from its first day on, in the location's calendar.
    Month,
    /// From the first of January.
    Year,
}

impl Allowance {
    /// Refuses a count or period that is missing, or not for this kind.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn check(&self) -> Result<(), ApiError> {
        let is_per_period = self.kind == AllowanceKind::PerPeriod;
        for (field, is_given) in
            [("allowance.count", self.count.is_some()), ("allowance.period", self.period.is_some())]
        {
            if is_given != is_per_period {
                let reason = if is_given { "only_for_per_period" } else { "required_for_per_period" };
                return Err(ApiError::rule(field, reason, "count and period are for per_period, which needs both"));
            }
        }
        Ok(())
    }
}

impl AllowancePeriod {
    /// Name of the period that `now` lies in, by the location's calendar. No two periods, of whatever length, have the
    /// same name.
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

#[cfg(test)]
mod tests {
    use values::{TimeZone, Timestamp};

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
