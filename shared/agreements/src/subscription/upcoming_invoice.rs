//! What the next renewal of a subscription will invoice, by the functions that renew it.

use billing::subscription_lines::BilledAs;
use money_documents::invoice::Invoice;
use records::Location;
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use super::{charging, moments::instant, record::Subscription, renewing};

/// An invoice that is to come.
#[derive(Clone, Debug)]
pub struct UpcomingInvoice {
    /// As it would be, without a number and days.
    pub invoice: Invoice,
    /// When it is written.
    pub at: Timestamp,
}

/// The invoice of the first period that was not invoiced and is not paused without charges, with what waits for it now;
/// none when the subscription ends before, and when nothing is asked for.
///
/// # Errors
/// 422 when an amount does not fit or the period lies beyond the calendar.
pub async fn preview_invoice(
    work: &UnitOfWork,
    id: Id<Subscription>,
    body: &Subscription,
    location: &Record<Location>,
) -> Result<Option<UpcomingInvoice>, ApiError> {
    if !body.status(work.now).is_live() {
        return Ok(None);
    }
    let Some((after, renewal)) = renewing::preview_next(work, body).await? else { return Ok(None) };
    let billed = after.billed_of(&renewal);
    let BilledAs::Invoice(invoice) = charging::preview(work, id, &after, location, &billed).await? else {
        return Ok(None);
    };
    let (first, lead) = (renewal.period.first(), i64::from(after.invoice_days_in_advance));
    let day = billing::period::plus_days(first, -lead).unwrap_or(first);
    Ok(Some(UpcomingInvoice { invoice: *invoice, at: instant(day, after.zone)?.max(work.now) }))
}
