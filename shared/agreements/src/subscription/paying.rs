//! A payment of an invoice, with what follows for its subscription in the same transaction. An invoice that had been
//! given up, and is paid after all, charges again what it charged: what came back to nobody at the end of the subscription,
//! because nobody had paid it, comes back then (`docs/areas/subscriptions.md`, 19).

use billing::documents::InvoiceStatus;
use money_documents::{
    invoice::Invoice,
    invoice_payment::{self, RecordedPayment, Settlement},
    set_off::{SetOff, set_off},
};
use store::{Record, Transaction, transaction::version_conflict};
use values::ApiError;
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    crediting_dues::{Changing, OTHER_ACTIONS, credit_on},
    deposit, of_invoice,
};

/// Records a payment of an invoice that has been made. Whoever calls this replaces the invoice.
///
/// # Errors
/// As [`invoice_payment::record`].
pub async fn pay(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Invoice>,
    new: RecordedPayment,
) -> Result<Settlement, ApiError> {
    let mut wallet = OpenWallet::read(work, before.body.customer_id).await?;
    let mut settled = invoice_payment::record(work, transaction, &mut wallet, before, new).await?;
    if before.body.status == InvoiceStatus::Uncollectible && settled.invoice.status == InvoiceStatus::Paid {
        let paid = Record { body: settled.invoice, ..before.clone() };
        settled.invoice = Box::pin(note_paid_after_all(work, transaction, &mut wallet, &paid)).await?;
    }
    wallet.write(work, transaction).await?;
    Ok(settled)
}

/// Notes in its subscription that an invoice was paid which had been given up, and gives the deposit back that it charged,
/// if the subscription has ended. Answers the invoice as it will be.
async fn note_paid_after_all(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    paid: &Record<Invoice>,
) -> Result<Invoice, ApiError> {
    let Some(before) = of_invoice::find_subscription(work, &paid.body).await? else { return Ok(paid.body.clone()) };
    let (mut subscription, mut invoice) = (before.body.clone(), paid.body.clone());
    subscription.charges.paid(paid.id.cast());
    let has_ended = subscription.is_over && subscription.incomplete_since.is_none();
    if let Some(line) = deposit::credit(&subscription).filter(|_| has_ended)
        && may_gain(work, transaction, &paid.body).await?
    {
        let subscription = &mut subscription;
        let mut changing = Changing { work, transaction, id: before.id, subscription, wallet };
        invoice = Box::pin(credit_on(&mut changing, paid, &line)).await?;
        let set = SetOff { corrected: None, reserved: OTHER_ACTIONS };
        Box::pin(set_off(work, transaction, wallet, Vec::new(), set)).await?;
    }
    of_invoice::replace(work, transaction, &before, subscription).await?;
    Ok(invoice)
}

/// Whether the customer is there who has a balance: of one who has gone, an operator refunds the deposit by a note.
async fn may_gain(work: &UnitOfWork, transaction: &mut Transaction, invoice: &Invoice) -> Result<bool, ApiError> {
    let customer = work.read_customer_of_documents(invoice.customer_id).await?;
    if customer.is_gone() {
        return Ok(false);
    }
    customer.require_state_in(transaction, version_conflict());
    Ok(true)
}
