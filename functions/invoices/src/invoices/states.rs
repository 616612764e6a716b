//! What becomes of an issued invoice, besides payments: it is voided, given up, or sent.

use agreements::subscription::{of_invoice, renewing::renew_wallet};
use billing::documents::{InvoiceError, InvoiceStatus};
use money_documents::{Invoice, invoice_settlement, set_off::pay_out_of_balance};
use settlement::corrections;
use shared::api::{Call, Changes, PathId, retry};
use store::Record;
use values::Id;
use wallets_and_journal::OpenWallet;
use work::unit_of_work::Crossing;

/// Voids an issued invoice that has no payments and no valid credit notes.
pub async fn void(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || void_once(&call, id)).await
}

async fn void_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    update.after = invoice_settlement::void(call, &mut update.transaction, &update.before).await?;
    of_invoice::note_voided(call, &mut update.transaction, &update.before).await?;
    corrections::end(call, &mut update.transaction, &update.before).await?;
    update.commit().await
}

/// Gives up what is due of an issued invoice: the customer's balance pays what it can, and of the rest it becomes
/// `uncollectible`.
pub async fn mark_uncollectible(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    // What comes back of what time has ended is taken off first.
    let customer_id = call.get(id).await?.body.customer_id;
    renew_wallet(&call, customer_id, Crossing::Retry).await?;
    retry(&call, || give_up_once(&call, id)).await
}

async fn give_up_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    let mut wallet = OpenWallet::read(call, update.before.body.customer_id).await?;
    update.after = pay_out_of_balance(call, &mut update.transaction, &mut wallet, &update.before).await?;
    wallet.write(call, &mut update.transaction).await?;
    if update.after.status != update.before.body.status {
        // The balance has paid it: there is nothing to give up.
        return update.commit().await;
    }
    let rest = Record { body: update.after.clone(), ..update.before.clone() };
    update.after = invoice_settlement::give_up(call, &mut update.transaction, &rest).await?;
    of_invoice::note_given_up(call, &mut update.transaction, &update.before).await?;
    corrections::give_up(call, &mut update.transaction, &rest).await?;
    update.commit().await
}

/// Send invoice: notes that it was sent, by which the letter `invoice_issued` goes to whoever pays once more.
pub async fn send(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    match update.before.body.status {
        InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Uncollectible => {}
        InvoiceStatus::Draft | InvoiceStatus::Voided => {
            return Err(InvoiceError::State(update.before.body.status).into());
        }
    }
    update.after.sent.count = update.after.sent.count.saturating_add(1);
    update.after.sent.last_at = Some(call.now);
    update.commit().await
}
