//! Recording payments and giving them back: the payment, the customer's balance and the journal, in one transaction.
//! What an invoice takes of a payment, or gives back, whoever calls this puts into the same transaction.

use billing::{
    documents::{InvoiceStatus, Paid, Payment, PaymentMethod, PaymentStatus},
    ledger::{Account, DocumentKind, DocumentReference, JournalEntry, Occasion, RefundOf, entries},
};
use records::Location;
use store::{Record, Transaction};
use values::{ApiError, Customer, ErrorCode, Id, LongText, Metadata, Money, ShortText, Timestamp};
use work::UnitOfWork;

use crate::{
    journal,
    open_wallet::OpenWallet,
    payment_record::{PaymentTransaction, Refund},
};

/// Most refunds of one payment.
pub const REFUNDS_MAX: usize = 50;

/// A payment to be recorded.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// Location of the payment; none when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// The invoice that it pays.
    pub invoice_id: Option<Id<()>>,
    /// Amount that is paid, above zero, with its currency.
    pub money: Money,
    /// Method by which it is paid, such as cash.
    pub method: PaymentMethod,
    /// What identifies it outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// What the operator says.
    pub note: LongText,
    /// The client's own keys.
    pub metadata: Option<Metadata>,
    /// How it is divided.
    pub paid: Paid,
    /// When it was made, where that was not just now.
    pub paid_at: Option<Timestamp>,
    /// The invoice's state before it; that of an issued one when it pays none.
    pub before: InvoiceStatus,
}

/// A refund to be made.
#[derive(Clone, Debug)]
pub struct NewRefund {
    /// Amount that is given back, in minor units.
    pub amount_minor: i64,
    /// The credit note that promised it.
    pub credit_note_id: Option<Id<()>>,
    /// What the operator says.
    pub reason: LongText,
    /// The state of the payment's invoice before it; that of an issued one when it pays none.
    pub before: InvoiceStatus,
    /// Whether what the customer's balance had paid is paid out, because nobody is left who has a balance.
    pub is_paid_out: bool,
}

fn occasion(
    work: &UnitOfWork,
    id: Id<PaymentTransaction>,
    customer_id: Id<Customer>,
    location_id: Option<Id<Location>>,
) -> Occasion {
    Occasion {
        at: work.now,
        document: DocumentReference { kind: DocumentKind::Payment, id: id.cast() },
        customer_id,
        location_id: location_id.map(Id::cast),
    }
}

/// Records a payment of a wallet's customer. One that was made moves the customer's balance and is journaled; one by
/// card waits.
///
/// # Errors
/// 402 `insufficient_balance` when the balance is to pay and does not hold enough, 422 for an amount of nothing.
pub async fn record(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    new: NewPayment,
) -> Result<Record<PaymentTransaction>, ApiError> {
    let (currency, minor) = (new.money.currency(), new.money.minor());
    if minor <= 0 {
        return Err(ApiError::rule("amount", "out_of_range", "an amount is above zero"));
    }
    let payment = PaymentTransaction {
        customer_id: wallet.customer_id(),
        location_id: new.location_id,
        invoice_id: new.invoice_id,
        order_id: None,
        currency,
        method: new.method,
        payment: Payment::recorded(new.method, minor),
        paid: new.paid,
        gateway_reference: new.gateway_reference,
        failure_code: None,
        paid_at: new.paid_at.unwrap_or(work.now),
        note: new.note,
        refunds: Vec::new(),
        dispute: None,
    };
    let payment = work.new_record(payment, new.metadata);
    transaction.create(&payment);
    if payment.body.payment.status == PaymentStatus::Succeeded {
        let from_balance = new.method == PaymentMethod::Balance;
        if from_balance {
            wallet.pay_out(new.money)?;
        }
        if new.paid.to_balance_minor > 0 {
            wallet.pay_in(Money::new(new.paid.to_balance_minor, currency))?;
        }
        // What is to come is booked now: the invoice has taken it.
        let at = payment.body.paid_at.min(work.now);
        let occasion = Occasion { at, ..occasion(work, payment.id, wallet.customer_id(), new.location_id) };
        let entry = entries::payment_received(occasion, currency, new.paid, new.before, from_balance)?;
        journal::post(work, transaction, entry).await?;
    }
    Ok(payment)
}

/// Gives a part of a payment back, or all of it: first what had gone to the customer's balance, then what an invoice
/// took, which is due again. What a credit note promised is neither. Answers the payment as it will be, and what its
/// invoice gives back.
///
/// # Errors
/// 402 when the balance was used meanwhile, 409 `invalid_state` or `capacity_exceeded`, 422 naming `amount`.
pub async fn refund(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    payment: &Record<PaymentTransaction>,
    new: NewRefund,
) -> Result<(PaymentTransaction, i64), ApiError> {
    let mut after = payment.body.clone();
    if after.refunds.len() >= REFUNDS_MAX {
        let message = format!("a payment has at most {REFUNDS_MAX} refunds");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    after.payment.refund(new.amount_minor)?;
    let money = |minor| Money::new(minor, after.currency);
    let in_balance: i64 =
        after.paid.to_balance_minor - after.refunds.iter().map(|refund| refund.from_balance_minor).sum::<i64>();
    let from_balance = if new.credit_note_id.is_some() { 0 } else { new.amount_minor.min(in_balance) };
    let from_invoice = if new.credit_note_id.is_some() { 0 } else { new.amount_minor - from_balance };
    let occasion = occasion(work, payment.id, after.customer_id, after.location_id);
    if from_balance > 0 {
        wallet.pay_out(money(from_balance))?;
    }
    let from = [
        (RefundOf::Balance, from_balance),
        (RefundOf::Invoice, from_invoice),
        (RefundOf::CreditNote, new.amount_minor - from_balance - from_invoice),
    ];
    for (of, minor) in from.into_iter().filter(|(_, minor)| *minor > 0) {
        let mut entry = entries::payment_refunded(occasion, money(minor), of)?;
        if new.before == InvoiceStatus::Uncollectible {
            // What is due of it stands where it was given up.
            entry = on_other_account(&entry, Account::AccountsReceivable, Account::BadDebt)?;
        }
        if after.method == PaymentMethod::Balance && !new.is_paid_out {
            wallet.pay_in(money(minor))?;
            entry = on_other_account(&entry, Account::Cash, Account::CustomerBalance)?;
        }
        journal::post(work, transaction, entry).await?;
    }
    after.refunds.push(Refund {
        id: work.ids.next(),
        amount_minor: new.amount_minor,
        from_balance_minor: from_balance,
        at: work.now,
        credit_note_id: new.credit_note_id,
        reason: new.reason,
    });
    Ok((after, from_invoice))
}

/// The same entry with one account in place of another.
fn on_other_account(entry: &JournalEntry, from: Account, to: Account) -> Result<JournalEntry, ApiError> {
    let mut draft = JournalEntry::of(*entry.occasion());
    for line in entry.lines() {
        let account = if line.account == from { to } else { line.account };
        draft = draft.debit(account, Money::new(line.debit_minor - line.credit_minor, line.currency));
    }
    Ok(draft.balanced()?)
}
