//! Void a credit note.

use agreements::subscription::of_invoice;
use money_documents::{CreditNote, crediting};
use shared::api::{Call, Changes, PathId, retry};
use values::Id;

/// Voids a credit note: what it took off the invoice is due again.
pub async fn void(call: Call, PathId(id): PathId<CreditNote>) -> Changes<CreditNote> {
    retry(&call, || void_once(&call, id)).await
}

async fn void_once(call: &Call, id: Id<CreditNote>) -> Changes<CreditNote> {
    let mut update = call.update(id).await?;
    let invoice = call.get(update.before.body.invoice_id).await?;
    let (note, after) = crediting::void_note(call, &mut update.transaction, &invoice, &update.before.body, id).await?;
    update.after = note;
    of_invoice::note_uncredited(call, &mut update.transaction, invoice.id, &after, &update.before.body).await?;
    update.commit().await
}
