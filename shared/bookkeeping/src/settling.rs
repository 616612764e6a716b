//! What time does to a wallet, written down: on reading its balances, or by the sweep, whichever comes first.

use shared::{
    UnitOfWork,
    domain::{Customer, Id},
    error::ApiError,
    unit_of_work::retried,
};

use crate::{customer_wallet::CustomerWallet, open_wallet::OpenWallet, subscription::renewing};

/// The wallet of a customer with everything written down that has happened by now. Where something has expired, the customer's
/// subscriptions are renewed first: what they granted before that comes before it, late as on time.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn settled(work: &UnitOfWork, customer_id: Id<Customer>) -> Result<CustomerWallet, ApiError> {
    let stored = OpenWallet::load_until_grants(work, customer_id).await?;
    if stored.wallet().due_at().is_none_or(|at| at > work.now) {
        return Ok(stored.wallet().clone());
    }
    Box::pin(renewing::catch_up_all_of(work, customer_id)).await?;
    retried(work, || async {
        let open = OpenWallet::load(work, customer_id).await?;
        let wallet = open.wallet().clone();
        if open.is_changed() {
            let mut transaction = work.transaction();
            open.write(work, &mut transaction).await?;
            work.store.commit(transaction).await?;
        }
        Ok(wallet)
    })
    .await
}

/// What the sweep does with a wallet that is due; whether there was anything to do.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn settle_due(work: &UnitOfWork, id: Id<CustomerWallet>) -> Result<bool, ApiError> {
    let before = work.store.find(work.tenant(), id).await?;
    if before.is_none_or(|before| before.body.due_at().is_none_or(|at| at > work.now)) {
        return Ok(false);
    }
    settled(work, id.cast()).await.map(|_| true)
}
