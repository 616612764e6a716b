//! By what something is assigned.

use scheduling::resource_assignment::SubscriptionKind;
use values::{ApiError, Id};

/// The subscription exists. There are none before their area is built: then this looks it up.
///
/// # Errors
/// 422 naming `subscription_id`.
pub fn check_subscription(id: Option<Id<SubscriptionKind>>) -> Result<(), ApiError> {
    id.map_or(Ok(()), |_| Err(ApiError::reference_not_found("subscription_id")))
}
