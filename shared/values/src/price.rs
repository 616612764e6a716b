//! Prices that change at a date: the price of an instant is derived from what is stored, so nothing is wrong when no
//! sweep has run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Amount, Timestamp};

/// Whom a price change reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceChangeScope {
    /// Only subscriptions that begin after it.
    New,
    /// Those, and the renewals of existing subscriptions.
    Renewals,
}

/// A planned change of a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ScheduledPriceChange")]
pub struct PriceChange {
    /// The new price, in major units.
    pub price: Amount,
    /// When it begins to apply.
    pub effective_from: Timestamp,
    /// Which subscriptions pay the new price: new ones alone, or renewals too.
    pub apply_to: PriceChangeScope,
}

/// The changes planned for a price, in the order in which they take effect. The price before the first of them stands
/// beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct PriceChanges(Vec<PriceChange>);

impl PriceChanges {
    /// How many there are, those that have begun among them.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// They, in the order in which they take effect.
    pub fn iter(&self) -> impl Iterator<Item = &PriceChange> {
        self.0.iter()
    }

    /// The price at an instant, of a price that is `first` before all changes.
    #[must_use]
    pub fn price_at(&self, first: Amount, now: Timestamp) -> Amount {
        let begun = self.0.iter().rev().find(|change| change.effective_from <= now);
        begun.map_or(first, |change| change.price)
    }

    /// Adds a planned change, replacing one for the same instant.
    pub fn schedule(&mut self, change: PriceChange) {
        self.0.retain(|other| other.effective_from != change.effective_from);
        self.0.push(change);
        self.0.sort_by_key(|change| change.effective_from);
    }

    /// Writes the changes that have begun into the price before all changes, and drops them.
    pub fn settle(&mut self, first: &mut Amount, now: Timestamp) {
        *first = self.price_at(*first, now);
        self.0.retain(|change| now < change.effective_from);
    }

    /// Changes still to come.
    #[must_use]
    pub fn upcoming(&self, now: Timestamp) -> Vec<PriceChange> {
        self.0.iter().filter(|change| now < change.effective_from).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Amount, PriceChange, PriceChangeScope, PriceChanges, Timestamp};
    use crate::Currency;

    fn instant(second: i64) -> Timestamp {
        Timestamp::from_millis(second * 1_000).expect("an instant")
    }

    fn euros(minor: i64) -> Amount {
        Amount::of(minor, Currency::parse("EUR").expect("a currency"))
    }

    fn change(minor: i64, second: i64) -> PriceChange {
        PriceChange { price: euros(minor), effective_from: instant(second), apply_to: PriceChangeScope::New }
    }

    #[test]
    fn the_price_of_an_instant_is_the_last_change_that_has_begun() {
        let (mut first, mut changes) = (euros(100), PriceChanges::default());
        changes.schedule(change(300, 30));
        changes.schedule(change(200, 20));
        for (second, expected) in [(0, 100), (19, 100), (20, 200), (29, 200), (30, 300), (99, 300)] {
            assert_eq!(changes.price_at(first, instant(second)), euros(expected), "at {second}");
        }
        changes.settle(&mut first, instant(25));
        assert_eq!((first, changes.len()), (euros(200), 1));
        first = euros(150);
        assert_eq!(changes.price_at(first, instant(25)), euros(150));
        assert_eq!(changes.price_at(first, instant(30)), euros(300));
    }

    #[test]
    fn a_change_at_the_same_instant_replaces_the_one_before() {
        let mut changes = PriceChanges::default();
        changes.schedule(change(200, 20));
        changes.schedule(change(250, 20));
        assert_eq!((changes.len(), changes.price_at(euros(100), instant(20))), (1, euros(250)));
    }
}
