//! Update and delete a draft. An issued invoice is neither changed nor deleted.

use money_documents::{Invoice, InvoiceItem};
use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use store::{Record, transaction::version_conflict};
use values::{ApiError, Id};

/// Changes fields of a draft invoice; its items change through invoice items.
pub async fn update(call: Call, PathId(id): PathId<Invoice>, Body(patch): Body<Patch<Invoice>>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    update.before.body.check_draft()?;
    update = update.patched(&patch)?;
    update.after.check_days()?;
    let lines = update.after.draft_lines();
    update.after.set_lines(lines)?;
    update.commit().await
}

/// Delete invoice: what waited for an invoice waits again.
pub async fn delete(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    update.before.body.check_draft()?;
    for item in read_items(call, &update.before).await? {
        match item.body.waiting_again() {
            Some(waiting) => update.transaction.replace(&item, &call.next_version(&item, waiting, None)),
            None => update.transaction.remove(&item),
        }
    }
    update.archived().commit().await
}

/// The items of an invoice.
pub async fn read_items(call: &Call, invoice: &Record<Invoice>) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let ids: Vec<Id<InvoiceItem>> = invoice.body.items.iter().map(|item| item.line.input.id.cast()).collect();
    let items = call.store.find_all(call.tenant(), &ids).await?;
    // One that is not there any more was taken off the invoice since it was read.
    if items.len() == ids.len() { Ok(items) } else { Err(version_conflict()) }
}
