//! What a change within a period does to what was granted for it: for days that are credited it comes back, for days
//! that are charged it is granted.

use billing::{
    allowance::{self, ChangedAllowance, SettledAllowance},
    arithmetic::{share_up, times},
    period::BillingPeriod,
    proration::{Dues, ProrationMode},
    renewal::RenewalGrant,
    wallet::{Begins, Unit},
};
use store::Record;
use values::{ApiError, Day, Id, Timestamp};
use wallets_and_journal::{
    OpenWallet,
    open_wallet::About,
    wallet_transaction::{Source, SourceKind},
};
use work::UnitOfWork;

use super::{agreed::AgreedPlan, record::Subscription, renewing};

/// What a change does to the allowance of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowanceChange {
    /// Unit of the allowance: credits or day passes.
    pub unit: Unit,
    /// What comes back and what is granted, before what was spent is looked at.
    pub changed: ChangedAllowance,
    /// When what is granted expires.
    pub expires_at: Timestamp,
}

impl AllowanceChange {
    /// What becomes of it with what a wallet holds of the subscription's grants.
    #[must_use]
    pub fn settled(&self, wallet: &OpenWallet, id: Id<Subscription>, before: &Subscription) -> SettledAllowance {
        let rest = wallet.wallet().wallet.of(self.unit).granted_by(id.cast());
        self.changed.settled(rest, before.overdrawn.of(self.unit))
    }

    /// What is granted at an instant; none when nothing is.
    #[must_use]
    pub fn grant(&self, settled: SettledAllowance, at: Timestamp) -> Option<RenewalGrant> {
        let grant = RenewalGrant { unit: self.unit, amount: settled.granted, at, expires_at: self.expires_at };
        (settled.granted > 0).then_some(grant)
    }
}

/// Carries out what a change does to allowances, in the wallet and in the subscription as it will be. `ends_grants`
/// says whether what was granted before ends.
///
/// # Errors
/// 409 `capacity_exceeded`.
pub async fn carry_out(
    work: &UnitOfWork,
    wallet: &mut OpenWallet,
    before: &Record<Subscription>,
    after: &mut Subscription,
    changes: &[AllowanceChange],
    ends_grants: bool,
) -> Result<(), ApiError> {
    let (id, before) = (before.id, &before.body);
    let settled: Vec<(AllowanceChange, SettledAllowance)> =
        changes.iter().map(|change| (*change, change.settled(wallet, id, before))).collect();
    if ends_grants {
        wallet.end_subscription(id.cast(), work.now);
    }
    let about = About {
        location_id: Some(before.location_id),
        source: Some(Source { kind: SourceKind::Subscription, id: id.cast() }),
        ..About::default()
    };
    for unit in [Unit::Credits, Unit::DayPasses] {
        let of_unit = || settled.iter().filter(|(change, _)| change.unit == unit);
        let grants = of_unit().filter_map(|(change, settled)| change.grant(*settled, work.now));
        let timed = grants.map(|grant| renewing::timed(work, id, after, &grant)).collect();
        wallet.advance(work, unit, work.now, Begins::None, timed).await?;
        for (_, settled) in of_unit() {
            wallet.revoke(work, unit, id.cast(), settled.taken, &about);
            after.overdrawn.set(unit, settled.overdrawn);
        }
    }
    Ok(())
}

impl Subscription {
    /// What going from `old` to its present terms does to what was granted for the period, of the days that are charged
    /// anew.
    pub(super) fn changed_allowance(
        &self,
        old: &AgreedPlan,
        period: &BillingPeriod,
        today: Day,
        mode: ProrationMode,
    ) -> Result<Vec<AllowanceChange>, ApiError> {
        let (old, new) = (&old.terms, &self.plan.terms);
        let from = match mode {
            // Nothing is credited and nothing charged.
            ProrationMode::None => return Ok(Vec::new()),
            ProrationMode::Prorate => today,
            ProrationMode::FullCredit => period.first(),
        };
        let of_days = |per_cycle: i64, dues: &Dues| {
            let whole = times(per_cycle, i64::from(dues.quantity))?;
            share_up(whole, period.days_from(from), period.full_days())
        };
        let rollover = new.rollover_cycles;
        let expires_at =
            allowance::expires_at(&self.schedule, period.number(), rollover, self.grants_end(), self.zone)?;
        let mut changes = Vec::new();
        for (unit, before, after) in
            [(Unit::Credits, old.credits, new.credits), (Unit::DayPasses, old.day_passes, new.day_passes)]
        {
            let (back, granted) = (of_days(before, &old.dues)?, of_days(after, &new.dues)?);
            let changed = ChangedAllowance { back, granted, begins_anew: false };
            changes.push(AllowanceChange { unit, changed, expires_at });
        }
        Ok(changes)
    }

    /// The same where periods begin anew today, under the terms and the first period that it has then.
    pub(super) fn allowance_begun_anew(
        &self,
        old: &AgreedPlan,
        period: &BillingPeriod,
        today: Day,
    ) -> Result<Vec<AllowanceChange>, ApiError> {
        let old = &old.terms;
        let first = self.renewal(&self.plan, 0)?.map(|first| first.grants).unwrap_or_default();
        let rollover = self.plan.terms.rollover_cycles;
        let expires_at = allowance::expires_at(&self.schedule, 0, rollover, self.grants_end(), self.zone)?;
        let mut changes = Vec::new();
        for (unit, before) in [(Unit::Credits, old.credits), (Unit::DayPasses, old.day_passes)] {
            let whole = times(before, i64::from(old.dues.quantity))?;
            let back = share_up(whole, period.days_from(today), period.full_days())?;
            let granted = first.iter().filter(|grant| grant.unit == unit).map(|grant| grant.amount).sum();
            let changed = ChangedAllowance { back, granted, begins_anew: true };
            changes.push(AllowanceChange { unit, changed, expires_at });
        }
        Ok(changes)
    }

    /// Grants of a period, less what was spent before of days that were credited.
    pub(super) fn less_overdrawn(&mut self, mut grants: Vec<RenewalGrant>) -> Vec<RenewalGrant> {
        for grant in &mut grants {
            let overdrawn = self.overdrawn.of(grant.unit);
            let taken = overdrawn.min(grant.amount);
            grant.amount -= taken;
            self.overdrawn.set(grant.unit, overdrawn - taken);
        }
        grants.retain(|grant| grant.amount > 0);
        grants
    }
}
