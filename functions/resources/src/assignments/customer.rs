//! Whom something is assigned to, and by what.

use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id, resource_assignment::SubscriptionKind},
    store::Transaction,
};

/// The customer exists and may have something new.
///
/// # Errors
/// 422 naming `customer_id`.
pub async fn check_customer(call: &Call, transaction: &mut Transaction, id: Id<Customer>) -> Result<(), ApiError> {
    let customer = call.customer(id, "customer_id").await?;
    if customer.is_blocked() {
        return Err(ApiError::rule("customer_id", "customer_blocked", "the member is blocked"));
    }
    customer.require_in(transaction, "customer_id");
    Ok(())
}

/// The subscription exists. There are none before their area is built: then this looks it up.
///
/// # Errors
/// 422 naming `subscription_id`.
pub fn check_subscription(id: Option<Id<SubscriptionKind>>) -> Result<(), ApiError> {
    id.map_or(Ok(()), |_| Err(ApiError::reference_not_found("subscription_id")))
}
