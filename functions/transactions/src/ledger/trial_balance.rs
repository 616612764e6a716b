//! The trial balance: totals of every account, which prove that debits are credits.

use billing::ledger::{Account, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use values::{Amount, ApiError, Currency, Timestamp};
use wallets_and_journal::SignedAmount;

/// Instant for which the trial balance is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialBalanceQuery {
    /// With everything that holds at this instant or before; now when left out.
    at: Option<Timestamp>,
}

/// Totals of every account at an instant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TrialBalance")]
pub struct TrialBalanceView {
    /// With everything that holds at this instant or before.
    at: Timestamp,
    /// Accounts on which anything was booked, by account and currency.
    accounts: Vec<AccountTotalView>,
    /// Whether debits are credits in every currency. They always are.
    is_balanced: bool,
}

/// Totals of one account in one currency.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "AccountTotal")]
pub struct AccountTotalView {
    /// Account of the journal that is totalled.
    account: Account,
    /// Currency of the totals; each has totals of its own.
    currency: Currency,
    /// The side on which the account grows.
    side: Side,
    /// Everything on its left.
    debit: Amount,
    /// Everything on its right.
    credit: Amount,
    /// What stands on the side on which it grows.
    balance: SignedAmount,
}

/// Totals of all accounts, now or at an earlier instant.
pub async fn get(
    call: Call,
    Query(query): Query<TrialBalanceQuery>,
) -> Result<Data<Plain<TrialBalanceView>>, ApiError> {
    let at = query.at.unwrap_or(call.now);
    let totals = wallets_and_journal::trial_balance::read_trial_balance(&call, at).await?;
    let accounts = totals.totals().iter().map(|total| AccountTotalView {
        account: total.account,
        currency: total.currency,
        side: total.account.side(),
        debit: Amount::of(total.debit_minor, total.currency),
        credit: Amount::of(total.credit_minor, total.currency),
        balance: SignedAmount::of(total.balance_minor(), total.currency),
    });
    Ok(Data(Plain(TrialBalanceView {
        at,
        accounts: accounts.collect(),
        is_balanced: totals.unbalanced().is_empty(),
    })))
}
