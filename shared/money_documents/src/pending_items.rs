//! Items that wait for an invoice: one for each source, which the customer's next invoice takes.

use billing::documents::InvoiceStatus;
use records::Location;
use store::{List, Order, Record, RecordSet, Transaction};
use values::{ApiError, Customer, Id};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use crate::{
    booked_credit,
    invoice::Invoice,
    invoice_item::{InvoiceItem, InvoiceItemFields},
};

/// Items of a customer at a location that wait for an invoice, oldest first and at most `most`. The list may lag by a
/// moment: an item that is missed waits for the next invoice.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_waiting(
    work: &UnitOfWork,
    customer: Id<Customer>,
    location: Id<Location>,
    most: usize,
) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let list =
        List::by(&InvoiceItem::WAITING, &customer).only("location_id", Some(&location)).ordered(Order::Ascending);
    Ok(work.store.all(work.tenant(), &list, most).await?.records)
}

/// Puts items that wait on an invoice, each under the version that was read.
pub fn take(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    items: &[Record<InvoiceItem>],
    invoice: Id<Invoice>,
) -> Vec<Record<InvoiceItem>> {
    let taken = |before: &Record<InvoiceItem>| {
        let mut item = before.body.clone();
        item.invoice_id = Some(invoice);
        item.waited = true;
        let after = work.next_version(before, item, None);
        transaction.replace(before, &after);
        after
    };
    items.iter().map(taken).collect()
}

/// Lets what waited before an invoice took it wait again, because the invoice asks for it no more; a credit is booked
/// instead, and the balance of `wallet` gains it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn wait_again(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    let ids: Vec<Id<InvoiceItem>> = invoice.body.items.iter().map(|item| item.line.input.id.cast()).collect();
    for before in work.store.find_all(work.tenant(), &ids).await? {
        let Some(item) = before.body.waiting_again() else { continue };
        set_free(work, transaction, &before, item, invoice.body.tax_inclusive, wallet).await?;
    }
    Ok(())
}

/// Stores an item that no invoice has any more: it waits for the next one, or is booked if it is below zero. The late fee
/// of an invoice that was voided is owed no more, and goes.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn set_free(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<InvoiceItem>,
    free: InvoiceItem,
    tax_inclusive: bool,
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    if let Some(late) = free.late_fee_of
        && is_voided(work, late).await?
    {
        let gone = work.next_version(before, free, None);
        transaction.replace(before, &Record { record_set: RecordSet::Archived, ..gone });
        return Ok(());
    }
    if free.is_credit() {
        return booked_credit::book_stored(work, transaction, before, free, tax_inclusive, wallet).await;
    }
    transaction.replace(before, &work.next_version(before, free, None));
    Ok(())
}

async fn is_voided(work: &UnitOfWork, invoice: Id<Invoice>) -> Result<bool, ApiError> {
    let found = work.store.find(work.tenant(), invoice).await?;
    Ok(found.is_none_or(|found| found.body.status == InvoiceStatus::Voided))
}

/// Reads what bookings gave back by items below zero that an invoice has taken, which is voided: a booking that was
/// cancelled does not change again, so they are booked.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_corrections(
    work: &UnitOfWork,
    invoice: &Record<Invoice>,
) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let credits = invoice.body.items.iter().filter(|item| item.line.input.unit_minor < 0 && item.source_id.is_some());
    let ids: Vec<Id<InvoiceItem>> = credits.map(|item| item.line.input.id.cast()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut items = work.store.find_all(work.tenant(), &ids).await?;
    items.retain(|item| item.body.corrects.is_some());
    Ok(items)
}

/// Makes items that are lines of an invoice from the beginning, such as those of a renewal.
///
/// # Errors
/// 422 naming `items[n]` and a field whose value the currency or the arithmetic does not take.
pub fn make(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    items: Vec<InvoiceItemFields>,
    invoice: Id<Invoice>,
    customer: Id<Customer>,
    location: &Record<Location>,
) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let mut made = Vec::with_capacity(items.len());
    for (position, mut fields) in items.into_iter().enumerate() {
        fields.invoice_id = Some(invoice);
        let item = InvoiceItem::new(fields, customer, location);
        let record = work.new_record(item, None);
        record.body.check(record.id).map_err(|error| of_position(error, position))?;
        transaction.create(&record);
        made.push(record);
    }
    Ok(made)
}

/// The refusal of an item, naming its position in the request.
fn of_position(mut error: ApiError, position: usize) -> ApiError {
    for fault in &mut error.fields {
        fault.field = format!("items[{position}].{}", fault.field);
    }
    error
}
