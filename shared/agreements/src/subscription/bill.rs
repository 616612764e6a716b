//! Bills what a subscription charges and credits: by an invoice, or by credit notes.

use billing::subscription_lines::BilledAs;
use futures_util::future::BoxFuture;
use money_documents::{
    billed_location,
    issuing::Issuing,
    set_off::{ChangedInvoice, SetOff, set_off},
    taxing::tax_of_customer,
};
use store::Transaction;
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;
use work::{UnitOfWork, on_heap};

use super::{
    charging::{self, Billed},
    crediting_dues::{self, Changing, OTHER_ACTIONS},
    record::Subscription,
};

/// Bills this in `transaction`: an invoice takes what waits for the customer's next one, and is paid out of `wallet` as
/// far as that reaches; lines that sum to less than nothing, tax included, are credited at once. The subscription notes
/// what was charged. What has come into the wallet by this, or before it in the transaction, pays what is open.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn bill<'a>(
    work: &'a UnitOfWork,
    transaction: &'a mut Transaction,
    id: Id<Subscription>,
    subscription: &'a mut Subscription,
    wallet: &'a mut OpenWallet,
    billed: &'a Billed,
) -> BoxFuture<'a, Result<(), ApiError>> {
    // Of no type of its own: it stands deep in what ends and renews subscriptions, and the compiler looks through all of
    // that.
    Box::pin(async move {
        let mut changed = Vec::new();
        if !billed.lines.is_empty() {
            changed = Box::pin(bill_lines(work, transaction, id, subscription, wallet, billed)).await?;
        }
        set_off(work, transaction, wallet, changed, SetOff { corrected: None, reserved: OTHER_ACTIONS }).await
    })
}

/// The same without what pays what is open. Answers the invoices that are changed, and still to be written.
async fn bill_lines(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &mut Subscription,
    wallet: &mut OpenWallet,
    billed: &Billed,
) -> Result<Vec<ChangedInvoice>, ApiError> {
    let issuing = on_heap(|| Issuing::read(work, subscription.customer_id, subscription.location_id)).await?;
    let location = &issuing.location;
    let kind = billed.kind(subscription, &location.body, &tax_of_customer(&issuing.customer))?;
    if kind != BilledAs::Nothing {
        billed_location::mark(work, transaction, location).await?;
    }
    match kind {
        BilledAs::Nothing => {
            subscription.charges.note(&BilledAs::Nothing, &billed.shares()?);
            Ok(Vec::new())
        }
        BilledAs::Credits(()) => {
            let mut changing = Changing { work, transaction, id, subscription, wallet };
            on_heap(|| crediting_dues::credit(&mut changing, billed, &issuing)).await
        }
        BilledAs::Invoice(()) => {
            on_heap(|| charging::charge(work, transaction, id, subscription, wallet, billed, &issuing)).await?;
            Ok(Vec::new())
        }
    }
}
