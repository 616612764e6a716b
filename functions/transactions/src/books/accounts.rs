//! List the accounts on which something can be booked.

use billing::ledger::{ChartAccount, ChartName};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, Plain};
use values::ApiError;
use wallets_and_journal::books;

/// A merchant's chart of accounts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChartOfAccounts {
    /// The chart that holds where the merchant has no account of its own.
    chart: ChartName,
    /// Accounts on which something can be booked, the merchant's own first.
    accounts: Vec<LedgerAccount>,
}

/// An account of the chart.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LedgerAccount {
    /// Number, name, and what is booked on it.
    #[serde(flatten)]
    account: ChartAccount,
    /// Whether it is the merchant's own, and none of the chart.
    is_own: bool,
}

/// The accounts of the merchant and of its chart.
pub async fn list(call: Call) -> Result<Data<Plain<ChartOfAccounts>>, ApiError> {
    let books = books::read(&call).await?.body;
    let own = books.accounts.len();
    let accounts = books.chart().accounts().into_iter().enumerate();
    let accounts = accounts.map(|(place, account)| LedgerAccount { account, is_own: place < own }).collect();
    Ok(Data(Plain(ChartOfAccounts { chart: books.chart, accounts })))
}
