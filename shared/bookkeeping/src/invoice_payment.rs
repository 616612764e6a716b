//! Records a payment of an invoice: the payment, the invoice as it is then, the entry, and what the customer's balance gains or
//! gives, in the transaction of whoever does it.

use billing::{
    documents::{Excess, Payment, PaymentMethod},
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
};
use shared::{
    UnitOfWork,
    domain::{Id, LongText, Metadata, Money, Record, ShortText},
    error::ApiError,
    store::Transaction,
};

use crate::{OpenWallet, PaymentTransaction, invoice::Invoice, invoice_settlement::TakenPayment, journal};

/// A payment as somebody records it.
#[derive(Clone, Debug)]
pub struct RecordedPayment {
    /// How.
    pub method: PaymentMethod,
    /// How much.
    pub amount_minor: i64,
    /// What becomes of what is above what is due.
    pub excess: Excess,
    /// What identifies it outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// What the operator says.
    pub note: LongText,
    /// The client's own keys of the payment.
    pub metadata: Option<Metadata>,
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
pub async fn of_reference(
    work: &UnitOfWork,
    reference: &ShortText,
) -> Result<Option<Record<PaymentTransaction>>, ApiError> {
    if reference.as_str().is_empty() {
        return Ok(None);
    }
    let holder = work.store.holder(work.tenant(), &PaymentTransaction::reference(reference)).await?;
    match holder.as_deref().and_then(Id::<PaymentTransaction>::parse) {
        Some(id) => Ok(work.store.find(work.tenant(), id).await?),
        None => Ok(None),
    }
}

/// Records a payment that has been made.
///
/// # Errors
/// 402 when the customer's balance does not suffice, 409 `invalid_state`, 422 naming `amount` or `excess`.
pub async fn record(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Invoice>,
    new: RecordedPayment,
) -> Result<Settlement, ApiError> {
    let from_balance = new.method == PaymentMethod::Balance;
    if from_balance && new.excess == Excess::Balance {
        let message = "what the customer's balance pays is at most what is due";
        return Err(ApiError::rule("excess", "excess_of_balance", message));
    }
    let mut invoice = before.body.clone();
    let TakenPayment { paid, before: standing } = invoice.take_payment(work, new.amount_minor, new.excess)?;
    let (customer_id, currency) = (invoice.customer_id, invoice.currency);
    let payment = work.new_record(
        PaymentTransaction {
            customer_id,
            location_id: Some(invoice.location_id),
            invoice_id: Some(before.id.cast()),
            order_id: None,
            currency,
            method: new.method,
            payment: Payment::recorded(new.method, new.amount_minor),
            paid,
            gateway_reference: new.gateway_reference,
            failure_code: None,
            paid_at: work.now,
            note: new.note,
            refunds: Vec::new(),
            dispute: None,
        },
        new.metadata,
    );
    transaction.create(&payment);
    let document = DocumentReference { kind: DocumentKind::Payment, id: payment.id.cast() };
    let occasion = Occasion { at: work.now, document, customer_id, location_id: Some(invoice.location_id) };
    let entry = entries::payment_received(occasion, currency, paid, standing, from_balance)?;
    journal::post(work, transaction, entry).await?;
    if from_balance || paid.to_balance_minor > 0 {
        let mut wallet = OpenWallet::load(work, customer_id).await?;
        if from_balance {
            wallet.pay_out(Money::new(new.amount_minor, currency))?;
        }
        wallet.pay_in(Money::new(paid.to_balance_minor, currency))?;
        wallet.write(work, transaction).await?;
    }
    Ok(Settlement { invoice, payment })
}
