//! Update and delete a draft. An issued invoice is neither changed nor deleted.

use money_documents::{
    Invoice, InvoiceItem, customer_balance,
    pending_items::set_free,
    set_off::{SetOff, set_off},
};
use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use store::{Record, transaction::version_conflict};
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;

/// Actions of the draft that is deleted and of the wallet, which are written after what is set off.
const OTHER_ACTIONS: usize = 24;

/// Changes fields of a draft invoice; its items change through invoice items.
pub async fn update(call: Call, PathId(id): PathId<Invoice>, Body(patch): Body<Patch<Invoice>>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    update.before.body.check_draft()?;
    update = update.patched(&patch)?;
    update.after.check_days()?;
    let lines = update.after.draft_lines();
    update.after.set_lines(lines)?;
    update.after.tax_again(&call).await?;
    update.commit().await
}

/// Delete invoice: what waited for an invoice waits again, and a credit that did is booked.
pub async fn delete(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    update.before.body.check_draft()?;
    let (customer_id, tax_inclusive) = (update.before.body.customer_id, update.before.body.tax_inclusive);
    let mut wallet = OpenWallet::read(call, customer_id).await?;
    for item in read_items(call, &update.before).await? {
        match item.body.waiting_again() {
            Some(free) => {
                set_free(call, &mut update.transaction, &item, free, tax_inclusive, &mut wallet).await?;
            }
            None => update.transaction.remove(&item),
        }
    }
    if wallet.is_changed() {
        customer_balance::require_customer(call, &mut update.transaction, customer_id, "customer_id").await?;
    }
    let set = SetOff { corrected: None, reserved: OTHER_ACTIONS };
    set_off(call, &mut update.transaction, &mut wallet, Vec::new(), set).await?;
    wallet.write(call, &mut update.transaction).await?;
    update.archived().commit().await
}

/// The items of an invoice.
pub async fn read_items(call: &Call, invoice: &Record<Invoice>) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let ids: Vec<Id<InvoiceItem>> = invoice.body.items.iter().map(|item| item.line.input.id.cast()).collect();
    let items = call.store.find_all(call.tenant(), &ids).await?;
    // One that is not there any more was taken off the invoice since it was read.
    if items.len() == ids.len() { Ok(items) } else { Err(version_conflict()) }
}
