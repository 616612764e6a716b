//! Get a transaction of credits or of day passes.

use shared::api::{Call, Data, PathId};
use store::Record;
use values::ApiError;
use wallets_and_journal::{
    current_wallet,
    wallet_transaction::{OfUnit, TransactionStatus},
};

/// A transaction; what was due by now is posted first.
pub async fn get<T: OfUnit>(call: Call, PathId(id): PathId<T>) -> Result<Data<Record<T>>, ApiError> {
    let found: Record<T> = call.get(id).await?;
    let transaction = found.body.as_ref();
    let is_due = transaction.scheduled_for.is_some_and(|at| at <= call.now);
    if transaction.status != TransactionStatus::Scheduled || !is_due {
        return Ok(Data(found));
    }
    // Its instant has come: what became of it is written down first, as for whoever reads the balance.
    current_wallet::renew_to_show(&call, transaction.customer_id).await?;
    call.get(id).await.map(Data)
}
