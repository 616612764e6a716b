//! Credits and day passes that sources take and give back.

use agreements::subscription::SubscriptionEnd;
use billing::{
    settlement::Reserved,
    wallet::{Bucket, RefundBy, ReservedPart, Unit},
};
use values::ApiError;
use wallets_and_journal::open_wallet::ScheduledOn;
use work::UnitOfWork;

use super::{
    Settling,
    settled_source::{SettledSource, Taken},
};
use crate::source_account::SourceAccount;

impl Settling {
    /// Takes units of the payer's wallet, and of what cycles to come will grant.
    pub(super) fn take(
        &mut self,
        work: &UnitOfWork,
        source: &SettledSource<'_>,
        account: &SourceAccount,
        unit: Unit,
        amount: i64,
    ) -> Result<Taken, ApiError> {
        let cycles = self.cycles(work, account.payer_id, &source.spent_at);
        let wallet = self.wallet(account.payer_id)?;
        let parts = wallet.wallet().wallet.parts_of_charge(unit, amount, work.now, &source.spent_at, &cycles);
        let mut taken = Taken::default();
        if parts.now > 0 {
            let posted = wallet.charge(work, source.charge(unit, parts.now), &source.about())?;
            taken.parts = posted.posting.buckets;
        }
        for ReservedPart { cycle, amount } in parts.reserved {
            let of_cycle = ScheduledOn { subscription_id: cycle.subscription_id, grants: cycle.grants(unit) };
            let charge = source.charge(unit, amount);
            let id = wallet.schedule(work, charge, cycle.starts_at, of_cycle, &source.about())?;
            taken.reserved.push(Reserved {
                id,
                unit,
                amount,
                posts_at: cycle.starts_at,
                expires_at: cycle.expires_at,
                subscription_id: cycle.subscription_id,
            });
        }
        self.spend(account, unit, amount);
        Ok(taken)
    }

    /// Gives parts of a charge back to the payer's wallet.
    pub(super) fn give_back(
        &mut self,
        work: &UnitOfWork,
        source: &SettledSource<'_>,
        account: &SourceAccount,
        unit: Unit,
        parts: &[Bucket],
    ) -> Result<(), ApiError> {
        let by = if source.is_by_operator { RefundBy::Operator(work.ids.next()) } else { RefundBy::Customer };
        let returned: Vec<Bucket> = parts.iter().map(|part| self.ended(part)).collect();
        self.wallet(account.payer_id)?.refund(work, unit, &returned, by, &source.about())?;
        self.spend(account, unit, -parts.iter().map(|part| part.amount).sum::<i64>());
        Ok(())
    }

    /// Whether a part that was taken pays for a source. Where that has moved, the end counts that its subscription has
    /// now; and what has expired since it began has paid for it.
    pub(super) fn pays(&self, work: &UnitOfWork, source: &SettledSource<'_>, part: &Bucket) -> bool {
        let Some(had_begun) = self.moved.get(&source.text.source.id) else {
            return source.spent_at.is_before_end_of(part);
        };
        let part = self.ended(part);
        (*had_begun && part.has_expired(work.now)) || source.spent_at.is_before_end_of(&part)
    }

    /// Whether what is reserved of a cycle to come pays for a source.
    pub(super) fn pays_reserved(&self, source: &SettledSource<'_>, one: &Reserved) -> bool {
        let mut reserved = *one;
        if self.moved.contains_key(&source.text.source.id)
            && let Some(SubscriptionEnd::Final(end) | SubscriptionEnd::ByNotice(end)) =
                self.ends.get(&one.subscription_id)
        {
            reserved.expires_at = reserved.expires_at.min(*end);
        }
        reserved.pays(&source.spent_at)
    }

    /// A part, which ends with the subscription that granted it.
    fn ended(&self, part: &Bucket) -> Bucket {
        let part = Bucket { notice_ends_at: None, ..part.clone() };
        match part.subscription_id.and_then(|id| self.ends.get(&id)) {
            Some(SubscriptionEnd::Final(at)) => {
                Bucket { expires_at: part.expires_at.into_iter().chain([*at]).min(), ..part }
            }
            Some(SubscriptionEnd::ByNotice(at)) => Bucket { notice_ends_at: Some(*at), ..part },
            None => part,
        }
    }
}
