//! Invoices of a subscription that were not paid when it was last looked at: it is past due while one of them is
//! overdue, and begins when the first is paid.

use billing::documents::InvoiceStatus;
use money_documents::{
    invoice::Invoice,
    set_off::{SET_OFF_MAX, pay_out_of_balance},
};
use store::{ReadAhead, Record, Transaction};
use values::{ApiError, Id, Timestamp};
use wallets_and_journal::{OpenWallet, customer_wallet::CustomerWallet};
use work::UnitOfWork;

use super::record::{OpenInvoice, Subscription};

/// Open invoices that are remembered: the state depends on the earliest alone.
const OPEN_MAX: usize = 40;
/// With so many, those that are paid are looked for although none is overdue.
const MANY: usize = 6;

impl Subscription {
    /// Whether an invoice of it was overdue when it was last looked at, or its first payment is awaited.
    #[must_use]
    pub fn has_overdue(&self, now: Timestamp) -> bool {
        !self.is_over
            && (self.incomplete_since.is_some() || self.moments.past_due_at.is_some_and(|past_due| past_due <= now))
    }

    /// With one more invoice that is not paid.
    pub fn note_invoice(&mut self, invoice: OpenInvoice) {
        self.open_invoices.push(invoice);
        self.open_invoices.sort_by_key(|open| open.due);
        self.open_invoices.truncate(OPEN_MAX);
    }
}

/// The same without the invoices that nothing is due of any more; none when that changes nothing. First the customer's
/// balance pays, in `transaction`, overdue ones of which it pays all: nobody is past due with the money at the merchant.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drop_closed(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    body: &Subscription,
) -> Result<Option<Subscription>, ApiError> {
    if !body.has_overdue(work.now) && body.open_invoices.len() < MANY {
        return Ok(None);
    }
    let ids: Vec<Id<Invoice>> = body.open_invoices.iter().map(|open| open.id.cast()).collect();
    // One call for both: the caller's own reading ahead stays as it is.
    let needed = ReadAhead::of(work.tenant()).live(ids.iter().copied());
    let needed =
        if body.has_overdue(work.now) { needed.live([CustomerWallet::id_of(body.customer_id)]) } else { needed };
    let work = &work.read_ahead(needed).await?;
    let mut found = work.store.find_all(work.tenant(), &ids).await?;
    pay_overdue(work, transaction, body, &mut found).await?;
    // What awaits its first payment begins by money: not because its invoice was voided, given up or credited. What is
    // given up is still not paid.
    let is_awaited = body.incomplete_since.is_some();
    let is_open = |open: &OpenInvoice| {
        let found = found.iter().find(|invoice| invoice.id == open.id.cast()).map(|invoice| &invoice.body);
        let is_unpaid =
            found.is_some_and(|invoice| matches!(invoice.status, InvoiceStatus::Issued | InvoiceStatus::Uncollectible));
        is_unpaid || (is_awaited && !found.is_some_and(|invoice| invoice.money.is_paid_by_money()))
    };
    let mut after = body.clone();
    after.open_invoices.retain(is_open);
    if after.open_invoices.len() == body.open_invoices.len() {
        return Ok(None);
    }
    let first_paid = body.incomplete_since.is_some() && after.open_invoices.is_empty();
    if first_paid && body.status(work.now).is_live() {
        after.incomplete_since = None;
    }
    Ok(Some(after))
}

/// Pays overdue invoices out of the customer's balance, the one that is due first first, as far as it pays them whole.
async fn pay_overdue(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    body: &Subscription,
    found: &mut [Record<Invoice>],
) -> Result<(), ApiError> {
    let mut overdue: Vec<&mut Record<Invoice>> =
        found.iter_mut().filter(|invoice| invoice.body.is_overdue(work.now)).collect();
    if overdue.is_empty() {
        return Ok(());
    }
    overdue.sort_by_key(|invoice| (invoice.body.due_date, invoice.id));
    let mut wallet = OpenWallet::read(work, body.customer_id).await?;
    let mut left = SET_OFF_MAX;
    for invoice in overdue {
        let held_minor = wallet.wallet().money_in(invoice.body.currency).minor();
        if left == 0 || held_minor < invoice.body.money.due_minor() {
            continue;
        }
        let after = pay_out_of_balance(work, transaction, &mut wallet, invoice).await?;
        if after != invoice.body {
            transaction.replace(invoice, &work.next_version(invoice, after.clone(), None));
            (invoice.body, left) = (after, left - 1);
        }
    }
    wallet.write(work, transaction).await
}
