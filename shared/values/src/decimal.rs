//! Exact decimal numbers as they are written in JSON; binary floats are never used.

use std::{borrow::Cow, cell::Cell, cmp::Ordering, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::value::RawValue;

/// The most digits a number may be written with; more is refused, never rounded.
const DIGITS_MAX: usize = 30;
/// The largest power of ten, up or down, that a number may be written with.
const EXPONENT_MAX: i32 = 30;

/// A decimal number, `units / 10^scale`, on the wire only: stored values are integers in a named unit.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    units: i128,
    scale: u32,
}

impl Decimal {
    /// `units / 10^scale`; `Decimal::new(1250, 2)` is 12.5.
    #[must_use]
    pub fn new(units: i64, scale: u32) -> Self {
        Self { units: i128::from(units), scale }.reduced()
    }

    /// Reads the text of a JSON number, with or without exponent. `None` for anything else or beyond 30 digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        if whole.len() + fraction.len() > DIGITS_MAX || exponent.abs() > EXPONENT_MAX {
            return None;
        }
        let units = format!("{whole}{fraction}").parse::<i128>().ok()?;
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        if units == 0 {
            return Some(Self { units, scale: 0 });
        }
        match u32::try_from(scale) {
            Ok(scale) => Some(Self { units, scale }.reduced()),
            Err(_) => Some(Self { units: units.checked_mul(power_of_ten(scale.unsigned_abs())?)?, scale: 0 }),
        }
    }

    /// The number in units of `10^-decimals`, if it has no finer part and fits.
    #[must_use]
    pub fn scaled(self, decimals: u32) -> Option<i64> {
        let missing = decimals.checked_sub(self.scale)?;
        i64::try_from(self.units.checked_mul(power_of_ten(missing)?)?).ok()
    }

    /// Whether it has no part behind the point, however large it is.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.scale == 0
    }

    /// The number as an integer, if it is one: `1.0` and `1e2` are.
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        self.scaled(0)
    }

    /// Whether `number` is a whole multiple of this one, which is not zero.
    #[must_use]
    pub fn divides(self, number: Self) -> bool {
        let scale = self.scale.max(number.scale);
        let at = |decimal: Self| power_of_ten(scale - decimal.scale).and_then(|power| decimal.units.checked_mul(power));
        match (at(self), at(number)) {
            (Some(step), Some(units)) => step != 0 && units % step == 0,
            _ => false,
        }
    }

    /// Without trailing zeros after the point.
    fn reduced(mut self) -> Self {
        while self.scale > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.scale -= 1;
        }
        self
    }
}

fn power_of_ten(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        let at = |number: &Self| power_of_ten(scale - number.scale).and_then(|power| number.units.checked_mul(power));
        match (at(self), at(other)) {
            (Some(left), Some(right)) => left.cmp(&right),
            // Only the number with the smaller scale can overflow: it is the larger one in size.
            (None, _) => self.units.signum().cmp(&0),
            (_, None) => 0.cmp(&other.units.signum()),
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.units < 0 { "-" } else { "" };
        let digits = self.units.unsigned_abs().to_string();
        let scale = usize::try_from(self.scale).map_err(|_| fmt::Error)?;
        if scale == 0 {
            return write!(formatter, "{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = padded.split_at(padded.len() - scale);
        write!(formatter, "{sign}{whole}.{fraction}")
    }
}

thread_local! {
    /// Whether decimals are written as their text on this thread at this moment.
    static AS_TEXT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `encode` with decimals that serialize as strings of their exact text, from which [`Decimal`] deserializes.
/// Formats other than JSON text have no number that keeps every digit. What it calls must not wait for anything.
pub fn with_text<T>(encode: impl FnOnce() -> T) -> T {
    /// Sets back what was before, also when `encode` panics.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            AS_TEXT.set(self.0);
        }
    }
    let _before = Before(AS_TEXT.replace(true));
    encode()
}

impl Serialize for Decimal {
    /// As a JSON number with exactly these digits; inside [`with_text`] as a string of them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if AS_TEXT.get() {
            return serializer.collect_str(self);
        }
        RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    /// From the number's text: `api::validate` hands over every number of format `decimal` as its text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not a decimal number"))
    }
}

impl JsonSchema for Decimal {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "format": "decimal"})
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Decimal, with_text};

    #[test]
    fn a_number_keeps_every_digit_it_was_written_with() {
        for (text, shown) in [
            ("9007199254740993", "9007199254740993"),
            ("0.1", "0.1"),
            ("1e2", "100"),
            ("1.50", "1.5"),
            ("-0.05", "-0.05"),
            ("-0", "0"),
            ("120e-1", "12"),
            ("0.000100", "0.0001"),
        ] {
            assert_eq!(Decimal::parse(text).map(|number| number.to_string()).as_deref(), Some(shown), "{text}");
        }
        for text in ["1e400", "1e-31", "1234567890123456789012345678901", "abc"] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_finer_part_than_asked_for_is_refused_and_not_rounded() {
        let price = Decimal::parse("12.345").expect("a number");
        assert_eq!(price.scaled(3), Some(12_345));
        assert_eq!(price.scaled(2), None);
    }

    #[test]
    fn a_number_is_written_with_its_digits_or_as_their_text() {
        let number = Decimal::parse("9007199254740993.5").expect("a number");
        assert_eq!(serde_json::to_string(&number).expect("JSON"), "9007199254740993.5");
        let value = with_text(|| serde_json::to_value(number)).expect("a value");
        assert_eq!(value, "9007199254740993.5");
        assert_eq!(serde_json::from_value::<Decimal>(value).expect("a number"), number);
        assert_eq!(serde_json::to_string(&number).expect("JSON"), "9007199254740993.5");
    }

    proptest! {
        #[test]
        fn printing_and_reading_are_inverse(units in any::<i64>(), scale in 0_u32..10) {
            let number = Decimal::new(units, scale);
            prop_assert_eq!(Decimal::parse(&number.to_string()), Some(number));
            prop_assert_eq!(number.scaled(scale), Some(units));
        }

        #[test]
        fn order_is_the_order_of_the_numbers(left in -100_000_i64..100_000, right in -100_000_i64..100_000) {
            prop_assert_eq!(Decimal::new(left, 3).cmp(&Decimal::new(right, 3)), left.cmp(&right));
            prop_assert_eq!(Decimal::new(left, 0).cmp(&Decimal::new(right, 3)), (left * 1_000).cmp(&right));
        }
    }
}
