//! A price that staff give a booking instead of the one by its rates: as requests say it, and who may
//! (`docs/areas/bookings.md`, 71 and 72).

use scheduling::{
    booking::{PaymentSource, PriceOverride, price_override::PriceGiver},
    booking_price::PriceBreakdown,
    price::in_place_of,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use values::{Amount, ApiError, Currency, ErrorCode, Name, Scope, ShortText};

/// A price that staff give a booking.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceOverrideInput {
    /// The price, without tax unless prices include it, in major units; 0 for nothing.
    pub amount: Amount,
    /// Why; the customer can read it.
    pub reason: Name,
}

impl PriceOverrideInput {
    /// The price of a booking that costs `list` by its rates, and what is kept of the decision.
    ///
    /// # Errors
    /// 422 on `price_override.amount`.
    pub fn in_place_of(
        &self,
        call: &Call,
        list: PriceBreakdown,
        currency: Currency,
    ) -> Result<(PriceBreakdown, PriceOverride), ApiError> {
        let amount_minor = self.amount.minor_in(currency, "price_override.amount")?;
        let price = in_place_of(&list, amount_minor, currency)?;
        let given = PriceOverride {
            amount_minor,
            against_minor: list.subtotal_minor,
            reason: ShortText::new(self.reason.as_str()),
            by: PriceGiver { api_client_id: call.caller.client, member_id: call.caller.member() },
            at: call.now,
            list,
        };
        Ok((price, given))
    }
}

/// Only some clients give prices.
///
/// # Errors
/// 403 `forbidden` on `price_override`.
pub fn check_may_give(call: &Call, given: Option<&PriceOverrideInput>) -> Result<(), ApiError> {
    if given.is_some() && !call.caller.scopes.allow(Scope::BOOKINGS_OVERRIDE) {
        let message = format!("price_override needs the scope {}", Scope::BOOKINGS_OVERRIDE);
        return Err(ApiError::new(ErrorCode::Forbidden, message).at("price_override", "scope_missing"));
    }
    Ok(())
}

/// Refuses a price in money for what is not paid in money.
///
/// # Errors
/// 422 `not_in_money` on `price_override`.
pub fn check_in_money(source: PaymentSource, given: Option<&PriceOverride>) -> Result<(), ApiError> {
    let is_in_money = !matches!(source, PaymentSource::Credits | PaymentSource::DayPass);
    if given.is_none() || is_in_money {
        return Ok(());
    }
    Err(ApiError::rule(
        "price_override",
        "not_in_money",
        "what credits or day passes pay for is given no price in money",
    ))
}
