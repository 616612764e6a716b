//! What time does to a wallet, written down: by whoever reads or charges it, or by the sweep, whichever comes first. Where something
//! has expired, the customer's subscriptions are renewed first: what they granted before that comes before it, late as on time.

use billing::wallet::Begins;
use futures_util::future::BoxFuture;
use store::decided_anew;
use values::{ApiError, Customer, ErrorCode, Id};
use work::{UnitOfWork, unit_of_work::retried};

use crate::{customer_wallet::CustomerWallet, expiry, open_wallet::OpenWallet, subscription::renewing};

/// The wallet of a customer for a reader: with everything written down that has happened by now, or as it is stored while others
/// write it at the same moment.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn shown(work: &UnitOfWork, customer_id: Id<Customer>) -> Result<CustomerWallet, ApiError> {
    let stored = OpenWallet::stored(work, customer_id).await?;
    if !stored.wallet().is_due(work.now) {
        return Ok(stored.wallet().clone());
    }
    let is_renewed = Box::pin(renewing::catch_up_all_unless_crossed(work, customer_id)).await?;
    match decided_anew(Box::pin(written_down(work, customer_id, is_renewed))).await.0 {
        Err(error) if error.code == ErrorCode::VersionConflict => {
            Ok(OpenWallet::stored(work, customer_id).await?.wallet().clone())
        }
        outcome => outcome,
    }
}

/// The wallet of a customer whose credits or day passes the caller changes.
///
/// # Errors
/// Only when the store cannot be read or written.
#[must_use]
pub fn opened(work: &UnitOfWork, customer_id: Id<Customer>) -> BoxFuture<'_, Result<OpenWallet, ApiError>> {
    // Of no type of its own: it stands deep in what cancels bookings, and the compiler looks through all of that.
    Box::pin(async move {
        let stored = OpenWallet::stored(work, customer_id).await?;
        if !stored.wallet().is_due(work.now) {
            return Ok(stored);
        }
        let is_renewed = renewing::catch_up_all_of(work, customer_id).await?;
        renewed(work, customer_id, is_renewed).await
    })
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
    let is_renewed = Box::pin(renewing::catch_up_all_of(work, customer_id)).await?;
    retried(work, || written_down(work, customer_id, is_renewed)).await.map(|_| true)
}

/// The wallet as it is now of a customer. Once all subscriptions are renewed, what still waits for a period that should have begun
/// is given up.
async fn renewed(work: &UnitOfWork, customer_id: Id<Customer>, is_renewed: bool) -> Result<OpenWallet, ApiError> {
    if !is_renewed {
        return OpenWallet::load(work, customer_id).await;
    }
    let mut open = expiry::caught_up(work, customer_id, Begins::Every, None).await?;
    open.note_renewed(work.now);
    Ok(open)
}

/// The wallet with what has expired by now, which is written down.
async fn written_down(
    work: &UnitOfWork,
    customer_id: Id<Customer>,
    is_renewed: bool,
) -> Result<CustomerWallet, ApiError> {
    let open = renewed(work, customer_id, is_renewed).await?;
    let wallet = open.wallet().clone();
    if open.is_changed() {
        let mut transaction = work.transaction();
        open.write(work, &mut transaction).await?;
        work.store.commit(transaction).await?;
    }
    Ok(wallet)
}
