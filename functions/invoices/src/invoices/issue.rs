//! Issue an invoice: it gets its number and is frozen.

use agreements::subscription::of_invoice;
use money_documents::{Invoice, issuing::Issuing};
use shared::api::{Call, Changes, PathId, retry};
use store::Transaction;
use values::{ApiError, ErrorCode, Id};
use wallets_and_journal::OpenWallet;

/// Issues a draft invoice: it gets its number and dates, and is frozen.
pub async fn issue(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || issue_once(&call, id)).await
}

async fn issue_once(call: &Call, id: Id<Invoice>) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    issue_in(call, &mut update.transaction, id, &mut update.after).await?;
    update.commit().await
}

/// Issues a draft in the transaction of whoever made it; the invoice as it is then.
///
/// # Errors
/// As the operation: 409 `invalid_state`, 422 naming `items` or `due_date`; 404 when there is none any more.
pub async fn issue_draft(call: &Call, transaction: &mut Transaction, id: Id<Invoice>) -> Result<Invoice, ApiError> {
    let before = call.get(id).await?;
    let mut invoice = before.body.clone();
    issue_in(call, transaction, id, &mut invoice).await?;
    transaction.replace(&before, &call.next_version(&before, invoice.clone(), None));
    Ok(invoice)
}

async fn issue_in(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Invoice>,
    invoice: &mut Invoice,
) -> Result<(), ApiError> {
    let (customer_id, location_id) = (invoice.customer_id, invoice.location_id);
    invoice.check_draft()?;
    let (issuing, wallet) =
        tokio::join!(Issuing::read(call, customer_id, location_id), OpenWallet::read(call, customer_id));
    let issuing = issuing?;
    if issuing.customer.is_gone() {
        let message = "the customer was deleted, and nobody pays it: delete the draft";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("customer_id", "customer_deleted"));
    }
    issuing.issue(call, transaction, id, invoice, wallet?).await?;
    of_invoice::note_due(call, transaction, id, invoice).await
}
