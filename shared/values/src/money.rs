//! Money: integer minor units with their currency, rounded half away from zero and only where it says so.

use std::{borrow::Cow, fmt};

use iso_currency::{Currency as Iso, IntoEnumIterator};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{decimal::Decimal, percent::Percent};

/// The largest amount in major units that any field takes.
pub const AMOUNT_MAX: i64 = 1_000_000_000;

/// ISO 4217 currency with a minor unit, by its alphabetic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Currency(Iso);

impl Currency {
    /// The currency with this code in capitals. Codes without a minor unit (metals, `XXX`) are refused.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Iso::from_code(code).filter(|iso| iso.exponent().is_some()).map(Self)
    }

    /// The alphabetic code of ISO 4217, such as `EUR`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// The largest amount that any field takes, in minor units.
    #[must_use]
    pub fn amount_max_minor(self) -> i64 {
        AMOUNT_MAX.saturating_mul(10_i64.saturating_pow(self.decimals()))
    }

    /// Decimals of the major unit: JPY 0, EUR 2, KWD 3.
    #[must_use]
    pub fn decimals(self) -> u32 {
        self.0.exponent().map_or(2, u32::from)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&code).ok_or_else(|| de::Error::custom("not an ISO 4217 code"))
    }
}

impl JsonSchema for Currency {
    fn schema_name() -> Cow<'static, str> {
        "CurrencyCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let codes: Vec<&str> = Iso::iter().filter(|iso| iso.exponent().is_some()).map(|iso| iso.code()).collect();
        json_schema!({"type": "string", "enum": codes, "description": "ISO 4217 alphabetic currency code"})
    }
}

/// An amount of money. Arithmetic is checked and stays inside one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

/// Why a number is no amount of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyError {
    /// More decimals than the currency has.
    TooManyDecimals,
    /// Another currency, or beyond what 64 bits of minor units hold.
    OutOfRange,
}

impl Money {
    /// `minor` units of `currency`.
    #[must_use]
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// The amount a client wrote in major units.
    ///
    /// # Errors
    /// [`MoneyError`] when the number has more decimals than the currency or does not fit.
    pub fn parse(amount: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        if amount > Decimal::new(AMOUNT_MAX, 0) || amount < Decimal::new(-AMOUNT_MAX, 0) {
            return Err(MoneyError::OutOfRange);
        }
        amount.scaled(currency.decimals()).map(|minor| Self { minor, currency }).ok_or(MoneyError::TooManyDecimals)
    }

    /// Minor units, such as cents.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency whose minor units are counted.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// The wire form, in major units.
    #[must_use]
    pub fn amount(self) -> Decimal {
        Decimal::new(self.minor, self.currency.decimals())
    }

    /// The sum.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] for another currency or an overflow.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::OutOfRange);
        }
        let minor = self.minor.checked_add(other.minor).ok_or(MoneyError::OutOfRange)?;
        Ok(Self { minor, ..self })
    }

    /// `rate` of this amount, rounded half away from zero to the minor unit.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] on overflow.
    pub fn percent(self, rate: Percent) -> Result<Self, MoneyError> {
        let minor = divided_half_away(
            i128::from(self.minor) * i128::from(rate.ten_thousandths()),
            i128::from(Percent::HUNDRED.ten_thousandths()),
        );
        Ok(Self { minor: i64::try_from(minor).map_err(|_| MoneyError::OutOfRange)?, ..self })
    }

    /// Shares in proportion to `weights` that sum to exactly this amount: the largest remainders get the rest.
    ///
    /// All shares are zero when there is no weight at all; weights are never negative.
    #[must_use]
    pub fn allocate(self, weights: &[u32]) -> Vec<Self> {
        let total: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
        if total == 0 {
            return vec![Self { minor: 0, ..self }; weights.len()];
        }
        let part = |weight: &u32| i128::from(self.minor) * i128::from(*weight);
        let mut shares: Vec<i128> = weights.iter().map(|weight| part(weight) / total).collect();
        let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
        by_remainder.sort_by_key(|&index| std::cmp::Reverse((part(&weights[index]) % total).abs()));
        let mut rest = i128::from(self.minor) - shares.iter().sum::<i128>();
        let step = rest.signum();
        for index in by_remainder {
            if rest == 0 {
                break;
            }
            shares[index] += step;
            rest -= step;
        }
        // A share is never larger than the whole, which is an i64.
        shares.into_iter().map(|minor| Self { minor: i64::try_from(minor).unwrap_or(self.minor), ..self }).collect()
    }
}

/// `numerator / denominator`, half away from zero; the denominator is positive.
fn divided_half_away(numerator: i128, denominator: i128) -> i128 {
    (numerator + numerator.signum() * (denominator / 2)) / denominator
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Currency, Decimal, Money, MoneyError, Percent};

    fn currency(code: &str) -> Currency {
        Currency::parse(code).expect("a currency")
    }

    fn parse(amount: &str, code: &str) -> Result<i64, MoneyError> {
        Money::parse(Decimal::parse(amount).expect("a number"), currency(code)).map(Money::minor)
    }

    #[test]
    fn an_amount_has_at_most_the_decimals_of_its_currency() {
        assert_eq!(parse("12.34", "EUR"), Ok(1_234));
        assert_eq!(parse("12.340", "EUR"), Ok(1_234));
        assert_eq!(parse("12.345", "EUR"), Err(MoneyError::TooManyDecimals));
        assert_eq!(parse("12", "JPY"), Ok(12));
        assert_eq!(parse("12.5", "JPY"), Err(MoneyError::TooManyDecimals));
        assert_eq!(parse("1.234", "KWD"), Ok(1_234));
        assert_eq!(parse("1e30", "EUR"), Err(MoneyError::OutOfRange));
    }

    #[test]
    fn only_iso_codes_with_a_minor_unit_are_currencies() {
        for code in ["eur", "EURO", "XXX", "XAU", "€", ""] {
            assert!(Currency::parse(code).is_none(), "{code}");
        }
    }

    #[test]
    fn a_percentage_is_rounded_half_away_from_zero() {
        let rate = Percent::from_decimal(Decimal::parse("21").expect("a number")).expect("a percentage");
        let of = |minor| Money::new(minor, currency("EUR")).percent(rate).map(Money::minor);
        assert_eq!(of(50), Ok(11)); // 10.5
        assert_eq!(of(-50), Ok(-11));
        assert_eq!(of(49), Ok(10)); // 10.29
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_whole(minor in -1_000_000_000_i64..1_000_000_000, weights in prop::collection::vec(0_u32..1_000, 1..20)) {
            prop_assume!(weights.iter().any(|weight| *weight > 0));
            let whole = Money::new(minor, currency("EUR"));
            let shares = whole.allocate(&weights);
            prop_assert_eq!(shares.iter().map(|share| share.minor()).sum::<i64>(), minor);
            let total: i64 = weights.iter().map(|weight| i64::from(*weight)).sum();
            for (share, weight) in shares.iter().zip(&weights) {
                prop_assert!((share.minor() * total - minor * i64::from(*weight)).abs() < total);
            }
        }

        #[test]
        fn wire_and_minor_units_are_inverse(minor in -100_000_000_000_i64..100_000_000_000) {
            for code in ["JPY", "EUR", "KWD"] {
                let money = Money::new(minor / 1_000, currency(code));
                prop_assert_eq!(Money::parse(money.amount(), currency(code)), Ok(money));
            }
        }
    }
}
