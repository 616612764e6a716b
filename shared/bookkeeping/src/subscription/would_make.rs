//! What lines of a subscription would make, by the functions that make it.

use billing::{
    documents::LineInput,
    subscription_lines::{LinesMake, lines_make},
};
use records::Location;
use store::Record;
use values::{ApiError, Day, Id};
use work::UnitOfWork;

use super::{
    charging::{self, ChargedLine, WAITING_MAX},
    record::Subscription,
};
use crate::{invoice::Invoice, invoice_item::InvoiceItem, pending_items};

/// What lines would make.
#[derive(Clone, Debug)]
pub enum WouldMake {
    /// Nothing.
    Nothing,
    /// Credits that wait for the customer's next invoices.
    Waiting,
    /// An invoice, with what it takes of what waits.
    Invoice(Box<Invoice>),
}

/// What these lines would make for these days, the last of them excluded. `takes_waiting` says whether an invoice takes what waits
/// for the customer's next one.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn would_make(
    work: &UnitOfWork,
    (id, body): (Id<Subscription>, &Subscription),
    location: &Record<Location>,
    (lines, days): (&[ChargedLine], (Day, Day)),
    takes_waiting: bool,
) -> Result<WouldMake, ApiError> {
    let inputs: Vec<LineInput> = lines.iter().map(|line| line.input).collect();
    match lines_make(body.currency, location.body.tax_inclusive, &inputs)? {
        LinesMake::Nothing => return Ok(WouldMake::Nothing),
        LinesMake::Waiting => return Ok(WouldMake::Waiting),
        LinesMake::Invoice(_) => {}
    }
    let own: Vec<Record<InvoiceItem>> = lines
        .iter()
        .map(|line| InvoiceItem::new(line.item(body), body.customer_id, (location.id, &location.body)))
        .map(|item| work.new_record(item, None))
        .collect();
    let most = if takes_waiting { WAITING_MAX } else { 0 };
    let waiting = pending_items::waiting(work, body.customer_id, location.id, most).await?;
    let mut invoice = charging::draft(id, body, location, days);
    let fitting = charging::fitting(&mut invoice, &own, waiting)?;
    let items: Vec<_> = own.into_iter().chain(fitting.items()).collect();
    invoice.set_items(&items)?;
    Ok(WouldMake::Invoice(Box::new(invoice)))
}
