//! Subscriptions that grant something to payers before what is settled takes place (`docs/areas/settlement.md`, 63).

use std::collections::BTreeMap;

use agreements::subscription::Subscription;
use store::Record;
use values::{ApiError, Customer, Id, Timestamp};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

/// Subscriptions of these wallets' customers whose next periods begin by then and may grant something. A customer who
/// has none, or books for before, costs nothing.
pub(super) async fn find_granting(
    work: &UnitOfWork,
    wallets: &BTreeMap<Id<Customer>, OpenWallet>,
    until: Option<Timestamp>,
) -> Result<BTreeMap<Id<Customer>, Vec<Record<Subscription>>>, ApiError> {
    let mut granting: BTreeMap<Id<Customer>, Vec<Record<Subscription>>> = BTreeMap::new();
    let Some(until) = until else { return Ok(granting) };
    let of_wallet = |wallet: &OpenWallet| wallet.wallet().renewing_until(until);
    let ids: Vec<Id<Subscription>> = wallets.values().flat_map(of_wallet).map(Id::cast).collect();
    if ids.is_empty() {
        return Ok(granting);
    }
    for subscription in work.store.find_all(work.tenant(), &ids).await? {
        granting.entry(subscription.body.customer_id).or_default().push(subscription);
    }
    Ok(granting)
}
