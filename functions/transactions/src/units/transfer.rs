//! Transfer credits from one customer to another.

use billing::wallet::Unit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Committed, Data, Shown, retry};
use store::{Record, Transaction, record::RecordView};
use values::{ApiError, Customer, Id, LongText, Metadata, Timestamp};
use wallets_and_journal::{About, CreditTransaction, current_wallet, reversal::move_units};

use super::settings;

/// Credits that go from one customer to another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreditTransfer {
    /// Customer from whose wallet credits are taken.
    from_customer_id: Id<Customer>,
    /// Customer into whose wallet credits come.
    to_customer_id: Id<Customer>,
    /// Number of credits, from 1 to 1,000,000.
    #[schemars(range(min = 1, max = 1_000_000))]
    amount: i64,
    /// What the operator says.
    #[serde(default)]
    reason: LongText,
    /// The client's own keys; they stand on the transaction of the customer who gives.
    metadata: Option<Metadata>,
}

/// Both transactions of a transfer.
#[derive(Clone, Debug)]
pub struct Transferred {
    from: Record<CreditTransaction>,
    to: Record<CreditTransaction>,
}

/// Both transactions of a transfer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CreditTransferResult")]
pub struct TransferredView {
    /// Of the customer who gives.
    from: RecordView<wallets_and_journal::wallet_transaction::WalletTransactionView>,
    /// Of the customer who gets.
    to: RecordView<wallets_and_journal::wallet_transaction::WalletTransactionView>,
}

impl Shown for Transferred {
    type View = TransferredView;

    fn show(&self, now: Timestamp) -> TransferredView {
        TransferredView { from: self.from.view(now), to: self.to.view(now) }
    }
}

/// Transfers credits from one customer's wallet to another's.
pub async fn transfer(call: Call, Body(input): Body<CreditTransfer>) -> Result<Committed<Data<Transferred>>, ApiError> {
    if input.from_customer_id == input.to_customer_id {
        return Err(ApiError::rule("to_customer_id", "same_customer", "a transfer is between two customers"));
    }
    retry(&call, || attempt(&call, &input)).await
}

async fn attempt(call: &Call, input: &CreditTransfer) -> Result<Committed<Data<Transferred>>, ApiError> {
    let mut transaction = call.transaction();
    settings::check_enabled(&settings::read_settings(call).await?, Unit::Credits)?;
    welcome(call, &mut transaction, input).await?;
    let mut from = current_wallet::renew(call, input.from_customer_id).await?;
    let mut to = current_wallet::renew(call, input.to_customer_id).await?;
    let about = About { reason: input.reason.clone(), metadata: input.metadata.clone(), ..About::default() };
    let (given, got) = move_units(call, &mut from, &mut to, Unit::Credits, input.amount, &about)?;
    let noted = || ApiError::internal("a transaction was not noted");
    let moved = Transferred {
        from: from.record(call, given.id).ok_or_else(noted)?,
        to: to.record(call, got.id).ok_or_else(noted)?,
    };
    from.write(call, &mut transaction).await?;
    to.write(call, &mut transaction).await?;
    call.commit(transaction, Data(moved)).await
}

/// Neither is archived or blocked.
async fn welcome(call: &Call, transaction: &mut Transaction, input: &CreditTransfer) -> Result<(), ApiError> {
    call.welcome_customer(transaction, input.from_customer_id, "from_customer_id").await?;
    call.welcome_customer(transaction, input.to_customer_id, "to_customer_id").await?;
    Ok(())
}
