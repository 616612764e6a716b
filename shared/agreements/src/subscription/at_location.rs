//! A location with subscriptions is neither deactivated nor archived: who pays for a place has it. Decided on one
//! counter, which changes in the transactions that begin and end a subscription.

use records::Location;
use store::{List, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};
use work::UnitOfWork;

use super::{ending, record::Subscription};

/// Makes `transaction` fail while a subscription at the location has not ended, invoiced or not.
pub fn require_none(transaction: &mut Transaction, location: Id<Location>, field: &'static str) {
    transaction.require_zero(&Location::subscriptions(location), in_use(field));
}

/// Goes on from the outcome of such a transaction. When it met subscriptions that have ended by time, their ends are
/// written down, and it is tried again.
///
/// # Errors
/// That of the outcome; 409 `version_conflict` to try again.
pub async fn follow_up<T>(
    work: &UnitOfWork,
    outcome: Result<T, ApiError>,
    location: Id<Location>,
) -> Result<T, ApiError> {
    match outcome {
        Err(error) if is_about_subscriptions(&error) => {
            let list = List::by(&Subscription::BY_LOCATION, &location);
            if Box::pin(ending::write_ends(work, list)).await? { Err(version_conflict()) } else { Err(error) }
        }
        outcome => outcome,
    }
}

fn is_about_subscriptions(error: &ApiError) -> bool {
    error.code == ErrorCode::InUse && error.fields.iter().any(|field| field.reason == REASON)
}

const REASON: &str = "subscriptions_live";

/// 409: somebody subscribes there.
fn in_use(field: &'static str) -> ApiError {
    let message =
        "subscriptions at the location have not ended; cancel them first, they end by their notice and commitment";
    ApiError::conflict(ErrorCode::InUse, message).at(field, REASON)
}
