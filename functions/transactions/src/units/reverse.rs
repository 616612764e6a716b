//! Reverses a transaction of credits or day passes.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::Record;
use values::{Id, LongText};
use wallets_and_journal::{current_wallet, reversal, wallet_transaction::OfUnit};

/// Why a transaction is reversed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletTransactionReversal {
    /// What the operator says.
    #[serde(default)]
    reason: LongText,
}

/// Reverses a transaction by another one of the opposite direction.
pub async fn reverse<T: OfUnit>(
    call: Call,
    PathId(id): PathId<T>,
    Body(input): Body<WalletTransactionReversal>,
) -> Changes<T> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt<T: OfUnit>(call: &Call, id: Id<T>, input: &WalletTransactionReversal) -> Changes<T> {
    let customer = call.get(id).await?.body.as_ref().customer_id;
    let mut wallet = current_wallet::renew(call, customer).await?;
    // Read after the wallet: bringing it to the present may just have posted what was scheduled.
    let reversed: Record<T> = call.get_for_change(id).await?;
    let mut transaction = call.transaction();
    let after = reversal::reverse(call, &mut transaction, &mut wallet, &reversed, input.reason.clone()).await?;
    wallet.write(call, &mut transaction).await?;
    call.commit(transaction, Data(after)).await
}
