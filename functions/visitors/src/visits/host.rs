//! The host: an active member. A visit or request names nobody else.

use records::Member;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::customer::CustomerRecord;

/// The member who may be a host, now and when `transaction` is committed.
///
/// # Errors
/// 422 on `host_id`: `reference_not_found`, `reference_archived`, `customer_blocked`.
pub async fn welcome(
    call: &Call,
    transaction: &mut Transaction,
    host: Id<Member>,
) -> Result<Box<Record<Member>>, ApiError> {
    match call.welcome_customer(transaction, host.cast(), "host_id").await? {
        CustomerRecord::Member(member) => Ok(member),
        CustomerRecord::Company(_) => Err(ApiError::reference_not_found("host_id")),
    }
}
