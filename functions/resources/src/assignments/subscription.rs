//! By what something is assigned.

use agreements::subscription::Subscription;
use scheduling::ResourceAssignment;
use shared::api::Call;
use values::ApiError;

/// Refuses a subscription that does not exist, or is another customer's or another location's.
///
/// # Errors
/// 422 naming `subscription_id`; 503 when the store cannot be read.
pub async fn check_subscription(call: &Call, assignment: &ResourceAssignment) -> Result<(), ApiError> {
    let Some(id) = assignment.subscription_id else { return Ok(()) };
    let refused = |reason, message| Err(ApiError::rule("subscription_id", reason, message));
    let found = call.store.find(call.tenant(), id.cast::<Subscription>()).await?;
    let subscription = found.ok_or_else(|| ApiError::reference_not_found("subscription_id"))?;
    if subscription.body.customer_id != assignment.customer_id {
        return refused("other_customer", "the subscription is another customer's");
    }
    if subscription.body.location_id != assignment.location_id {
        return refused("other_location", "the subscription is at another location");
    }
    Ok(())
}
