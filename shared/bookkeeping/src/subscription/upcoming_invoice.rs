//! What the next renewal of a subscription will invoice, by the functions that renew it.

use billing::renewal::Invoicing;
use shared::{
    UnitOfWork,
    domain::{Id, Location, Record, Timestamp},
    error::ApiError,
};

use super::{
    charging::{self, WAITING_MAX},
    moments::instant,
    record::Subscription,
    renewing,
};
use crate::{invoice::Invoice, invoice_item::InvoiceItem, pending_items};

/// An invoice that is to come.
#[derive(Clone, Debug)]
pub struct UpcomingInvoice {
    /// As it would be, without a number and days.
    pub invoice: Invoice,
    /// When it is written.
    pub at: Timestamp,
}

/// The invoice of the first period that was not invoiced, with what waits for it now; none when the subscription ends before, and
/// when nothing is asked for.
///
/// # Errors
/// 422 when an amount does not fit or the period lies beyond the calendar.
pub async fn upcoming_invoice(
    work: &UnitOfWork,
    (id, body): (Id<Subscription>, &Subscription),
    location: &Record<Location>,
) -> Result<Option<UpcomingInvoice>, ApiError> {
    if !body.status(work.now).is_live() {
        return Ok(None);
    }
    let Some((after, renewal)) = renewing::upcoming(work, body).await? else { return Ok(None) };
    let days = (renewal.period.first(), renewal.period.after());
    let lines = charging::of_renewal(&after, &renewal);
    let own: Vec<Record<InvoiceItem>> = lines
        .iter()
        .map(|line| InvoiceItem::new(line.item(&after), after.customer_id, (location.id, &location.body)))
        .map(|item| work.new_record(item, None))
        .collect();
    if own.is_empty() {
        return Ok(None);
    }
    let is_draft = renewal.invoicing == Invoicing::Draft;
    let most = if is_draft { 0 } else { WAITING_MAX };
    let waiting = pending_items::waiting(work, after.customer_id, location.id, most).await?;
    let mut invoice = charging::draft(id, &after, location, days);
    let fitting = charging::fitting(&mut invoice, &own, waiting)?;
    let items: Vec<_> = own.into_iter().chain(fitting.items()).collect();
    invoice.set_items(&items)?;
    let lead = i64::from(after.invoice_days_in_advance);
    let day = billing::period::plus_days(days.0, -lead).unwrap_or(days.0);
    Ok(Some(UpcomingInvoice { invoice, at: instant(day, after.zone)?.max(work.now) }))
}
