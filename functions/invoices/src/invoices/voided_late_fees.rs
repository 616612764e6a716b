//! What becomes of the late fees of an invoice that is voided: it owes nothing, so those that are on no issued invoice go
//! in the same transaction.

use std::collections::BTreeMap;

use money_documents::{Invoice, InvoiceItem};
use shared::api::Call;
use store::{Record, RecordSet, Transaction};
use values::{ApiError, Id};

/// Deletes the late fees of `invoice` that wait or stand on drafts, whose lines they leave. What is on an issued invoice
/// stays.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn take_back(call: &Call, transaction: &mut Transaction, invoice: &Record<Invoice>) -> Result<(), ApiError> {
    let Some(late) = &invoice.body.late_fees else { return Ok(()) };
    let ids: Vec<Id<InvoiceItem>> = late.item_ids.iter().map(|id| id.cast()).collect();
    let mut on_drafts: BTreeMap<Id<Invoice>, Vec<Id<InvoiceItem>>> = BTreeMap::new();
    for item in call.store.find_all(call.tenant(), &ids).await? {
        match item.body.invoice_id {
            None if item.body.is_waiting() => archive(call, transaction, &item),
            None => {}
            Some(on) => {
                let found: Option<Record<Invoice>> = call.store.find(call.tenant(), on).await?;
                if found.is_some_and(|found| found.body.check_draft().is_ok()) {
                    archive(call, transaction, &item);
                    on_drafts.entry(on).or_default().push(item.id);
                }
            }
        }
    }
    for (draft, gone) in on_drafts {
        let draft = call.get(draft).await?;
        let mut after = draft.body.clone();
        after.set_lines(draft.body.draft_lines().into_iter().filter(|line| !gone.contains(&line.id())).collect())?;
        after.tax_again(call).await?;
        transaction.replace(&draft, &call.next_version(&draft, after, None));
    }
    Ok(())
}

fn archive(call: &Call, transaction: &mut Transaction, item: &Record<InvoiceItem>) {
    let after = Record { record_set: RecordSet::Archived, ..call.next_version(item, item.body.clone(), None) };
    transaction.replace(item, &after);
}
