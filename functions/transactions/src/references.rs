//! What a transaction names.

use records::Location;
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Customer, Id};

/// Requires that the customer is not archived, and that the location exists.
///
/// # Errors
/// 422 naming `customer_id` or `location_id`.
pub async fn require(
    call: &Call,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    location: Option<Id<Location>>,
) -> Result<(), ApiError> {
    let customer = call.require_customer(customer, "customer_id").await?;
    customer.require_in(transaction, "customer_id");
    if let Some(location) = location {
        let location = call.require_reference(location, "location_id").await?;
        transaction.require_reference(&location, "location_id");
    }
    Ok(())
}
