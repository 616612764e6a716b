//! Get what a customer has: credits, day passes and money.

use billing::wallet::{Balance, Unit};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use values::{Amount, ApiError, Currency, Customer, Id};
use wallets_and_journal::{current_wallet, wallet_transaction::BucketPartView};

/// What a customer has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CustomerBalances")]
pub struct BalancesView {
    /// Member or company that has these balances.
    customer_id: Id<Customer>,
    /// Credits in the customer's wallet.
    credits: BalanceView,
    /// Day passes in the customer's wallet.
    day_passes: BalanceView,
    /// Money that they have paid or been credited beyond their invoices, by currency.
    money: Vec<MoneyView>,
}

/// What a customer has of one unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "UnitBalance")]
pub struct BalanceView {
    /// All credits or day passes that are there now, expiring and permanent.
    total: i64,
    /// What expires, soonest first.
    expiring: Vec<BucketPartView>,
    /// Part of the total that never expires.
    permanent: i64,
    /// What charges that are scheduled will take: of what is there, or of what periods of subscriptions grant when they
    /// begin. The total does not know of it.
    scheduled: i64,
}

/// Money of one currency.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "MoneyBalance")]
pub struct MoneyView {
    /// Currency of the amount, as an ISO 4217 code.
    currency: Currency,
    /// What they have of this currency, in major units.
    amount: Amount,
}

/// Balances of a customer: credits, day passes, and money beyond invoices.
pub async fn get(call: Call, PathId(id): PathId<Customer>) -> Result<Data<Plain<BalancesView>>, ApiError> {
    let (_, wallet) = tokio::try_join!(call.read_customer_of_documents(id), current_wallet::renew_to_show(&call, id))?;
    let of_unit = |unit| view(&wallet.wallet.of(unit).balance(call.now));
    let money = wallet
        .money()
        .map(|money| MoneyView { currency: money.currency(), amount: Amount::of(money.minor(), money.currency()) });
    Ok(Data(Plain(BalancesView {
        customer_id: id,
        credits: of_unit(Unit::Credits),
        day_passes: of_unit(Unit::DayPasses),
        money: money.collect(),
    })))
}

fn view(balance: &Balance) -> BalanceView {
    BalanceView {
        total: balance.total,
        expiring: balance.expiring.iter().map(BucketPartView::of).collect(),
        permanent: balance.permanent,
        scheduled: balance.scheduled,
    }
}
