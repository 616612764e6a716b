//! Update and delete an item that waits or stands on a draft.

use agreements::subscription::waiting_credits;
use money_documents::{Invoice, InvoiceItem, drafting::DraftLine};
use shared::api::{Body, Call, Changes, Patch, PathId, Update, retry};
use store::Record;
use values::{ApiError, Id};

/// Changes an invoice item that waits or is on a draft.
pub async fn update(
    call: Call,
    PathId(id): PathId<InvoiceItem>,
    Body(patch): Body<Patch<InvoiceItem>>,
) -> Changes<InvoiceItem> {
    retry(&call, || update_once(&call, id, &patch)).await
}

async fn update_once(call: &Call, id: Id<InvoiceItem>, patch: &Patch<InvoiceItem>) -> Changes<InvoiceItem> {
    let mut update = call.update(id).await?;
    update.before.body.check_own()?;
    let draft = find_draft(call, &update.before.body).await?;
    update = update.patched(patch)?;
    if update.after.tax_rate.is_none() {
        let location =
            update.before.body.location_id.ok_or_else(|| ApiError::internal("an item without a location"))?;
        update.after.fields.tax_rate = Some(call.get(location).await?.body.tax_rate);
    }
    update.after.check(id)?;
    if let Some(draft) = draft {
        let changed = DraftLine::of_item(&update.next_version())?;
        let lines = draft.body.draft_lines();
        let lines = lines.into_iter().map(|line| if line.id() == id { changed.clone() } else { line });
        relined(call, &mut update, &draft, lines.collect())?;
    }
    let (before, after) = (update.before.clone(), update.after.clone());
    waiting_credits::note_change(call, &mut update.transaction, &before, Some(&after)).await?;
    update.commit().await
}

/// Deletes an invoice item that waits or is on a draft; its source can be charged again.
pub async fn delete(call: Call, PathId(id): PathId<InvoiceItem>) -> Changes<InvoiceItem> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<InvoiceItem>) -> Changes<InvoiceItem> {
    let mut update = call.update(id).await?.archived();
    update.before.body.check_own()?;
    if let Some(draft) = find_draft(call, &update.before.body).await? {
        let lines = draft.body.draft_lines().into_iter().filter(|line| line.id() != id).collect();
        relined(call, &mut update, &draft, lines)?;
    }
    if let Some(source) = update.before.body.source_id {
        update.transaction.release_from(&InvoiceItem::source_key(source), id);
    }
    let before = update.before.clone();
    waiting_credits::note_change(call, &mut update.transaction, &before, None).await?;
    update.commit().await
}

/// The draft on which an item stands, if it does.
///
/// # Errors
/// 409 `invalid_state` when its invoice was issued.
async fn find_draft(call: &Call, item: &InvoiceItem) -> Result<Option<Record<Invoice>>, ApiError> {
    let Some(invoice_id) = item.invoice_id else { return Ok(None) };
    let invoice = call.get(invoice_id).await?;
    invoice.body.check_draft()?;
    Ok(Some(invoice))
}

/// Gives the draft of an item other lines, in the item's transaction.
fn relined(
    call: &Call,
    update: &mut Update<'_, InvoiceItem>,
    draft: &Record<Invoice>,
    lines: Vec<DraftLine>,
) -> Result<(), ApiError> {
    let mut after = draft.body.clone();
    after.set_lines(lines)?;
    if after != draft.body {
        update.transaction.replace(draft, &call.next_version(draft, after, None));
    }
    Ok(())
}
