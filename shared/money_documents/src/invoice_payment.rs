//! Records a payment of an invoice: the payment, the invoice as it is then, the entry, and what the customer's balance
//! gains or gives, in the transaction of whoever does it.

use billing::documents::{Excess, InvoiceStatus, PaymentMethod};
use store::{Record, Transaction};
use values::{ApiError, Id, LongText, Metadata, Money, ShortText, Timestamp};
use wallets_and_journal::{
    OpenWallet, PaymentTransaction, paid_at,
    payment::{self, NewPayment},
};
use work::UnitOfWork;

use crate::{customer_balance, invoice::Invoice, small_rest};

/// A payment as somebody records it.
#[derive(Clone, Debug)]
pub struct RecordedPayment {
    /// Method by which it is paid, such as cash.
    pub method: PaymentMethod,
    /// Amount that is paid, in minor units, above zero.
    pub amount_minor: i64,
    /// What becomes of what is above what is due.
    pub excess: Excess,
    /// What identifies it outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// What the operator says.
    pub note: LongText,
    /// The client's own keys of the payment.
    pub metadata: Option<Metadata>,
    /// When it was made, where that was not just now.
    pub paid_at: Option<Timestamp>,
}

/// A payment and the invoice that took it, as both will be.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// The invoice. Whoever records the payment replaces it.
    pub invoice: Invoice,
    /// The payment, which the transaction creates.
    pub payment: Record<PaymentTransaction>,
}

/// The payment that a reference outside names already, so that a provider that repeats itself changes nothing.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_by_reference(
    work: &UnitOfWork,
    reference: &ShortText,
) -> Result<Option<Record<PaymentTransaction>>, ApiError> {
    if reference.as_str().is_empty() {
        return Ok(None);
    }
    let holder = work.store.find_holder(work.tenant(), &PaymentTransaction::reference(reference)).await?;
    match holder.as_deref().and_then(Id::<PaymentTransaction>::parse) {
        Some(id) => Ok(work.store.find(work.tenant(), id).await?),
        None => Ok(None),
    }
}

/// Records a payment that has been made, of a customer whose wallet is open: whoever calls this writes it.
///
/// # Errors
/// 402 when the customer's balance does not suffice, 409 `invalid_state`, naming `excess` when what is above what is
/// due would go to a customer who has gone; 422 naming `amount` or `excess`.
pub async fn record(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    before: &Record<Invoice>,
    new: RecordedPayment,
) -> Result<Settlement, ApiError> {
    if new.method == PaymentMethod::Balance && new.excess == Excess::Balance {
        let message = "what the customer's balance pays is at most what is due";
        return Err(ApiError::rule("excess", "excess_of_balance", message));
    }
    if let Some(at) = new.paid_at {
        let issued = before.body.issue.as_ref().and_then(|issue| issue.date.start_in(before.body.time_zone));
        paid_at::check(work, transaction, at, new.method, issued).await?;
    }
    let mut invoice = before.body.clone();
    let paid = invoice.take_payment(work, new.amount_minor, new.excess)?;
    small_rest::write_off(work, transaction, before.id, &mut invoice).await?;
    if let Some(at) = new.paid_at {
        invoice.recount_late_days(Some(at), before.body.money.due_minor(), 0);
    }
    if let (InvoiceStatus::Paid, Some(at)) = (invoice.status, new.paid_at) {
        invoice.paid_at = Some(at.min(work.now));
    }
    if paid.to_balance_minor > 0 {
        customer_balance::require_customer(work, transaction, invoice.customer_id, "excess").await?;
    }
    let payment = NewPayment {
        location_id: Some(invoice.location_id),
        invoice_id: Some(before.id.cast()),
        money: Money::new(new.amount_minor, invoice.currency),
        method: new.method,
        gateway_reference: new.gateway_reference,
        note: new.note,
        metadata: new.metadata,
        paid,
        paid_at: new.paid_at,
        before: before.body.status,
    };
    let payment = payment::record(work, transaction, wallet, payment).await?;
    Ok(Settlement { invoice, payment })
}
