//! A customer's wallet with everything that time has done to it, before something is decided on it or shown of it.
//! Where something has expired, what grants to the wallet is renewed first: what that granted before comes before it,
//! late as on time.

use billing::wallet::Begins;
use futures_util::future::{BoxFuture, try_join_all};
use store::decide_anew;
use values::{ApiError, Customer, ErrorCode, Id};
use work::{
    UnitOfWork,
    unit_of_work::{Crossing, retry},
};

use crate::{customer_wallet::CustomerWallet, expiry, open_wallet::OpenWallet};

/// Renews the wallet of a customer for a reader: with everything written down that has happened by now, or as it is
/// stored while others write it at the same moment.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn renew_to_show(work: &UnitOfWork, customer_id: Id<Customer>) -> Result<CustomerWallet, ApiError> {
    let stored = OpenWallet::read(work, customer_id).await?;
    if !stored.wallet().is_due(work.now) {
        return Ok(stored.wallet().clone());
    }
    let is_renewed = work.renew_wallet(customer_id, Crossing::Yield).await?;
    match decide_anew(Box::pin(write_down(work, customer_id, is_renewed))).await.0 {
        Err(error) if error.code == ErrorCode::VersionConflict => {
            Ok(OpenWallet::read(work, customer_id).await?.wallet().clone())
        }
        outcome => outcome,
    }
}

/// Renews the wallet of a customer whose credits or day passes the caller changes, and opens it: the step before a
/// decision.
///
/// # Errors
/// Only when the store cannot be read or written.
#[must_use]
pub fn renew(work: &UnitOfWork, customer_id: Id<Customer>) -> BoxFuture<'_, Result<OpenWallet, ApiError>> {
    // Of no type of its own: it stands deep in what cancels bookings, and the compiler looks through all of that.
    Box::pin(async move {
        let stored = OpenWallet::read(work, customer_id).await?;
        if !stored.wallet().is_due(work.now) {
            return Ok(stored);
        }
        let is_renewed = work.renew_wallet(customer_id, Crossing::Retry).await?;
        catch_up(work, customer_id, is_renewed).await
    })
}

/// The same of several customers, side by side and each once.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn renew_all(work: &UnitOfWork, mut customers: Vec<Id<Customer>>) -> Result<Vec<OpenWallet>, ApiError> {
    customers.sort_unstable();
    customers.dedup();
    try_join_all(customers.into_iter().map(|customer| renew(work, customer))).await
}

/// What the sweep does with a wallet that is due; whether there was anything to do.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn write_due(work: &UnitOfWork, id: Id<CustomerWallet>) -> Result<bool, ApiError> {
    let before = work.store.find(work.tenant(), id).await?;
    if before.is_none_or(|before| !before.body.is_due(work.now)) {
        return Ok(false);
    }
    let customer_id = id.cast();
    let is_renewed = work.renew_wallet(customer_id, Crossing::Retry).await?;
    retry(work, || write_down(work, customer_id, is_renewed)).await.map(|_| true)
}

/// Opens a customer's wallet as it is now. Once everything is renewed that grants to it, what still waits for a period
/// that should have begun is given up.
async fn catch_up(work: &UnitOfWork, customer_id: Id<Customer>, is_renewed: bool) -> Result<OpenWallet, ApiError> {
    if !is_renewed {
        return OpenWallet::load(work, customer_id).await;
    }
    let mut open = expiry::catch_up(work, customer_id, Begins::Every, None).await?;
    open.note_renewed(work.now);
    Ok(open)
}

/// Writes down what has expired by now. Answers the wallet without it.
async fn write_down(
    work: &UnitOfWork,
    customer_id: Id<Customer>,
    is_renewed: bool,
) -> Result<CustomerWallet, ApiError> {
    let open = catch_up(work, customer_id, is_renewed).await?;
    let wallet = open.wallet().clone();
    if open.is_changed() {
        let mut transaction = work.transaction();
        open.write(work, &mut transaction).await?;
        work.store.commit(transaction).await?;
    }
    Ok(wallet)
}
