//! What is given back of issued items goes to customers' balances, and pays what is open: first the invoices of which it
//! is given back.

use std::collections::BTreeMap;

use money_documents::set_off::{CHANGED_ACTIONS, SetOff, set_off};
use store::Transaction;
use values::{ApiError, Customer, Id};
use wallets_and_journal::{OpenWallet, current_wallet};
use work::UnitOfWork;

use crate::given_back::{GivenBack, ToBalance};

/// Pays what is given back into the wallets, which the caller writes, sets it off, and writes the invoices of which it
/// is given back.
pub(super) async fn give_back(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallets: &mut BTreeMap<Id<Customer>, OpenWallet>,
    GivenBack { to_balance, mut changed }: GivenBack,
    reserved: usize,
) -> Result<(), ApiError> {
    let mut gained: Vec<Id<Customer>> = Vec::new();
    for ToBalance { customer_id, money } in to_balance.into_iter().filter(|gain| gain.money.minor() != 0) {
        let mut wallet = match wallets.remove(&customer_id) {
            Some(wallet) => wallet,
            None => current_wallet::renew(work, customer_id).await?,
        };
        wallet.pay_in(money)?;
        wallets.insert(customer_id, wallet);
        if !gained.contains(&customer_id) {
            gained.push(customer_id);
        }
    }
    for customer_id in gained {
        let Some(wallet) = wallets.get_mut(&customer_id) else { continue };
        let (own, others) = changed.into_iter().partition(|invoice| invoice.after.customer_id == customer_id);
        changed = others;
        let reserved = reserved + changed.len() * CHANGED_ACTIONS;
        Box::pin(set_off(work, transaction, wallet, own, SetOff { corrected: None, reserved })).await?;
    }
    for invoice in changed {
        invoice.write(work, transaction);
    }
    Ok(())
}
