//! Who may apply for a benefit.

use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id},
    store::Transaction,
};

/// The customer exists and is not blocked.
///
/// What a benefit's visibility asks waits for subscriptions: then this also wants one that is active on the day, for
/// `exclusive_members` to a membership plan that names the benefit in `exclusive_benefit_ids`.
///
/// # Errors
/// 422 naming `customer_id`.
pub async fn check_customer(call: &Call, transaction: &mut Transaction, id: Id<Customer>) -> Result<(), ApiError> {
    call.welcome_customer(transaction, id, "customer_id").await.map(drop)
}
