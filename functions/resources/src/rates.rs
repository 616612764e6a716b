//! The rules of prices: their decimals, and lists of tiers.

use scheduling::{rate::RateTier, resource::ResourceFields};
use values::{ApiError, Currency};

/// Refuses amounts that the currency cannot express.
///
/// # Errors
/// 422 `too_many_decimals` naming the amount, such as `rates[1].unit_amount`.
pub fn check_amounts(resource: &ResourceFields, currency: Currency) -> Result<(), ApiError> {
    for (position, rate) in resource.rates.iter().enumerate() {
        for (name, amount) in [("flat_amount", rate.flat_amount), ("unit_amount", rate.unit_amount)] {
            amount.minor_in(currency, &format!("rates[{position}].{name}"))?;
        }
    }
    resource.price_cap_per_day.map_or(Ok(()), |cap| cap.minor_in(currency, "price_cap_per_day").map(drop))
}

/// Refuses rates that are not sorted, repeat a length and window, or leave short bookings without a price.
///
/// # Errors
/// 422 naming the tier's field.
pub fn check_tiers<T: RateTier>(tiers: &[T], field: &str) -> Result<(), ApiError> {
    for (position, tier) in tiers.iter().enumerate() {
        let earlier = &tiers[..position];
        let field = |name: &str| format!("{field}[{position}].{name}");
        if tier.valid().is_some_and(|window| !window.is_forward()) {
            return Err(ApiError::rule(field("valid.to"), "end_before_start", "a window ends after it begins"));
        }
        if earlier.last().is_some_and(|before| tier.shortest_minutes() < before.shortest_minutes()) {
            return Err(ApiError::rule(field("from_minutes"), "not_sorted", "rates are sorted by from_minutes"));
        }
        let is_same = |other: &T| other.shortest_minutes() == tier.shortest_minutes() && other.valid() == tier.valid();
        if earlier.iter().any(is_same) {
            let message = "there is one rate for each from_minutes and window";
            return Err(ApiError::rule(field("from_minutes"), "repeated", message));
        }
    }
    let from_zero = |tier: &T| tier.shortest_minutes() == 0 && tier.valid().is_none();
    if !tiers.is_empty() && !tiers.iter().any(from_zero) {
        let message = "one rate must be for every start and begin at 0 minutes";
        return Err(ApiError::rule(format!("{field}[0].from_minutes"), "must_start_at_0", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use scheduling::rate::{Rate, RateWindow};
    use values::Amount;

    use super::check_tiers;

    fn rate(from_minutes: u32, window: Option<(&str, &str)>) -> Rate {
        let valid =
            window.map(|(from, to)| RateWindow { weekdays: Vec::new(), from: from.to_owned(), to: to.to_owned() });
        let amount = Amount::default();
        Rate { from_minutes, flat_amount: amount, unit_amount: amount, per_minutes: 60, valid }
    }

    #[test]
    fn tiers_are_sorted_unique_and_begin_at_0() {
        let evening = Some(("17:00", "24:00"));
        for (tiers, expected) in [
            (vec![], ""),
            (vec![(0, None), (60, None), (120, None)], ""),
            (vec![(0, None), (0, evening), (60, None), (60, evening)], ""),
            (vec![(60, None)], "rates[0].from_minutes must_start_at_0"),
            (vec![(0, evening), (60, None)], "rates[0].from_minutes must_start_at_0"),
            (vec![(0, None), (120, None), (60, None)], "rates[2].from_minutes not_sorted"),
            (vec![(0, None), (60, None), (60, None)], "rates[2].from_minutes repeated"),
            (vec![(0, None), (60, evening), (60, evening)], "rates[2].from_minutes repeated"),
            (vec![(0, None), (0, Some(("17:00", "17:00")))], "rates[1].valid.to end_before_start"),
        ] {
            let tiers: Vec<Rate> = tiers.into_iter().map(|(from, window)| rate(from, window)).collect();
            let error = check_tiers(&tiers, "rates").err();
            let shown = error.map(|error| format!("{} {}", error.fields[0].field, error.fields[0].reason));
            assert_eq!(shown.unwrap_or_default(), expected);
        }
    }
}
