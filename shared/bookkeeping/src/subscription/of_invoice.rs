//! What befalls an invoice of a subscription, noted in the subscription: in the transaction of whoever does it.

use billing::documents::{Credited, InvoiceStatus};
use shared::{
    UnitOfWork,
    domain::{Id, Record},
    error::ApiError,
    store::Transaction,
};

use super::{
    record::{OpenInvoice, Subscription},
    storing,
};
use crate::{credit_note::CreditNote, invoice::Invoice};

/// An invoice is voided: what it charged is charged no more.
///
/// # Errors
/// 409 `invalid_state` when what it charges was credited already; 503 when the store cannot be read.
pub async fn voided(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let id = invoice.id.cast();
    noted(work, transaction, &invoice.body, |subscription| subscription.with_voided(id)).await
}

/// An invoice is given up: nobody pays what it charged.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn given_up(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let id = invoice.id.cast();
    noted(work, transaction, &invoice.body, |subscription| Ok(subscription.with_given_up(id))).await
}

/// A credit note takes off an invoice what it charged.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn credited(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    note: &CreditNote,
) -> Result<(), ApiError> {
    let (id, lines) = (invoice.id.cast(), lines_of(note));
    noted(work, transaction, &invoice.body, |subscription| Ok(subscription.with_note(id, &lines, true))).await
}

/// A credit note is voided: what it took off is charged again, and may be due again. `invoice` is as it will be.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn uncredited(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, invoice): (Id<Invoice>, &Invoice),
    note: &CreditNote,
) -> Result<(), ApiError> {
    let lines = lines_of(note);
    noted(work, transaction, invoice, |subscription| {
        Ok(subscription.with_note(id.cast(), &lines, false).with_open(id.cast(), invoice))
    })
    .await
}

/// Something is due of an invoice: it was issued by hand, or a payment of it was given back. `invoice` is as it will be.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn due(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, invoice): (Id<Invoice>, &Invoice),
) -> Result<(), ApiError> {
    noted(work, transaction, invoice, |subscription| Ok(subscription.with_open(id.cast(), invoice))).await
}

impl Subscription {
    /// The same with an invoice of which something is due. What awaits its first payment awaits that of its first invoice only.
    fn with_open(&self, id: Id<()>, invoice: &Invoice) -> Self {
        let mut after = self.clone();
        let is_noted = self.open_invoices.iter().any(|open| open.id == id);
        if is_noted || self.is_over || self.incomplete_since.is_some() {
            return after;
        }
        if let (InvoiceStatus::Issued, Some(due)) = (invoice.status, invoice.due_date) {
            after.note_invoice(OpenInvoice { id, due });
        }
        after
    }
}

async fn noted(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Invoice,
    change: impl FnOnce(&Subscription) -> Result<Subscription, ApiError>,
) -> Result<(), ApiError> {
    let Some(id) = invoice.subscription_id else { return Ok(()) };
    let Some(before) = work.store.find(work.tenant(), id.cast::<Subscription>()).await? else { return Ok(()) };
    let after = change(&before.body)?;
    if after == before.body {
        return Ok(());
    }
    let after = work.next_version(&before, after.dated(work.now)?, None);
    Box::pin(storing::replace(work, transaction, &before, &after, None)).await
}

fn lines_of(note: &CreditNote) -> Vec<Credited> {
    note.lines.iter().map(|line| line.credited).collect()
}
