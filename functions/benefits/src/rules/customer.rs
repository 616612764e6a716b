//! Who may apply for a benefit.

use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id},
    store::Transaction,
};

/// The customer exists and is not blocked.
///
/// `visibility` is not checked until subscriptions exist. Then this also requires a subscription that is active on the
/// day, and for `exclusive_members` one to a membership plan that names the benefit in `exclusive_benefit_ids`.
///
/// # Errors
/// 422 naming `customer_id`.
pub async fn check_customer(call: &Call, transaction: &mut Transaction, id: Id<Customer>) -> Result<(), ApiError> {
    call.welcome_customer(transaction, id, "customer_id").await.map(drop)
}
