//! Addresses and amounts as documents have them.

use values::{Address, Currency};

/// An address in lines.
#[must_use]
pub fn address(address: &Address) -> String {
    let city = format!("{} {}", address.postal_code, address.city);
    let place = [city.trim(), address.state.as_str(), address.country_code.as_str()];
    let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
    let lines = [address.line1.as_str(), address.line2.as_str(), &place.join(", ")];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// An amount with all decimals of its currency and thousands apart.
#[must_use]
pub fn amount(minor: i64, currency: Currency) -> String {
    let decimals = usize::try_from(currency.decimals()).unwrap_or(2);
    let digits = format!("{:0>width$}", minor.unsigned_abs(), width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let mut grouped = String::new();
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if minor < 0 { "-" } else { "" };
    let point = if decimals == 0 { "" } else { "." };
    format!("{sign}{grouped}{point}{fraction}")
}

#[cfg(test)]
mod tests {
    use values::Currency;

    use super::amount;

    #[test]
    fn an_amount_has_all_decimals_and_thousands_apart() {
        for (minor, code, expected) in [
            (123_456_789, "EUR", "1,234,567.89"),
            (-5, "EUR", "-0.05"),
            (100_000, "JPY", "100,000"),
            (1_234, "KWD", "1.234"),
            (0, "EUR", "0.00"),
        ] {
            assert_eq!(amount(minor, Currency::parse(code).expect("a currency")), expected);
        }
    }
}
