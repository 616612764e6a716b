//! The price a subscription pays in a period, derived from what is stored of its plan: no subscriber is written to when
//! a price changes.

use values::price::{PriceChange, PriceChangeScope};
use values::{Amount, Timestamp};

/// The price of the period that begins at `period_start`, of a subscription made at `made_at` for the price `snapshot`.
///
/// A change that is for renewals reaches it with the first period that begins at or after the change takes effect; one
/// that is only for new subscriptions never does, nor one that took effect before the subscription was made.
#[must_use]
pub fn price_of_period(
    snapshot: Amount,
    made_at: Timestamp,
    changes: &[PriceChange],
    period_start: Timestamp,
) -> Amount {
    let reaches = |change: &&PriceChange| {
        change.apply_to == PriceChangeScope::Renewals
            && made_at < change.effective_from
            && change.effective_from <= period_start
    };
    // Of changes for the same instant the last one holds.
    changes.iter().filter(reaches).max_by_key(|change| change.effective_from).map_or(snapshot, |change| change.price)
}

#[cfg(test)]
mod tests {
    use values::Currency;

    use super::{Amount, PriceChange, PriceChangeScope, Timestamp, price_of_period};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(second * 1_000).expect("an instant")
    }

    fn euros(minor: i64) -> Amount {
        Amount::of(minor, Currency::parse("EUR").expect("a currency"))
    }

    fn change(minor: i64, second: i64, apply_to: PriceChangeScope) -> PriceChange {
        PriceChange { price: euros(minor), effective_from: at(second), apply_to }
    }

    #[test]
    fn a_change_for_renewals_reaches_the_first_period_after_it() {
        let changes = [
            change(200, 20, PriceChangeScope::Renewals),
            change(900, 25, PriceChangeScope::New),
            change(300, 30, PriceChangeScope::Renewals),
        ];
        for (period_start, expected) in [(10, 100), (19, 100), (20, 200), (29, 200), (30, 300), (99, 300)] {
            assert_eq!(
                price_of_period(euros(100), at(10), &changes, at(period_start)),
                euros(expected),
                "{period_start}"
            );
        }
    }

    #[test]
    fn a_change_from_before_the_subscription_is_in_its_price_already() {
        let changes = [change(200, 20, PriceChangeScope::Renewals)];
        assert_eq!(price_of_period(euros(150), at(20), &changes, at(50)), euros(150));
    }
}
