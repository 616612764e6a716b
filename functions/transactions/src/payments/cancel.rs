//! Call off a payment whose outcome is awaited.

use billing::documents::PaymentStatus;
use shared::api::{Call, Changes, PathId};
use wallets_and_journal::PaymentTransaction;

/// Cancels a payment whose outcome is still awaited.
pub async fn cancel(call: Call, PathId(id): PathId<PaymentTransaction>) -> Changes<PaymentTransaction> {
    let mut update = call.update(id).await?;
    update.after.payment.become_status(PaymentStatus::Cancelled)?;
    update.commit().await
}
