//! What a tax rate is on a day, and which values a rate may have.

use values::{
    ApiError, Day, Percent,
    tax::{TaxCategory, TaxValue},
};

/// What a rate with these values, the earliest first, is on a day: the last that has begun, and before the first the
/// first. None only of a rate without values.
#[must_use]
pub fn value_on(values: &[TaxValue], day: Day) -> Option<&TaxValue> {
    values.iter().rev().find(|value| value.from <= day).or_else(|| values.first())
}

/// Refuses values that are not in the order of their days, and what EN 16931 has no document for (BR-S-05, BR-Z-05,
/// BR-E-05, BR-AE-05, BR-G-05, BR-IC-05).
///
/// # Errors
/// 422 naming `values[n]` and a field.
pub fn check(values: &[TaxValue]) -> Result<(), ApiError> {
    for (position, value) in values.iter().enumerate() {
        let refused =
            |field: &str, reason, message| Err(ApiError::rule(format!("values[{position}].{field}"), reason, message));
        if position.checked_sub(1).and_then(|before| values.get(before)).is_some_and(|before| value.from <= before.from)
        {
            return refused("from", "not_in_order", "each value begins on a later day than the one before");
        }
        let is_taxed = value.category == TaxCategory::Standard;
        if is_taxed && value.percent == Percent::ZERO {
            return refused(
                "percent",
                "zero_in_category",
                "what is taxed has a rate above 0: of 0 the category is Z, E, AE, O, G or K",
            );
        }
        if !is_taxed && value.percent > Percent::ZERO {
            return refused("percent", "taxed_in_category", "a rate above 0 is of category S");
        }
        let reason = value.exemption_reason.as_str();
        if value.category.has_reason() && reason.is_empty() {
            return refused("exemption_reason", "required_in_category", "documents say why no tax is asked for");
        }
        if !value.category.has_reason() && !reason.is_empty() {
            return refused("exemption_reason", "unused_in_category", "in categories S and Z documents give no reason");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use values::{Decimal, ShortText};

    use super::{Day, Percent, TaxCategory, TaxValue, check, value_on};

    fn day(text: &str) -> Day {
        Day::new(text.parse().expect("a date")).expect("a day")
    }

    fn value(from: &str, percent: i64, category: TaxCategory, reason: &str) -> TaxValue {
        let percent = Percent::from_decimal(Decimal::new(percent, 0)).expect("a percentage");
        TaxValue { from: day(from), percent, category, exemption_reason: ShortText::new(reason) }
    }

    /// Germany, 2020: 19 %, from July 16 %, from January 2021 19 % again (BMF, 30 June 2020, III C 2).
    #[test]
    fn the_value_of_a_day_is_the_last_that_has_begun() {
        let standard = |from, percent| value(from, percent, TaxCategory::Standard, "");
        let german = [standard("2007-01-01", 19), standard("2020-07-01", 16), standard("2021-01-01", 19)];
        let dutch = [standard("2012-10-01", 21), value("2030-01-01", 0, TaxCategory::Exempt, "Art. 11")];
        for (values, on, expected) in [
            (german.as_slice(), "2006-12-31", 19),
            (german.as_slice(), "2020-06-30", 19),
            (german.as_slice(), "2020-07-01", 16),
            (german.as_slice(), "2020-12-31", 16),
            (german.as_slice(), "2021-01-01", 19),
            (dutch.as_slice(), "2029-12-31", 21),
            (dutch.as_slice(), "2030-01-01", 0),
        ] {
            let found = value_on(values, day(on)).expect("a value");
            assert_eq!(found.percent.decimal(), Decimal::new(expected, 0), "{on}");
        }
        assert_eq!(value_on(&[], day("2020-01-01")), None);
    }

    #[test]
    fn values_are_in_order_and_of_a_category_that_has_documents() {
        let standard = value("2020-01-01", 21, TaxCategory::Standard, "");
        let exempt = value("2021-01-01", 0, TaxCategory::Exempt, "Art. 132");
        assert!(check(&[standard.clone(), exempt.clone()]).is_ok());
        for (values, field, reason) in [
            (vec![exempt.clone(), standard.clone()], "values[1].from", "not_in_order"),
            (vec![standard.clone(), standard.clone()], "values[1].from", "not_in_order"),
            (vec![value("2020-01-01", 0, TaxCategory::Standard, "")], "values[0].percent", "zero_in_category"),
            (vec![value("2020-01-01", 5, TaxCategory::ZeroRated, "")], "values[0].percent", "taxed_in_category"),
            (
                vec![value("2020-01-01", 0, TaxCategory::Export, "")],
                "values[0].exemption_reason",
                "required_in_category",
            ),
            (
                vec![value("2020-01-01", 0, TaxCategory::ZeroRated, "x")],
                "values[0].exemption_reason",
                "unused_in_category",
            ),
        ] {
            let error = check(&values).expect_err("refused");
            let fault = error.fields.first().expect("a field");
            assert_eq!((fault.field.as_str(), fault.reason.as_ref()), (field, reason));
        }
    }
}
