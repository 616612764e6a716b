//! What sources reserve of periods of subscriptions that have not begun (`docs/areas/settlement.md`, 63).

use billing::{
    settlement::{Charged, Reserved, ReservedOutcome, SettlementError},
    wallet::{CycleToCome, SpentAt, Unit},
};
use values::{ApiError, Customer, Id};
use wallets_and_journal::{
    open_wallet::{OpenWallet, Scheduled, ScheduledOn},
    wallet_transaction::{TransactionStatus, WalletTransaction},
};
use work::UnitOfWork;

use super::{Settling, settled_source::SettledSource};
use crate::source_account::SourceAccount;

impl Settling {
    /// The cycles to come of a payer in which something takes place.
    pub(super) fn cycles(&self, work: &UnitOfWork, payer: Id<Customer>, spent_at: &SpentAt) -> Vec<CycleToCome> {
        let Some(at) = spent_at.takes_place_at else { return Vec::new() };
        let of_payer = self.granting.get(&payer).into_iter().flatten();
        of_payer.filter_map(|one| one.body.cycle_to_come(one.id, work.now, at)).collect()
    }

    /// Why something is not paid. Where a period to come would pay and no further charge can wait for it, that is said.
    pub(super) fn refused(
        &self,
        work: &UnitOfWork,
        payer: Id<Customer>,
        spent_at: &SpentAt,
        error: SettlementError,
    ) -> ApiError {
        let mut refusal = ApiError::from(error);
        let SettlementError::Insufficient { unit, .. } = error else { return refusal };
        let Some(wallet) = self.wallets.get(&payer).map(OpenWallet::wallet) else { return refusal };
        if let Some(limit) = wallet.wallet.limit_met(unit, spent_at, &self.cycles(work, payer, spent_at)) {
            refusal.message = format!("the period in which it takes place pays nothing more: {limit}").into();
        }
        refusal
    }

    /// What became of what a source reserved.
    pub(super) fn outcome(&self, payer: Id<Customer>, one: &Reserved) -> ReservedOutcome {
        let noted = self.wallets.get(&payer).and_then(|wallet| wallet.noted(one.id));
        let stored = || self.scheduled.get(&one.id).map(Scheduled::body);
        let happened = |transaction: &WalletTransaction| match transaction.status {
            TransactionStatus::Scheduled => ReservedOutcome::Waits,
            TransactionStatus::Posted | TransactionStatus::Reversed => {
                ReservedOutcome::Posted(transaction.buckets.clone())
            }
            TransactionStatus::Void => ReservedOutcome::Void,
        };
        noted.or_else(stored).map_or(ReservedOutcome::Waits, happened)
    }

    /// What goes on waiting is for where and when its source takes place now.
    pub(super) fn rebook(
        &mut self,
        account: &SourceAccount,
        charged: &Charged,
        spent_at: &SpentAt,
    ) -> Result<(), ApiError> {
        for one in &charged.reserved {
            self.wallet(account.payer_id)?.rebook(one.unit, one.id, *spent_at);
        }
        Ok(())
    }

    /// Gives up what waits: its transaction becomes void.
    pub(super) fn give_up(&mut self, account: &SourceAccount, one: &Reserved) -> Result<(), ApiError> {
        let found = self.scheduled.get(&one.id).cloned();
        let found = found.ok_or_else(|| ApiError::internal("what is reserved was not read"))?;
        self.wallet(account.payer_id)?.release_found(one.unit, one.id, found)?;
        self.spend(account, one.unit, -one.amount);
        Ok(())
    }

    /// Reserves so many less. A transaction is never changed: what is left of it is scheduled anew.
    pub(super) fn release(
        &mut self,
        work: &UnitOfWork,
        source: &SettledSource<'_>,
        account: &SourceAccount,
        charged: &mut Charged,
        unit: Unit,
        amount: i64,
    ) -> Result<(), ApiError> {
        for (one, left) in charged.to_release(unit, amount) {
            self.give_up(account, &one)?;
            charged.reserved.retain(|other| other.id != one.id);
            if left == 0 {
                continue;
            }
            // It is no more of the cycle than it was.
            let of_cycle = ScheduledOn { subscription_id: one.subscription_id, grants: i64::MAX };
            let charge = source.charge(unit, left);
            let wallet = self.wallet(account.payer_id)?;
            let id = wallet.schedule(work, charge, one.posts_at, of_cycle, &source.about())?;
            charged.reserved.push(Reserved { id, amount: left, ..one });
            self.spend(account, unit, left);
        }
        Ok(())
    }
}
