//! What befalls an invoice of a subscription, noted in the subscription: in the transaction of whoever does it.

use billing::documents::{Credited, InvoiceStatus};
use money_documents::{credit_note::CreditNote, invoice::Invoice};
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{
    record::{OpenInvoice, Subscription},
    storing, waiting_credits,
};

/// An invoice is voided: what it charged is charged no more.
///
/// # Errors
/// 409 `invalid_state` when what it charges was credited already; 503 when the store cannot be read.
pub async fn note_voided(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let id = invoice.id.cast();
    change(work, transaction, &invoice.body, |subscription| subscription.with_voided(id)).await
}

/// An invoice is given up: nobody pays what it charged, and credits of that which wait go.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn note_given_up(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let Some(before) = find_subscription(work, &invoice.body).await? else { return Ok(()) };
    let mut after = before.body.clone();
    for (charged_for, minor) in after.charges.give_up(invoice.id.cast()) {
        waiting_credits::reduce(work, transaction, &mut after, charged_for, minor).await?;
    }
    replace(work, transaction, &before, after).await
}

/// A credit note takes off an invoice what it charged.
///
/// # Errors
/// 422 `above_rest` naming a line of which more is taken off than the subscription has not credited otherwise; 503 when
/// the store cannot be read.
pub async fn note_credited(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    note: &CreditNote,
) -> Result<(), ApiError> {
    let (id, lines) = (invoice.id.cast(), lines_of(note));
    change(work, transaction, &invoice.body, |subscription| subscription.with_note(id, &lines, true)).await
}

/// Refuses what [`note_credited`] refuses, and changes nothing.
///
/// # Errors
/// 422 `above_rest` naming a line; 503 when the store cannot be read.
pub async fn check_credited(work: &UnitOfWork, invoice: &Record<Invoice>, lines: &[Credited]) -> Result<(), ApiError> {
    match find_subscription(work, &invoice.body).await? {
        Some(subscription) => subscription.body.with_note(invoice.id.cast(), lines, true).map(drop),
        None => Ok(()),
    }
}

/// A credit note is voided: what it took off is charged again, and may be due again. `invoice` is as it will be.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn note_uncredited(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Invoice>,
    invoice: &Invoice,
    note: &CreditNote,
) -> Result<(), ApiError> {
    let lines = lines_of(note);
    change(work, transaction, invoice, |subscription| {
        Ok(subscription.with_note(id.cast(), &lines, false)?.with_open(id.cast(), invoice))
    })
    .await
}

/// Something is due of an invoice: it was issued by hand, or a payment of it was given back. `invoice` is as it will
/// be.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn note_due(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Invoice>,
    invoice: &Invoice,
) -> Result<(), ApiError> {
    change(work, transaction, invoice, |subscription| Ok(subscription.with_open(id.cast(), invoice))).await
}

impl Subscription {
    /// The same with an invoice that was issued, and of which something is due. What awaits its first payment awaits
    /// that of its first invoice only.
    fn with_open(&self, id: Id<()>, invoice: &Invoice) -> Self {
        let mut after = self.clone();
        let lines = invoice.items.iter().map(|line| (line.line.input.id.cast(), line.line.amount_minor));
        after.charges.issue(id, &lines.collect::<Vec<_>>());
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

async fn change(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Invoice,
    changed: impl FnOnce(&Subscription) -> Result<Subscription, ApiError>,
) -> Result<(), ApiError> {
    let Some(before) = find_subscription(work, invoice).await? else { return Ok(()) };
    let after = changed(&before.body)?;
    replace(work, transaction, &before, after).await
}

/// The subscription of an invoice, if it is of one.
pub(super) async fn find_subscription(
    work: &UnitOfWork,
    invoice: &Invoice,
) -> Result<Option<Record<Subscription>>, ApiError> {
    match invoice.subscription_id {
        Some(id) => Ok(work.store.find(work.tenant(), id.cast::<Subscription>()).await?),
        None => Ok(None),
    }
}

/// Stores a subscription that is changed by what befalls an invoice.
pub(super) async fn replace(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Subscription>,
    after: Subscription,
) -> Result<(), ApiError> {
    if after == before.body {
        return Ok(());
    }
    let after = work.next_version(before, after.dated(work.now)?, None);
    Box::pin(storing::replace(work, transaction, before, &after, None)).await
}

fn lines_of(note: &CreditNote) -> Vec<Credited> {
    note.lines.iter().map(|line| line.credited).collect()
}
