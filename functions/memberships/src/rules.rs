//! Rules of a membership plan that its schema cannot express.

use records::MembershipPlan;
use values::{ApiError, Currency, Percent};

/// Refuses a membership plan whose fields contradict each other. `tax_rate_given` tells whether the request has a tax
/// rate, because a stored rate of 0 may be meant or may be the default.
///
/// # Errors
/// 422 naming the field and the rule.
pub fn check(before: Option<&MembershipPlan>, after: &MembershipPlan, tax_rate_given: bool) -> Result<(), ApiError> {
    let switched_on = after.custom_tax_rate && before.is_none_or(|before| !before.custom_tax_rate);
    if switched_on && !tax_rate_given && after.tax_rate == Percent::ZERO {
        let message = "a custom tax rate needs tax_rate";
        return Err(ApiError::rule("tax_rate", "required_with_custom_tax_rate", message));
    }
    for (amount, field) in
        [(after.price, "price"), (after.setup_fee, "setup_fee"), (after.deposit_amount, "deposit_amount")]
    {
        amount.minor_in(after.currency, field)?;
    }
    if after.minimum_commitment && after.commitment_cycles < 1 {
        let message = "a minimum commitment needs commitment_cycles of at least 1";
        return Err(ApiError::rule("commitment_cycles", "required_with_minimum_commitment", message));
    }
    Ok(())
}

/// Refuses a currency that is not the location's.
///
/// # Errors
/// 422 naming `currency`.
pub fn check_currency(given: Currency, location: Currency) -> Result<(), ApiError> {
    if given != location {
        let message = format!("prices at this location are in {location}");
        return Err(ApiError::rule("currency", "not_the_locations_currency", message));
    }
    Ok(())
}
