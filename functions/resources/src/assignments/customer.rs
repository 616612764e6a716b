//! Whom something is assigned to, and by what.

use scheduling::resource_assignment::SubscriptionKind;
use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id},
    store::Transaction,
};

/// The customer exists and may have something new.
///
/// # Errors
/// 422 naming `customer_id`.
pub async fn check_customer(call: &Call, transaction: &mut Transaction, id: Id<Customer>) -> Result<(), ApiError> {
    call.welcome_customer(transaction, id, "customer_id").await.map(drop)
}

/// The subscription exists. There are none before their area is built: then this looks it up.
///
/// # Errors
/// 422 naming `subscription_id`.
pub fn check_subscription(id: Option<Id<SubscriptionKind>>) -> Result<(), ApiError> {
    id.map_or(Ok(()), |_| Err(ApiError::reference_not_found("subscription_id")))
}
