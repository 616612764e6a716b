//! Money that is to go to a customer's balance: only while somebody is left who may have it. What had gone there before
//! was settled when the customer went (`open_money`).

use store::{Transaction, transaction::version_conflict};
use values::{ApiError, Customer, ErrorCode, Id};
use work::UnitOfWork;

/// Requires, at once and in `transaction`, that a customer to whose balance something is to go has not gone.
///
/// # Errors
/// 409 `invalid_state` naming `field` with the reason `customer_deleted`; 503 when the store cannot be read.
pub async fn require_customer(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    field: &str,
) -> Result<(), ApiError> {
    let customer = work.read_customer_of_documents(customer).await?;
    if customer.is_gone() {
        let message = "the customer was deleted, and nobody is left to whom a balance is owed: pay it out instead";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at(field, "customer_deleted"));
    }
    customer.require_state_in(transaction, version_conflict());
    Ok(())
}
