//! Whether the sums of a merchant have everything: a merchant of before they were kept has them once they are built.

use serde::{Deserialize, Serialize};
use store::{Expression, Key};
use values::{ApiError, Timestamp};
use work::{UnitOfWork, provisioning::FIGURES_COMPLETE};

/// That they have.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Complete {
    at: Timestamp,
}

/// Whether they have everything.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn is_complete(work: &UnitOfWork) -> Result<bool, ApiError> {
    Ok(work.store.get_item(&Key::single(work.tenant(), FIGURES_COMPLETE, "all")).await?.is_some())
}

/// Writes down that they have.
///
/// # Errors
/// 503 when the store cannot be written.
pub async fn note_complete(work: &UnitOfWork) -> Result<(), ApiError> {
    let mut transaction = work.transaction();
    let key = Key::single(work.tenant(), FIGURES_COMPLETE, "all");
    let refusal = ApiError::internal("a write without a condition was refused");
    transaction.put_encoded(&key, &Complete { at: work.now }, Expression::always(), refusal);
    work.store.commit(transaction).await
}
