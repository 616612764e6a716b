//! What a voided invoice takes back: dues that were charged on it are charged no more, and what never began is not asked for.

use billing::documents::InvoiceStatus;
use shared::{
    UnitOfWork,
    domain::{Id, Record},
    error::ApiError,
    store::Transaction,
};

use super::record::{DuesOnInvoice, Subscription};
use crate::{invoice::Invoice, invoice_settlement, pending_items};

/// Most invoices of a period that are remembered with what they charge of its dues.
const DUES_MAX: usize = 40;

impl Subscription {
    /// Notes what an invoice charges of the dues of a period.
    pub fn note_dues(&mut self, invoice: Option<Id<Invoice>>, period: u32, minor: i64) {
        if let Some(id) = invoice.filter(|_| minor != 0) {
            self.dues_on.push(DuesOnInvoice { id: id.cast(), period, minor });
            self.dues_on.truncate(DUES_MAX);
        }
    }

    /// The same without what an invoice charged; none when it charged nothing of the present period and the next.
    fn without_dues_on(&self, invoice: Id<()>) -> Option<Self> {
        let dues = self.dues_on.iter().find(|dues| dues.id == invoice)?;
        let mut after = self.clone();
        let is_ahead = self.is_invoiced_ahead() && self.invoiced == Some(dues.period);
        let charged = if is_ahead { &mut after.charged_ahead_minor } else { &mut after.charged_minor };
        *charged = charged.saturating_sub(dues.minor).max(0);
        after.dues_on.retain(|other| other.id != invoice);
        Some(after)
    }
}

/// Notes in the subscription of an invoice that is voided what is charged no more.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn forget_dues(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let Some(id) = invoice.body.subscription_id else { return Ok(()) };
    let Some(before) = work.store.find(work.tenant(), id.cast::<Subscription>()).await? else { return Ok(()) };
    if let Some(after) = before.body.without_dues_on(invoice.id.cast()) {
        transaction.replace(&before, &work.next_version(&before, after, None));
    }
    Ok(())
}

/// Voids what is not paid of a subscription that never began. What was paid in part stays.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn void_first_invoice(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    body: &Subscription,
) -> Result<(), ApiError> {
    let ids: Vec<Id<Invoice>> = body.open_invoices.iter().map(|open| open.id.cast()).collect();
    for invoice in work.store.find_all(work.tenant(), &ids).await? {
        let is_voidable = invoice.body.status == InvoiceStatus::Issued && invoice.body.money.clone().void().is_ok();
        if is_voidable {
            let after = invoice_settlement::void(work, transaction, &invoice).await?;
            transaction.replace(&invoice, &work.next_version(&invoice, after, None));
            pending_items::wait_again(work, transaction, &invoice).await?;
        }
    }
    Ok(())
}
