//! Prices that change at a date: the price of an instant is derived from what is stored, so nothing is wrong when no
//! sweep has run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Amount, Currency, Timestamp};

/// Whom a price change reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceChangeScope {
    /// Only subscriptions that begin after it.
    New,
    /// Those, and the renewals of existing subscriptions.
    Renewals,
}

/// A price that begins to apply at an instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceChange {
    /// The new price, in minor units.
    pub price_minor: i64,
    /// When it begins to apply.
    pub effective_from: Timestamp,
    /// Whom it reaches.
    pub apply_to: PriceChangeScope,
}

/// A price with the changes that are planned for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// The price before the first change, in minor units.
    pub base_minor: i64,
    /// Changes, in the order in which they take effect.
    #[serde(default)]
    pub changes: Vec<PriceChange>,
}

/// A planned change of a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ScheduledPriceChange")]
pub struct PriceChangeView {
    /// The new price, in major units.
    pub price: Amount,
    /// When it begins to apply.
    pub effective_from: Timestamp,
    /// Whom it reaches.
    pub apply_to: PriceChangeScope,
}

impl Price {
    /// This price, without planned changes.
    #[must_use]
    pub const fn fixed(base_minor: i64) -> Self {
        Self { base_minor, changes: Vec::new() }
    }

    /// The price at an instant, in minor units.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> i64 {
        let begun = self.changes.iter().rev().find(|change| change.effective_from <= now);
        begun.map_or(self.base_minor, |change| change.price_minor)
    }

    /// With one more planned change; one at the same instant is replaced, and what has begun is folded into the base.
    pub fn schedule(&mut self, change: PriceChange, now: Timestamp) {
        self.settle(now);
        self.changes.retain(|other| other.effective_from != change.effective_from);
        self.changes.push(change);
        self.changes.sort_by_key(|change| change.effective_from);
        self.settle(now);
    }

    /// Sets the price from now on; changes that are planned stay planned.
    pub fn set(&mut self, minor: i64, now: Timestamp) {
        self.settle(now);
        self.base_minor = minor;
    }

    /// Changes still to come.
    #[must_use]
    pub fn upcoming(&self, currency: Currency, now: Timestamp) -> Vec<PriceChangeView> {
        let view = |change: &PriceChange| PriceChangeView {
            price: Amount::of(change.price_minor, currency),
            effective_from: change.effective_from,
            apply_to: change.apply_to,
        };
        self.changes.iter().filter(|change| now < change.effective_from).map(view).collect()
    }

    fn settle(&mut self, now: Timestamp) {
        self.base_minor = self.at(now);
        self.changes.retain(|change| now < change.effective_from);
    }
}

#[cfg(test)]
mod tests {
    use super::{Price, PriceChange, PriceChangeScope, Timestamp};

    fn instant(second: i64) -> Timestamp {
        Timestamp::from_millis(second * 1_000).expect("an instant")
    }

    fn change(price_minor: i64, second: i64) -> PriceChange {
        PriceChange { price_minor, effective_from: instant(second), apply_to: PriceChangeScope::New }
    }

    #[test]
    fn the_price_of_an_instant_is_the_last_change_that_has_begun() {
        let mut price = Price::fixed(100);
        price.schedule(change(300, 30), instant(0));
        price.schedule(change(200, 20), instant(0));
        for (second, expected) in [(0, 100), (19, 100), (20, 200), (29, 200), (30, 300), (99, 300)] {
            assert_eq!(price.at(instant(second)), expected, "at {second}");
        }
        price.set(150, instant(25));
        assert_eq!((price.at(instant(25)), price.at(instant(30))), (150, 300));
    }

    #[test]
    fn a_change_at_the_same_instant_replaces_the_one_before() {
        let mut price = Price::fixed(100);
        price.schedule(change(200, 20), instant(0));
        price.schedule(change(250, 20), instant(0));
        assert_eq!((price.changes.len(), price.at(instant(20))), (1, 250));
    }
}
