//! Another plan: what that does, for the change and for its preview alike.

use billing::{
    cycles::{Anchor, BillingSchedule},
    period::BillingPeriod,
    plan_change::{ChangeTiming, CurrentTerms, Direction, PlanChange, PlanChangeError, PlanChangeRequest, change_plan},
    proration::{ProrationLine, ProrationMode},
    subscription_status::SubscriptionAction,
};
use values::{ApiError, Day, ErrorCode, Timestamp};

use super::{
    agreed::{AgreedPlan, ScheduledChange},
    allowance_change::AllowanceChange,
    conditions::PlanConditions,
    item::ItemRecurrence,
    record::Subscription,
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The plan, at its price of now, for so many.
    pub plan: AgreedPlan,
    /// What the plan asks for besides; none when it is the same plan.
    pub conditions: Option<PlanConditions>,
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
    /// The subscription as it is after the change.
    pub after: Subscription,
    /// Which way it goes.
    pub direction: Direction,
    /// Whether it is more than the customer has and was to have: what a blocked one may not get.
    pub is_more: bool,
    /// First day of the new terms.
    pub effective: Day,
    /// What is credited, below zero, and charged at once: for the old plan, and for the new one.
    pub lines: Vec<ProrationLine>,
    /// What comes back of what was granted, and what is granted at once.
    pub allowances: Vec<AllowanceChange>,
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
        let allowances = if is_other_cycle {
            let credited = change.lines.iter().map(|line| line.amount_minor.min(0)).sum();
            after.begin_anew_within(change.schedule, credited);
            (after.renewed, after.invoiced) = (Some(0), Some(0));
            after.allowance_begun_anew(&self.plan, &period, today)?
        } else {
            after.changed_allowance(&self.plan, &period, today, request.mode)?
        };
        let lines = without_nothing(std::mem::take(&mut change.lines));
        let decided = decided_later(after.dated(now)?, &change);
        Ok(DecidedChange { lines, allowances, ends_grants: is_other_cycle, ..decided })
    }

    /// Lines that credit what was charged for the present period: never more than that, and all of it where the period
    /// is charged anew. What was not charged, because a change before asked for nothing, is not credited.
    fn credit_at_most_charged(&self, lines: &mut [ProrationLine], mode: ProrationMode) {
        for line in lines.iter_mut().filter(|line| line.amount_minor < 0) {
            line.amount_minor = self.credit_minor(line.amount_minor, mode);
        }
    }

    /// A credit of so much, below zero, as far as it was charged.
    pub(super) fn credit_minor(&self, amount_minor: i64, mode: ProrationMode) -> i64 {
        match mode {
            ProrationMode::FullCredit => -self.charged_minor().max(0),
            ProrationMode::None | ProrationMode::Prorate => amount_minor.max(-self.charged_minor().max(0)),
        }
    }

    /// The present period, which was charged.
    pub(super) fn charged_period(&self, today: Day) -> Result<BillingPeriod, ApiError> {
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
    pub(super) fn replaced_before_it_begins(
        &self,
        request: &ChangeRequest,
        now: Timestamp,
    ) -> Result<DecidedChange, ApiError> {
        let (old, new) = (self.dues(), request.plan.terms.dues);
        let anchor = if old.cycle == new.cycle { self.schedule.anchor() } else { request.anchor };
        let mut after = self.clone();
        after.membership_plan_id = request.plan.membership_plan_id;
        after.plan = request.plan.clone();
        after.schedule = BillingSchedule::new(self.schedule.first(), new.cycle, anchor)?;
        if let Some(conditions) = &request.conditions {
            after.agree_on(conditions);
        }
        after.committed_minor = new.cycle_minor()?;
        let direction = billing::plan_change::direction(&old, &new)?;
        Ok(DecidedChange {
            after: after.dated(now)?,
            direction,
            is_more: direction == Direction::Upgrade,
            effective: self.first,
            lines: Vec::new(),
            allowances: Vec::new(),
            ends_grants: false,
        })
    }

    pub(super) fn scheduled_for(
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
}

/// A change that charges and grants nothing at once.
pub(super) fn decided_later(after: Subscription, change: &PlanChange) -> DecidedChange {
    DecidedChange {
        after,
        direction: change.direction,
        is_more: change.direction == Direction::Upgrade,
        effective: change.effective,
        lines: Vec::new(),
        allowances: Vec::new(),
        ends_grants: false,
    }
}

pub(super) fn without_nothing(mut lines: Vec<ProrationLine>) -> Vec<ProrationLine> {
    lines.retain(|line| line.amount_minor != 0);
    lines
}
