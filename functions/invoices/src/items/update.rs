//! Update and delete an item that waits or stands on a draft.

use agreements::subscription::waiting_credits;
use money_documents::{Invoice, InvoiceItem, customer_balance, drafting::DraftLine, taxing::set_asked_tax};
use shared::api::{Body, Call, Changes, Patch, PathId, Update, retry};
use store::Record;
use values::{ApiError, Id};

use super::book::book;

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
    update.before.body.check_not_booked()?;
    let draft = find_draft(call, &update.before.body).await?;
    update = update.patched(patch)?;
    let (had, wanted) = (update.before.body.tax_rate_id, update.after.tax_rate_id);
    call.require_tax_rate(had, wanted, "tax_rate_id").await?;
    if taxed_by(&update.after) != taxed_by(&update.before.body) {
        if update.after.tax_rate != update.before.body.tax_rate && !patch.gives("tax_rate_id") {
            // Another plain rate, or that of the location, stands for the rate by date.
            update.after.fields.tax_rate_id = None;
        }
        let location =
            update.before.body.location_id.ok_or_else(|| ApiError::internal("an item without a location"))?;
        let location = call.get(location).await?;
        set_asked_tax(call, &mut [&mut update.after.fields], &location.body).await?;
    }
    update.after.check(id)?;
    if let Some(draft) = draft {
        let changed = DraftLine::of_item(&update.next_version())?;
        let lines = draft.body.draft_lines();
        let lines = lines.into_iter().map(|line| if line.id() == id { changed.clone() } else { line });
        relined(call, &mut update, &draft, lines.collect()).await?;
    }
    let (before, after) = (update.before.clone(), update.after.clone());
    waiting_credits::note_change(call, &mut update.transaction, &before, Some(&after)).await?;
    if after.is_credit() && after.is_waiting() {
        let location = after.location_id.ok_or_else(|| ApiError::internal("an item without a location"))?;
        let tax_inclusive = call.get(location).await?.body.tax_inclusive;
        if let Some(customer) = after.customer_id {
            customer_balance::require_customer(call, &mut update.transaction, customer, "customer_id").await?;
        }
        book(call, &mut update.transaction, id, &mut update.after, tax_inclusive).await?;
    }
    update.commit().await
}

/// What the tax on an item follows from.
fn taxed_by(item: &InvoiceItem) -> impl PartialEq + use<> {
    (item.tax_rate, item.tax_rate_id, item.tax_point, item.period_start)
}

/// Deletes an invoice item that waits or is on a draft; its source can be charged again.
pub async fn delete(call: Call, PathId(id): PathId<InvoiceItem>) -> Changes<InvoiceItem> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<InvoiceItem>) -> Changes<InvoiceItem> {
    let mut update = call.update(id).await?.archived();
    update.before.body.check_own()?;
    update.before.body.check_not_booked()?;
    if let Some(draft) = find_draft(call, &update.before.body).await? {
        let lines = draft.body.draft_lines().into_iter().filter(|line| line.id() != id).collect();
        relined(call, &mut update, &draft, lines).await?;
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
async fn relined(
    call: &Call,
    update: &mut Update<'_, InvoiceItem>,
    draft: &Record<Invoice>,
    lines: Vec<DraftLine>,
) -> Result<(), ApiError> {
    let mut after = draft.body.clone();
    after.set_lines(lines)?;
    after.tax_again(call).await?;
    if after != draft.body {
        update.transaction.replace(draft, &call.next_version(draft, after, None));
    }
    Ok(())
}
