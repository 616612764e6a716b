//! Another plan, or another quantity: what that does, for the change and for its preview alike.

use billing::{
    allowance,
    arithmetic::share_up,
    cycles::{Anchor, BillingSchedule},
    period::BillingPeriod,
    plan_change::{
        ChangeTiming, CurrentTerms, Direction, PlanChange, PlanChangeError, PlanChangeRequest, change_plan,
        change_quantity,
    },
    proration::{Dues, ProrationLine, ProrationMode},
    renewal::RenewalGrant,
    standing::SubscriptionAction,
    wallet::Unit,
};
use shared::{
    domain::{Day, Timestamp},
    error::{ApiError, ErrorCode},
};

use super::{
    agreed::{AgreedPlan, ScheduledChange},
    item::ItemRecurrence,
    record::Subscription,
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The plan, at its price of now, for so many.
    pub plan: AgreedPlan,
    /// On which days periods of another cycle begin.
    pub anchor: Anchor,
    /// What becomes of what was charged for the period.
    pub mode: ProrationMode,
    /// When; upgrades now and downgrades at the period's end when none.
    pub timing: Option<ChangeTiming>,
}

/// What a change does.
#[derive(Clone, Debug)]
pub struct DecidedChange {
    /// The subscription afterwards.
    pub after: Subscription,
    /// Which way it goes.
    pub direction: Direction,
    /// First day of the new terms.
    pub effective: Day,
    /// What is credited, below zero, and charged at once: for the old plan, and for the new one.
    pub lines: Vec<ProrationLine>,
    /// What is granted at once.
    pub grants: Vec<RenewalGrant>,
    /// Whether what the present period granted ends with the change.
    pub ends_grants: bool,
}

impl Subscription {
    /// What going to another plan does.
    ///
    /// # Errors
    /// 409 `invalid_state`, 422 naming `proration`.
    pub fn changed(&self, request: &ChangeRequest, now: Timestamp) -> Result<DecidedChange, ApiError> {
        self.status(now).allows(SubscriptionAction::Change)?;
        let today = self.day_of(now)?;
        let (old, new) = (self.dues(), request.plan.terms.dues);
        let is_other_cycle = old.cycle != new.cycle;
        if self.renewed.is_none() && self.invoiced.is_none() && self.restarts == 0 {
            return self.replaced_before_it_begins(request, now);
        }
        let period = self.charged_period(today)?;
        if is_other_cycle {
            self.check_periods_can_begin_anew(today)?;
        }
        let is_paused = self.pauses.iter().any(|pause| pause.covers(period.number()));
        let waits = is_paused || (is_other_cycle && request.mode == ProrationMode::None);
        let asked = PlanChangeRequest {
            dues: new,
            anchor: request.anchor,
            on: today,
            mode: request.mode,
            timing: if waits { Some(ChangeTiming::AtPeriodEnd) } else { request.timing },
        };
        let current = CurrentTerms { dues: old, schedule: self.schedule, period, ends: self.ends };
        let mut change = change_plan(&current, &asked)?;
        self.credit_at_most_charged(&mut change.lines, request.mode);
        if change.effective > today {
            return self.scheduled_for(change.effective, change, request.plan.clone(), now);
        }
        let mut after = self.clone();
        after.membership_plan_id = request.plan.membership_plan_id;
        after.plan = request.plan.clone();
        after.scheduled = None;
        let sum: i64 = change.lines.iter().map(|line| line.amount_minor).sum();
        after.charged_minor = self.charged_minor.saturating_add(sum);
        let mut grants = Vec::new();
        if is_other_cycle {
            // What was charged for the period is a part of the new one, until whoever carries this out has credited it.
            let mut dues_on = std::mem::take(&mut after.dues_on);
            after.begin_anew(change.schedule);
            for dues in dues_on.iter_mut().filter(|dues| dues.period.is_some()) {
                dues.period = Some(0);
            }
            after.dues_on = dues_on;
            (after.renewed, after.invoiced) = (Some(0), Some(0));
            after.charged_minor = change.lines.iter().map(|line| line.amount_minor.max(0)).sum();
            grants.extend(after.renewal(&after.plan, 0)?.map(|first| first.grants).unwrap_or_default());
            for grant in &mut grants {
                grant.at = now;
            }
        } else {
            grants = after.more_grants(&self.plan, &period, today, now)?;
        }
        Ok(DecidedChange {
            after: after.dated(now)?,
            direction: change.direction,
            effective: change.effective,
            lines: without_nothing(change.lines),
            grants,
            ends_grants: is_other_cycle,
        })
    }

    /// What another quantity does: a raise is charged for the remaining days, a reduction waits for the renewal.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn with_quantity(&self, quantity: u32, now: Timestamp) -> Result<DecidedChange, ApiError> {
        self.status(now).allows(SubscriptionAction::Change)?;
        let today = self.day_of(now)?;
        let mut plan = self.plan.clone();
        plan.terms.dues.quantity = quantity;
        if self.renewed.is_none() && self.invoiced.is_none() && self.restarts == 0 {
            let request =
                ChangeRequest { plan, anchor: self.schedule.anchor(), mode: ProrationMode::None, timing: None };
            return self.replaced_before_it_begins(&request, now);
        }
        let period = self.charged_period(today)?;
        let current = CurrentTerms { dues: self.dues(), schedule: self.schedule, period, ends: self.ends };
        let change = change_quantity(&current, quantity, today)?;
        if change.effective > today {
            return match &self.scheduled {
                // What is scheduled stays, for so many.
                Some(scheduled) => {
                    let mut later = scheduled.clone();
                    later.plan.terms.dues.quantity = quantity;
                    let after = Self { scheduled: Some(later), ..self.clone() }.dated(now)?;
                    Ok(decided_later(after, &change))
                }
                None => self.scheduled_for(change.effective, change, plan, now),
            };
        }
        let is_paused = self.pauses.iter().any(|pause| pause.covers(period.number()));
        let lines = if is_paused { Vec::new() } else { without_nothing(change.lines) };
        let sum: i64 = lines.iter().map(|line| line.amount_minor).sum();
        let charged_minor = self.charged_minor.saturating_add(sum);
        let mut after = Self { plan, charged_minor, ..self.clone() };
        if let Some(later) = &mut after.scheduled {
            later.plan.terms.dues.quantity = quantity;
            // A reduction that waited is called off.
            if later.schedule.is_none() && later.plan.membership_plan_id == after.membership_plan_id {
                after.scheduled = None;
            }
        }
        let grants = if is_paused { Vec::new() } else { after.more_grants(&self.plan, &period, today, now)? };
        Ok(DecidedChange {
            after: after.dated(now)?,
            direction: change.direction,
            effective: change.effective,
            lines,
            grants,
            ends_grants: false,
        })
    }

    /// Lines that credit what was charged for the present period: never more than that, and all of it where the period is charged
    /// anew. What was not charged, because a change before asked for nothing, is not credited.
    fn credit_at_most_charged(&self, lines: &mut [ProrationLine], mode: ProrationMode) {
        for line in lines.iter_mut().filter(|line| line.amount_minor < 0) {
            line.amount_minor = self.credit_minor(line.amount_minor, mode);
        }
    }

    /// A credit of so much, below zero, as far as it was charged.
    pub(super) fn credit_minor(&self, amount_minor: i64, mode: ProrationMode) -> i64 {
        match mode {
            ProrationMode::FullCredit => -self.charged_minor.max(0),
            ProrationMode::None | ProrationMode::Prorate => amount_minor.max(-self.charged_minor.max(0)),
        }
    }

    /// The present period, which was charged.
    fn charged_period(&self, today: Day) -> Result<BillingPeriod, ApiError> {
        if self.is_invoiced_ahead() {
            let message = "the next period was invoiced already; change it when that has begun";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        let period = self.period_on(today)?.filter(|period| self.renewed == Some(period.number()));
        period.ok_or_else(|| PlanChangeError::OutsidePeriod.into())
    }

    fn check_periods_can_begin_anew(&self, today: Day) -> Result<(), ApiError> {
        let refused = |message: &str| Err(ApiError::conflict(ErrorCode::InvalidState, message.to_owned()));
        if self.pauses.last().is_some_and(|pause| pause.until.is_none_or(|until| today < until)) {
            return refused("its pause has not ended, and another cycle begins its periods anew");
        }
        if self.items.iter().any(|item| item.recurrence == ItemRecurrence::Recurring) {
            return refused("it has items with a price for its present cycle; remove them first");
        }
        Ok(())
    }

    /// Nothing was charged: the plan is replaced as if it had been agreed on from the beginning.
    fn replaced_before_it_begins(&self, request: &ChangeRequest, now: Timestamp) -> Result<DecidedChange, ApiError> {
        let (old, new) = (self.dues(), request.plan.terms.dues);
        let anchor = if old.cycle == new.cycle { self.schedule.anchor() } else { request.anchor };
        let mut after = self.clone();
        after.membership_plan_id = request.plan.membership_plan_id;
        after.plan = request.plan.clone();
        after.schedule = BillingSchedule::new(self.schedule.first(), new.cycle, anchor)?;
        Ok(DecidedChange {
            after: after.dated(now)?,
            direction: billing::plan_change::direction(&old, &new)?,
            effective: self.first,
            lines: Vec::new(),
            grants: Vec::new(),
            ends_grants: false,
        })
    }

    fn scheduled_for(
        &self,
        effective: Day,
        change: PlanChange,
        plan: AgreedPlan,
        now: Timestamp,
    ) -> Result<DecidedChange, ApiError> {
        if self.ends.is_some_and(|ends| ends <= effective) {
            let message = "it ends before the change would take effect";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        let is_other_cycle = self.dues().cycle != plan.terms.dues.cycle;
        let schedule = is_other_cycle.then_some(change.schedule);
        let scheduled = Some(ScheduledChange { effective, plan, schedule });
        let after = Self { scheduled, ..self.clone() }.dated(now)?;
        Ok(decided_later(after, &PlanChange { effective, ..change }))
    }

    /// What the new terms grant more than any that held in the period, for the days from `today` on: what was granted for terms that were
    /// left again is not granted once more.
    fn more_grants(
        &mut self,
        old: &AgreedPlan,
        period: &BillingPeriod,
        today: Day,
        now: Timestamp,
    ) -> Result<Vec<RenewalGrant>, ApiError> {
        let (old, new) = (&old.terms, self.plan.terms.clone());
        let whole = |per_cycle: i64, dues: &Dues| billing::arithmetic::times(per_cycle, i64::from(dues.quantity));
        let rollover = new.rollover_cycles;
        let expires_at = allowance::expires_at(&self.schedule, period.number(), rollover, self.ends, self.zone)?;
        let mut grants = Vec::new();
        for (unit, granted, before, after) in [
            (Unit::Credits, &mut self.granted.credits, old.credits, new.credits),
            (Unit::DayPasses, &mut self.granted.day_passes, old.day_passes, new.day_passes),
        ] {
            *granted = whole(before, &old.dues)?.max(*granted);
            let more = whole(after, &new.dues)? - *granted;
            *granted = granted.saturating_add(more.max(0));
            let amount = share_up(more.max(0), period.days_from(today), period.full_days())?;
            grants.extend((amount > 0).then_some(RenewalGrant { unit, amount, at: now, expires_at }));
        }
        Ok(grants)
    }
}

fn decided_later(after: Subscription, change: &PlanChange) -> DecidedChange {
    DecidedChange {
        after,
        direction: change.direction,
        effective: change.effective,
        lines: Vec::new(),
        grants: Vec::new(),
        ends_grants: false,
    }
}

fn without_nothing(mut lines: Vec<ProrationLine>) -> Vec<ProrationLine> {
    lines.retain(|line| line.amount_minor != 0);
    lines
}
