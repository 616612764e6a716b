//! What a subscription is on a day, out of what is stored.

use billing::{
    arithmetic::share,
    commitment::Commitment,
    cycles::{BillingSchedule, ScheduleError, average_days},
    pause::{PausePolicy, paused_up_to},
    period::{BillingPeriod, local_day},
    proration::Dues,
    renewal::{Agreement, DatedTerms, Renewal, RenewalError},
    subscription_status::{SubscriptionFacts, SubscriptionStatus},
};
use values::cycle::Cycle;
use values::{ApiError, Day, Timestamp};

use super::{
    agreed::{AgreedPlan, ScheduledChange},
    item::{ItemRecurrence, SubscriptionItem},
    record::Subscription,
};

impl Subscription {
    /// What its state is derived from.
    #[must_use]
    pub fn facts(&self) -> SubscriptionFacts {
        let overdue = self.open_invoices.iter().map(|invoice| invoice.due).min();
        SubscriptionFacts {
            first: self.first,
            ends: self.ends,
            incomplete_since: self.incomplete_since,
            past_due_since: overdue.and_then(|due| billing::period::plus_days(due, 1)),
            pauses: self.pauses.clone(),
            grace_days: self.grace_days,
        }
    }

    /// Its state at an instant.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> SubscriptionStatus {
        if self.is_over && self.incomplete_since.is_none() {
            return SubscriptionStatus::Cancelled;
        }
        self.facts().status_at(now, self.zone)
    }

    /// The local day of an instant.
    ///
    /// # Errors
    /// 422 after the year 9999.
    pub fn day_of(&self, now: Timestamp) -> Result<Day, ApiError> {
        local_day(now, self.zone).ok_or_else(|| ScheduleError::BeyondCalendar.into())
    }

    /// The same with the terms that hold on a day, as a later reader sees them.
    #[must_use]
    pub fn as_of(&self, day: Day) -> Self {
        match &self.scheduled {
            Some(change) if change.effective <= day => self.changed_by(change),
            Some(_) | None => self.clone(),
        }
    }

    /// The same under the terms that were scheduled.
    #[must_use]
    pub fn changed_by(&self, change: &ScheduledChange) -> Self {
        let mut after =
            Self { membership_plan_id: change.plan.membership_plan_id, plan: change.plan.clone(), ..self.clone() };
        after.scheduled = None;
        if let Some(schedule) = change.schedule {
            after.begin_anew(schedule);
        }
        after
    }

    /// Its periods begin anew. What was committed to in whole cycles is then committed to in so many of the new ones
    /// that they end no earlier.
    pub(super) fn begin_anew(&mut self, schedule: BillingSchedule) {
        let committed_until = self.commitment_ends().ok().flatten();
        self.forget_charged_items();
        self.restarts += 1;
        self.committed_minor = committed_in(self.committed_minor, self.schedule.cycle(), schedule.cycle());
        self.schedule = schedule;
        self.pauses.clear();
        (self.renewed, self.invoiced) = (None, None);
        self.charges.keep_from(self.restarts, 0);
        let ends = |cycles| Commitment { cycles, paused_cycles: 0 }.ends(&schedule);
        let reaches = |cycles: &u32| match (ends(*cycles), committed_until) {
            (Ok(end), Some(until)) => until <= end,
            (Err(_), _) | (_, None) => true,
        };
        let is_met = committed_until.is_none_or(|until| until <= schedule.first());
        self.commitment_cycles = if is_met { 0 } else { (1..=u32::MAX).find(reaches).unwrap_or_default() };
    }

    /// The same within a period, of which so much is credited, below zero. What was charged for that and is not used up
    /// is what is charged of the new one, until whoever carries this out has credited it.
    pub(super) fn begin_anew_within(&mut self, schedule: BillingSchedule, credited_minor: i64) {
        let (before, charged_minor) = (self.present_dues(), self.charged_minor());
        let mut charges = std::mem::take(&mut self.charges);
        self.begin_anew(schedule);
        let begun = self.dues_of(0);
        if let Some(before) = before {
            charges.rename(before, begun);
        }
        charges.take_off(begun, Vec::new(), charged_minor.saturating_add(credited_minor));
        charges.keep_from(self.restarts, 0);
        self.charges = charges;
    }

    /// Items that are charged once are charged in no other cycle again.
    fn forget_charged_items(&mut self) {
        let Some(last) = self.invoiced.max(self.renewed) else { return };
        let schedule = self.schedule;
        let has_passed = |item: &SubscriptionItem| {
            let period = schedule.period_at(item.from).ok().flatten();
            period.map_or(0, |period| period.number() + u32::from(period.first() < item.from)) <= last
        };
        self.items.retain(|item| item.recurrence != ItemRecurrence::OneOff || !has_passed(item));
    }

    /// The period that a day lies in, cut where it ends; none before the first, as in a trial.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`].
    pub fn period_on(&self, day: Day) -> Result<Option<BillingPeriod>, ScheduleError> {
        let period = self.schedule.period_at(day)?;
        Ok(period.and_then(|period| period.ending_before(self.ends)))
    }

    /// Number of the first period that was not renewed.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        self.renewed.map_or(0, |last| last.saturating_add(1))
    }

    /// Whether the period of this number was invoiced.
    #[must_use]
    pub fn is_invoiced(&self, number: u32) -> bool {
        self.invoiced.is_some_and(|last| number <= last)
    }

    /// Whether a period was invoiced that has not begun.
    #[must_use]
    pub fn is_invoiced_ahead(&self) -> bool {
        self.invoiced > self.renewed
    }

    /// The period that was invoiced and has not begun.
    #[must_use]
    pub fn invoiced_ahead(&self) -> Option<u32> {
        if self.is_invoiced_ahead() { self.invoiced } else { None }
    }

    /// What a period costs.
    #[must_use]
    pub const fn dues(&self) -> Dues {
        self.plan.terms.dues
    }

    /// The day from which what is granted is gone at the latest: the agreed end, or that of ending at once. Notice can
    /// be taken back, and what was granted until then lives on; when it is not, its end ends what is there.
    #[must_use]
    pub fn grants_end(&self) -> Option<Day> {
        let agreed = self.agreed_end.and_then(|last| billing::period::plus_days(last, 1));
        if self.is_ended_early { self.ends } else { agreed }
    }

    /// What was committed to.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let last = self.pauses.iter().map(|pause| pause.after_period.unwrap_or(pause.first_period)).max();
        Commitment {
            cycles: self.commitment_cycles,
            paused_cycles: paused_up_to(&self.pauses, last.unwrap_or_default()),
        }
    }

    /// The day on which the commitment has been met; none without one.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`].
    pub fn commitment_ends(&self) -> Result<Option<Day>, ScheduleError> {
        let commitment = self.commitment();
        if commitment.cycles == 0 { Ok(None) } else { commitment.ends(&self.schedule).map(Some) }
    }

    /// What pauses are allowed.
    #[must_use]
    pub const fn pause_policy(&self) -> PausePolicy {
        PausePolicy {
            days_max: self.pause_days_max,
            notice_days: self.pause_notice_days,
            end_required: self.pause_days_max.is_some(),
        }
    }

    /// What the period of this number makes under `plan`; nothing when it has ended before.
    ///
    /// # Errors
    /// [`RenewalError`].
    pub fn renewal(&self, plan: &AgreedPlan, number: u32) -> Result<Option<Renewal>, RenewalError> {
        let terms = [DatedTerms { from: self.schedule.first(), terms: plan.terms.clone() }];
        let add_ons: Vec<_> = self.items.iter().map(SubscriptionItem::add_on).collect();
        let charged_once = |minor| if self.restarts == 0 { minor } else { 0 };
        let agreement = Agreement {
            schedule: &self.schedule,
            zone: self.zone,
            terms: &terms,
            pauses: &self.pauses,
            add_ons: &add_ons,
            ends: self.ends,
            grants_end: self.grants_end(),
            setup_fee_minor: charged_once(self.setup_fee_minor),
            deposit_minor: charged_once(self.deposit_minor),
        };
        agreement.renewal(number)
    }
}

/// What was committed to in cycles of one length, for cycles of another: as much for a day.
fn committed_in(minor: i64, from: Cycle, to: Cycle) -> i64 {
    share(minor, average_days(to), average_days(from)).unwrap_or(minor)
}
