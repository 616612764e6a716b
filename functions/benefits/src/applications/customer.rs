//! Who may apply for a benefit.

use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id},
};

/// Refuses a customer who may not have the benefit.
///
/// Any identifier is accepted until members and companies exist. Then this refuses one that is neither (422
/// `reference_not_found`), and judges what a benefit's visibility asks: an active subscription on the day, for
/// `exclusive_members` to a membership plan that names the benefit in `exclusive_benefit_ids`.
pub async fn check_customer(_call: &Call, _customer: Id<Customer>) -> Result<(), ApiError> {
    Ok(())
}
