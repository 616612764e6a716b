//! Shares and sums of integers: rounded half away from zero, rounded up, or split so that the parts add up.

use std::cmp::Reverse;

use values::ApiError;

/// A sum of money or of units that 64 bits do not hold. Schemas bound every input far below; whoever adds up unbounded
/// lists meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl From<Overflow> for ApiError {
    /// 422 `out_of_range`, naming `amount`: the sum is too large.
    fn from(_: Overflow) -> Self {
        Self::rule("amount", "out_of_range", "the amount is too large")
    }
}

/// `amount × numerator / denominator`, rounded half away from zero. A denominator of zero or less takes all of nothing:
/// 0.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn share(amount: i64, numerator: i64, denominator: i64) -> Result<i64, Overflow> {
    if denominator <= 0 {
        return Ok(0);
    }
    let (product, denominator) = (i128::from(amount) * i128::from(numerator), i128::from(denominator));
    narrowed((product + product.signum() * (denominator / 2)) / denominator)
}

/// `amount × numerator / denominator`, rounded up; for units granted in part, of which a begun one is given whole.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn share_up(amount: i64, numerator: i64, denominator: i64) -> Result<i64, Overflow> {
    if denominator <= 0 {
        return Ok(0);
    }
    let (product, denominator) = (i128::from(amount) * i128::from(numerator), i128::from(denominator));
    let down = product.div_euclid(denominator);
    narrowed(if product.rem_euclid(denominator) == 0 { down } else { down + 1 })
}

/// `left × right`.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn times(left: i64, right: i64) -> Result<i64, Overflow> {
    left.checked_mul(right).ok_or(Overflow)
}

/// The sum.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn sum(amounts: impl IntoIterator<Item = i64>) -> Result<i64, Overflow> {
    amounts.into_iter().try_fold(0_i64, i64::checked_add).ok_or(Overflow)
}

/// Shares of `amount` in proportion to `weights` that sum to exactly `amount`: the largest remainders get the rest, of
/// equals the first. Negative weights count as none; without any weight every share is 0.
#[must_use]
pub fn allocate(amount: i64, weights: &[i64]) -> Vec<i64> {
    let weights: Vec<i128> = weights.iter().map(|weight| i128::from((*weight).max(0))).collect();
    let total: i128 = weights.iter().sum();
    if total == 0 {
        return vec![0; weights.len()];
    }
    let amount = i128::from(amount);
    let mut shares: Vec<i128> = weights.iter().map(|weight| amount * weight / total).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|&index| Reverse((amount * weights[index] % total).abs()));
    let rest = amount - shares.iter().sum::<i128>();
    for index in by_remainder.into_iter().take(usize::try_from(rest.abs()).unwrap_or(usize::MAX)) {
        shares[index] += rest.signum();
    }
    // No share is larger than the whole, which is an i64.
    shares.into_iter().map(|share| narrowed(share).unwrap_or_default()).collect()
}

fn narrowed(number: i128) -> Result<i64, Overflow> {
    i64::try_from(number).map_err(|_| Overflow)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Overflow, allocate, share, share_up};

    #[test]
    fn a_half_is_rounded_away_from_zero() {
        for (amount, numerator, denominator, expected) in [
            (10_000, 14, 31, 4_516),
            (1, 1, 2, 1),
            (-1, 1, 2, -1),
            (5, 1, 2, 3), // half to even would be 2
            (-5, 1, 2, -3),
            (100, 1, 3, 33),
            (100, 2, 3, 67),
            (7, 0, 30, 0),
            (7, 3, 0, 0),
        ] {
            assert_eq!(share(amount, numerator, denominator), Ok(expected), "{amount} × {numerator} / {denominator}");
        }
        assert_eq!(share(i64::MAX, 3, 2), Err(Overflow));
    }

    #[test]
    fn a_begun_unit_is_given_whole() {
        for (amount, numerator, denominator, expected) in
            [(10, 1, 30, 1), (10, 30, 30, 10), (10, 3, 30, 1), (10, 4, 30, 2)]
        {
            assert_eq!(
                share_up(amount, numerator, denominator),
                Ok(expected),
                "{amount} × {numerator} / {denominator}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn parts_add_up_and_none_is_a_unit_off(
            amount in -1_000_000_000_i64..1_000_000_000,
            weights in prop::collection::vec(0_i64..1_000_000, 1..12),
        ) {
            let shares = allocate(amount, &weights);
            let total: i64 = weights.iter().sum();
            prop_assert_eq!(shares.iter().sum::<i64>(), if total == 0 { 0 } else { amount });
            for (part, weight) in shares.iter().zip(&weights) {
                let exact = i128::from(amount) * i128::from(*weight);
                prop_assert!((i128::from(*part) * i128::from(total) - exact).abs() < i128::from(total.max(1)));
            }
        }
    }
}
