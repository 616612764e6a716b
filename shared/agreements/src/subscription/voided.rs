//! Invoices of a subscription that never begins: what is not paid of them is not asked for.

use billing::documents::InvoiceStatus;
use money_documents::{invoice::Invoice, invoice_settlement, pending_items};
use store::{Record, Transaction};
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    credited_rest,
    record::{OpenInvoice, Subscription},
};

/// A subscription that never begins, once its invoices are voided.
#[derive(Clone, Debug)]
pub struct CalledOff {
    /// Without what they charged.
    pub body: Subscription,
    /// Whether one of its invoices was paid whole meanwhile, which stays.
    pub is_paid: bool,
}

/// Voids what is not paid of the invoices that a subscription made before it began; `wallet`, which the caller writes,
/// gets back what the customer's balance paid of them. Of one that has credit notes, or was paid in part, the rest is
/// credited, and what was paid goes to the balance.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn void_unpaid(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    body: &Subscription,
    wallet: &mut OpenWallet,
) -> Result<CalledOff, ApiError> {
    // Others may have been written by hand, for something else.
    let is_own = |open: &&OpenInvoice| body.incomplete_since.is_some() || body.charges.is_on(open.id);
    let ids: Vec<Id<Invoice>> = body.open_invoices.iter().filter(is_own).map(|open| open.id.cast()).collect();
    let mut off = CalledOff { body: body.clone(), is_paid: false };
    if ids.is_empty() {
        return Ok(off);
    }
    let found: Vec<Record<Invoice>> = work.store.find_all(work.tenant(), &ids).await?;
    for invoice in found {
        off.is_paid |= invoice.body.money.is_paid_by_money();
        if invoice.body.status != InvoiceStatus::Issued {
            continue;
        }
        if invoice.body.money.clone().void().is_ok() {
            let (after, returned) = invoice_settlement::void_only(work, transaction, &invoice).await?;
            transaction.replace(&invoice, &work.next_version(&invoice, after, None));
            pending_items::wait_again(work, transaction, &invoice, wallet).await?;
            if returned.minor() > 0 {
                wallet.pay_in(returned)?;
            }
            off.body.charges.void(invoice.id.cast());
            off.body.open_invoices.retain(|open| open.id != invoice.id.cast());
        } else {
            Box::pin(credited_rest::credit_rest(work, transaction, &invoice, &mut off.body, wallet)).await?;
        }
    }
    Ok(off)
}
