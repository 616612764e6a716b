//! Rates of a resource: tiers by the length of a booking, in money or in credits.

use chrono::{NaiveDateTime, Timelike};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{
    Amount, Currency,
    schedule::{Weekday, minute_of_day},
};

/// A price for bookings from a length on: `flat_amount`, and `unit_amount` for every `per_minutes` of the whole length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Shortest booking it is for; the first is for 0.
    #[serde(default)]
    #[schemars(range(min = 0, max = 44640))]
    pub from_minutes: u32,
    /// Charged once, in major units.
    #[serde(default)]
    pub flat_amount: Amount,
    /// Charged for every `per_minutes` of the whole length, in major units.
    #[serde(default)]
    pub unit_amount: Amount,
    /// Minutes that one unit amount pays for.
    #[serde(default = "an_hour")]
    #[schemars(range(min = 1, max = 44640))]
    pub per_minutes: u32,
    /// Starts it is for; every start when null.
    #[serde(default)]
    #[schemars(extend("x-nullable" = true))]
    pub valid: Option<RateWindow>,
}

/// A price in credits, built as a [`Rate`] is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreditRate {
    /// Shortest booking it is for.
    #[serde(default)]
    #[schemars(range(min = 0, max = 44640))]
    pub from_minutes: u32,
    /// Credits taken once for the whole booking.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub flat_amount: i64,
    /// Credits taken for every `per_minutes`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub unit_amount: i64,
    /// Minutes that one unit amount pays for.
    #[serde(default = "an_hour")]
    #[schemars(range(min = 1, max = 44640))]
    pub per_minutes: u32,
    /// Starts it is for; every start when null.
    #[serde(default)]
    #[schemars(extend("x-nullable" = true))]
    pub valid: Option<RateWindow>,
}

/// Starts that a rate is for, in the location's local time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateWindow {
    /// Days of the week; every day when empty.
    #[serde(default)]
    #[schemars(length(max = 7), extend("uniqueItems" = true))]
    pub weekdays: Vec<Weekday>,
    /// From this local time, `HH:MM`.
    #[serde(default = "midnight")]
    #[schemars(regex(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"), length(max = 5))]
    pub from: String,
    /// Before this local time of the same day, `HH:MM` up to `24:00`.
    #[serde(default = "midnight_after")]
    #[schemars(regex(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"), length(max = 5))]
    pub to: String,
}

/// Minutes that a unit amount pays for unless it says so: an hour.
const fn an_hour() -> u32 {
    60
}

fn midnight() -> String {
    "00:00".to_owned()
}

fn midnight_after() -> String {
    "24:00".to_owned()
}

/// What tiers in money and in credits have in common.
pub trait RateTier {
    /// Shortest booking it is for.
    fn shortest_minutes(&self) -> u32;
    /// Starts it is for; every start when there is none.
    fn valid(&self) -> Option<&RateWindow>;
}

impl RateTier for Rate {
    fn shortest_minutes(&self) -> u32 {
        self.from_minutes
    }

    fn valid(&self) -> Option<&RateWindow> {
        self.valid.as_ref()
    }
}

impl RateTier for CreditRate {
    fn shortest_minutes(&self) -> u32 {
        self.from_minutes
    }

    fn valid(&self) -> Option<&RateWindow> {
        self.valid.as_ref()
    }
}

/// The tier of a booking of `minutes` that begins at the local time `start`.
///
/// Tiers for certain starts come before those for every start; among them the longest `from_minutes` that the booking
/// reaches wins, and of equals the first. Without any tier the resource is free.
#[must_use]
pub fn rate_for<T: RateTier>(tiers: &[T], minutes: i64, start: NaiveDateTime) -> Option<&T> {
    let applies = |tier: &&T| {
        i64::from(tier.shortest_minutes()) <= minutes && tier.valid().is_none_or(|window| window.contains(start))
    };
    let rank = |tier: &T| (tier.valid().is_some(), tier.shortest_minutes());
    // `max_by_key` answers the last of equals: the first is wanted.
    tiers.iter().rev().filter(applies).max_by_key(|tier| rank(tier))
}

impl RateWindow {
    /// Whether a booking that begins at this local time is in the window.
    #[must_use]
    pub fn contains(&self, start: NaiveDateTime) -> bool {
        let minute = start.hour() * 60 + start.minute();
        let day = self.weekdays.is_empty() || self.weekdays.contains(&Weekday::of(start.date()));
        day && minute_of_day(&self.from) <= minute && minute < minute_of_day(&self.to)
    }

    /// Whether it ends after it begins.
    #[must_use]
    pub fn is_forward(&self) -> bool {
        minute_of_day(&self.from) < minute_of_day(&self.to)
    }
}

impl Rate {
    /// The price of `units` for `minutes` in minor units, rounded once, half away from zero; `None` when it does not
    /// fit.
    #[must_use]
    pub fn amount_minor(&self, minutes: i64, units: i64, currency: Currency) -> Option<i64> {
        let minor = |amount: Amount| amount.minor_in(currency, "rates").ok().map(i128::from);
        let (per, units) = (i128::from(self.per_minutes.max(1)), i128::from(units));
        let part = (minor(self.unit_amount)? * i128::from(minutes) * units + per / 2) / per;
        i64::try_from(minor(self.flat_amount)? * units + part).ok()
    }
}

impl CreditRate {
    /// The price of `units` for `minutes` in whole credits: a begun credit is taken whole; `None` when it does not fit.
    #[must_use]
    pub fn credits(&self, minutes: i64, units: i64) -> Option<i64> {
        let (per, units) = (i128::from(self.per_minutes.max(1)), i128::from(units));
        let part = (i128::from(self.unit_amount) * i128::from(minutes) * units + per - 1) / per;
        i64::try_from(i128::from(self.flat_amount) * units + part).ok()
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDateTime;

    use super::{Amount, CreditRate, Currency, Rate, RateWindow, Weekday, rate_for};

    fn rate(from_minutes: u32, unit_amount_minor: i64, valid: Option<RateWindow>) -> Rate {
        let unit_amount = Amount::of(unit_amount_minor, euro());
        Rate { from_minutes, flat_amount: Amount::default(), unit_amount, per_minutes: 60, valid }
    }

    fn euro() -> Currency {
        Currency::parse("EUR").expect("a currency")
    }

    fn window(weekdays: Vec<Weekday>, from: &str, to: &str) -> RateWindow {
        RateWindow { weekdays, from: from.to_owned(), to: to.to_owned() }
    }

    fn local(text: &str) -> NaiveDateTime {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").expect("a local time")
    }

    #[test]
    fn the_longest_tier_that_a_booking_reaches_is_its_own() {
        let rates = [rate(0, 1_000, None), rate(240, 800, None), rate(480, 600, None)];
        for (minutes, expected) in [(15, 1_000), (239, 1_000), (240, 800), (479, 800), (480, 600), (44_640, 600)] {
            let tier = rate_for(&rates, minutes, local("2026-11-21 10:00"));
            assert_eq!(tier.map(|tier| tier.unit_amount), Some(Amount::of(expected, euro())), "{minutes} minutes");
        }
        assert!(rate_for::<Rate>(&[], 60, local("2026-11-21 10:00")).is_none());
    }

    #[test]
    fn a_tier_for_the_start_comes_before_one_for_every_start() {
        let peak = window(vec![Weekday::Friday], "09:00", "17:00");
        let rates = [rate(0, 1_000, None), rate(0, 1_500, Some(peak)), rate(240, 800, None)];
        for (start, minutes, expected) in [
            ("2026-11-20 08:59", 60, 1_000),
            ("2026-11-20 09:00", 60, 1_500),
            ("2026-11-20 16:59", 60, 1_500),
            ("2026-11-20 17:00", 60, 1_000),
            ("2026-11-20 10:00", 300, 1_500),
            ("2026-11-21 10:00", 60, 1_000),
            ("2026-11-21 10:00", 300, 800),
        ] {
            let tier = rate_for(&rates, minutes, local(start));
            assert_eq!(tier.map(|tier| tier.unit_amount), Some(Amount::of(expected, euro())), "{start} for {minutes}");
        }
    }

    #[test]
    fn money_is_rounded_half_up_and_a_begun_credit_is_taken_whole() {
        let third = Rate { flat_amount: Amount::of(500, euro()), ..rate(0, 1_000, None) };
        assert_eq!(third.amount_minor(20, 1, euro()), Some(833)); // 500 + 333.3
        assert_eq!(rate(0, 1, None).amount_minor(30, 1, euro()), Some(1)); // 0.5
        let credits = CreditRate { from_minutes: 0, flat_amount: 1, unit_amount: 2, per_minutes: 60, valid: None };
        assert_eq!(credits.credits(60, 1), Some(3));
        assert_eq!(credits.credits(61, 1), Some(4));
        assert_eq!(credits.credits(45, 2), Some(5), "of all units together");
        assert_eq!(rate(0, 100_000_000_000, None).amount_minor(i64::MAX, 1, euro()), None);
    }
}
