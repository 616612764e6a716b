//! What becomes of the late fees of an invoice that is voided, by whichever way: it owes nothing, so those that are on no
//! issued invoice go in the same transaction.

use std::collections::BTreeMap;

use store::{Record, RecordSet, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::{invoice::Invoice, invoice_item::InvoiceItem};

/// Deletes the late fees of `invoice` that wait or stand on drafts, whose lines they leave. What is on an issued invoice
/// stays, and so does what is on a draft that the transaction changes already: it goes with that invoice, or when that
/// draft is deleted.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn take_back(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let Some(late) = &invoice.body.late_fees else { return Ok(()) };
    let ids: Vec<Id<InvoiceItem>> = late.item_ids.iter().map(|id| id.cast()).collect();
    let mut on_invoices: BTreeMap<Id<Invoice>, Vec<Record<InvoiceItem>>> = BTreeMap::new();
    for item in work.store.find_all(work.tenant(), &ids).await? {
        match item.body.invoice_id {
            Some(on) => on_invoices.entry(on).or_default().push(item),
            None if item.body.is_waiting() => archive(work, transaction, &item),
            None => {}
        }
    }
    let ids: Vec<Id<Invoice>> = on_invoices.keys().copied().collect();
    for draft in work.store.find_all(work.tenant(), &ids).await? {
        if draft.body.check_draft().is_err() || transaction.has(draft.id) {
            continue;
        }
        let gone = on_invoices.remove(&draft.id).unwrap_or_default();
        let is_left = |id: Id<InvoiceItem>| gone.iter().all(|item| item.id != id);
        let mut after = draft.body.clone();
        after.set_lines(draft.body.draft_lines().into_iter().filter(|line| is_left(line.id())).collect())?;
        after.tax_again(work).await?;
        transaction.replace(&draft, &work.next_version(&draft, after, None));
        for item in &gone {
            archive(work, transaction, item);
        }
    }
    Ok(())
}

fn archive(work: &UnitOfWork, transaction: &mut Transaction, item: &Record<InvoiceItem>) {
    let after = Record { record_set: RecordSet::Archived, ..work.next_version(item, item.body.clone(), None) };
    transaction.replace(item, &after);
}
