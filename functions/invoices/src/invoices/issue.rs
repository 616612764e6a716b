//! Issue an invoice: it gets its number and is frozen.

use agreements::subscription::of_invoice;
use money_documents::{Invoice, issuing::Issuing};
use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id};
use wallets_and_journal::OpenWallet;

/// Issues a draft invoice: it gets its number and dates, and is frozen.
pub async fn issue(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || issue_once(&call, id)).await
}

async fn issue_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    let customer_id = update.before.body.customer_id;
    update.before.body.check_draft()?;
    let (issuing, wallet) = tokio::join!(
        Issuing::read(call, customer_id, update.before.body.location_id),
        OpenWallet::read(call, customer_id)
    );
    let issuing = issuing?;
    if issuing.customer.is_gone() {
        let message = "the customer was deleted, and nobody pays it: delete the draft";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("customer_id", "customer_deleted"));
    }
    issuing.issue(call, &mut update.transaction, id, &mut update.after, wallet?).await?;
    of_invoice::note_due(call, &mut update.transaction, id, &update.after).await?;
    update.commit().await
}
