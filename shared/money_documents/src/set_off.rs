//! Sets off what is owed to a customer: what came into the customer's balance pays open invoices, in the transaction in
//! which it came (`docs/areas/invoices.md`, 21).

use billing::documents::{Excess, InvoiceStatus, PaymentMethod};
use store::{Record, Transaction, transaction::ACTIONS_MAX};
use values::{ApiError, Id, LongText, Money, ShortText};
use wallets_and_journal::{
    OpenWallet,
    payment::{self, NewPayment},
};
use work::UnitOfWork;

use crate::{invoice::Invoice, open_money::read_open_invoices, small_rest};

/// Most invoices that one transaction sets off.
pub const SET_OFF_MAX: usize = 3;
/// Actions of one: the payment with its rows in lists by its fields, its entry, that of a rest, and the invoice with its rows and the
/// counts of the lists that it leaves and enters when nothing is due any more.
pub const SET_OFF_ACTIONS: usize = 20;
/// Actions of an invoice that a transaction changes and does not have yet, with its rows in lists by its fields.
pub const CHANGED_ACTIONS: usize = 8;

/// What is set off first, and what else the transaction has to write.
#[derive(Clone, Copy, Debug)]
pub struct SetOff {
    /// The invoice that what came in corrects, which comes first; those that are changed come first anyway.
    pub corrected: Option<Id<Invoice>>,
    /// Actions that the caller adds to the transaction afterwards.
    pub reserved: usize,
}

/// An invoice that a transaction changes, such as by a credit note, and does not have yet: what is set off against it
/// joins the change, because DynamoDB takes each item once.
#[derive(Debug)]
pub struct ChangedInvoice {
    /// As it is stored.
    pub before: Record<Invoice>,
    /// As it will be.
    pub after: Invoice,
}

impl ChangedInvoice {
    /// Puts it into the transaction.
    pub fn write(self, work: &UnitOfWork, transaction: &mut Transaction) {
        transaction.replace(&self.before, &work.next_version(&self.before, self.after, None));
    }
}

/// Pays the open invoices of a wallet's customer out of its balance, in the currencies in which something came into it:
/// first those that are corrected, then the one that is due first, of equals the one that was issued first; none with
/// `apply_balance` false, none that `transaction` writes already, and as many as it has room for. `changed` are written,
/// whether or not something of them is paid. Whoever calls this writes the wallet.
///
/// The list of invoices may lag by a moment: one that it misses stays open, and what is left in the balance.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn set_off(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    changed: Vec<ChangedInvoice>,
    SetOff { corrected, reserved }: SetOff,
) -> Result<(), ApiError> {
    let may_pay = |wallet: &OpenWallet, money: Money| wallet.has_gained(money.currency()) && money.minor() > 0;
    let mut to_write = changed.len();
    let pays_any = wallet.wallet().money().any(|money| may_pay(wallet, money));
    let others = if pays_any { read_open_invoices(work, wallet.customer_id()).await? } else { Vec::new() };
    let others = others.into_iter().filter(|invoice| !transaction.has(invoice.id)).collect();
    let mut left = SET_OFF_MAX;
    for (is_changed, mut invoice) in in_order(changed, others, corrected) {
        to_write -= usize::from(is_changed);
        let takes = may_pay(wallet, wallet.wallet().money_in(invoice.after.currency)) && invoice.after.takes_balance();
        let actions = transaction.actions() + SET_OFF_ACTIONS + to_write * CHANGED_ACTIONS + reserved;
        let is_paid = takes && left > 0 && actions <= ACTIONS_MAX;
        if is_paid {
            let now = Record { body: invoice.after, ..invoice.before.clone() };
            invoice.after = pay_out_of_balance(work, transaction, wallet, &now).await?;
            left -= 1;
        }
        if is_changed || is_paid {
            invoice.write(work, transaction);
        }
    }
    Ok(())
}

/// The invoices in the order in which they are paid, each with whether it is changed anyway.
fn in_order(
    changed: Vec<ChangedInvoice>,
    mut others: Vec<Record<Invoice>>,
    corrected: Option<Id<Invoice>>,
) -> Vec<(bool, ChangedInvoice)> {
    others.retain(|other| changed.iter().all(|invoice| invoice.before.id != other.id));
    let others = others.into_iter().map(|before| ChangedInvoice { after: before.body.clone(), before });
    let mut all: Vec<_> = changed.into_iter().map(|one| (true, one)).chain(others.map(|one| (false, one))).collect();
    all.sort_by_key(|(is_changed, ChangedInvoice { before, .. })| {
        let issued_at = before.body.issue.as_ref().map(|issue| issue.at);
        (!is_changed && corrected != Some(before.id), before.body.due_date, issued_at, before.id)
    });
    all
}

impl Invoice {
    /// Whether the customer's balance may pay something of it.
    fn takes_balance(&self) -> bool {
        self.apply_balance && self.status == InvoiceStatus::Issued && self.money.due_minor() > 0
    }
}

/// Pays of one issued invoice what the balance of its customer's wallet can, unless `apply_balance` is false. Answers the
/// invoice as it will be, which whoever calls this stores, as it does the wallet.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn pay_out_of_balance(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    invoice: &Record<Invoice>,
) -> Result<Invoice, ApiError> {
    let mut after = invoice.body.clone();
    let minor = wallet.wallet().money_in(after.currency).minor().min(after.money.due_minor());
    if minor <= 0 || !after.takes_balance() {
        return Ok(after);
    }
    let paid = after.take_payment(work, minor, Excess::Refuse)?;
    let payment = NewPayment {
        location_id: Some(after.location_id),
        invoice_id: Some(invoice.id.cast()),
        money: Money::new(minor, after.currency),
        method: PaymentMethod::Balance,
        gateway_reference: ShortText::default(),
        note: LongText::new("Set off"),
        metadata: None,
        paid,
        paid_at: None,
        before: invoice.body.status,
    };
    payment::record(work, transaction, wallet, payment).await?;
    small_rest::write_off(work, transaction, invoice.id, &mut after).await?;
    Ok(after)
}
